"""Where compiled rules are kept: one file per rule, in a folder named after a digest of every rule source.

A changed source means a new folder, never a stale rule; a process under which sources change keeps to itself. A file is
written aside, renamed when it is whole, and carries a digest of its own: whatever kills a process at whatever moment,
no half of a rule is ever loaded. Nothing here stops a game: where the folder cannot be read or written, rules are
compiled all the same, and `problem()` says why it takes longer.
"""

import atexit
import contextlib
import errno
import hashlib
import os
import pickle
import re
import shutil
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_dir

from escaramuza.kernel.sources import PACKAGE, have_changed, rule_sources

try:
    import fcntl
except ImportError:  # Windows: work may be done twice, nothing breaks.
    fcntl = None  # type: ignore[assignment]

KEEP_DAYS = 30
KEEP_ASIDE_SECONDS = 3600
# More than the compiled rules of all games take.
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
# Is in every folder that we have made.
OURS = ".escaramuza"
ROOM = 100 << 20
# Memory that Linux lends as a folder.
MEMORY = "/dev/shm"
DIGEST_BYTES = 32
# Where a template module keeps the rules that it was loaded over; see `jit.for_game`.
TEMPLATE_RULES = "__rules__"
LOCK_PLACES = 1 << 62
# Set for the processes that help this one, so that all meet in one folder.
PLACE, ASIDE = "ESCARAMUZA_CACHE", "ESCARAMUZA_CACHE_ASIDE"
_problems: list[tuple[str, str]] = []
_choosing = threading.Lock()


@cache
def sources_digest(mode: str) -> str:
    """A name for these rules as these programs compile them."""
    digest = hashlib.sha256(f"{metadata.version('numba')} {np.__version__} {sys.version} {mode}".encode())
    for path in rule_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def origin(function: Any) -> str:
    """A name for the sources of a rule that another distribution brings, and of a template over such rules: what is
    compiled of them is kept under it. Empty for what is all ours."""
    given = (getattr(one, "py_func", one) for one in function.__globals__.get(TEMPLATE_RULES, {}).values())
    brought = {_brought(one) for one in (function, *given) if hasattr(one, "__code__")}
    return "-".join(sorted(brought - {""}))


def _brought(function: Any) -> str:
    if Path(function.__code__.co_filename).resolve().is_relative_to(PACKAGE):
        return ""
    return _sources_of(function.__module__.partition(".")[0])


@cache
def _sources_of(package: str) -> str:
    """A digest of a package's sources, wherever it is installed; what was typed at a prompt has none."""
    module = sys.modules[package]
    folders = [Path(folder) for folder in getattr(module, "__path__", ())]
    file = getattr(module, "__file__", None)
    if not folders and file is None:
        return ""
    sources = [(path, folder) for folder in folders for path in sorted(folder.rglob("*.py"))]
    if not folders:
        sources = [(Path(str(file)), Path(str(file)).parent)]
    digest = hashlib.sha256()
    for path, folder in sources:
        digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def root() -> Path:
    """The folder of all compiled rules."""
    return Path(os.environ.get(PLACE) or user_cache_dir("escaramuza"))


def problem() -> tuple[str, str] | None:
    """What keeps rules from being kept: a code and the folder or reason; None where all is well."""
    return _problems[0] if _problems else None


def note_problem(code: str, detail: str) -> None:
    """Remember what is wrong with the cache; the first thing is told, once."""
    _problems.append((code, detail))


def _fits(folder: Path) -> bool:
    """Whether compiled rules can be kept in a folder; noted if not."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        (folder / OURS).touch()
        probe = folder / f".probe-{uuid.uuid4().hex[:12]}"
        probe.write_bytes(b"probe")
        probe.unlink()
        free = shutil.disk_usage(folder).free
    except OSError as error:
        note_problem(_code_of(error), f"{folder}: {error.strerror or error}")
        return False
    if free < ROOM and not any(folder.glob("*.ready")):
        note_problem("CACHE_FULL", f"{folder}: {free >> 20} MB")
        return False
    return True


def _code_of(error: OSError) -> str:
    return "CACHE_FULL" if error.errno in NO_ROOM else "CACHE_UNWRITABLE"


def usual_folder(mode: str) -> Path:
    """Where the rules of this version are kept unless something is wrong with it."""
    return root() / f"rules-{sources_digest(mode)}"


def folders(mode: str) -> tuple[Path, ...]:
    """Where rules are looked for; new ones go into the first. A folder that cannot be written, or has no room, is still
    read, and a passing one elsewhere takes what is new. Threads that ask at once get one answer."""
    with _choosing:
        return _chosen(mode)


@cache
def _chosen(mode: str) -> tuple[Path, ...]:
    usual = usual_folder(mode)
    if have_changed():
        # A folder named after the files as they are now is not for rules as they were: neither to read nor to write.
        return (_passing() or Path(os.devnull),)
    aside = os.environ.get(ASIDE)
    if aside is not None:
        return Path(aside), usual
    if _fits(usual):
        forget_old_caches(root())
        return (usual,)
    passing = _passing()
    if passing is None:
        return (usual,)
    os.environ[ASIDE] = str(passing)
    return passing, usual


def choose_again() -> None:
    """Look for a folder again, since the settings have changed."""
    _chosen.cache_clear()


def _passing() -> Path | None:
    """A folder that lasts as long as this process, on the first place with room; those of processes that were killed
    are cleared away."""
    for place in (tempfile.gettempdir(), MEMORY):
        with contextlib.suppress(OSError):
            for left in Path(place).glob("escaramuza-rules-*-*"):
                if not _lives(int(left.name.split("-")[2])):
                    shutil.rmtree(left, ignore_errors=True)
            if shutil.disk_usage(place).free >= ROOM:
                passing = Path(tempfile.mkdtemp(prefix=f"escaramuza-rules-{os.getpid()}-", dir=place))
                atexit.register(shutil.rmtree, passing, ignore_errors=True)
                return passing
    return None


def _lives(process: int) -> bool:
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def forget_old_caches(above: Path) -> None:
    """Remove digests that nobody has used for a month, and what killed processes left half written."""
    now = time.time()
    for folder in above.glob("rules-*"):
        with contextlib.suppress(OSError):
            # Only what we have made ourselves: the folder above may be somebody's own.
            ours = re.fullmatch(r"rules-[0-9a-f]{16}", folder.name) and (folder / OURS).exists()
            if ours and folder.stat().st_mtime < now - KEEP_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)
    for aside in above.glob("rules-*/*.tmp"):
        with contextlib.suppress(OSError):
            if aside.stat().st_mtime < now - KEEP_ASIDE_SECONDS:
                aside.unlink()


def load(name: str, mode: str) -> Any | None:
    """What was kept under a name; None where nothing whole is there."""
    for folder in folders(mode):
        try:
            data = (folder / name).read_bytes()
        except OSError:
            continue
        if hashlib.sha256(data[DIGEST_BYTES:]).digest() == data[:DIGEST_BYTES]:
            return pickle.loads(data[DIGEST_BYTES:])
    return None


def has(name: str, mode: str) -> bool:
    """Whether something is kept under a name."""
    return any((folder / name).exists() for folder in folders(mode))


def save(name: str, mode: str, data: bytes) -> bool:
    """Keep something under a name, whole or not at all."""
    folder = folders(mode)[0]
    aside = folder / f"{name}.{uuid.uuid4().hex[:12]}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        aside.write_bytes(hashlib.sha256(data).digest() + data)
        aside.replace(folder / name)
    except OSError as error:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
        if error.errno not in NO_ROOM and (folder / name).exists():
            # Where a file in use cannot be replaced somebody else has just kept the same.
            return True
        note_problem(_code_of(error), f"{folder}: {error.strerror or error}")
        return False
    return True


@cache
def _lock_file(folder: Path) -> int:
    return os.open(folder / "locks", os.O_RDWR | os.O_CREAT, 0o644)


@contextlib.contextmanager
def lock(name: str, mode: str) -> Iterator[None]:
    """Only one process at a time does what goes by this name; the others wait. A killed process lets go by itself.
    All locks are single bytes of one file, far apart."""
    held = None
    if fcntl is not None:
        place = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") % LOCK_PLACES
        with contextlib.suppress(OSError):
            file = _lock_file(folders(mode)[0])
            fcntl.lockf(file, fcntl.LOCK_EX, 1, place)
            held = (file, place)
    try:
        yield
    finally:
        if held is not None:
            with contextlib.suppress(OSError):
                fcntl.lockf(held[0], fcntl.LOCK_UN, 1, held[1])
