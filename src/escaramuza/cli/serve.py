"""`escaramuza serve`: the web app on this machine."""

import os
import re
import socket
import threading
import time
import webbrowser
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escaramuza.cli import household, shared
from escaramuza.cli.ports import USUAL_PORT
from escaramuza.cli.shared import LangOption

if TYPE_CHECKING:
    from escaramuza.preparation.crew import Crew

TELL_SECONDS = 0.5


def serve(
    host: Annotated[str, typer.Option("--host", help=shared.help_of("HOST"))] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help=shared.help_of("PORT"))] = USUAL_PORT,
    database: Annotated[
        str | None,
        typer.Option("--database", help=shared.help_of("DATABASE")),
    ] = None,
    allow_host: Annotated[list[str] | None, typer.Option("--allow-host", help=shared.help_of("ALLOW_HOST"))] = None,
    workers: Annotated[int, typer.Option("--workers", help=shared.help_of("SERVE_WORKERS"))] = 1,
    thinkers: Annotated[int, typer.Option("--thinkers", help=shared.help_of("SERVE_THINKERS"))] = 8,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help=shared.help_of("BROWSER"))] = False,
    lang: LangOption = None,
) -> None:
    """Serve the web app: play in the browser, against the machine, at one screen, or by link."""
    import uvicorn
    from sqlalchemy.exc import SQLAlchemyError

    from escaramuza.server.app import create_app
    from escaramuza.server.listening import ask_for_connections
    from escaramuza.server.settings import Settings, default_database
    from escaramuza.server.store import claim, is_shared, migrate, open_engine

    words = shared.language(lang)
    shared.must_be_within("--port", port, 1, 65535)
    shared.must_be_within("--workers", workers, 1, 64)
    shared.must_be_within("--thinkers", thinkers, 0, 256)
    url = database or default_database()
    try:
        engine = open_engine(url)
        held = claim(url)
        migrate(engine)
        engine.dispose()
    except (SQLAlchemyError, ImportError, OSError) as error:
        shared.fail(shared.say("BAD_DATABASE", words, database=_without_password(url), why=str(error).splitlines()[0]))
    many = is_shared(url)
    if not many and (workers > 1 or not thinkers):
        shared.fail(shared.say("MANY_NEED_POSTGRES", words, option="--workers" if workers > 1 else "--thinkers 0"))
    address = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"
    settings = Settings(database=url, hosts=_hosts(host, allow_host or [], words), thinkers=thinkers or 1)
    if workers > 1:
        _serve_many(workers, thinkers, settings, (host, port), words)
        return
    app = create_app(settings)
    ask_for_connections()
    server = uvicorn.Server(_config(app, settings, host, port))

    def announce() -> None:
        while not server.started:
            if server.should_exit:
                return
            stopped.wait(0.05)
            if stopped.is_set():
                return
        shared.out.print(shared.say("SERVING", words, address=address), soft_wrap=True)
        if browser:
            webbrowser.open(address)
        _tell_of_games(app.state.hub.readiness.crew, words, stopped)

    stopped = threading.Event()
    threading.Thread(target=announce, daemon=True).start()
    helpers = household.Helpers(url, thinkers) if many and thinkers else None
    try:
        server.run()
    except SystemExit:
        shared.fail(shared.say("PORT_TAKEN", words, host=host, port=port))
    finally:
        stopped.set()
        if helpers is not None:
            helpers.close()
        if held is not None:
            held.close()
    if not server.started:
        shared.fail(shared.say("NOT_STARTED", words))


def _config(app: Any, settings: Any, host: str, port: int) -> Any:
    """How uvicorn serves the app."""
    import uvicorn

    from escaramuza.server.listening import PatientProtocol

    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=PatientProtocol,
        log_level="warning",
        ws_max_size=settings.longest_message,
        # Compressing every update costs more time than its few kilobytes.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )


def _serve_many(workers: int, thinkers: int, settings: Any, address: tuple[str, int], lang: str) -> None:
    """Several server processes on one port, until this one is told to stop."""
    from escaramuza.server.listening import ask_for_connections
    from escaramuza.server.processes import listen

    def serve_one(settings: Any, listening: list[socket.socket]) -> None:
        import uvicorn

        from escaramuza.server.app import create_app

        uvicorn.Server(_config(create_app(settings), settings, *address)).run(listening)

    if not hasattr(os, "fork"):
        shared.fail(shared.say("MANY_NEED_COPIES", lang))
    ask_for_connections()
    host = "127.0.0.1" if address[0] == "0.0.0.0" else address[0]
    try:
        listening = listen(*address)
    except OSError:
        shared.fail(shared.say("PORT_TAKEN", lang, host=address[0], port=address[1]))
    shared.out.print(shared.say("SERVING", lang, address=f"http://{host}:{address[1]}"), soft_wrap=True)
    with listening:
        household.keep_servers(workers, thinkers, settings, listening, serve_one)


def _hosts(host: str, allowed: list[str], lang: str) -> tuple[str, ...]:
    """The names under which a browser may ask for this server: on this machine alone its own, so that no other site's
    name can be pointed at it; otherwise those that are given, or any."""
    here = ("127.0.0.1", "localhost", "[::1]")
    for name in allowed:
        if name != "*" and not re.fullmatch(r"(\*\.)?[\w.-]+|\[[0-9a-fA-F:]+\]", name):
            shared.fail(shared.say("BAD_HOST", lang, name=name))
    if allowed:
        return (*here, *allowed)
    return here if host in ("127.0.0.1", "localhost", "::1") else ("*",)


def _tell_of_games(crew: "Crew", lang: str, stopped: threading.Event) -> None:
    """Say which games are being prepared, and each one as it is ready."""
    from escaramuza.games import registry

    began, waiting = time.monotonic(), list(crew.order)
    names = {game: registry.get(game).name for game in waiting}
    if waiting:
        shared.out.print(shared.say("GAMES_PREPARING", lang, games=", ".join(names.values())), soft_wrap=True)
    while waiting and not stopped.is_set() and not crew.closing:
        now = crew.wait_for_any(waiting, TELL_SECONDS)
        for progress in now:
            waiting.remove(progress.game)
            code, seconds = "GAME_FAILED" if progress.why else "GAME_READY", round(time.monotonic() - began)
            shared.out.print(
                shared.say(code, lang, game=names[progress.game], seconds=seconds, why=progress.why),
                soft_wrap=True,
                markup=False,
            )
    shared.complain_of_cache(lang)


def _without_password(url: str) -> str:
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url
