"""Compiled rules are kept whole or not at all, and nothing about their folder stops a game."""

import contextlib
import importlib
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.forks import bare

from escaramuza.kernel import cache, jit

compiled_only = pytest.mark.skipif(jit.MODE == jit.PLAIN, reason="nothing is compiled in plain mode")
USE = "from escaramuza.kernel.grid import distance; print(distance(0, 63))"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own."""
    monkeypatch.setenv(cache.PLACE, str(tmp_path))
    monkeypatch.setattr(cache, "_problems", [])
    cache.choose_again()
    cache.sources_digest.cache_clear()
    yield tmp_path
    cache.choose_again()
    cache.sources_digest.cache_clear()


def test_the_folder_follows_the_sources(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = cache.folders("compiled")
    source = folder / "extra.py"
    found = {first}
    monkeypatch.setattr(cache, "rule_sources", lambda: [source])
    monkeypatch.setattr(cache, "PACKAGE", folder)
    for text in ("changed", "changed again"):
        source.write_text(text, encoding="utf-8")
        cache.choose_again()
        cache.sources_digest.cache_clear()
        found.add(cache.folders("compiled"))
    assert len(found) == 3


@compiled_only
def test_sources_that_change_under_a_process_spoil_nothing(tmp_path: Path) -> None:
    """One that has loaded a board of 8 × 8 goes on with it, and leaves nothing to those who load one of 10 × 10."""
    package = tmp_path / "escaramuza"
    shutil.copytree(cache.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "web"))
    grid = package / "kernel" / "grid.py"
    changed = grid.read_text(encoding="utf-8").replace("SIZE = 8", "SIZE = 10")
    change = f"from pathlib import Path; Path({str(grid)!r}).write_text({changed!r}, encoding='utf-8')"
    env = {"PYTHONPATH": str(tmp_path), cache.PLACE: str(tmp_path / "cache")}
    first = bare.run(f"import escaramuza.kernel.grid; {change}; {USE}", **env)
    assert (first.stdout, first.returncode) == ("7\n", 0), first.stderr
    assert bare.run(USE, **env).stdout == "6\n"


def test_every_rule_module_counts_for_the_digest() -> None:
    listed = {path.relative_to(cache.PACKAGE).as_posix() for path in cache.rule_sources()}
    users = {
        path.relative_to(cache.PACKAGE).as_posix()
        for path in cache.PACKAGE.rglob("*.py")
        if "\n@rule\n" in path.read_text(encoding="utf-8")
    }
    assert users <= listed
    assert "games/tactics/tables.py" in listed


def test_old_caches_are_forgotten(tmp_path: Path) -> None:
    old, new = tmp_path / f"rules-{'a' * 16}", tmp_path / f"rules-{'b' * 16}"
    for folder in (old, new):
        folder.mkdir()
        (folder / cache.OURS).touch()
        (folder / "file").touch()
    (new / "half.tmp").touch()
    (new / "fresh.tmp").touch()
    os.utime(new / "half.tmp", (0, 0))
    os.utime(old, (0, 0))
    cache.forget_old_caches(tmp_path)
    assert not old.exists()
    assert sorted(path.name for path in new.iterdir()) == [cache.OURS, "file", "fresh.tmp"]


@pytest.mark.parametrize("name", ["rules-of-chess", f"rules-{'c' * 16}"])
def test_folders_of_somebody_else_are_left_alone(tmp_path: Path, name: str) -> None:
    """Neither what is not called like ours, nor what is and does not say that it is."""
    theirs = tmp_path / name
    theirs.mkdir()
    os.utime(theirs, (0, 0))
    cache.forget_old_caches(tmp_path)
    assert theirs.exists()


def test_a_passing_folder_of_a_killed_process_is_cleared_away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left, lives = tmp_path / f"escaramuza-rules-{gone.pid}-x", tmp_path / f"escaramuza-rules-{os.getpid()}-x"
    for folder in (left, lives):
        folder.mkdir()
    assert cache._passing() is not None
    assert not left.exists()
    assert lives.exists()


def test_what_is_kept_comes_back(folder: Path) -> None:
    assert cache.load("thing", "compiled") is None
    assert not cache.has("thing", "compiled")
    assert cache.save("thing", "compiled", pickle.dumps([1, 2]))
    assert cache.load("thing", "compiled") == [1, 2]
    assert cache.problem() is None


@pytest.mark.parametrize("keep", [0, 1, 20, 32, 33, 40])
def test_half_a_file_is_never_loaded(folder: Path, keep: int) -> None:
    cache.save("thing", "compiled", pickle.dumps(list(range(100))))
    file = cache.folders("compiled")[0] / "thing"
    file.write_bytes(file.read_bytes()[:keep])
    assert cache.load("thing", "compiled") is None


def test_a_changed_byte_is_never_loaded(folder: Path) -> None:
    cache.save("thing", "compiled", pickle.dumps(list(range(100))))
    file = cache.folders("compiled")[0] / "thing"
    data = bytearray(file.read_bytes())
    data[-3] ^= 1
    file.write_bytes(data)
    assert cache.load("thing", "compiled") is None


def test_a_full_disk_is_a_problem_told_once_and_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = cache.folders("compiled")[0]
    write = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        write(self, data[:5])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert not cache.save("thing", "compiled", b"data")
    assert not cache.save("other", "compiled", b"data")
    assert cache.problem() == ("CACHE_FULL", f"{place}: No space left on device")
    assert not list(place.glob("thing*"))


def test_a_folder_without_room_gets_a_passing_one_beside_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cache.ASIDE, raising=False)
    usage, asked = shutil.disk_usage, []

    def first_is_full(place: str) -> object:
        asked.append(str(place))
        found = usage(place)
        return found if len(asked) > 1 else found._replace(free=1000)

    monkeypatch.setattr(shutil, "disk_usage", first_is_full)
    passing, usual = cache.folders("compiled")
    assert asked[0] == str(usual)
    assert passing.is_dir()
    assert cache.problem() == ("CACHE_FULL", f"{usual}: 0 MB")
    assert os.environ.pop(cache.ASIDE) == str(passing)


def test_threads_that_ask_at_once_get_one_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each tries whether the folder can be written; none may take the file of another's trial for its own."""
    cache.choose_again()
    together, unlink = threading.Barrier(8, timeout=0.3), Path.unlink

    def unlink_together(self: Path, missing_ok: bool = False) -> None:
        if self.name.startswith(".probe"):
            with contextlib.suppress(threading.BrokenBarrierError):
                together.wait()
        unlink(self, missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink_together)
    with ThreadPoolExecutor(8) as threads:
        found = set(threads.map(cache.folders, ["compiled"] * 8))
    assert found == {(cache.usual_folder("compiled"),)}
    assert cache.problem() is None


def test_a_deleted_folder_is_made_again(folder: Path) -> None:
    shutil.rmtree(cache.folders("compiled")[0])
    assert cache.load("thing", "compiled") is None
    assert cache.save("thing", "compiled", b"data")
    assert cache.problem() is None


def test_a_folder_that_cannot_be_written_gets_a_passing_one_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv(cache.PLACE, str(blocked))
    monkeypatch.delenv(cache.ASIDE, raising=False)
    passing, usual = cache.folders("compiled")
    assert usual.parent == blocked
    assert cache.save("thing", "compiled", b"data")
    assert (passing / "thing").exists()
    assert cache.problem() is not None
    assert cache.problem()[0] == "CACHE_UNWRITABLE"
    # Those that help this process meet it there.
    assert os.environ.pop(cache.ASIDE) == str(passing)


@compiled_only
def test_rules_work_where_nothing_can_be_kept(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    done = bare.run(USE, ESCARAMUZA_CACHE=str(blocked / "below"))
    assert done.stdout.strip() == "7", done.stderr


@compiled_only
def test_the_second_start_loads_what_the_first_compiled(tmp_path: Path) -> None:
    code = f"{USE}; print(sum(distance.compiled._cache_hits.values()))"
    assert bare.run(code, ESCARAMUZA_CACHE=str(tmp_path)).stdout.split() == ["7", "0"]
    assert bare.run(code, ESCARAMUZA_CACHE=str(tmp_path)).stdout.split() == ["7", "1"]


@compiled_only
def test_damaged_rules_are_compiled_anew(tmp_path: Path) -> None:
    code = f"{USE}; print(sum(distance.compiled._cache_hits.values()))"
    bare.run(code, ESCARAMUZA_CACHE=str(tmp_path))
    for file in tmp_path.glob("rules-*/*.entry"):
        file.write_bytes(file.read_bytes()[:-100])
    assert bare.run(code, ESCARAMUZA_CACHE=str(tmp_path)).stdout.split() == ["7", "0"]
    assert bare.run(code, ESCARAMUZA_CACHE=str(tmp_path)).stdout.split() == ["7", "1"]


def test_one_process_at_a_time(tmp_path: Path) -> None:
    """Six processes add to a number by reading and writing it: none gets between another's two steps."""
    (tmp_path / "number").write_text("0")
    code = (
        "import sys, time; from pathlib import Path; from escaramuza.kernel import cache\n"
        "file = Path(sys.argv[1])\n"
        "for _ in range(5):\n"
        "    with cache.lock('number', 'compiled'):\n"
        "        number = int(file.read_text()); time.sleep(0.002); file.write_text(str(number + 1))\n"
    )
    environment = {**os.environ, "ESCARAMUZA_CACHE": str(tmp_path / "cache")}
    started = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "number")], env=environment) for _ in range(6)
    ]
    assert [process.wait() for process in started] == [0] * 6
    assert (tmp_path / "number").read_text() == "30"


def test_rules_that_others_bring_are_kept_under_their_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their package is not part of the digest of ours: a change in it must not meet what an older one left."""
    folder = tmp_path / "brought_rules"
    folder.mkdir()
    (folder / "__init__.py").write_text("def actor(s):\n    return s\n", encoding="utf-8")
    (folder / "tables.py").write_text("COST = 2\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    actor = importlib.import_module("brought_rules").actor
    before = cache.origin(actor)
    (folder / "tables.py").write_text("COST = 3\n", encoding="utf-8")
    cache._sources_of.cache_clear()
    assert "" != before != cache.origin(actor)
    assert cache.origin(cache.origin) == "", "ours are under the folder's own name"
