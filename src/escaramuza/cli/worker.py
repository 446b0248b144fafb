"""`escaramuza worker`: agents think, analyses are made and pages printed here, for servers on the same PostgreSQL."""

import signal
import sys
from typing import Annotated

import typer

from escaramuza.cli import shared
from escaramuza.cli.serve import read_settings
from escaramuza.cli.shared import LangOption
from escaramuza.server.settings import Settings


def worker(
    database: Annotated[
        str, typer.Option("--database", envvar="ESCARAMUZA_DATABASE", help=shared.help_of("WORKER_DATABASE"))
    ],
    thinkers: Annotated[int, typer.Option("--thinkers", help=shared.help_of("WORKER_THINKERS"))] = Settings.thinkers,
    thoughts_each: Annotated[str | None, typer.Option("--thoughts-each", help=shared.help_of("THOUGHTS_EACH"))] = None,
    printers: Annotated[str | None, typer.Option("--printers", help=shared.help_of("PRINTERS"))] = None,
    experimenters: Annotated[str | None, typer.Option("--experimenters", help=shared.help_of("EXPERIMENTERS"))] = None,
    log_format: Annotated[str | None, typer.Option("--log-format", help=shared.help_of("LOG_FORMAT"))] = None,
    log_level: Annotated[str | None, typer.Option("--log-level", help=shared.help_of("LOG_LEVEL"))] = None,
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
    from escaramuza.server.opening import DriverMissing
    from escaramuza.server.processes import end_with_parent, give_way

    words = shared.language(lang)
    shared.must_be_within("--thinkers", thinkers, 1, 256)
    # The same variables as a server's; how many think here is this worker's own affair.
    places = {
        "thinkers": thinkers,
        "thoughts_each": thoughts_each,
        "printers": printers,
        "experimenters": experimenters,
    }
    names = {"log_format": log_format, "log_level": log_level, "database": database}
    chosen, _ = read_settings({**places, **names}, words)
    try:
        backend = make_url(database).get_backend_name()
    except ArgumentError:
        backend = ""
    if backend not in ("postgresql", "postgres"):
        shared.fail(shared.say("WORKER_NEEDS_POSTGRES", words))
    if not has_postgres_driver():
        raise DriverMissing
    from escaramuza.server import logs
    from escaramuza.server.worker import Worker

    logs.set_up(chosen.log_format, chosen.log_level)
    working = Worker(database, thinkers, chosen.thoughts_each, chosen.printers, chosen.experimenters)
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
