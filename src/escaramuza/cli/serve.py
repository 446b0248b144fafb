"""`escaramuza serve`: the web app on this machine."""

import inspect
import os
import re
import socket
import threading
import time
import webbrowser
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from escaramuza.cli import household, shared
from escaramuza.cli.databases import without_password
from escaramuza.cli.shared import LangOption
from escaramuza.server.settings import LIMITS, RUNNING, SERVING, SETTINGS, BadSetting, Setting, Settings, resolve

if TYPE_CHECKING:
    from escaramuza.preparation.crew import Crew

TELL_SECONDS = 0.5


class WithGroups(TyperCommand):
    """A command whose help shows its settings in groups, limits last."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        group_of = {one.name: one.group for one in SETTINGS}
        for group in (SERVING, RUNNING, LIMITS):
            found = (
                p.get_help_record(ctx) for p in self.get_params(ctx) if group_of.get(p.name or "", SERVING) == group
            )
            with formatter.section(shared.help_of(f"GROUP_{group.upper()}")):
                formatter.write_dl([record for record in found if record])


def serve(
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help=shared.help_of("BROWSER"))] = False,
    settings: Annotated[bool, typer.Option("--settings", help=shared.help_of("SETTINGS"))] = False,
    lang: LangOption = None,
    **given: Any,
) -> None:
    """Serve the web app: play in the browser, against the machine, at one screen, or by link."""
    words = shared.language(lang)
    chosen, sources = read_settings(given, words)
    if settings:
        _show(chosen, sources, words)
        return
    _serve(chosen, browser, words)


def _parameters() -> inspect.Signature:
    """The options of the table of settings, with those that are only this command's."""
    own = [one for one in inspect.signature(serve).parameters.values() if one.kind is not one.VAR_KEYWORD]
    table = [
        inspect.Parameter(
            one.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[
                list[str] | None if one.many else str | None,
                typer.Option(one.option, metavar=_metavar(one), help=shared.help_of(one.name.upper())),
            ],
        )
        for one in SETTINGS
    ]
    return inspect.Signature([*own, *table])


def _metavar(one: Setting) -> str:
    if one.choices:
        return "|".join(one.choices)
    return {int: "NUMBER", float: "NUMBER"}.get(one.kind, "TEXT")


serve.__signature__ = _parameters()  # type: ignore[attr-defined]


def read_settings(given: dict[str, Any], lang: str) -> tuple[Settings, dict[str, str]]:
    """The settings of options and environment, and where each comes from; a sentence for a value that is none."""
    try:
        return resolve(given, os.environ)
    except BadSetting as error:
        one = error.setting
        code = "CHOICE" if one.choices else "WHOLE" if one.kind is int else "NUMBER"
        least, most = (f"{bound:g}" if one.kind is float else str(bound) for bound in one.bounds)
        facts = {"name": error.name, "value": error.value[:80], "least": least, "most": most}
        shared.fail(shared.say(f"BAD_SETTING_{code}", lang, **facts, choices=" | ".join(one.choices)))


def _show(chosen: Settings, sources: dict[str, str], lang: str) -> None:
    """Every setting with its value and where that comes from."""
    lines = [tuple(shared.say(f"SETTINGS_{column}", lang) for column in ("NAME", "VARIABLE", "SOURCE", "VALUE"))]
    for one in SETTINGS:
        value = getattr(chosen, one.name)
        text = ", ".join(value) if one.many else without_password(value) if one.name == "database" else str(value)
        source = shared.say(f"SETTINGS_FROM_{sources[one.name].upper()}", lang)
        lines.append((one.option, one.variable, source, text))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        row = "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True))
        shared.out.print(row.rstrip(), markup=False, soft_wrap=True)


def _serve(chosen: Settings, browser: bool, lang: str) -> None:
    import uvicorn

    from escaramuza.server import logs, metrics
    from escaramuza.server.app import create_app
    from escaramuza.server.listening import ask_for_connections, look_for_garbage_seldom
    from escaramuza.server.opening import is_shared

    held = _open_database(chosen.database, lang)
    many = is_shared(chosen.database)
    if not many and (chosen.workers > 1 or not chosen.thinkers):
        option = "--workers" if chosen.workers > 1 else "--thinkers 0"
        shared.fail(shared.say("MANY_NEED_POSTGRES", lang, option=option))
    settings = replace(chosen, hosts=_hosts(chosen.host, list(chosen.allow_host), lang))
    logs.set_up(settings.log_format, settings.log_level)
    if settings.workers > 1:
        _serve_many(settings, lang)
        return
    figures = [metrics.answer(one) for one in _listen_for_metrics(settings, lang)]
    app = create_app(settings)
    ask_for_connections()
    look_for_garbage_seldom()
    server = uvicorn.Server(_config(app, settings))

    def announce() -> None:
        while not server.started:
            if server.should_exit:
                return
            stopped.wait(0.05)
            if stopped.is_set():
                return
        shared.out.print(shared.say("SERVING", lang, address=_address(settings)), soft_wrap=True)
        if browser:
            webbrowser.open(_address(settings))
        _tell_of_games(app.state.hub.readiness.crew, lang, stopped)

    stopped = threading.Event()
    threading.Thread(target=announce, daemon=True).start()
    helpers = household.Helpers(settings) if many and settings.thinkers else None
    try:
        server.run()
    except SystemExit:
        shared.fail(shared.say("PORT_TAKEN", lang, host=settings.host, port=settings.port))
    finally:
        stopped.set()
        if helpers is not None:
            helpers.close()
        for answering in figures:
            answering.shutdown()
        if held is not None:
            held.close()
    if not server.started:
        shared.fail(shared.say("NOT_STARTED", lang))


def _open_database(url: str, lang: str) -> Any:
    """The tables brought up to date, and the right to be the only server on a file."""
    from sqlalchemy.exc import SQLAlchemyError

    from escaramuza.server.opening import claim, migrate, open_engine

    try:
        engine = open_engine(url)
        held = claim(url)
        migrate(engine)
        engine.dispose()
    except (SQLAlchemyError, ImportError, OSError) as error:
        shared.fail(shared.say("BAD_DATABASE", lang, database=without_password(url), why=str(error).splitlines()[0]))
    return held


def _listen_for_metrics(settings: Settings, lang: str) -> list[socket.socket]:
    """A port for the figures of each server process, one after the other; before any of them is started, so that one
    that is taken is told of at once."""
    from escaramuza.server.processes import listen

    found: list[socket.socket] = []
    for number in range(settings.workers if settings.metrics_port else 0):
        port = settings.metrics_port + number
        try:
            found.append(listen(settings.metrics_host, port))
        except (OSError, OverflowError):
            shared.fail(shared.say("METRICS_PORT_TAKEN", lang, host=settings.metrics_host, port=port))
    return found


def _address(settings: Settings) -> str:
    return f"http://{'127.0.0.1' if settings.host == '0.0.0.0' else settings.host}:{settings.port}"


def _config(app: Any, settings: Settings) -> Any:
    """How uvicorn serves the app."""
    import uvicorn

    from escaramuza.server.frames import patient_socket
    from escaramuza.server.listening import patient

    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=patient(settings),
        ws=patient_socket(settings),
        # Ours are set up, and note requests without their links.
        log_config=None,
        access_log=False,
        forwarded_allow_ips=settings.front,
        ws_max_size=settings.longest_message,
        # Compressing every update costs more time than its few kilobytes.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )


def _serve_many(settings: Settings, lang: str) -> None:
    """Several server processes on one port, until this one is told to stop."""
    from escaramuza.server.listening import ask_for_connections, look_for_garbage_seldom
    from escaramuza.server.processes import listen

    def serve_one(settings: Settings, number: int) -> None:
        import uvicorn

        from escaramuza.server import metrics
        from escaramuza.server.app import create_app

        if figures:
            metrics.answer(figures[number])
        uvicorn.Server(_config(create_app(settings), settings)).run([listening])

    if not hasattr(os, "fork"):
        shared.fail(shared.say("MANY_NEED_COPIES", lang))
    ask_for_connections()
    look_for_garbage_seldom()
    try:
        listening = listen(settings.host, settings.port)
    except OSError:
        shared.fail(shared.say("PORT_TAKEN", lang, host=settings.host, port=settings.port))
    figures = _listen_for_metrics(settings, lang)
    shared.out.print(shared.say("SERVING", lang, address=_address(settings)), soft_wrap=True)
    with listening:
        household.keep_servers(settings, serve_one)


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
    names = {game_id: registry.get(game_id).name for game_id in waiting}
    if waiting:
        shared.out.print(shared.say("GAMES_PREPARING", lang, games=", ".join(names.values())), soft_wrap=True)
    while waiting and not stopped.is_set() and not crew.closing:
        now = crew.wait_for_any(waiting, TELL_SECONDS)
        for progress in now:
            waiting.remove(progress.game_id)
            code, seconds = "GAME_FAILED" if progress.why else "GAME_READY", round(time.monotonic() - began)
            shared.out.print(
                shared.say(code, lang, game=names[progress.game_id], seconds=seconds, why=progress.why),
                soft_wrap=True,
                markup=False,
            )
    shared.complain_of_cache(lang)
