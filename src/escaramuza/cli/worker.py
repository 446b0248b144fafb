"""`escaramuza worker`: agents think, analyses are made and pages printed here, for servers on the same PostgreSQL."""

import signal
import sys
from typing import Annotated

import typer

from escaramuza.cli import shared
from escaramuza.cli.shared import LangOption


def worker(
    database: Annotated[
        str, typer.Option("--database", envvar="ESCARAMUZA_DATABASE", help=shared.help_of("WORKER_DATABASE"))
    ],
    thinkers: Annotated[int, typer.Option("--thinkers", help=shared.help_of("WORKER_THINKERS"))] = 8,
    thoughts_each: Annotated[int, typer.Option("--thoughts-each", help=shared.help_of("THOUGHTS_EACH"))] = 3,
    attached: Annotated[bool, typer.Option("--attached", hidden=True)] = False,
    lang: LangOption = None,
) -> None:
    """Think and print for servers, on this or another machine."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    from escaramuza.games import registry
    from escaramuza.preparation import jobs
    from escaramuza.preparation.crew import Crew
    from escaramuza.server.database import has_postgres_driver
    from escaramuza.server.processes import end_with_parent, give_way
    from escaramuza.server.store import DriverMissing

    words = shared.language(lang)
    shared.must_be_within("--thinkers", thinkers, 1, 256)
    shared.must_be_within("--thoughts-each", thoughts_each, 1, 256)
    try:
        backend = make_url(database).get_backend_name()
    except ArgumentError:
        backend = ""
    if backend not in ("postgresql", "postgres"):
        shared.fail(shared.say("WORKER_NEEDS_POSTGRES", words))
    if not has_postgres_driver():
        raise DriverMissing
    from escaramuza.server.worker import Worker

    working = Worker(database, thinkers, thoughts_each)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: working.stop())
    # Whoever keeps this worker compiles games itself.
    crew = None if attached else Crew(registry.ids(), jobs.PLAYED)
    if attached:
        give_way()
        end_with_parent(sys.stdin.buffer, working.stop)
    elif crew is not None:
        crew.start()
        shared.out.print(shared.say("WORKING", words, thinkers=thinkers), soft_wrap=True)
    try:
        working.run()
    finally:
        if crew is not None:
            crew.close()
