"""The sources of all rules, and whether they are still those that this process has loaded."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
OWN, WITH_TEMPLATES = ("kernel", "games"), ("engine", "agents")


def rule_sources() -> list[Path]:
    """Every file whose change can change a compiled rule: the kernel, the games, and the templates over them."""
    own = [path for folder in OWN for path in (PACKAGE / folder).rglob("*.py")]
    templates = [
        path
        for folder in WITH_TEMPLATES
        for path in (PACKAGE / folder).rglob("*.py")
        if "\n@rule\n" in path.read_text(encoding="utf-8")
    ]
    return sorted(own + templates)


def _stamps() -> frozenset[tuple[str, int, int]]:
    """Size and time of every file that may hold rules, without reading it."""
    found = [path for folder in OWN + WITH_TEMPLATES for path in (PACKAGE / folder).rglob("*.py")]
    return frozenset((str(path), seen.st_mtime_ns, seen.st_size) for path in found for seen in (path.stat(),))


# `jit` is loaded before any rule, and loads this first.
_loaded = _stamps()


def have_changed() -> bool:
    """Whether a source has changed since the first rule of this process was loaded: what is in memory may then be of
    either state, and no digest of the files tells of which."""
    return _stamps() != _loaded
