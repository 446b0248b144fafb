"""What the events of Tactics show."""

from escaramuza.games.film import Film, Show

FILM: Film = {
    "DIE_OFF_THROWN": Show(of="", dice=("white", "black"), purpose="die-off"),
    "PIECE_PLACED": Show(of="", places=True),
    "DICE_THROWN": Show(of="", dice=("first", "second"), purpose="points"),
}
