"""`escaramuza rules GAME`: the clauses in our own words."""

from escaramuza.cli import shared
from escaramuza.cli.shared import GameArgument, JsonOption, LangOption
from escaramuza.engine.errors import find_game


def rules(game_id: GameArgument, json: JsonOption = False, lang: LangOption = None) -> None:
    """Read the rules of a game, clause by clause."""
    words = shared.language(lang)
    game = find_game(game_id)
    local = game.locale[words]
    if json:
        shared.print_json([{"id": c.id, "section": c.section, "text": local["clauses"][c.id]} for c in game.clauses])
        return
    for section in game.sections:
        shared.out.print(f"\n{local['terms']['section:' + section]}", style="bold")
        for clause in game.clauses:
            if clause.section == section:
                shared.out.print(f"  [dim]{clause.id:<6}[/dim] {local['clauses'][clause.id]}", soft_wrap=True)
