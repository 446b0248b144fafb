"""`escaramuza games`: what can be played."""

from rich.table import Table

from escaramuza.cli import shared
from escaramuza.cli.shared import JsonOption, LangOption
from escaramuza.games import registry


def games(json: JsonOption = False, lang: LangOption = None) -> None:
    """List the games, and those that are installed but cannot be loaded."""
    words = shared.language(lang)
    if json:
        rows = [{"id": game.id, "name": game.name, "ready": True, "rules": game.version} for game in registry.ready()]
        broken = [
            {"id": id, "name": id, "ready": False, "rules": None, "why": why} for id, why in registry.broken().items()
        ]
        shared.print_json([*rows, *broken])
        return
    table = Table(box=None, pad_edge=False)
    for column in ("COLUMN_GAME", "COLUMN_NAME", "COLUMN_STATE"):
        table.add_column(shared.say(column, words))
    for game in registry.ready():
        table.add_row(game.id, game.name, shared.say("READY", words))
    for id, why in registry.broken().items():
        table.add_row(id, "–", shared.say("BROKEN", words, why=why))
    shared.out.print(table)
