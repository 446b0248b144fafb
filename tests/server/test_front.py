"""The documented front and unit, as they are written: nginx before a server, and what systemd says of the unit."""

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests import effort

PAGE = (Path(__file__).parents[2] / "docs" / "deployment.md").read_text(encoding="utf-8")
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(port: int) -> None:
    until = time.monotonic() + effort.PATIENCE
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(port)


def configured(folder: Path, port: int, behind: int) -> Path:
    """The page's configuration on other ports, without the certificate, and quicker to lose patience."""
    site = block("nginx").replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};").replace("/var/log/nginx", str(folder))
    site = re.sub(r"\n\s+ssl_certificate.*", "", site)
    site = re.sub(r"(client_(?:header|body)_timeout\s+)10s", r"\g<1>1s", site)
    (folder / "site.conf").write_text(site)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = f"daemon off; pid {folder}/pid; error_log {folder}/main.log; events {{ worker_connections 1024; }}"
    (folder / "nginx.conf").write_text(f"{main}\nhttp {{ access_log off; {places}\ninclude {folder}/site.conf; }}")
    return folder / "nginx.conf"


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """A server with nginx before it: nginx's port, and the folder with both their notes."""
    if NGINX is None:
        pytest.skip("nginx is not installed")
    folder = tmp_path_factory.mktemp("front")
    port, behind = free_port(), free_port()
    command = [sys.executable, "-m", "escaramuza", "serve", "--port", str(behind), "--log-level", "info"]
    command += ["--log-format", "json", "--database", f"sqlite:///{folder}/front.db", "--allow-host", "127.0.0.1"]
    with (folder / "server.log").open("w") as notes:
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=notes)
    nginx = subprocess.Popen([NGINX, "-c", str(configured(folder, port, behind)), "-p", str(folder)])
    try:
        wait_for(behind)
        wait_for(port)
        yield port, folder
    finally:
        for process in (nginx, server):
            process.terminate()
            process.wait(effort.PATIENCE)


def ask(port: int, path: str, body: dict[str, Any] | None = None) -> tuple[dict[str, Any], Any]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=effort.PATIENCE) as answer:
        return json.loads(answer.read()), answer.headers


def new_match(port: int) -> str:
    until = time.monotonic() + effort.PATIENCE
    while "ready" not in [game["state"] for game in ask(port, "/api/readiness")[0] if game["id"] == "tactics"]:
        assert time.monotonic() < until
        time.sleep(0.5)
    made, _ = ask(port, "/api/matches", {"game": "tactics", "seats": {"white": "link", "black": "link"}})
    return str(made["tokens"]["white"])


def test_tables_are_reached_through_the_front(front: tuple[int, Path]) -> None:
    port, folder = front
    token = new_match(port)
    page = {"origin": f"http://127.0.0.1:{port}"}
    with connect(f"ws://127.0.0.1:{port}/api/table/{token}", additional_headers=page) as wire:
        wire.send('{"type": "hello"}')
        while json.loads(wire.recv(effort.PATIENCE))["type"] != "update":
            pass
    info, headers = ask(port, f"/api/matches/{token}")
    assert info["game"] == "tactics"
    assert re.fullmatch("[0-9a-f]{32}", headers["X-Request-Id"]), "nginx's own"
    until = time.monotonic() + effort.PATIENCE
    # A request is noted once it is answered.
    while time.monotonic() < until:
        notes = [path.read_text() for path in folder.glob("*.log")]
        if noted := any(headers["X-Request-Id"] in text and '"match"' in text for text in notes):
            break
    assert noted
    assert all(token not in text for text in notes)


def test_half_open_requests_stay_at_the_front(front: tuple[int, Path]) -> None:
    """Three hundred that never end: they are let go, the server behind hears of none, and others are answered."""
    port, _ = front

    async def begin() -> int:
        wires = [await asyncio.open_connection("127.0.0.1", port) for _ in range(290)]
        for n, (_, writer) in enumerate(wires):
            whole = b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"
            writer.write(b"GET / HTTP/1.1\r\nHost: " if n % 2 else whole)
        health, _ = await asyncio.to_thread(ask, port, "/api/health")
        assert health["ok"]
        ended = await asyncio.wait_for(
            asyncio.gather(*(reader.read() for reader, _ in wires), return_exceptions=True), 60
        )
        for _, writer in wires:
            writer.close()
        return len(ended)

    assert asyncio.run(begin()) == 290


def test_the_unit_is_one(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not there")
    program = Path(sys.executable).with_name("escaramuza")
    unit = block("ini").replace("/opt/escaramuza/bin/escaramuza", str(program))
    (tmp_path / "escaramuza.service").write_text(unit)
    done = subprocess.run(
        [analyze, "verify", "--man=no", str(tmp_path / "escaramuza.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "escaramuza.service" not in done.stderr, done.stderr


def test_the_units_settings_are_settings() -> None:
    from escaramuza.server.settings import PREFIX, resolve

    given = dict(line.removeprefix("Environment=").split("=", 1) for line in re.findall("Environment=.*", block("ini")))
    _, sources = resolve({}, given)
    known = {f"{PREFIX}{name.upper()}" for name, source in sources.items() if source == "environment"}
    assert known | {"ESCARAMUZA_CACHE", "XDG_DATA_HOME"} == given.keys()
