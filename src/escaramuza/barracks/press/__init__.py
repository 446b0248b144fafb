"""Print and play: units, cards, tokens, markers, boards and maps as a PDF, in exact millimetres."""

from escaramuza.barracks.press.pages import PARTS, Order, order, print_squad
from escaramuza.barracks.press.typesetting import PAPERS

__all__ = ["PAPERS", "PARTS", "Order", "order", "print_squad"]
