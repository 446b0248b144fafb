"""`escaramuza matches`: what is stored, for whoever runs a server."""

from typing import Annotated, Any

import typer

from escaramuza.cli import shared
from escaramuza.cli.databases import DatabaseOption, chosen_database
from escaramuza.cli.shared import JsonOption, LangOption

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)
COLUMNS = ("id", "game", "seats", "steps", "finished", "visited")


@app.command("list", help=shared.help_of("MATCHES_LIST"))
def list_matches(
    database: DatabaseOption = None,
    most: Annotated[int, typer.Option("--most", min=1, help=shared.help_of("MATCHES_MOST"))] = 50,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """The matches of a database, without anything that opens or foretells them."""
    words = shared.language(lang)
    with chosen_database(database, words) as url:
        found = _read(url, most)
    if json:
        shared.print_json(found)
    elif not found:
        shared.out.print(shared.say("MATCHES_NONE", words))
    else:
        _show(found, words)


@app.command("delete", help=shared.help_of("MATCHES_DELETE"))
def delete(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help=shared.help_of("MATCHES_IDS"))],
    database: DatabaseOption = None,
    lang: LangOption = None,
) -> None:
    """Delete matches; if one of them is not there, none."""
    from sqlalchemy import select

    from escaramuza.server import keeping, tables
    from escaramuza.server.opening import migrate, open_engine

    words = shared.language(lang)
    with chosen_database(database, words) as url:
        engine = open_engine(url)
        migrate(engine)
        with engine.begin() as connection:
            there = set(connection.execute(select(tables.matches.c.id).where(tables.matches.c.id.in_(ids))).scalars())
            for id in ids:
                if id not in there:
                    shared.fail(shared.say("MATCHES_UNKNOWN", words, id=id))
            count = keeping.remove(connection, ids)
        engine.dispose()
    shared.out.print(shared.say("MATCHES_DELETED", words, count=count))


def _read(url: str, most: int) -> list[dict[str, Any]]:
    from sqlalchemy import func, select

    from escaramuza.server import tables
    from escaramuza.server.opening import migrate, open_engine

    engine = open_engine(url)
    migrate(engine)
    m, s = tables.matches, tables.steps
    steps = select(func.count()).where(s.c.match == m.c.id).scalar_subquery()
    wanted = select(m.c.id, m.c.game, m.c.seats, steps, m.c.finished, m.c.visited).order_by(m.c.visited.desc(), m.c.id)
    with engine.connect() as connection:
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in connection.execute(wanted.limit(most))]
    engine.dispose()
    for row in rows:
        row["seats"] = {seat: info["agent"] or info["name"] or info["kind"] for seat, info in row["seats"].items()}
        row["visited"] = row["visited"].isoformat(sep=" ", timespec="seconds") if row["visited"] else None
    return rows


def _show(found: list[dict[str, Any]], lang: str) -> None:
    lines = [[shared.say(f"MATCHES_{column.upper()}", lang) for column in COLUMNS]]
    for row in found:
        seats = ", ".join(f"{seat} {name}" for seat, name in row["seats"].items())
        over = shared.say("MATCHES_YES", lang) if row["finished"] else "–"
        lines.append([row["id"], row["game"], seats, str(row["steps"]), over, row["visited"] or "–"])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        text = "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        shared.out.print(text.rstrip(), markup=False, soft_wrap=True)
