"""`escaramuza games`: what can be played."""

from rich.table import Table

from escaramuza.cli.shared import JsonOption, LangOption, language, out, print_json, say
from escaramuza.games import registry


def games(json: JsonOption = False, lang: LangOption = None) -> None:
    """List the games, and those that are installed but cannot be loaded."""
    words = language(lang)
    if json:
        rows = [{"id": game.id, "name": game.name, "ready": True, "rules": game.version} for game in registry.ready()]
        broken = [
            {"id": id, "name": id, "ready": False, "rules": None, "why": why} for id, why in registry.broken().items()
        ]
        print_json([*rows, *broken])
        return
    table = Table(box=None, pad_edge=False)
    for column in ("COLUMN_GAME", "COLUMN_NAME", "COLUMN_STATE"):
        table.add_column(say(column, words))
    for game in registry.ready():
        table.add_row(game.id, game.name, say("READY", words))
    for id, why in registry.broken().items():
        table.add_row(id, "–", say("BROKEN", words, why=why))
    out.print(table)
