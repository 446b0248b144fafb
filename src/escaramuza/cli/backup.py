"""`escaramuza backup`: all matches of a database in one file."""

from pathlib import Path
from typing import Annotated

import typer

from escaramuza.cli import shared
from escaramuza.cli.databases import DatabaseOption, chosen_database
from escaramuza.cli.shared import LangOption


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=shared.help_of("BACKUP_FILE"))],
    database: DatabaseOption = None,
    force: Annotated[bool, typer.Option("--force", help=shared.help_of("BACKUP_FORCE"))] = False,
    lang: LangOption = None,
) -> None:
    """Write a backup; a server may be working on the database."""
    from escaramuza.server import backup as backups

    words = shared.language(lang)
    if file.exists() and not force:
        shared.fail(shared.say("FILE_EXISTS", words, file=file))
    with chosen_database(database, words) as url:
        counts = backups.write(url, file)
    facts = {"file": file, "matches": counts["matches"], "steps": counts["steps"], "bytes": file.stat().st_size}
    shared.out.print(shared.say("BACKED_UP", words, **facts), markup=False, soft_wrap=True)
