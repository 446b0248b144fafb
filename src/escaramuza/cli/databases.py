"""Which database a command works on, and what is said of one that cannot be opened."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from escaramuza.cli import shared

DatabaseOption = Annotated[str | None, typer.Option("--database", help=shared.help_of("DATABASE"))]


@contextmanager
def chosen_database(given: str | None, lang: str) -> Iterator[str]:
    """The address of the database that is asked for, or else the environment's or the usual one; one sentence if
    something is wrong with it."""
    from sqlalchemy.exc import SQLAlchemyError

    from escaramuza.server.settings import PREFIX, resolve

    # Of the environment this setting alone: whatever else is wrong there is not this command's business.
    ours = {name: value for name, value in os.environ.items() if name == f"{PREFIX}DATABASE"}
    url = resolve({"database": given}, ours)[0].database
    try:
        yield url
    except (SQLAlchemyError, ImportError) as error:
        why = str(error).splitlines()[0]
        shared.fail(shared.say("BAD_DATABASE", lang, database=without_password(url), why=why))


def without_password(url: str) -> str:
    """The address of a database as it can be shown."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url
