"""A game that another distribution brings may have a board in the terminal, pages to print, a quick reference, routes
and a picture of its own, all in its package: no line of ours names it."""

import base64
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from escaramuza.cli.boards import board_of
from escaramuza.cli.main import app
from escaramuza.games import registry
from escaramuza.press import reference
from escaramuza.server import work
from escaramuza.server.app import create_app
from tests import example

GAME, PACKAGE = "joust", "brought_joust"
PDF = b"%PDF-joust"
TERMINAL = """
def draw(match, scene, lang):
    print("a joust")
"""
PRESS = f"""
PARTS, OPTIONS = ("lances",), ()

def pdf(parts, paper, lang):
    return {PDF!r}
"""
REFERENCE = """
def blocks(lang):
    return [{"title": "Joust", "lines": [lang], "head": [], "rows": []}]
"""
ROUTES = f"""
from fastapi import APIRouter

router = APIRouter(prefix="/api/{GAME}")

@router.get("/lances")
async def lances() -> int:
    return 2

def printed(body):
    return {PDF!r}
"""
PARTS = {"terminal": TERMINAL, "press": PRESS, "reference": REFERENCE, "routes": ROUTES}


def written(folder: Path, parts: dict[str, str]) -> str:
    """The example under another id, with more modules, as a distribution that is installed in a folder."""
    source = example.SOURCES[example.GAME] / "escaramuza_duel"
    package = shutil.copytree(source, folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    for file in package.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("escaramuza_duel", PACKAGE).replace('"duel", "Duel"', f'"{GAME}", "Joust"'))
    for name, text in parts.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    metadata = folder / f"{PACKAGE}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[escaramuza.games]\n{GAME} = {PACKAGE}:Duel\n", encoding="utf-8")
    return str(folder)


@contextmanager
def installed(folder: Path, parts: dict[str, str]) -> Iterator[None]:
    """That distribution for the time of a test; the next one is in another folder."""
    with example.installed(written(folder, parts)):
        yield
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.fixture
def joust(tmp_path: Path) -> Iterator[Path]:
    """Installed for one test; where its package is."""
    with installed(tmp_path, PARTS):
        yield tmp_path / PACKAGE


def test_its_board_is_drawn_by_its_own_module(joust: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board_of(GAME)(None, {}, "en")
    assert capsys.readouterr().out == "a joust\n"


def test_its_pages_are_printed_from_the_command_line_and_by_workers(joust: Path, tmp_path: Path) -> None:
    file = tmp_path / "joust.pdf"
    result = CliRunner().invoke(app, ["print", GAME, "-o", str(file)])
    assert result.exit_code == 0, result.output
    assert file.read_bytes() == PDF
    order = {"game": GAME, "body": {}}
    assert base64.b64decode(work.print_pages(order, lambda _: None, work.Signals(Event()))) == PDF


def test_it_has_a_quick_reference_and_routes_of_its_own(joust: Path) -> None:
    assert reference.blocks(registry.get(GAME), "fr")[0]["lines"] == ["fr"]
    with TestClient(create_app()) as client:
        assert client.get(f"/api/{GAME}/lances").json() == 2


def test_a_picture_in_its_package_is_what_lists_show(joust: Path) -> None:
    with TestClient(create_app()) as client:
        plain = client.get(f"/api/games/{GAME}/picture")
        assert plain.headers["content-type"].startswith("image/svg")
    (joust / "picture.png").write_bytes(b"joust")
    registry.refresh()
    with TestClient(create_app()) as client:
        own = client.get(f"/api/games/{GAME}/picture")
        assert (own.headers["content-type"], own.content) == ("image/png", b"joust")
        ours = client.get("/api/games/tactics/picture")
        assert ours.headers["content-type"] == "image/jpeg"
        assert client.get("/api/games/nothing/picture").status_code == 404


def test_a_module_that_cannot_be_loaded_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    broken = dict.fromkeys(PARTS, "raise ValueError('broken')")
    with installed(tmp_path, broken), TestClient(create_app()) as client:
        assert GAME in {game["id"] for game in client.get("/api/games").json()}
        assert client.get(f"/api/{GAME}/lances").status_code == 404
        assert reference.blocks(registry.get(GAME), "en"), "the usual one"
    assert f"{PACKAGE}.routes" in caplog.text
