"""What the events of For Glory show."""

from escaramuza.games.film import TO_POINT, Film, Show
from escaramuza.games.forglory.tables import MODIFIERS

PASSED, FAILED = "✓", "✗"
FILM: Film = {
    "EXPERIENCE_THROWN": Show(of="officer", dice=("face",), purpose="experience"),
    "DEPLOYMENT_DIE": Show(of="", dice=("face",), purpose="deployment"),
    "TIE_DIE": Show(of="", dice=("face",), purpose="tie"),
    "EDGE_DIE": Show(of="", dice=("face",), purpose="edge"),
    "PLACED": Show(places=True),
    "INITIATIVE_DIE": Show(of="officer", dice=("face",), purpose="initiative"),
    "LEADERSHIP_DIE": Show(of="officer", dice=("face",), purpose="check"),
    "CHECK_DIE": Show(dice=("face",), purpose="check"),
    "COMBAT_DIE": Show(dice=("face",), purpose="combat"),
    "MODIFIER": Show(term=("reason", "value"), reasons=MODIFIERS),
    "LEADERSHIP_MODIFIER": Show(of="officer", term=("reason", "value"), reasons=MODIFIERS),
    "MORALE_MODIFIER": Show(term=("reason", "value"), reasons=MODIFIERS),
    "LEADERSHIP_PASSED": Show(of="officer", total="total", sign=PASSED, good=True),
    "LEADERSHIP_FAILED": Show(of="officer", total="total", sign=FAILED),
    "MORALE_PASSED": Show(total="total", sign=PASSED, good=True),
    "MORALE_FAILED": Show(total="total", sign=FAILED),
    "FIRE_RESULT": Show(total="total"),
    "MOVED": Show(goes=TO_POINT),
    "MARCHED": Show(goes=TO_POINT),
    "IN_CONTACT": Show(goes=TO_POINT, charge=True),
    "RETREATED": Show(goes=TO_POINT),
    "PUSHED": Show(goes=TO_POINT),
    "FOLLOWS": Show(goes=TO_POINT),
    "TAKES_THE_SPOT": Show(goes=TO_POINT),
    "STEPS_BACK": Show(goes=TO_POINT),
    "OFFICER_RELOCATED": Show(of="officer", goes=TO_POINT),
    "RODE": Show(of="officer", goes=TO_POINT),
    "SHOOTS": Show(strikes="target"),
    "HIT": Show(sign="✹"),
    "REGROUPED": Show(sign="−1", good=True),
    "BREAKS": Show(sign=FAILED),
    "CHARGE_FAILS": Show(sign=FAILED),
    "WAY_BARRED": Show(sign=FAILED),
    "HEMMED_IN": Show(sign=FAILED),
    "OFFICER_FALLS": Show(of="officer", sign="☠"),
    "STAFF_FALLS": Show(of="staff", sign="☠"),
}
