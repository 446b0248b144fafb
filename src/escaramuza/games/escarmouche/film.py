"""What the events of Escarmouche show."""

from escaramuza.games.film import TO_SQUARE, Film, Show

FILM: Film = {
    "DICE_THROWN": Show(of="", dice=("white", "black"), purpose="die-off"),
    "OBSTACLE_PLACED": Show(of="", places=True),
    "UNIT_PLACED": Show(places=True),
    "UNIT_MOVED": Show(goes=TO_SQUARE),
    "FREE_MOVE": Show(goes=TO_SQUARE),
    "UNIT_ATTACKS": Show(strikes="target"),
    "DAMAGE": Show(hit="damage"),
    "OWN_LOSS": Show(hit="loss"),
    "NO_DAMAGE": Show(sign="0", good=True),
}
