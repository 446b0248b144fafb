"""One table of settings: options, environment variables, defaults, bounds."""

import os
from dataclasses import fields
from pathlib import Path

import pytest

from escaramuza.cli import shared
from escaramuza.server.settings import LIMITS, SETTINGS, BadSetting, Setting, Settings, resolve
from escaramuza.words import LANGUAGES
from tests.cli import calling

NUMBERS = [one for one in SETTINGS if one.kind in (int, float)]


def test_every_field_but_four_is_a_setting() -> None:
    assert {one.name for one in fields(Settings)} - {one.name for one in SETTINGS} == {
        "web",
        "hosts",
        "prepares",
        "board",
    }
    assert len([one for one in SETTINGS if one.group == LIMITS]) >= 20


def test_defaults_are_within_their_bounds() -> None:
    chosen, sources = resolve({}, {})
    assert set(sources.values()) == {"default"}
    for one in NUMBERS:
        assert one.bounds[0] <= getattr(chosen, one.name) <= one.bounds[1], one.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_setting_has_its_help(lang: str) -> None:
    for one in SETTINGS:
        assert shared.say(f"HELP_{one.name.upper()}", lang)


@pytest.mark.parametrize("one", NUMBERS, ids=lambda one: one.name)
def test_a_number_is_read_from_option_and_environment(one: Setting) -> None:
    least, most = (one.kind(bound) for bound in one.bounds)
    by_option, sources = resolve({one.name: str(most)}, {one.variable: str(least)})
    assert (getattr(by_option, one.name), sources[one.name]) == (most, "option")
    by_variable, sources = resolve({one.name: None}, {one.variable: f" {least} "})
    assert (getattr(by_variable, one.name), sources[one.name]) == (least, "environment")
    for bad in ("", "x", "nan", "inf", str(most + 1), str(least - 1)):
        with pytest.raises(BadSetting):
            resolve({one.name: bad}, {})
    assert resolve({}, {one.variable: ""})[1][one.name] == "default"


def test_names_are_given_one_by_one_or_with_commas() -> None:
    assert resolve({"allow_host": ["a", "b"]}, {})[0].allow_host == ("a", "b")
    assert resolve({"allow_host": []}, {"ESCARAMUZA_ALLOW_HOST": "a, b"})[0].allow_host == ("a", "b")


def call(place: Path, *arguments: str, **variables: str) -> calling.Result:
    env = {**os.environ, "XDG_DATA_HOME": str(place), **variables}
    return calling.call(("serve", *arguments), "", env, place)


def test_what_is_set_and_where_it_comes_from(tmp_path: Path) -> None:
    address = "postgresql://me:secret@host/db"
    shown = call(tmp_path, "--settings", "--port", "81", "--lang", "en", ESCARAMUZA_DATABASE=address)
    assert shown.code == 0
    lines = {line.split()[0]: line for line in shown.out.splitlines()}
    assert lines["--port"].split() == ["--port", "ESCARAMUZA_PORT", "option", "81"]
    assert lines["--most-sims"].split()[2:] == ["default", "50000"]
    assert "environment" in lines["--database"]
    assert "secret" not in shown.out


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "--most-sims is a whole number from 1"),
        ("es", "--most-sims es un número entero de 1"),
        ("fr", "--most-sims est un nombre entier de 1"),
    ],
)
def test_a_wrong_value_gets_one_sentence(tmp_path: Path, lang: str, said: str) -> None:
    refused = call(tmp_path, "--most-sims", "many", "--lang", lang)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(said)
    assert len(refused.err.strip().splitlines()) == 1


def test_a_wrong_variable_is_named_as_such(tmp_path: Path) -> None:
    refused = call(tmp_path, "--lang", "en", ESCARAMUZA_LOG_FORMAT="xml")
    assert refused.code == 2
    assert refused.err.startswith("ESCARAMUZA_LOG_FORMAT is one of text | json, not “xml”.")


def test_limits_have_a_group_of_their_own(tmp_path: Path) -> None:
    shown = call(tmp_path, "--help", "--lang", "en").out
    options, limits = shown.split("Limits")
    assert "--port" in options
    assert "--most-sims" not in options
    assert "--most-sims" in limits
