"""For Glory in the terminal: the table as a map of characters, the order of activation, divisions, score, question."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from escaramuza.cli.boards.field import GROUND, SIDE_STYLE, Field
from escaramuza.cli.boards.grid import seats_line
from escaramuza.cli.shared import out, say
from escaramuza.games.field.notation import decimal, place_text
from escaramuza.games.forglory.maps import BOOK

Scene = Mapping[str, Any]
# Beside the map the notes need so many characters.
NOTES = 78
ROAD = ("·", "orange3")
MARKER = ("x", "bright_yellow")
ARROWS = "→↘↓↙←↖↑↗"


class BattleField(Field):
    """The same with roads, markers and officers; a unit shows where it faces."""

    def _draw(self) -> None:
        scene = self.scene
        for road in scene["roads"]:
            self._road(road)
        for piece in sorted(scene["terrain"], key=lambda piece: "crossing" in piece["roles"]):
            for column, row in self._cells_of(piece["corners"]):
                self._put(column, row, *GROUND[piece["kind"]])
        for road in scene["roads"]:
            self._road(road)
        for marker in scene["markers"]:
            self._put(*self.cell(marker["x"], marker["y"]), *MARKER)
        for objective in scene["objectives"]:
            column, row = self.cell(objective["x"], objective["y"])
            for i, sign in enumerate(f"({objective['id'] + 1}{(objective['owner'] or '-')[0]})"):
                self._put(column - 1 + i, row, sign, SIDE_STYLE[objective["owner"]])
        active = scene["order"]["unit"] if scene["order"] else None
        for body in (*scene["units"], *scene["officers"]):
            if body["state"] == "table":
                self._label(body, body["id"] == active)

    def _road(self, road: list[list[int]]) -> None:
        for (ax, ay), (bx, by) in pairwise(road):
            steps = max(abs(bx - ax) // self.column, abs(by - ay) // self.row, 1)
            for k in range(int(steps) + 1):
                self._put(*self.cell(ax + (bx - ax) * k // steps, ay + (by - ay) * k // steps), *ROAD)

    def label(self, unit: Mapping[str, Any]) -> str:
        """`s3↑`, an officer without an arrow."""
        arrow = ARROWS[(unit["facing"] + 225) // 450 % 8] if "facing" in unit else ""
        return f"{unit['text']}{arrow}"


def draw(match: Any, scene: Scene, lang: str) -> None:
    """The map, with the notes beside it where there is room; else above and below it."""
    field = BattleField(scene, out.width)
    terms = match.game.locale[lang]["terms"]
    head, armies = _head(match, scene, lang), _armies(scene, lang, terms)
    table = Group(field.text(), _legend(scene, lang, terms))
    question = _question(match, scene, lang)
    beside = out.width >= field.width + NOTES
    out.print()
    out.print(
        field.with_notes(table, Group(head, armies), question) if beside else Group(head, armies, table, question)
    )


def _legend(scene: Scene, lang: str, terms: Mapping[str, str]) -> Text:
    """What the signs mean, for what lies on this table."""
    legend = Text()
    kinds = {piece["kind"]: piece["roles"] for piece in scene["terrain"]}
    for kind, roles in kinds.items():
        sign, style = GROUND[kind]
        does = ", ".join(terms[f"role:{role}"] for role in roles) or "–"
        legend.append(sign, style).append(f" {terms[f'terrain:{kind}']} ({does})  ", "dim")
    if scene["roads"]:
        legend.append(*ROAD).append(f" {terms['terrain:road']}  ", "dim")
    return legend.append(say("GLORY_SIGNS", lang) + "\n", "dim")


def _head(match: Any, scene: Scene, lang: str) -> Text:
    """Who plays, round, score, objectives, the order of activation."""
    terms = match.game.locale[lang]["terms"]
    head = Text()
    for seat in match.seat_names:
        head.append(seats_line(match, seat, lang), SIDE_STYLE[seat])
    field = BOOK.names_of(match.options.map)[lang]
    if scene["round"]:
        field += " · " + say("CAFE_ROUND", lang, round=scene["round"], rounds=scene["rounds"])
    head.append(field + "\n", "bold")
    score = ", ".join(f"{terms[side]} {points['total']}" for side, points in scene["score"].items())
    head.append(say("CAFE_SCORE", lang, score=score) + "\n")
    owners = ", ".join(f"{o['id'] + 1} {terms[o['owner']] if o['owner'] else '–'}" for o in scene["objectives"])
    if owners:
        head.append(say("CAFE_OBJECTIVES", lang, objectives=owners) + "\n")
    waiting = [group for group in scene["groups"] if not group["done"]]
    if waiting:
        order = ", ".join(
            f"{'*' if group['active'] else ''}{_leader(scene, group)} {group['initiative']}" for group in waiting
        )
        head.append(say("GLORY_ORDER", lang, groups=order) + "\n")
    return head


def _leader(scene: Scene, group: Mapping[str, Any]) -> str:
    """How actions name the officer of a group, or the first unit of a detachment."""
    body = group["officer"] if group["officer"] is not None else group["units"][0] if group["units"] else None
    return next((one["text"] for one in (*scene["units"], *scene["officers"]) if one["id"] == body), "–")


def _armies(scene: Scene, lang: str, terms: Mapping[str, str]) -> RenderableType:
    """Both armies side by side, division by division."""
    table = Table.grid(padding=(0, 2))
    table.add_row(*(_army(scene, side, lang, terms) for side in scene["score"]))
    return table


def _army(scene: Scene, side: str, lang: str, terms: Mapping[str, str]) -> Text:
    army = Text()
    staff = next(officer for officer in scene["officers"] if officer["staff"] and officer["side"] == side)
    army.append(f"{staff['text']} {_where(staff, lang)}\n", SIDE_STYLE[side])
    for division in (division for division in scene["divisions"] if division["side"] == side):
        officer = next(officer for officer in scene["officers"] if officer["id"] == division["officer"])
        head = f"{officer['text']} {division['name'][lang]} {_where(officer, lang)}{_zone(scene, division, lang)}"
        army.append(f"{head} {say('GLORY_LOST', lang, lost=division['lost'], left=division['left'])}\n", "bold")
        for unit in (unit for unit in scene["units"] if unit["division"] == division["id"]):
            army.append(f"  {_line(unit, lang, terms)}\n", "dim" if unit["ordered"] else SIDE_STYLE[side])
    return army


def _where(officer: Mapping[str, Any], lang: str) -> str:
    """Place and experience of an officer, or when it comes."""
    experience = f"({'–' if officer['experience'] is None else officer['experience']})"
    if officer["state"] == "table":
        return f"{place_text(officer['x'], officer['y'], 0, 0)} {experience}"
    if officer["die"]:
        return f"{say('GLORY_RESERVE', lang, rounds=officer['die'])} {experience}"
    return experience


def _zone(scene: Scene, division: Mapping[str, Any], lang: str) -> str:
    """Where a division of a historical deployment is to stand, until the battle begins."""
    if scene["round"] or not division["zone"]:
        return ""
    west, north, east, south = (decimal(at, 2) for at in division["zone"])
    return " " + say("GLORY_ZONE", lang, west=west, north=north, east=east, south=south)


def _line(unit: Mapping[str, Any], lang: str, terms: Mapping[str, str]) -> str:
    """`s3 LI:V 52.5,60/270 hits 1 [column]`."""
    parts = [unit["text"], f"{unit['category']}:{unit['quality']}"]
    if unit["state"] != "table":
        return " ".join([*parts, terms.get(f"state:{unit['state']}", "–")])
    parts.append(place_text(unit["x"], unit["y"], unit["facing"], -1))
    if unit["hits"]:
        parts.append(say("GLORY_HITS", lang, hits=unit["hits"]))
    marks = [mark for mark in ("column", "disorganised") if unit[mark]]
    return " ".join([*parts, *(f"[{say('GLORY_' + mark.upper(), lang)}]" for mark in marks)])


def _question(match: Any, scene: Scene, lang: str) -> Text:
    """Who decides what, and what it is about."""
    terms, names = match.game.locale[lang]["terms"], match.names[lang]
    question = Text()
    if scene["seat"] is None:
        for side, points in scene["score"].items():
            scored = [
                f"{terms[f'column:{column}']} {count}"
                for column, count in points.items()
                if count and column != "total"
            ]
            question.append(f"{terms[side]} {points['total']}", SIDE_STYLE[side])
            question.append(f" ({', '.join(scored)})\n" if scored else "\n")
        return question
    for line in _goings_on(scene, lang, terms, names):
        question.append(line + "\n")
    return question.append(
        say("CAFE_DECIDES", lang, seat=terms[scene["seat"]], what=terms[scene["phase"]]) + "\n", "bold"
    )


def _goings_on(scene: Scene, lang: str, terms: Mapping[str, str], names: Mapping[str, str]) -> Iterator[str]:
    """The order, the reaction and the melee that are not over yet."""
    order, window, combat = scene["order"], scene["window"], scene["combat"]
    if order:
        left = decimal(max(order["most"] - order["used"], 0), 2)
        yield say("GLORY_ORDERED", lang, unit=names[f"body:{order['unit']}"], left=left)
    if window:
        yield say(
            "GLORY_WINDOW", lang, unit=names[f"body:{window['trigger']}"], moment=terms[f"moment:{window['moment']}"]
        )
    if combat:
        yield say("GLORY_COMBAT", lang, units=", ".join(names[f"body:{unit}"] for unit in combat["units"]))
