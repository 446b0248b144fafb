"""The command line as a person or a program meets it, run as a process of its own."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests import example
from tests.cli import calling
from tests.cli.calling import Result

MIDDLE = "3k4/2p2a2/1h1m4/3SB1g1/2sP1M2/4G3/2A2b2/3K4 w 5 - -"
WIN_NEXT = "6Sk/8/8/8/8/8/8/K7 w 11 - -"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "LANG": "en_GB.UTF-8", "LC_ALL": "en_GB.UTF-8"}


@pytest.fixture
def run(home: dict[str, str], tmp_path: Path) -> Any:
    def call(*arguments: str, typed: str = "", **env: str) -> Result:
        result = calling.call(arguments, typed, {**home, **env}, tmp_path)
        result.home = home["XDG_DATA_HOME"]
        return result

    return call


def one_sentence(result: Result) -> str:
    """Bad input: exit code 2, one line on standard error, nothing on standard output, no traceback."""
    assert result.code == 2, result.err
    assert result.out == ""
    lines = result.err.strip().splitlines()
    assert len(lines) == 1, result.err
    return lines[0]


def test_games(run: Any) -> None:
    assert "Tactics" in run("games").out
    listed = {row["id"]: row["ready"] for row in run("games", "--json").json}
    assert listed == {"tactics": True, "escarmouche": True, "cafe": True, "forglory": True}


def test_perft(run: Any) -> None:
    data = run("perft", "tactics", "--position", MIDDLE, "--depth", "3", "--json").json
    assert (data["count"], data["depth"], data["position"]) == (970, 3, MIDDLE)
    assert "970" in run("perft", "tactics", "--position", MIDDLE, "--depth", "3").out
    parts = run("perft", "tactics", "--position", MIDDLE, "--depth", "3", "--divide", "--json").json["divide"]
    assert sum(parts.values()) == 970


def test_rules_in_three_languages(run: Any) -> None:
    texts = {lang: run("rules", "tactics", "--lang", lang).out for lang in ("es", "fr", "en")}
    assert "T-M4" in texts["es"]
    assert len(set(texts.values())) == 3
    assert {row["id"] for row in run("rules", "tactics", "--json").json} >= {"T-M4", "T-R10"}


def test_the_language_comes_from_the_system(run: Any) -> None:
    assert run("rules", "tactics", LC_ALL="fr_FR.UTF-8").out == run("rules", "tactics", "--lang", "fr").out
    assert run("rules", "tactics", LC_ALL="de_DE.UTF-8").out == run("rules", "tactics", "--lang", "en").out


def test_arena(run: Any) -> None:
    data = run("arena", "tactics", "greedy", "random", "--games", "40", "--seed", "3", "--json").json
    assert data["games"] == 40
    assert data["score"] > 0.9
    text = run("arena", "tactics", "greedy", "random", "--games", "40", "--seed", "3", "--lang", "en").out
    assert f"wins {data['wins']}" in text
    assert "95%" in text


def test_bench(run: Any) -> None:
    data = run("bench", "tactics", "--seconds", "0.1", "--json").json
    assert data["actions"] > 0
    assert data["sims"] > 0
    assert "turn_limit" in one_sentence(run("bench", "tactics", "--option", "turn_limit=soon"))


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["perft", "chess"], "chess"),
        (["rules", "nothing"], "nothing"),
        (["arena", "tactics", "greedy", "clever"], "clever"),
        (["arena", "tactics", "greedy", "search:sims=-5"], "search:sims=-5"),
        (["arena", "tactics", "greedy", "random", "--games", "-5"], "-5"),
        (["arena", "tactics", "greedy", "random", "--games", "0"], "0"),
        (["arena", "tactics", "greedy", "random", "--games", "many"], "--games"),
        (["arena", "tactics", "greedy", "random", "--seed", "-1"], "--seed"),
        (["arena", "tactics", "greedy", "random", "--seed", "9" * 30], "--seed"),
        (["play", "tactics", "--continue", "--seed", "3"], "--seed"),
        (["arena", "tactics", "greedy"], "AGENT"),
        (["perft", "tactics", "--depth", "-1"], "--depth"),
        (["perft", "tactics", "--position", "8/8 w"], "5"),
        (["perft", "tactics", "--position", "8/8/8/8/8/8/8/K7 w 5 - -"], "k"),
        (["play", "tactics", "--opponent", "clever"], "clever"),
        (["play", "tactics", "--side", "red"], "red"),
        (["play", "tactics", "--dice", "loaded"], "loaded"),
        (["play", "tactics", "--option", "turn_limit=-3"], "turn_limit"),
        (["play", "tactics", "--option", "turns"], "turns"),
        (["play", "tactics", "--option", "colour=red"], "colour"),
        (["play", "tactics", "--seed", "-1"], "0"),
        (["play", "tactics", "--resume", "nowhere.match"], "nowhere.match"),
        (["play", "tactics", "--continue"], "tactics"),
        (["replay", "nowhere.match"], "nowhere.match"),
        (["rules", "tactics", "--lang", "de"], "de"),
        (["dance"], "dance"),
        (["games", "--loud"], "--loud"),
    ],
)
def test_bad_input_gets_one_sentence_that_names_it(run: Any, arguments: list[str], named: str) -> None:
    assert named in one_sentence(run(*arguments))


@pytest.mark.parametrize(("lang", "word"), [("es", "No existe"), ("fr", "Il n’y a pas"), ("en", "There is no")])
def test_errors_speak_the_language_asked_for(run: Any, lang: str, word: str) -> None:
    assert word in one_sentence(run("perft", "chess", "--lang", lang))


@pytest.mark.parametrize(("lang", "word"), [("es", "consulta --help"), ("fr", "voir --help")])
def test_usage_errors_speak_the_language_asked_for(run: Any, lang: str, word: str) -> None:
    for arguments in (["perft", "tactics", "--loud"], ["perft", "tactics", "--depth", "x"], ["perft"]):
        assert word in one_sentence(run(*arguments, "--lang", lang))
    assert "should" not in one_sentence(run("perft", "tactics", "--depth", "-1", "--lang", lang))
    assert "No such" not in one_sentence(run("replay", "nowhere", "--lang", lang))


@pytest.mark.parametrize(("lang", "word"), [("es", "Lista los juegos"), ("fr", "Liste les jeux"), ("en", "List the")])
def test_help_speaks_the_language_asked_for(run: Any, lang: str, word: str) -> None:
    assert word in run("games", "--help", "--lang", lang).out
    assert word in run("--help", LC_ALL=f"{lang}_XX.UTF-8").out


def test_help_and_version(run: Any) -> None:
    assert "arena" in run("--help").out
    assert run("--version").out.startswith("escaramuza ")
    assert "--position" in run("perft", "--help").out


def played_file(run: Any, tmp_path: Path) -> Path:
    typed = "g8xh8\nwon.match\n"
    result = run("play", "tactics", "--opponent", "person", "--position", WIN_NEXT, "--seed", "1", typed=typed)
    assert result.code == 0, result.err
    assert "White wins." in result.out
    return tmp_path / "won.match"


def test_a_game_to_the_end_shows_commitment_and_seed_and_is_saved(run: Any, tmp_path: Path) -> None:
    file = played_file(run, tmp_path)
    text = file.read_text(encoding="utf-8")
    assert text.startswith("escaramuza match 1\ngame tactics\n")
    verified = run("replay", str(file), "--verify")
    assert verified.code == 0
    assert "Verified" in verified.out
    assert "0" * 31 + "1" in verified.out
    data = run("replay", str(file), "--json").json
    assert data["outcome"] == {"white": 1, "black": -1}
    assert "GUARD_CAPTURED" in [event["code"] for event in data["steps"][0]["events"]]
    assert "g8xh8" in run("replay", str(file)).out
    assert WIN_NEXT in run("replay", str(file), "--step", "0").out
    assert "9" in one_sentence(run("replay", str(file), "--step", "9"))


def test_a_damaged_file_is_refused_with_its_line(run: Any, tmp_path: Path) -> None:
    file = played_file(run, tmp_path)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("seed 0", "seed 1"), encoding="utf-8")
    assert "line 8" in one_sentence(run("replay", str(file), "--verify"))
    file.write_text("hello", encoding="utf-8")
    assert "line 1" in one_sentence(run("play", "tactics", "--resume", str(file)))
    assert file.read_text(encoding="utf-8") == "hello"


def test_what_can_be_typed_at_the_prompt(run: Any) -> None:
    typed = "\n".join(
        [
            "help",
            "moves [/x]",
            "save [red]x.match",
            "save ~nobody-here/x",
            "resume nowhere",
            "moves d5",
            "odds end",
            "odds",
            "why d5-d8",
            "why d5-d6",
            "why",
            "d5-d8",
            "nonsense",
            "hint",
            "moves z",
            "log",
            "board",
            "d5-d6",
            "undo",
            "undo",
            "save",
            "save there/x",
            "save here.match",
            "quit",
        ]
    )
    result = run("play", "tactics", "--opponent", "person", "--position", MIDDLE, "--seed", "1", typed=typed)
    assert result.code == 0, result.err
    words = [
        "odds ACTION",
        "d5-",
        "T-M8",
        "is allowed",
        "nonsense",
        "expected result",
        "Saved: here.match",
        "--continue",
        "nothing to take back",
        "Which action?",
        "Which file?",
        "There is no file",
        "starts with",
        "A axe",
    ]
    for word in words:
        assert word in result.out, word


def test_a_match_that_was_left_goes_on(run: Any) -> None:
    first = run("play", "tactics", "--opponent", "greedy", "--side", "white", "--seed", "3", typed="roll\nquit\n")
    assert first.code == 0
    again = run("play", "tactics", "--continue", typed="attack\nline\nready\nend\nquit\n")
    assert again.code == 0, again.err
    assert "White attacks" in again.out
    assert "White throws" in again.out


def test_leaving_a_match_never_touches_another(run: Any) -> None:
    first = ["play", "tactics", "--opponent", "person", "--seed"]
    run(*first, "1", typed="roll\nquit\n")
    run(*first, "2", typed="roll\nattack\nquit\n")
    run("play", "tactics", "--opponent", "person", "--position", WIN_NEXT, typed="g8xh8\n\n")
    again = run("play", "tactics", "--continue", typed="\nlog\nquit\n")
    assert "attack" in again.out, "the match left last"
    kept = sorted((Path(again.home) / "escaramuza" / "matches").iterdir())
    assert len(kept) == 2


def test_a_match_left_before_its_first_action_is_kept_too(run: Any) -> None:
    run("play", "tactics", "--opponent", "person", "--seed", "5", typed="quit\n")
    commitment = run("play", "tactics", "--opponent", "person", "--seed", "5", typed="quit\n").out.split(": ")[1][:64]
    assert commitment in run("play", "tactics", "--continue", typed="quit\n").out


def test_a_finished_match_is_not_lost_when_input_ends_at_the_save_prompt(run: Any) -> None:
    result = run("play", "tactics", "--opponent", "person", "--position", WIN_NEXT, typed="g8xh8\n")
    assert "kept as" in result.out
    file = next((Path(result.home) / "escaramuza" / "matches").glob("*.finished.match"))
    assert run("replay", str(file), "--verify").code == 0
    assert run("play", "tactics", "--continue").code == 2, "nothing unfinished is left"


def test_play_goes_on_where_nothing_can_be_kept(run: Any) -> None:
    result = run("play", "tactics", "--opponent", "person", typed="roll\nquit\n", XDG_DATA_HOME="/proc/nowhere")
    assert result.code == 0
    assert "cannot be kept" in result.err
    assert "wins the die-off" in result.out


def test_the_same_seed_repeats_a_game_of_agents(run: Any) -> None:
    command = ["play", "tactics", "--player", "greedy", "--opponent", "random", "--side", "white", "--seed", "1"]
    first, second = (run(*command, "--option", "turn_limit=6") for _ in range(2))
    assert first.out == second.out


def test_two_agents_can_save_their_game(run: Any, tmp_path: Path) -> None:
    command = ["play", "tactics", "--player", "greedy", "--opponent", "random", "--option", "turn_limit=6"]
    assert run(*command, "--save", "agents.match").code == 0
    assert run("replay", "agents.match", "--verify").code == 0


def test_another_match_is_taken_up_at_the_prompt(run: Any) -> None:
    typed = "save one.match\nroll\nresume one.match\nquit\n"
    result = run("play", "tactics", "--opponent", "person", "--seed", "4", typed=typed)
    assert result.code == 0, result.err
    assert result.out.rstrip().count("You may type: roll") == 2


def test_a_match_in_progress_keeps_its_secrets_in_a_replay(run: Any) -> None:
    typed = "roll\nattack\n\nline\nsave half.match\nquit\n"
    run("play", "tactics", "--opponent", "person", "--seed", "1", typed=typed)
    for arguments in (["--verify"], ["--step", "12"], [], ["--json"], ["--boards"]):
        shown = run("replay", "half.match", *arguments)
        assert shown.code == 0, shown.err
        assert "0" * 31 + "1" not in shown.out
        assert "@" not in shown.out
        assert "SBG2GBS" not in shown.out.upper()


def test_input_that_ends_is_like_quitting(run: Any) -> None:
    result = run("play", "tactics", "--opponent", "greedy", "--side", "white", "--seed", "3", typed="roll\n")
    assert result.code == 0
    assert "--continue" in result.out


def test_own_dice_are_asked_for(run: Any) -> None:
    typed = "roll\nundo\nroll\nhelp\n4\n4\n9\n6 2\nattack\nquit\n"
    result = run("play", "tactics", "--opponent", "person", "--dice", "ask", typed=typed)
    assert result.code == 0, result.err
    assert "White 4, Black 4" in result.out
    assert "White 6, Black 2" in result.out
    assert "“9” is not a face of a die" in result.out
    assert "was not made" in result.out
    left = run("play", "tactics", "--opponent", "person", "--dice", "ask", typed="roll\nquit\n")
    assert "--continue" in left.out


def test_two_people_do_not_see_each_other_s_secret_deployment(run: Any) -> None:
    typed = "roll\nattack\n\nline\nready\n\nboard\nquit\n"
    result = run("play", "tactics", "--opponent", "person", "--seed", "1", typed=typed)
    assert result.out.count("it is your turn at the screen") == 2
    after = result.out.split("it is your turn at the screen")[2]
    assert "deployment secret" in after
    assert "8/8/8/8/8/8/8/8" in after


@pytest.mark.parametrize(("lang", "word"), [("es", "Ganan Blancas"), ("fr", "Blancs")])
def test_play_speaks_spanish_and_french(run: Any, lang: str, word: str) -> None:
    result = run(
        "play", "tactics", "--opponent", "person", "--position", WIN_NEXT, "--lang", lang, typed="help\ng8xh8\n\n"
    )
    assert word in result.out
    for english in ("wins", "to move", "points left", "Save the match"):
        assert english not in result.out


def test_two_agents_play_by_themselves(run: Any) -> None:
    result = run(
        "play", "tactics", "--player", "greedy", "--opponent", "random", "--seed", "2", "--option", "turn_limit=10"
    )
    assert result.code == 0, result.err
    assert "wins." in result.out or "drawn" in result.out


def interrupt(process: "subprocess.Popen[str]") -> tuple[str, str]:
    """Press Ctrl-C, and again where nothing came of it, as people do: Python drops one that arrives while it runs a
    callback of an import."""
    for _ in range(6):
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=20)
    raise AssertionError("it does not stop")


def test_an_interrupted_arena_reports_what_was_finished(home: dict[str, str]) -> None:
    """Stopped later and later until it had the time to finish a game; it always stops, and says what it has."""
    games = 0
    for seconds in (2, 8, 30, 90):
        # It says what it has loaded: before that there is nothing to interrupt but Python itself.
        loading = [sys.executable, "-X", "importtime", "-m", "escaramuza"]
        command = [*loading, "arena", "tactics", "random", "random", "--json", "--workers", "2"]
        process = subprocess.Popen(
            [*command, "--games", "5000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=home
        )
        assert process.stderr is not None
        assert any(line.rstrip().endswith(" escaramuza.cli.main") for line in process.stderr)
        time.sleep(seconds)
        out, err = interrupt(process)
        # Python ends by the signal itself if it came while a text was run, as for a dataclass: 130 to a shell, too.
        assert process.returncode in (130, -signal.SIGINT), err
        games = json.loads(out)["games"] if out else 0
        if games:
            break
    assert 0 < games < 5_000_000


def test_the_first_start_says_what_it_prepares(run: Any, tmp_path: Path) -> None:
    """Of the smallest game."""
    env = {"ESCARAMUZA_CACHE": str(tmp_path / "cache"), "PYTHONPATH": example.folder()}
    first, again = (run("perft", "duel", "--depth", "1", "--lang", "en", **env) for _ in range(2))
    assert first.code == again.code == 0
    assert "preparing Duel …" in first.err
    assert again.err == ""


def test_a_ready_made_placement_in_turn_is_only_the_own_one(run: Any) -> None:
    """After one unit it is the machine's turn: the person is asked again for the own side, never for the other's."""
    typed = "roll\nline\nmoves\nline\nmoves\nquit\n"
    result = run("play", "escarmouche", "--side", "white", "--opponent", "greedy", "--seed", "5", typed=typed)
    assert result.code == 0, result.err
    own = [line.replace("White>", "") for line in result.out.splitlines() if "Black:" not in line]
    offered = [word for line in own for word in line.split() if word[1:2] == "@"]
    assert len(offered) > 20
    assert {word[-1] for word in offered} <= {"1", "2"}
