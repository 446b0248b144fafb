"""Orders of For Glory for the tests of the press: a map with all that a map may have, and what the pages say."""

from escaramuza.games.forglory.maps import KINDS, Map, problems
from escaramuza.press.forglory import ForGloryOrder, print_forglory
from tests.press.pdf import plain, read


def hostile() -> Map:
    """The largest table with all it may have, and a name that is too long for a line."""
    kinds = [kind for kind in KINDS if kind not in ("bridge", "ford")]
    terrain = []
    for number in range(30):
        x, y = 1511 + 3571 * (number % 6), 1033 + 3511 * (number // 6)
        corners = [(x, y), (x + 2203, y + 7), (x + 1611, y + 1009)]
        terrain.append({"kind": kinds[number % len(kinds)], "corners": corners})
    roads = [[(511 + 2011 * bend, 633 + 2111 * road + 333 * (bend % 2)) for bend in range(12)] for road in range(8)]
    places = [(1200 + 3333 * i, 17555) for i in range(7)]
    field = Map.model_validate(
        {"name": "W" * 40, "width": 24000, "height": 18000, "objectives": places, "terrain": terrain, "roads": roads}
    )
    assert problems(field) == []
    return field


def pages_of(wanted: ForGloryOrder) -> list[str]:
    """What each page says."""
    return [plain(page.extract_text()) for page in read(print_forglory(wanted)).pages]
