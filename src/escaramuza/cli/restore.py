"""`escaramuza restore`: the matches of a backup into a database."""

from pathlib import Path
from typing import Annotated

import typer

from escaramuza.cli import shared
from escaramuza.cli.databases import DatabaseOption, chosen_database
from escaramuza.cli.shared import LangOption


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=shared.help_of("RESTORE_FILE"))],
    database: DatabaseOption = None,
    force: Annotated[bool, typer.Option("--force", help=shared.help_of("RESTORE_FORCE"))] = False,
    lang: LangOption = None,
) -> None:
    """Restore a backup; no server may be working on the database."""
    from escaramuza.server import backup as backups

    words = shared.language(lang)
    try:
        with chosen_database(database, words) as url:
            counts = backups.restore(file, url, force)
    except backups.NoBackup:
        shared.fail(shared.say("NO_BACKUP", words, file=file))
    except backups.Damaged:
        shared.fail(shared.say("BACKUP_DAMAGED", words, file=file))
    except backups.Newer as newer:
        shared.fail(shared.say("BACKUP_NEWER", words, file=file, found=newer.found, known=newer.known))
    except backups.NotEmpty as full:
        shared.fail(shared.say("DATABASE_NOT_EMPTY", words, matches=full.matches))
    facts = {"matches": counts["matches"], "steps": counts["steps"]}
    shared.out.print(shared.say("RESTORED", words, **facts), soft_wrap=True)
