"""Print and play: cards, tokens, markers and the board as a PDF, in exact millimetres."""

from escaramuza.barracks.press.pages import PAPERS, PARTS, Order, order, print_squad

__all__ = ["PAPERS", "PARTS", "Order", "order", "print_squad"]
