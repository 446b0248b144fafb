"""The quick reference of Escaramuzas de Café: units, the rules on one page, cards, points."""

from escaramuza.games.cafe import tables
from escaramuza.press import cafe, reference
from escaramuza.press.cafe_words import terms, text
from escaramuza.press.reference import Block

COLUMNS = (*cafe.FIGURES, "promotes")


def blocks(lang: str) -> list[Block]:
    """What is printed on one page, then the tables."""
    types = [cafe.type_figures(number, lang) for number in range(len(tables.TYPES))]
    units = [[one["name"], *(str(one[figure]) for figure in COLUMNS)] for one in types]
    words = terms(lang)
    cards = [[words[f"card:{id}"], words[f"card-when:{id}"], words[f"card-effect:{id}"]] for id in tables.CARDS]
    score = [[text(f"score-{name}", lang), points] for name, points in {**cafe.EVERY_ROUND, **cafe.ONCE}.items()]
    course = [name for column in cafe.SUMMARY for name in column]
    head = [text(one, lang) for one in ("head-unit", *COLUMNS)]
    return [
        reference.table(text("head-units", lang), head, units),
        *(reference.lines(text(f"rules-{name}", lang)) for name in course),
        reference.table(text("head-cards", lang), [text(one, lang) for one in ("head-card", "when", "effect")], cards),
        reference.table(text("head-score", lang), ["", text("head-points", lang)], score),
    ]
