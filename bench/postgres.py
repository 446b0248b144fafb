"""A PostgreSQL of our own, to be killed: its folder, its port, gone afterwards."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

FOLDER = Path("/usr/lib/postgresql")
TRIES = 50


def _as_other_user() -> list[str]:
    """PostgreSQL does not run as root; its package brings a user for that."""
    if os.getuid() != 0:
        return []
    pwd.getpwnam("postgres")
    return ["runuser", "-u", "postgres", "--"]


class Postgres:
    """One that listens on this machine only. Unless it is careful nothing waits for the disk: processes die here, not
    machines."""

    def __init__(self, careful: bool = False) -> None:
        self.careful = careful
        programs = sorted(FOLDER.glob("*/bin"))
        self.programs = str(programs[-1]) if programs else os.path.dirname(shutil.which("initdb") or "")
        assert self.programs, "PostgreSQL is missing: `make test` installs it"
        self.folder = Path(tempfile.mkdtemp(prefix="escaramuza-postgres-"))
        self.folder.chmod(0o777)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data = self.folder / "data"
        self._call("initdb", "-D", str(self.data), "-U", "tester", "-A", "trust", "--no-sync")
        self.start()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"postgresql://tester@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        options += f" -c fsync={'on' if self.careful else 'off'}"
        log = str(self.folder / "log")
        self._call("pg_ctl", "-D", str(self.data), "-w", "-t", "120", "-o", options, "-l", log, "start")

    def kill(self) -> None:
        """All of its processes at once, without warning; and start it again."""
        for pid in [self.pid, *self.children()]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for _ in range(TRIES):
            # As long as one of the old processes is not quite dead, no new one is let in.
            with suppress(subprocess.CalledProcessError):
                self.start()
                return
            time.sleep(0.2)
        raise AssertionError("PostgreSQL does not come back")

    def kill_one(self) -> None:
        """The process of one connection: PostgreSQL then throws all connections out and recovers."""
        serving = [pid for pid in self.children() if b"127.0.0.1" in _command(pid)]
        for pid in serving[:1]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    @property
    def pid(self) -> int:
        """The first of its processes."""
        return int((self.data / "postmaster.pid").read_text().splitlines()[0])

    def children(self) -> list[int]:
        """The others."""
        return children_of(self.pid)

    def close(self) -> None:
        """Stop it, and leave nothing behind."""
        with suppress(subprocess.CalledProcessError):
            self._call("pg_ctl", "-D", str(self.data), "-w", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _call(self, program: str, *arguments: str) -> None:
        command = [*_as_other_user(), f"{self.programs}/{program}", *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")


def children_of(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError):
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(folder.name))
    return found


def _command(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""
