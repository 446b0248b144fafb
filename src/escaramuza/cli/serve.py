"""`escaramuza serve`: the web app on this machine."""

import sys
import threading
import webbrowser
from typing import Annotated, Any

import typer

from escaramuza.cli.ports import USUAL_PORT
from escaramuza.cli.shared import LangOption, fail, get_ready, help_of, language, must_be_within, out, say


def serve(
    host: Annotated[str, typer.Option("--host", help=help_of("HOST"))] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help=help_of("PORT"))] = USUAL_PORT,
    database: Annotated[
        str | None,
        typer.Option("--database", help=help_of("DATABASE")),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help=help_of("BROWSER"))] = False,
    lang: LangOption = None,
) -> None:
    """Serve the web app: play in the browser, against the machine, at one screen, or by link."""
    import uvicorn
    from sqlalchemy.exc import SQLAlchemyError

    from escaramuza.games import registry
    from escaramuza.server.app import create_app
    from escaramuza.server.settings import Settings, default_database
    from escaramuza.server.store import open_engine

    words = language(lang)
    must_be_within("--port", port, 1, 65535)
    url = database or default_database()
    try:
        engine = open_engine(url)
        with engine.connect():
            pass
        engine.dispose()
    except (SQLAlchemyError, ImportError) as error:
        fail(say("BAD_DATABASE", words, database=_without_password(url), why=str(error).splitlines()[0]))
    for game in registry.READY:
        _get_opponents_ready(get_ready(game, words), words)
    settings = Settings(database=url)
    address = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"
    config = uvicorn.Config(
        create_app(settings),
        host=host,
        port=port,
        log_level="warning",
        ws_max_size=settings.longest_message,
        # Compressing every update costs more time than its few kilobytes.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)

    def announce() -> None:
        while not server.started:
            if server.should_exit:
                return
            stopped.wait(0.05)
            if stopped.is_set():
                return
        out.print(say("SERVING", words, address=address), soft_wrap=True)
        if browser:
            webbrowser.open(address)

    stopped = threading.Event()
    threading.Thread(target=announce, daemon=True).start()
    try:
        server.run()
    except SystemExit:
        fail(say("PORT_TAKEN", words, host=host, port=port))
    finally:
        stopped.set()
    if not server.started:
        fail(say("PORT_TAKEN", words, host=host, port=port))


def _get_opponents_ready(spec: Any, lang: str) -> None:
    """Compile what the opponents think with, telling so the first time."""
    from escaramuza.engine.prepare import show_progress
    from escaramuza.kernel import jit
    from escaramuza.server.hub import warm_up

    folder = jit.cache_folder()
    marker = None if folder is None else folder / f"{spec.id}.opponents"
    if marker is not None and marker.exists():
        return
    show_progress(say("PREPARING_OPPONENTS", lang, game=spec.name))
    warm_up(spec)
    if sys.stderr.isatty():
        show_progress("")
    if marker is not None:
        marker.touch()


def _without_password(url: str) -> str:
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url
