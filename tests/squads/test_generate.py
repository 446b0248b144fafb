"""Units and squads at random: always legal, of the wanted kind, the same for the same seed."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escaramuza.games.escarmouche import ranks
from escaramuza.games.escarmouche.squads import problems
from escaramuza.games.escarmouche.tables import ABILITIES, ABILITY_COST, MOST_ABILITIES, RANKS
from escaramuza.squads import generate, icons, names
from escaramuza.squads.words import SquadError, texts
from escaramuza.words import LANGUAGES

langs = st.sampled_from(LANGUAGES)
seeds = st.integers(0, 2**53 - 1)


@given(st.sampled_from(RANKS), st.sampled_from(list(generate.ARCHETYPES)), langs, seeds)
@settings(deadline=None)
def test_a_unit_has_the_wanted_rank(rank: str, archetype: str, lang: str, seed: int) -> None:
    unit = generate.random_unit(rank, archetype, lang, seed)
    assert unit.rank == rank
    assert unit.cost <= 30
    assert set(unit.abilities) <= set(generate.ARCHETYPES[archetype].abilities)
    assert unit == generate.random_unit(rank, archetype, lang, seed)


@given(st.sampled_from(list(generate.STYLES)), st.integers(1, 30), langs, seeds)
@settings(deadline=None)
def test_a_squad_is_legal_and_uses_its_points(style: str, points: int, lang: str, seed: int) -> None:
    squad = generate.random_squad(style, points, lang, seed)
    assert problems(squad) == []
    assert points - 2 <= squad.points <= points
    assert len({unit.name for unit in squad.units}) == len(squad.units)
    assert squad == generate.random_squad(style, points, lang, seed)


def test_styles_differ() -> None:
    def mean(style: str, what: str) -> float:
        squads = [generate.random_squad(style, 30, "en", seed) for seed in range(40)]
        return sum(max(getattr(unit, what) for unit in squad.units) for squad in squads) / len(squads)

    sizes = {style: len(generate.random_squad(style, 30, "en", 1).units) for style in generate.STYLES}
    assert sizes["swarm"] == 6
    assert sizes["elite"] <= 3
    assert mean("ranged", "range") > mean("assault", "range") + 1
    assert mean("assault", "move") > mean("ranged", "move") + 0.5


def test_archetypes_are_what_they_say() -> None:
    drawn = {
        kind: [generate.random_unit("champion", kind, "en", seed) for seed in range(40)] for kind in generate.ARCHETYPES
    }
    assert all(unit.range == 1 for unit in drawn["brawler"])
    assert all(unit.range >= 2 for unit in drawn["marksman"])
    assert all(unit.move >= 3 for unit in drawn["scout"])
    assert sum(unit.health for unit in drawn["guardian"]) > sum(unit.health for unit in drawn["marksman"])
    assert any(len(unit.abilities) == 2 for units in drawn.values() for unit in units)


def test_no_unit_is_killed_by_its_own_ability() -> None:
    """E-A7: a devastating strike costs 1 health, so whoever has it has more."""
    drawn = [
        generate.random_unit(rank, archetype, "en", seed)
        for rank in RANKS
        for archetype in generate.ARCHETYPES
        for seed in range(60)
    ]
    strikers = [unit for unit in drawn if "devastating-strike" in unit.abilities]
    assert len(strikers) > 20
    assert min(unit.health for unit in strikers) > 1


def test_everything_an_archetype_names_exists() -> None:
    for id, kind in generate.ARCHETYPES.items():
        assert set(kind.abilities) <= set(ABILITIES)
        assert set(kind.icons) <= set(icons.unit_icons())
        assert len(set(texts(f"archetype:{id}").values())) >= 2
    assert {ability for kind in generate.ARCHETYPES.values() for ability in kind.abilities} == set(ABILITIES)
    assert all(texts(f"style:{style}") for style in generate.STYLES)


def test_the_abilities_of_a_rank_fit_whichever_they_are() -> None:
    for rank in RANKS:
        for count in range(MOST_ABILITIES + 1):
            dearest = max(ranks.cost(1, 1, 1, 1, chosen) for chosen in combinations(ABILITIES, count))
            assert (count in generate.ability_counts(rank)) == (dearest <= generate.top_cost(rank, count))


def test_costs_of_abilities_are_taken_from_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ABILITY_COST, "forward", 60)
    assert {generate.ability_counts.__wrapped__(rank) for rank in RANKS} == {(0,)}


def test_names_differ_by_language() -> None:
    first = {lang: {generate.random_squad("swarm", 30, lang, seed).name for seed in range(30)} for lang in LANGUAGES}
    assert not (first["es"] & first["fr"])
    assert all(len(found) > 10 for found in first.values())
    assert all(len(names._sounds(lang)["quotes"]) == len(generate.ARCHETYPES) for lang in LANGUAGES)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: generate.random_unit("king", "scout", "en", 1), "UNKNOWN_RANK"),
        (lambda: generate.random_unit("elite", "cook", "en", 1), "UNKNOWN_ARCHETYPE"),
        (lambda: generate.random_squad("lazy", 30, "en", 1), "UNKNOWN_STYLE"),
        (lambda: generate.random_squad("swarm", 0, "en", 1), "BAD_POINTS"),
        (lambda: generate.random_squad("swarm", 31, "en", 1), "BAD_POINTS"),
    ],
)
def test_what_does_not_exist_is_refused(call: object, code: str) -> None:
    with pytest.raises(SquadError) as caught:
        call()  # type: ignore[operator]
    assert caught.value.code == code
    assert len({caught.value.sentence(lang) for lang in LANGUAGES}) == 3
