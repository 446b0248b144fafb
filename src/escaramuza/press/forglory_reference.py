"""The quick reference of For Glory: the tables and the course that are printed."""

from typing import Any

from escaramuza.press import forglory_rules, reference
from escaramuza.press.forglory_words import text
from escaramuza.press.reference import Block

FIGURES = ("range", "fire", "melee", "move", "difficult", "points")
# Lengths as the rules have them; a scale only makes all of them longer or shorter.
FULL_SCALE = 1.0


def blocks(lang: str) -> list[Block]:
    """Every table, then the course of a battle."""
    tables = forglory_rules.tables_data(FULL_SCALE, lang)
    course = [section for column in forglory_rules.course(lang) for section in column]
    return [*_tables(tables, lang), *(reference.lines("\n".join([one["title"], *one["lines"]])) for one in course)]


def _tables(tables: dict[str, Any], lang: str) -> list[Block]:
    def head(*names: str) -> list[str]:
        return [text(f"head-{name}", lang) if name else "" for name in names]

    def values(name: str, rows: list[dict[str, str]], *notes: str) -> Block:
        return reference.table(text(f"head-{name}", lang), [], [[row["text"], row["value"]] for row in rows], notes)

    units = [
        [one["code"], one["category"], *(str(one[figure]) for figure in FIGURES)]
        for one in (*tables["categories"], tables["officer"])
    ]
    lengths = [[one["name"], one["size"]] for one in tables["lengths"]]
    qualities = [[one["letter"], one["name"], one["value"]] for one in tables["qualities"]]
    results = [[one["range"], one["fire"], one["melee"]] for one in tables["results"]]
    ground = [[one["name"], one["move"], one["cover"], one["sight"]] for one in tables["terrain"]]
    road = [tables["road"], text("move-road", lang), "", ""]
    score = [[one["text"], str(one["points"])] for one in tables["score"]]
    return [
        reference.table(text("head-unit", lang), head("code", "", *FIGURES), units),
        reference.table(text("head-quality", lang), [], qualities),
        reference.table(text("head-lengths", lang), [], lengths),
        reference.table(
            text("head-results", lang), head("result", "fire", "melee"), results, [text("results-how", lang)]
        ),
        values("general", tables["general"]),
        values("artillery", tables["artillery"]),
        values("morale", tables["morale"], tables["passes"]),
        values("leadership", tables["leadership"]),
        reference.table(
            text("head-terrain", lang),
            head("", "moving", "cover", "sight"),
            [*ground, road],
            [text("note-terrain", lang)],
        ),
        reference.table(text("head-score", lang), [], score),
    ]
