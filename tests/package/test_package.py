"""The package as somebody without a checkout meets it: built, installed where nothing was, used without Node."""

import json
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src"
BUILT = ROOT / "web" / "dist"
GOLDEN = ROOT / "tests" / "golden" / "tactics" / "greedy-greedy-open.match"
USUAL_PORT = 8000
# Of the README's commands: those that go on and on, and games by the hundred, which need compiled rules.
LEFT_OUT = ("serve", "worker", "arena", "bench", "play", "lab")

pytestmark = pytest.mark.skipif(not (BUILT / "index.html").is_file(), reason="`make package` builds the web app first")


def build(folder: Path, *targets: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    wanted = [word for target in targets for word in ("-t", target)]
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), *wanted]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def test_everything_that_is_read_at_run_time_is_in_the_wheel(tmp_path: Path) -> None:
    done = build(tmp_path, "wheel")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        held = set(wheel.namelist())
    own = {path.relative_to(SOURCE).as_posix() for path in (SOURCE / "escaramuza").rglob("*") if path.is_file()}
    web = {f"escaramuza/web/{path.relative_to(BUILT).as_posix()}" for path in BUILT.rglob("*") if path.is_file()}
    assert {name for name in own if "__pycache__" not in name} | web <= held
    assert len(web) > 50


def test_the_sdist_gives_the_same_wheel_without_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert build(tmp_path, "sdist", "wheel").returncode == 0
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    root = next(path for path in tmp_path.iterdir() if path.is_dir())
    monkeypatch.setenv("PATH", str(tmp_path))
    done = build(tmp_path / "again", "wheel", root=root)
    assert done.returncode == 0, done.stderr
    first, again = next(tmp_path.glob("*.whl")), next((tmp_path / "again").glob("*.whl"))
    assert first.read_bytes() == again.read_bytes()

    shutil.rmtree(root / "web")
    refused = build(tmp_path / "without", "wheel", root=root)
    assert refused.returncode != 0
    assert "`make package` builds it" in refused.stderr
    assert build(tmp_path / "editable", "wheel:editable", root=root).returncode == 0, "as `make play` installs it"


class Installed:
    """An environment that held nothing before, and a home of its own; no other program is in reach."""

    def __init__(self, folder: Path) -> None:
        self.programs = folder / "environment" / "bin"
        self.folder = folder / "somewhere"
        self.folder.mkdir()
        self.opened = folder / "opened"
        browser = folder / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" > "{self.opened}"\n', encoding="utf-8")
        browser.chmod(0o755)
        # Plain rules: nothing here is about their speed, and compiling them takes a minute.
        self.env = {
            "PATH": str(self.programs),
            "HOME": str(folder / "home"),
            "LC_ALL": "en_GB.UTF-8",
            "ESCARAMUZA_RULES": "plain",
            "BROWSER": str(browser),
        }

    def run(self, *arguments: str, code: int = 0) -> str:
        done = subprocess.run(
            [self.programs / "escaramuza", *arguments],
            env=self.env,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == code, (arguments, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr

    @contextmanager
    def serving(self) -> Iterator[tuple[str, str]]:
        """`escaramuza` alone: what it says and the address, until Ctrl-C."""
        with subprocess.Popen(
            [self.programs / "escaramuza"], env=self.env, cwd=self.folder, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            try:
                said = ""
                while (address := re.search(r"http://127\.0\.0\.1:\d+", said)) is None:
                    line = process.stdout.readline()
                    assert line, said
                    said += line
                yield said, address[0]
            finally:
                process.send_signal(signal.SIGINT)


def install(folder: Path) -> Installed:
    """Our wheel and what it asks for, in the versions that are pinned."""
    assert build(folder, "wheel").returncode == 0
    pinned = re.findall(r"^([\w.-]+==[^\\\n]+)", (ROOT / "requirements" / "base.txt").read_text(), re.MULTILINE)
    (folder / "pins.txt").write_text("\n".join(pinned), encoding="utf-8")
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    command = [sys.executable, "-m", "pip", "--python", environment, "install", "--quiet"]
    # Bytecode is made where it is needed: that of all of NumPy, Numba and SQLAlchemy would take longer than the rest.
    options = ["--no-compile", "--constraint", "pins.txt", next(folder.glob("*.whl"))]
    done = subprocess.run([*command, *options], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Installed(folder)


def readme_commands() -> list[list[str]]:
    blocks = re.findall(
        r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("escaramuza ")]
    commands = [shlex.split(line, comments=True)[1:] for line in lines]
    return [words for words in commands if _is_quick(words)]


def _is_quick(words: list[str]) -> bool:
    return bool(words) and (words[0] not in LEFT_OUT or not {"person", "--continue"}.isdisjoint(words))


def fetch(address: str) -> tuple[str, bytes]:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.headers["Content-Type"], answer.read()


@pytest.mark.slow
def test_installed_into_an_empty_environment_without_node(tmp_path: Path) -> None:
    installed = install(tmp_path)
    there = {path.name.partition("-")[0] for path in tmp_path.glob("environment/lib/python*/site-packages/*.dist-info")}
    assert "escaramuza" in there
    assert not {"psycopg", "psycopg_binary", "hatchling", "pytest", "pip"} & there
    assert shutil.which("node", path=installed.env["PATH"]) is None

    assert re.fullmatch(r"escaramuza \d+\.\d+\.\d+\n", installed.run("--version"))
    assert "doctor" in installed.run("--help")
    told = json.loads(installed.run("doctor", "--json"))
    assert told["can_play"]
    assert "escaramuza[postgres]" in installed.run("serve", "--database", "postgresql://nobody@127.0.0.1/x", code=2)

    shutil.copy(GOLDEN, installed.folder / "game.match")
    commands = readme_commands()
    assert len(commands) >= 10
    for words in commands:
        installed.run(*words)
    for name in ("morvane.pdf", "cafe.pdf"):
        assert (installed.folder / name).read_bytes().startswith(b"%PDF")

    with socket.socket() as other:
        # Taken by us, or by somebody else already: either way `escaramuza` has to look further.
        with suppress(OSError):
            other.bind(("127.0.0.1", USUAL_PORT))
        other.listen()
        refused = installed.run("serve", "--port", str(USUAL_PORT), code=2)
        assert "Choose another with --port" in refused, "a port that was asked for is not silently another"
        with installed.serving() as (said, address):
            assert f"Port {USUAL_PORT} is taken" in said
            see_the_web_app(address)
            assert wait_for(installed.opened).strip() == address


def see_the_web_app(address: str) -> None:
    kind, page = fetch(address)
    assert kind.startswith("text/html")
    assets = re.findall(r'(?:src|href)="(/[^"]+)"', page.decode())
    assert len(assets) >= 3
    for asset in assets:
        kind, content = fetch(address + asset)
        assert content and not kind.startswith("text/html"), asset
    assert fetch(f"{address}/maps")[1] == page
    games = json.loads(fetch(f"{address}/api/games")[1])
    assert {"tactics", "escarmouche", "cafe", "forglory"} <= {game["id"] for game in games}


def wait_for(file: Path) -> str:
    until = time.monotonic() + 30
    while not (file.exists() and file.read_text()):
        assert time.monotonic() < until, "no browser was opened"
        time.sleep(0.05)
    return file.read_text()
