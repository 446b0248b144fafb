"""`escaramuza games`: what can be played."""

from rich.table import Table

from escaramuza.cli.shared import JsonOption, LangOption, language, out, print_json, say
from escaramuza.games import registry


def games(json: JsonOption = False, lang: LangOption = None) -> None:
    """List the games."""
    words = language(lang)
    if json:
        rows = []
        for game, name in registry.GAMES.items():
            ready = game in registry.READY
            rules = registry.get(game).version if ready else None
            rows.append({"id": game, "name": name, "ready": ready, "rules": rules})
        print_json(rows)
        return
    table = Table(box=None, pad_edge=False)
    for column in ("COLUMN_GAME", "COLUMN_NAME", "COLUMN_STATE"):
        table.add_column(say(column, words))
    for game, name in registry.GAMES.items():
        table.add_row(game, name, say("READY" if game in registry.READY else "NOT_READY", words))
    out.print(table)
