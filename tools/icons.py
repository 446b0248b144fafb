"""Writes src/escaramuza/squads/icons.json: drawings for units, cards and markers, out of the web app's icon set.

Run it after `make play` has installed the web app's packages: `python tools/icons.py`.
"""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "web" / "node_modules" / "@iconify-json" / "game-icons" / "icons.json"
TARGET = ROOT / "src" / "escaramuza" / "squads" / "icons.json"
CREDIT = "Drawings by Lorc, Delapouite and contributors, https://game-icons.net, CC BY 3.0"

# In the order of the picker, world by world.
UNITS = (
    "swordman",
    "swordwoman",
    "mounted-knight",
    "black-knight-helm",
    "visored-helm",
    "archer",
    "crossbow",
    "spears",
    "battle-axe",
    "viking-head",
    "knight-banner",
    "guards",
    "catapult",
    "spartan",
    "samurai-helmet",
    "ninja-heroic-stance",
    "wizard-face",
    "witch-face",
    "woman-elf-face",
    "dwarf-face",
    "orc-head",
    "goblin-head",
    "troll",
    "minotaur",
    "centaur",
    "dragon-head",
    "rock-golem",
    "werewolf",
    "bear-head",
    "raven",
    "fairy",
    "imp",
    "hooded-assassin",
    "monk-face",
    "battle-mech",
    "cyborg-face",
    "vintage-robot",
    "spider-bot",
    "delivery-drone",
    "astronaut-helmet",
    "alien-stare",
    "bolter-gun",
    "ray-gun",
    "sentry-gun",
    "energy-sword",
    "robot-golem",
    "revolver",
    "winchester-rifle",
    "lasso",
    "bandit",
    "pirate-captain",
    "musket",
    "cannon",
    "clockwork",
    "plague-doctor-profile",
    "medical-pack",
    "kraken-tentacle",
    "diving-helmet",
)
SYMBOLS = {
    "health": "hearts",
    "range": "archery-target",
    "move": "walking-boot",
    "power": "sword-clash",
    "stance": "shield",
    "retreated": "invisible",
    "suppressed": "bullets",
    "drained": "battery-0",
    "guards": "shield-reflect",
    "guarded": "shield-echoes",
    "damage": "drop",
    "control": "flying-flag",
    "obstacle": "stone-wall",
}
# Escaramuzas de Café: its units, its cards, and what lies beside them.
CAFE = {
    "alpha": "wolf-head",
    "baramon": "gorilla",
    "eco": "raven",
    "minguin": "penguin",
    "thanary": "hooded-figure",
    "domucor": "goblin-head",
    "ma": "swords-power",
    "divine-wind": "wind-slap",
    "spy": "spy",
    "instinct": "bestial-fangs",
    "knife": "dripping-knife",
    "false-orders": "megaphone",
    "first-aid": "first-aid-kit",
    "tourniquet": "arm-bandage",
    "camouflage": "chameleon-glyph",
    "sniper": "crosshair",
    "trap": "land-mine",
    "tactical": "move",
    "cheetah": "feline",
    "poison": "poison-bottle",
    "acted": "check-mark",
    "flag": "flying-flag",
    "red": "broken-heart",
    "black": "death-skull",
    "wound": "drop",
    "cup": "coffee-cup",
    "health": "hearts",
    "resistance": "shield",
    "shooting": "archery-target",
    "fighting": "sword-clash",
    "move": "walking-boot",
}
# For Glory: what lies beside units and officers, and what stands on a label.
FORGLORY = {
    "disorganised": "broken-arrow",
    "column": "road",
    "hit": "bullet-impacts",
    "lost": "broken-shield",
    "artillery": "cannon-ball",
    "initiative": "drum",
    "reserve": "hourglass",
    "flag": "flying-flag",
    "general": "rank-3",
    "staff": "laurel-crown",
    "fire": "musket",
    "melee": "crossed-sabres",
    "move": "walking-boot",
}


def path_of(body: str) -> str:
    """The one path of a drawing."""
    paths: list[str] = re.findall(r'\bd="([^"]+)"', body)
    if len(paths) != 1:
        raise ValueError(f"not one path: {body[:80]}")
    return paths[0]


def main() -> None:
    icons = json.loads(SOURCE.read_text(encoding="utf-8"))["icons"]
    data = {
        "credit": CREDIT,
        "units": {name: path_of(icons[name]["body"]) for name in UNITS},
        "symbols": {name: path_of(icons[source]["body"]) for name, source in SYMBOLS.items()},
        "cafe": {name: path_of(icons[source]["body"]) for name, source in CAFE.items()},
        "forglory": {name: path_of(icons[source]["body"]) for name, source in FORGLORY.items()},
    }
    TARGET.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
