"""Escaramuzas de Café at the terminal, played by somebody who knows only what the screen says."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from escaramuza.cli.boards.field import GROUND, Field
from escaramuza.cli.choices import compact
from escaramuza.cli.shared import option_pairs
from escaramuza.engine.errors import EscaramuzaError
from escaramuza.engine.setting_up import valid_options
from escaramuza.games import registry
from escaramuza.games.cafe import map_codes
from escaramuza.games.cafe.maps import KINDS, ready_maps
from escaramuza.games.cafe.random_maps import random_map
from escaramuza.games.forglory.tables import KINDS as BATTLE_KINDS
from escaramuza.maps import library

SMALL = ["--option", "blue_army=A1 D5", "--option", "red_army=A1 D5"]
PROMPT = re.compile(r"(?:^|\n)((?:Blue|Red)(?: [23])?)> $")
HANDED = re.compile(r"((?:Blue|Red)(?: [23])?), it is your turn at the screen\. Press Enter\.$")
SAVE = "Save the match as (Enter for no): "
OFFERED = re.compile(r"^You may type: (.*)$", re.MULTILINE)
MOST_LINES = 1500


class Player:
    """A process of the command line, and somebody in front of it who types at random what it offers."""

    def __init__(self, folder: Path, *arguments: str, lots: int = 1) -> None:
        # Compiled rules are for other tests: a few turns do not need them.
        env = {
            **os.environ,
            "ESCARAMUZA_RULES": "plain",
            "XDG_DATA_HOME": str(folder),
            "LC_ALL": "en_GB.UTF-8",
            "COLUMNS": "120",
            "PYTHONUNBUFFERED": "1",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "escaramuza", "play", "cafe", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=env,
            cwd=folder,
        )
        self.lots = random.Random(lots)
        self.screen = ""
        self.all = ""

    def read(self) -> str:
        """The screen up to the next prompt, or to the end."""
        assert self.process.stdout is not None
        data = b""
        while True:
            part = os.read(self.process.stdout.fileno(), 65536)
            data += part
            text = data.decode(errors="ignore")
            if not part or PROMPT.search(text) or HANDED.search(text) or text.endswith(SAVE):
                self.screen = text
                self.all += text
                return text

    def type(self, line: str) -> str:
        """Type a line and read what it leads to."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        self.all += f"{line}\n"
        return self.read()

    def offered(self) -> list[str]:
        """What the screen says can be typed; each place is asked for."""
        found = OFFERED.search(self.screen)
        entries = found[1].split(", ") if found else re.findall(r"\S+(?: \S+)*", self.type("moves").rpartition("\n")[0])
        entry = self.lots.choice(entries)
        start, places, _ = entry.partition("… (")
        if places:
            return re.findall(rf"{re.escape(start)}\S*(?:@\S+)?", self.type(f"moves {start}"))[:-1] or [entry]
        word, _, rest = entry.partition(" ")
        return [f"{word} {choice}" for choice in rest.split(" | ")] if rest else [entry]

    def play(self) -> Iterator[str]:
        """Play on to the end; each screen on the way."""
        for _ in range(MOST_LINES):
            yield self.screen
            if not self.screen or self.screen.endswith(SAVE):
                return
            if HANDED.search(self.screen):
                self.type("")
            elif "or type line (" in self.screen:
                self.type("line")
            else:
                self.type(self.lots.choice(self.offered()))
        raise AssertionError("the game does not end")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[list[Player]]:
    """Processes that end with the test."""
    seated: list[Player] = []
    yield seated
    for player in seated:
        player.process.kill()
        player.process.communicate()


def sit_down(table: list[Player], folder: Path, *arguments: str, lots: int = 1) -> Player:
    table.append(Player(folder, *arguments, lots=lots))
    table[-1].read()
    return table[-1]


def test_a_whole_game_against_an_agent(table: list[Player], tmp_path: Path) -> None:
    arguments = ["--opponent", "greedy", "--side", "blue", "--seed", "4", "--option", "map=four-woods"]
    player = sit_down(table, tmp_path, *arguments, *SMALL, "--option", "rounds=2", lots=3)
    refused = 0
    for screen in player.play():
        refused += "is not an action" in screen
    assert refused == 0, "what is offered can be typed"
    assert re.search("wins\\.|is drawn", player.all)
    assert "Round 1 scored:\n  Blue " in player.all
    player.type("cafe.match")
    assert player.process.wait() == 0
    verified = subprocess.run(
        [sys.executable, "-m", "escaramuza", "replay", "cafe.match", "--verify", "--lang", "en"],
        cwd=tmp_path,
        env={**os.environ, "ESCARAMUZA_RULES": "plain"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Verified" in verified.stdout


def test_the_screen_shows_the_table_and_the_question(table: list[Player], tmp_path: Path) -> None:
    player = sit_down(table, tmp_path, "--opponent", "person", "--seed", "3", *SMALL)
    player.type("roll")
    assert "Red" in player.type("keep")
    text = player.type("line")
    assert "Red: deployment secret" in text
    assert "b1A" in text
    assert "r1" not in text.partition("Place one")[0]
    player.type("ready")
    player.type("")
    player.type("line")
    handed = player.type("ready")
    assert "r1A" not in handed
    text = player.type("")
    assert "r1?" in text, "face down"
    assert re.search(r"^ b2 D 18,[\d.]+ 1/1 +r2 \? 72,[\d.]+$", text, re.MULTILINE)
    text = player.type("roll")
    if HANDED.search(text):
        text = player.type("")
    for word in (
        "r1A",
        "round 1 of 6",
        "Action points",
        "Objectives: 1 –, 2 –, 3 –",
        "♣ wood (cover, difficult)",
        "cards in hand: 4",
        "decides: a turn",
    ):
        assert word in text


def test_moves_are_told_in_few_words(table: list[Player], tmp_path: Path) -> None:
    player = sit_down(
        table,
        tmp_path,
        "--opponent",
        "person",
        "--seed",
        "3",
        *SMALL,
        "--option",
        "cards=false",
        "--option",
        "face_down=false",
    )
    player.type("roll")
    player.type("keep")
    while "or type line (" in player.screen:
        player.type("line")
    player.type("roll")
    side = "b" if PROMPT.search(player.screen)[1] == "Blue" else "r"  # type: ignore[index]
    player.type(f"use {side}1")
    text = player.type("moves")
    assert re.search(r"walk@… \(\d\d places\)", text)
    assert len(text.splitlines()) < 10
    text = player.type("moves walk@")
    assert len(re.findall(r"walk@\d", text)) > 10
    assert "walk straight to a place" in player.type("help")


def test_odds_of_an_attack_are_exact(table: list[Player], tmp_path: Path) -> None:
    units = "30,30;30,33;30,36;30,39;30,42 48,30;53,33;53,36;53,39;53,42"
    options = ["--option", "blue_army=A1 D4", "--option", "red_army=A1 D4", "--option", "map=four-woods"]
    position = ["--position", f"{units} 1 b 6:6 b --- 0:0 sniper|-"]
    player = sit_down(table, tmp_path, "--opponent", "person", *options, *position)
    player.type("use b1")
    assert "costs 10 cm" in player.type("odds walk@40,30")
    player.type("hold")
    text = player.type("odds shoot r1")
    assert "dice: 2, hits on 4 or more; hits 0: 25.0%, 1: 50.0%, 2: 25.0%" in text
    assert "if it stands: damage 0: 25.0%" in text
    assert "sampled" not in text


def test_refusals_can_be_read(table: list[Player], tmp_path: Path) -> None:
    player = sit_down(table, tmp_path, "--opponent", "person", "--seed", "3", *SMALL)
    assert "is not an action of Escaramuzas de Café" in player.type("fly")
    assert "is not a place" in player.type("b1@left")
    player.type("roll")
    player.type("keep")
    for typed, words in (
        ("b1@50,30", "deployment zone"),
        ("b9@10,30", "no unit 9"),
        ("r1@80,30", "another player"),
        ("b1@0,0", "the edge of the table"),
        ("ready", "0 of 6"),
        ("walk@12,30", "the deployment"),
        ("card:ma", "do not hold"),
        ("card:joker", "joker"),
        ("why b1@50,30", "deployment zone"),
    ):
        text = player.type(typed)
        assert words in text
        assert len(text.strip().splitlines()) == 2, text
    assert "Traceback" not in player.all


def test_two_against_two_at_one_screen(table: list[Player], tmp_path: Path) -> None:
    """Each hand is seen by its own player only, also where cards are asked for in the turn of another."""
    options = ["--option", "players=2", "--option", "rounds=1", "--option", "map=random:7"]
    player = sit_down(table, tmp_path, "--opponent", "person", "--seed", "5", *SMALL, *options, lots=4)
    asked, seats = 0, set()
    at_screen, wishing = "Blue", True
    for screen in player.play():
        handed = HANDED.search(screen)
        prompt = PROMPT.search(screen)
        if prompt and prompt[1] != at_screen:
            assert "card:" not in screen, "no hand-over where somebody sees a card"
        at_screen = handed[1] if handed else prompt[1] if prompt else at_screen
        hands = re.findall(r"^(\S+(?: \d)?), cards in hand: (\d+)\n((?: [ *]card:.*\n)*)", screen, re.MULTILINE)
        for seat, count, cards in hands if prompt else []:
            assert not cards or seat == at_screen or count == "0"
        seats.add(at_screen)
        window = re.search(r"^Active: ([br])\d.*\n(\w).* decides: a moment for cards", screen, re.MULTILINE)
        asked += window is not None and window[1] != window[2].lower()
        if prompt and "decides: a turn" in screen and wishing:
            wishing = False
            player.type("ask:always")
    assert seats == {"Blue", "Red", "Blue 2", "Red 2"}
    assert asked > 0, "in the turn of the other side"
    assert "Meanwhile:" in player.all


@pytest.mark.parametrize("source", ["file", "code", "link", "lot", "ready"])
def test_a_map_from_anywhere(tmp_path: Path, source: str) -> None:
    field = random_map(7, symmetric=False)
    file = tmp_path / "map.json"
    library.write(str(file), field)
    code = map_codes.encode(field)
    named = {
        "file": str(file),
        "code": code,
        "link": f"https://x.org/maps?c={code}",
        "lot": "random:7",
        "ready": "four-woods",
    }
    game = registry.get("cafe")
    options = valid_options(game, option_pairs(game, [f"map={named[source]}"], "en"))
    assert options.map == (ready_maps()["four-woods"] if source == "ready" else field)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("pair", "words"),
    [
        ("map=nowhere", "nowhere"),
        ("map=M1broken", "code"),
        ("map=bad.json", "too"),
        ("players=5", "1 | 2 | 3 | 4"),
        ("objectives=4", "3 | 5 | 7"),
        ("blue_army=Q3", "Q3"),
        ("red_army=A1", "5 to 30"),
        ("cards=perhaps", "true | false"),
        ("rounds=99", "1 … 12"),
    ],
)
def test_bad_options_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pair: str, words: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text('{"name": "bad", "objectives": [[1, 1]], "too": 1}', encoding="utf-8")
    game = registry.get("cafe")
    with pytest.raises(EscaramuzaError) as refusal:
        valid_options(game, option_pairs(game, [pair], "en"))
    for lang in ("es", "fr", "en"):
        said = refusal.value.sentence(lang)
        assert said
        assert "\n" not in said
    assert words in said


def test_actions_that_differ_only_in_a_place_or_a_unit_stand_together() -> None:
    actions = [
        "hold",
        "walk@1,2",
        "walk@1.25,2/45",
        "walk>3,4",
        "use b1",
        "use b2",
        "card:tactical b1@1,2",
        "card:tactical b2@3,4",
        "card:knife b1 r2",
        "b3@4,5",
        "b3@4,6",
        "no",
    ]
    assert compact(actions, "en") == [
        "hold",
        "walk@… (2 places)",
        "walk>3,4",
        "use b1 | b2",
        "card:tactical … (2 places)",
        "card:knife b1 r2",
        "b3@… (2 places)",
        "no",
    ]
    squares = ["e2-e3", "e2xe5", "A@c2", "charge:e2-d4xd5", "guard:e2"]
    assert compact(squares, "en") == squares


def unit(number: int, x: int, y: int, side: str = "blue") -> dict[str, object]:
    return {"id": number, "side": side, "number": number + 1, "letter": "D", "x": x, "y": y, "state": "table"}


def scene(**more: object) -> dict[str, object]:
    empty = {
        "table": {"width": 9000, "height": 6000},
        "terrain": [],
        "objectives": [],
        "units": [],
        "way": None,
        "activation": None,
        "patch": 250,
        "zones": {},
    }
    return {**empty, **more}


def lines(field: Field) -> list[str]:
    return field.text().plain.splitlines()[1:]


def test_a_column_is_a_centimetre_and_a_row_two() -> None:
    drawn = lines(Field(scene(units=[unit(0, 4500, 3000)]), 120))
    assert len(drawn) == 30
    assert {len(line) for line in drawn} == {94}
    assert drawn[15][4 + 44 : 4 + 47] == "b1D"


@pytest.mark.parametrize("room", [20, 60, 80, 94, 200])
def test_the_map_fits_any_terminal(room: int) -> None:
    field = Field(scene(units=[unit(0, 8900, 5900), unit(1, 50, 50)], table={"width": 12000, "height": 9000}), room)
    assert field.width <= max(room, 124)
    assert field.width <= room or room >= 124 or field.column > 100
    text = field.text().plain
    assert "b1D" in text
    assert "b2D" in text


def test_labels_make_room_for_each_other() -> None:
    near = [unit(i, 4500 + 210 * (i % 3), 3000 + 160 * (i // 3)) for i in range(9)]
    text = Field(scene(units=near), 120).text().plain
    assert all(f"b{i + 1}D" in text for i in range(9))


def test_every_kind_of_terrain_is_one_character_and_can_be_seen() -> None:
    assert set(GROUND) == set(KINDS) | set(BATTLE_KINDS)
    for kind, (sign, _) in GROUND.items():
        assert cell_len(sign) == 1
        thin = [[4510, 3010], [4530, 3010], [4530, 4000]]
        piece = {"id": 0, "kind": kind, "roles": [], "corners": thin}
        assert any(sign in line for line in lines(Field(scene(terrain=[piece]), 120)))


def test_a_bridge_lies_over_what_it_crosses() -> None:
    box = [[4000, 2000], [5000, 2000], [5000, 4000], [4000, 4000]]
    bridge = {"id": 0, "kind": "bridge", "roles": ["bridge"], "corners": box}
    stream = {"id": 1, "kind": "stream", "roles": ["difficult"], "corners": box}
    drawn = "".join(lines(Field(scene(terrain=[bridge, stream]), 120)))
    assert drawn.count("=") == 100
    assert "~" not in drawn
