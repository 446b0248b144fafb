"""What the events of Escaramuzas de Café show."""

from escaramuza.games.film import TO_POINT, Film, Show

FILM: Film = {
    "DIE_OFF_THROWN": Show(of="", dice=("first", "second"), purpose="die-off"),
    "UNIT_PLACED": Show(places=True),
    "INITIATIVE_THROWN": Show(of="", dice=("first", "second", "third", "fourth"), purpose="initiative"),
    "MOVED": Show(goes=TO_POINT),
    "BENT": Show(goes=TO_POINT),
    "ADVANCED": Show(goes=TO_POINT),
    "DANGER_THROWN": Show(dice=("face",), purpose="danger"),
    "ATTACKED": Show(strikes="target", close="close"),
    "SACRIFICED": Show(strikes="target", close=True),
    "ATTACK_DIE": Show(dice=("face",), purpose="attack"),
    "DEFENCE_DIE": Show(dice=("face",), purpose="defence"),
    "BLAST_DIE": Show(dice=("face",), purpose="blast"),
    "KNIFE_DIE": Show(dice=("face",), purpose="knife"),
    "DAMAGED": Show(hit="points"),
    "STRIKES_NOW": Show(hit="points"),
    "HEALTH_SPENT": Show(hit=1),
    "WOUNDED": Show(dice=("face",), purpose="wound", sign="✚", times="points"),
    "REGAINED": Show(sign="+1", good=True),
    "HEALED": Show(of="target", sign="+", good=True),
    "PROMOTED": Show(sign="★", good=True),
}
