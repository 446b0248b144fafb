"""Escaramuzas de Café in the terminal: the table as a map of characters, armies, hands, score and the open question."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from escaramuza.cli.boards.field import GROUND, SIDE_STYLE, Field
from escaramuza.cli.boards.grid import seats_line
from escaramuza.cli.shared import out, say
from escaramuza.games.cafe.actions import unit_text
from escaramuza.games.cafe.maps import names_of
from escaramuza.games.field.notation import decimal, place_text

Scene = Mapping[str, Any]
# Beside the map the notes need so many characters.
NOTES = 70


def draw(match: Any, scene: Scene, lang: str) -> None:
    """The map, with the notes beside it where there is room; else the armies above and the question below."""
    field = Field(scene, out.width)
    terms = match.game.locale[lang]["terms"]
    head, armies = _head(match, scene, lang), _armies(scene, lang, terms)
    table = Group(field.text(), _legend(scene, lang, terms))
    question = Group(_hands(scene, lang, terms), _question(match, scene, lang))
    beside = out.width >= field.width + NOTES
    out.print()
    out.print(
        field.with_notes(table, Group(head, armies), question) if beside else Group(head, armies, table, question)
    )


def _legend(scene: Scene, lang: str, terms: Mapping[str, str]) -> Text:
    """What the signs mean, for what lies on this table; pieces with roles of their own are named by their place."""
    legend, usual = Text(), {}
    for piece in scene["terrain"]:
        sign, style = GROUND[piece["kind"]]
        name = terms[f"terrain:{piece['kind']}"]
        roles = ", ".join(terms[f"role:{role}"] for role in piece["roles"])
        if piece["kind"] not in usual:
            usual[piece["kind"]] = roles
        elif usual[piece["kind"]] == roles:
            continue
        else:
            x, y = piece["corners"][0]
            name += f" {place_text(x, y, 0, 0)}"
        legend.append(sign, style).append(f" {name} ({roles or '–'})  ", "dim")
    return legend.append(say("CAFE_SIGNS", lang) + "\n", "dim")


def _head(match: Any, scene: Scene, lang: str) -> Text:
    """Who plays, round, score, action points, objectives."""
    terms = match.game.locale[lang]["terms"]
    head = Text()
    for number, seat in enumerate(match.seat_names):
        head.append(seats_line(match, seat, lang), SIDE_STYLE[match.game.sides[number % 2]])
    field = names_of(match.options.map)[lang]
    if scene["round"]:
        field += " · " + say("CAFE_ROUND", lang, round=scene["round"], rounds=scene["rounds"])
    head.append(field + "\n", "bold")
    head.append(say("CAFE_SCORE", lang, score=_by_side(scene["score"], terms)) + "\n")
    if scene["round"]:
        head.append(say("CAFE_POINTS", lang, points=_by_side(scene["points"], terms)) + "\n")
    owners = (f"{o['id'] + 1} {terms[o['owner']] if o['owner'] else '–'}" for o in scene["objectives"])
    head.append(say("CAFE_OBJECTIVES", lang, objectives=", ".join(owners)) + "\n")
    if scene["passed"]:
        head.append(say("CAFE_PASSED", lang, seats=", ".join(terms[seat] for seat in scene["passed"])) + "\n")
    for side in scene["hidden"]:
        head.append(say("HIDDEN", lang, side=terms[side]) + "\n", "dim")
    return head


def _by_side(numbers: Mapping[str, int], terms: Mapping[str, str]) -> str:
    return ", ".join(f"{terms[side]} {number}" for side, number in numbers.items())


def _armies(scene: Scene, lang: str, terms: Mapping[str, str]) -> RenderableType:
    """Both armies side by side."""
    table = Table.grid(padding=(0, 2))
    table.add_row(*(_army(scene, side, lang, terms) for side in scene["zones"]))
    return table


def _army(scene: Scene, side: str, lang: str, terms: Mapping[str, str]) -> Text:
    """The units on the table one by one; those that are out or in hand in one line."""
    own = [unit for unit in scene["units"] if unit["side"] == side]
    active = scene["activation"]["unit"] if scene["activation"] else None
    army = Text()
    for unit in own:
        if unit["state"] == "table":
            mark = "*" if unit["id"] == active else " "
            army.append(f"{mark}{_line(unit, lang, terms)}\n", "dim" if unit["acted"] else SIDE_STYLE[side])
    for state, key in (("hand", "CAFE_TO_PLACE"), ("out", "CAFE_OUT")):
        named = [_short(unit) for unit in own if unit["state"] == state]
        if named:
            army.append(say(key, lang, units=", ".join(named)) + "\n", "dim")
    return army


def _short(unit: Mapping[str, Any]) -> str:
    """`b3 D`: how actions name a unit, and what it is."""
    return f"{unit_text(unit['id'])} {unit['letter'] or '?'}"


def _line(unit: Mapping[str, Any], lang: str, terms: Mapping[str, str]) -> str:
    """`b3 D 12.5,30 1/1 wounds 1 acted [poisoned]`."""
    parts = [_short(unit), place_text(unit["x"], unit["y"], unit["facing"], 0)]
    if unit["letter"]:
        parts.append(f"{unit['health']}/{unit['max_health']}")
    if unit["wounds"]:
        parts.append(say("CAFE_WOUNDS", lang, count=unit["wounds"]))
    if unit["kills"]:
        parts.append(say("CAFE_KILLS", lang, kills=unit["kills"], most=unit["promotes_at"]))
    if unit["acted"]:
        parts.append(say("CAFE_ACTED", lang))
    return " ".join([*parts, *(f"[{terms['status:' + status['id']]}]" for status in unit["statuses"])])


def _hands(scene: Scene, lang: str, terms: Mapping[str, str]) -> Text:
    """The own cards with what they do, playable ones marked; of other hands their size and what was shown."""
    hands, playable = Text(), (scene["ask"] or {"cards": []})["cards"]
    if not any(hand["count"] for hand in scene["hands"].values()):
        return hands
    for seat, hand in scene["hands"].items():
        line = say("CAFE_HAND", lang, seat=terms[seat], count=hand["count"])
        if hand["own"]:
            hands.append(line + "\n", SIDE_STYLE[seat.partition("-")[0]])
            for card in hand["cards"]:
                mark = "*" if card in playable else " "
                effect = f"{terms[f'card-when:{card}']} {terms[f'card-effect:{card}']}"
                hands.append(f" {mark}card:{card} ", "bold").append(f"{terms[f'card:{card}']}. {effect}\n")
            continue
        if hand["shown"]:
            line += "; " + say("CAFE_SHOWN", lang, cards=", ".join(terms[f"card:{card}"] for card in hand["shown"]))
        hands.append(line + "\n", "dim")
    return hands.append(say("CAFE_DECK", lang, count=scene["deck"]) + "\n", "dim")


def _question(match: Any, scene: Scene, lang: str) -> Text:
    """Who decides what, and what it is about."""
    terms = match.game.locale[lang]["terms"]
    if scene["seat"] is None:
        return _sheet(scene, lang, terms)
    question = Text()
    names = match.names[lang]
    for line in _goings_on(scene, lang, terms, names):
        question.append(line + "\n")
    what = terms[scene["phase"]]
    ask = scene["ask"] or {}
    if "moment" in ask:
        what += f" – {terms['moment:' + ask['moment']]}"
    if ask.get("unit", -1) >= 0:
        what += f": {_named(ask['unit'], names)}"
    if "points" in ask:
        what += ", " + say("CAFE_DAMAGE", lang, points=ask["points"])
    if "x" in ask:
        what += f", {place_text(ask['x'], ask['y'], 0, 0)}"
    return question.append(say("CAFE_DECIDES", lang, seat=terms[scene["seat"]], what=what) + "\n", "bold")


def _sheet(scene: Scene, lang: str, terms: Mapping[str, str]) -> Text:
    """What each round scored, once all is over."""
    sheet = Text()
    for row in scene["sheet"]:
        sheet.append(say("CAFE_SHEET", lang, round=row["round"]) + "\n", "bold")
        for side in scene["score"]:
            scored = [f"{terms[f'column:{column}']} {points}" for column, points in row[side].items() if points]
            sheet.append(f"  {terms[side]} {sum(row[side].values())}", SIDE_STYLE[side])
            sheet.append(f" ({', '.join(scored)})\n" if scored else "\n")
    return sheet


def _goings_on(scene: Scene, lang: str, terms: Mapping[str, str], names: Mapping[str, str]) -> Iterator[str]:
    """The activation, the way and the attack that are not over yet."""
    activation, way, attack = scene["activation"], scene["way"], scene["attack"]
    if activation:
        reach, dice = decimal(activation["range"], 2), activation["extra_dice"]
        more = "; " + say("CAFE_EXTRA", lang, dice=dice) if dice else ""
        yield say("CAFE_ACTIVE", lang, unit=_named(activation["unit"], names), range=reach) + more
    if way:
        what, left = terms[f"purpose:{way['purpose']}"], decimal(way["left"], 2)
        yield say("CAFE_WAY", lang, unit=_named(way["unit"], names), what=what, left=left)
    if attack:
        yield say(
            "CAFE_ATTACK",
            lang,
            attacker=_named(attack["attacker"], names),
            target=_named(attack["target"], names),
            way=terms["way:close" if attack["close"] else "way:range"],
            dice=_faces(attack["dice"]),
            hits=_faces(attack["hits"]),
            defence=_faces(attack["defence"]),
        ) + (f" ({terms['role:cover']})" if attack["cover"] else "")


def _faces(faces: list[int]) -> str:
    return " ".join(map(str, faces)) or "–"


def _named(unit: int, names: Mapping[str, str]) -> str:
    """`b3 Domucor 2 (Blue)`."""
    return f"{unit_text(unit)} {names.get(f'unit:{unit}', '')}".rstrip()
