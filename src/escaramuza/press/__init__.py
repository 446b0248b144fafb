"""Print and play: units, cards, tokens, markers, boards and maps as a PDF, exact to the millimetre."""

from escaramuza.press.pages import PARTS, Order, order, print_squad
from escaramuza.press.typesetting import PAPERS

__all__ = ["PAPERS", "PARTS", "Order", "order", "print_squad"]
