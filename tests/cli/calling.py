"""Calls of the command line, each in a process of its own.

Loading the compiler and a game takes a second or two, and there are some hundred and fifty calls: they are forked from
one process a worker that has loaded both. It has loaded nothing of the command line itself, whose words depend on the
caller's environment; calls with other rules or another cache come from one that has loaded nothing but the compiler.
"""

import io
import json
import multiprocessing
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests import effort, forks


@dataclass
class Result:
    """What came of a call."""

    code: int
    out: str
    err: str
    home: str = ""

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def call(arguments: tuple[str, ...], typed: str, env: dict[str, str], place: Path) -> Result:
    """`escaramuza` with these arguments, as if typed in a shell."""
    if any(env.get(name) != os.environ.get(name) for name in env.keys() | os.environ if name.startswith("ESCARAMUZA")):
        return _start(arguments, typed, env, place)
    return _fork(arguments, typed, env, place)


def _start(arguments: tuple[str, ...], typed: str, env: dict[str, str], place: Path) -> Result:
    with _streams(typed) as streams:
        opened = [os.open(stream, os.O_RDWR) for stream in streams]
        process = forks.bare.fork(["-m", "escaramuza", *arguments], env, opened, place)
        for stream in opened:
            os.close(stream)
        try:
            code = process.wait(effort.PATIENCE)
        finally:
            process.kill()
        return Result(code, *(one.read_text(encoding="utf-8") for one in streams[1:]))


def _fork(arguments: tuple[str, ...], typed: str, env: dict[str, str], place: Path) -> Result:
    with _streams(typed) as streams:
        process = _loaded().Process(target=_run, args=(arguments, env, str(place), [str(one) for one in streams]))
        process.start()
        process.join(effort.PATIENCE)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"escaramuza {' '.join(arguments)}")
        return Result(process.exitcode, *(one.read_text(encoding="utf-8") for one in streams[1:]))


@contextmanager
def _streams(typed: str) -> Iterator[list[Path]]:
    with TemporaryDirectory() as folder:
        streams = [Path(folder, name) for name in ("in", "out", "err")]
        for stream in streams:
            stream.write_text(typed if stream.name == "in" else "", encoding="utf-8")
        yield streams


@cache
def _loaded() -> Any:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.cli.loaded"])
    return context


def _run(arguments: tuple[str, ...], env: dict[str, str], place: str, streams: list[str]) -> None:
    """In the new process: its streams, folder and environment, then the command."""
    for number, (path, flags) in enumerate(zip(streams, (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY), strict=True)):
        os.dup2(os.open(path, flags), number)
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(open(fd, mode, closefd=False), encoding="utf-8")  # noqa: SIM115
        for fd, mode in ((0, "rb"), (1, "wb"), (2, "wb"))
    )
    os.environ.clear()
    os.environ.update(env)
    os.chdir(place)
    sys.argv = ["escaramuza", *arguments]
    from escaramuza.cli.main import run

    run()
