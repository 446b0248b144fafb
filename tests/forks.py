"""Python processes that need not load the compiler first: each is forked from one that has.

Starting Python, Numba and a game takes a second or two of a core, and tests start such processes by the hundred. What a
process does itself is its own: its rules, cache, streams and end.
"""

import atexit
import io
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parent.parent
MOST_BYTES = 1 << 17


class Process:
    """What is needed of `subprocess.Popen`."""

    stdin: Any = None
    stdout: Any = None
    stderr: Any = None

    def __init__(self, pid: int, end: socket.socket) -> None:
        self.pid = pid
        self.end = end
        self.waiting = threading.Lock()
        self.returncode: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """How it ended: its code, or less than zero for a signal."""
        if not self.waiting.acquire(timeout=-1 if timeout is None else timeout):
            raise subprocess.TimeoutExpired("a fork", timeout or 0)
        try:
            if self.returncode is None:
                self.end.settimeout(timeout)
                self.returncode = int(self.end.recv(16))
                self.end.close()
            return self.returncode
        except (TimeoutError, BlockingIOError) as error:
            raise subprocess.TimeoutExpired("a fork", timeout or 0) from error
        finally:
            self.waiting.release()

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[Any, Any]:
        """What it still says; one stream is enough for those that are started here."""
        said = self.stdout and self.stdout.read()
        self.wait(timeout)
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None:
                # What it was still told goes nowhere where it has died.
                with suppress(BrokenPipeError):
                    stream.close()
        return said, None

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Source:
    """A process that has loaded modules, from which others are forked. It is started with the first of them, and ends
    with this one."""

    def __init__(self, *modules: str) -> None:
        self.modules = modules

    @cached_property
    def line(self) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", __name__, str(theirs.fileno()), *self.modules]
        self.process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        theirs.close()
        atexit.register(self.close)
        return ours

    def close(self) -> None:
        """It ends when it hears no more."""
        self.line.close()
        self.process.wait()

    def fork(
        self, command: Sequence[str], env: Mapping[str, str], streams: Sequence[int], place: Path = ROOT
    ) -> Process:
        """A command of Python's (`-c` code or `-m` module, then arguments) with these three streams in a folder."""
        ours, theirs = socket.socketpair()
        words = json.dumps({"command": list(command), "env": dict(env), "place": str(place)}).encode()
        assert len(words) < MOST_BYTES
        socket.send_fds(self.line, [words], [theirs.fileno(), *streams])
        theirs.close()
        return Process(int.from_bytes(_all(ours, 4)), ours)

    # Whoever starts processes by `subprocess` may be given this instead.
    PIPE, DEVNULL, TimeoutExpired = subprocess.PIPE, subprocess.DEVNULL, subprocess.TimeoutExpired

    def Popen(  # noqa: N802
        self, command: Sequence[str], env: Mapping[str, str] | None = None, text: bool = False, **more: Any
    ) -> Process:
        pipes: dict[str, int] = {}
        streams = []
        for number, (name, mode) in enumerate((("stdin", "w"), ("stdout", "r"), ("stderr", "r"))):
            match more.get(name):
                case None:
                    streams.append(os.dup(number))
                case subprocess.PIPE:
                    reads, writes = os.pipe()
                    streams.append(writes if mode == "r" else reads)
                    pipes[name] = reads if mode == "r" else writes
                case subprocess.DEVNULL:
                    streams.append(os.open(os.devnull, os.O_RDWR))
                case file:
                    streams.append(os.dup(file.fileno()))
        process = self.fork(command[1:], os.environ if env is None else env, streams)
        for stream in streams:
            os.close(stream)
        for name, pipe in pipes.items():
            mode = "w" if name == "stdin" else "r"
            setattr(process, name, open(pipe, mode, encoding="utf-8") if text else open(pipe, mode + "b", -1))  # noqa: SIM115
        return process

    def run(self, code: str, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Some code from beginning to end, in this environment or with some of it changed."""
        with io.TextIOWrapper(_passing()) as out, io.TextIOWrapper(_passing()) as err:
            streams = (os.open(os.devnull, os.O_RDONLY), out.fileno(), err.fileno())
            done = self.fork(["-c", code, *arguments], {**os.environ, **env}, streams).wait()
            os.close(streams[0])
            out.seek(0)
            err.seek(0)
            return subprocess.CompletedProcess(code, done, out.read(), err.read())


def _passing() -> IO[bytes]:
    """A file that is nowhere."""
    return os.fdopen(os.memfd_create("stream"), "w+b")


def _all(end: socket.socket, size: int) -> bytes:
    got = b""
    while len(got) < size:
        more = end.recv(size - len(got))
        assert more, "what others are forked from has died"
        got += more
    return got


def serve(line: socket.socket) -> None:
    """Fork whenever somebody asks, and tell when one has ended."""
    told: dict[int, socket.socket] = {}

    def ended(*_: Any) -> None:
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                with told.pop(found[0]) as end, suppress(OSError):
                    end.send(str(os.waitstatus_to_exitcode(found[1])).encode())

    signal.signal(signal.SIGCHLD, ended)
    while True:
        words, given, _, _ = socket.recv_fds(line, MOST_BYTES, 4)
        if not words:
            return
        end, *streams = given
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        pid = os.fork()
        if pid == 0:
            line.close()
            os.close(end)
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            become(**json.loads(words))
        for stream in streams:
            os.close(stream)
        told[pid] = socket.socket(fileno=end)
        told[pid].send(pid.to_bytes(4))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})


def become(command: list[str], env: dict[str, str], place: str) -> None:
    """In the new process: its environment, folder and streams, then the command; it ends as Python would."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
        for number, mode in enumerate(("r", "w", "w"))
    )
    os.environ.clear()
    os.environ.update(env)
    os.chdir(place)
    # A module that is written again within a second must not be met as it was.
    sys.dont_write_bytecode = True
    sys.path[:0] = [place for place in env.get("PYTHONPATH", "").split(os.pathsep) if place]
    while command[0] not in ("-c", "-m"):
        del command[0]
    kind, what, *arguments = command
    sys.argv = [kind, *arguments]
    code = 0
    try:
        if kind == "-m":
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})
    except SystemExit as asked:
        code = asked.code if isinstance(asked.code, int) else int(asked.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    warnings.filterwarnings("ignore", category=DeprecationWarning, message=".*fork")
    for name in sys.argv[2:]:
        import_module(name)
    serve(socket.socket(fileno=int(sys.argv[1])))

# Numba has compiled once, and nothing of ours is loaded.
bare = Source("tests.bare")
# Servers, and what works for them.
servers = Source("tests.server.loaded")
