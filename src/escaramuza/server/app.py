"""The application: routes, limits, headers, and errors as sentences."""

import asyncio
import json
import logging
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

from escaramuza import __version__
from escaramuza.engine.errors import EscaramuzaError
from escaramuza.server import about, games, health, lab, maps, metrics, rest, socket
from escaramuza.server.hub import Hub
from escaramuza.server.keeping import Keeper
from escaramuza.server.limits import BodyLimit, Buckets
from escaramuza.server.logs import Noting
from escaramuza.server.schema import openapi
from escaramuza.server.settings import Settings
from escaramuza.server.store import Gone
from escaramuza.server.words import Problem, problem_of

log = logging.getLogger("escaramuza.server")
SWEEP_SECONDS = 60
# No page or file of the app has a longer name; the file systems' own limits lie above it.
LONGEST_PATH = 200
# How long a thread computes on before another one may that wants to. An action takes about ten turns, and each would
# wait for Python's own five milliseconds behind somebody's question.
TURN_SECONDS = 0.001
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Seats are secret links: they must not travel to other sites.
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
Next = Callable[[Request], Awaitable[Response]]
Unfit = Callable[[str, dict[str, Any]], EscaramuzaError | None]


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server's application."""
    chosen = settings or Settings()
    requests = Buckets(chosen.requests_burst, chosen.requests_rate)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        sys.setswitchinterval(TURN_SECONDS)
        app.state.hub = Hub(chosen)
        metrics.watch(app.state.hub)
        beside = [asyncio.create_task(work) for work in (_sweep(app.state.hub), metrics.measure_lag())]
        yield
        for task in beside:
            task.cancel()
        await app.state.hub.close()

    app = FastAPI(
        title="Escaramuza",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    own = games.modules()
    for module in (health, about, rest, *own, lab, socket):
        app.include_router(module.router)

    app.add_middleware(BodyLimit, most=chosen.longest_body)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(chosen.hosts), www_redirect=False)

    @app.middleware("http")
    async def guard(request: Request, call_next: Next) -> Response:
        response = await _guarded(request, call_next)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.url.path.startswith("/api/"):
            # What a secret link opens is nobody else's; and how a match stands changes.
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    async def _guarded(request: Request, call_next: Next) -> Response:
        if request.url.path.startswith("/api/") and not requests.take(rest.guest_of(request)):
            return _problem(Problem("TOO_FAST", 429))
        return await call_next(request)

    # The outermost of them: whatever is answered bears the request's id and is noted.
    app.add_middleware(Noting)
    _handle_errors(app, [maps.unfit, *(module.unfit for module in own if hasattr(module, "unfit"))])
    _describe(app)
    _serve_pages(app, chosen.web)
    return app


def _describe(app: FastAPI) -> None:
    """The description of the API, made once and beside the event loop: it takes a third of a second."""
    app.openapi = cache(partial(openapi, app))  # type: ignore[method-assign]
    text = cache(lambda: json.dumps(app.openapi(), ensure_ascii=False).encode())

    @app.get("/api/openapi.json", include_in_schema=False)
    def description() -> Response:
        return Response(text(), media_type="application/json")


async def _sweep(hub: Hub) -> None:
    keeper = Keeper(hub)
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        try:
            await keeper.sweep(time.monotonic())
        except (SQLAlchemyError, Gone) as error:
            log.error("visits could not be noted", exc_info=error)
        hub.forget_idle()


def _problem(problem: Problem) -> JSONResponse:
    return JSONResponse({"error": problem.as_json()}, status_code=problem.status, headers=HEADERS)


def _handle_errors(app: FastAPI, unfits: Sequence[Unfit]) -> None:
    """Errors as sentences; `unfits` know what is wrong with a map or the like that was sent."""

    @app.exception_handler(Problem)
    async def on_problem(_: Request, problem: Problem) -> JSONResponse:
        return _problem(problem)

    @app.exception_handler(SQLAlchemyError)
    @app.exception_handler(Gone)
    async def on_database(_: Request, error: Exception) -> JSONResponse:
        log.error("the database failed", exc_info=error)
        return _problem(Problem("NO_DATABASE", 503))

    @app.exception_handler(Exception)
    async def on_fault(_: Request, __: Exception) -> JSONResponse:
        return _problem(Problem("FAULT", 500))

    @app.exception_handler(EscaramuzaError)
    async def on_refusal(_: Request, error: EscaramuzaError) -> JSONResponse:
        status = 404 if error.code in ("UNKNOWN_GAME", "GAME_BROKEN") else 422
        return JSONResponse({"error": problem_of(error)}, status_code=status)

    @app.exception_handler(RequestValidationError)
    async def on_bad_request(request: Request, error: RequestValidationError) -> JSONResponse:
        first: dict[str, Any] = dict(error.errors()[0])
        for unfit in unfits:
            if (found := unfit(request.url.path, first)) is not None:
                return JSONResponse({"error": problem_of(found)}, status_code=422)
        where = ".".join(str(part) for part in first["loc"])
        return _problem(Problem("BAD_MESSAGE", 422, why=f"{where}: {first['msg']}"))

    @app.exception_handler(HTTPException)
    async def on_http(_: Request, error: HTTPException) -> JSONResponse:
        if isinstance(error.__cause__, Problem):
            return _problem(error.__cause__)
        if error.status_code == 404:
            problem = Problem("DEAD_LINK", 404)
        else:
            problem = Problem("BAD_MESSAGE", error.status_code, why=error.detail)
        return JSONResponse({"error": problem.as_json()}, status_code=error.status_code, headers=error.headers)


def _serve_pages(app: FastAPI, web: Path) -> None:
    """The built client: files by their names, every other path is the page that routes by itself."""

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        if path.startswith("api/") or "\0" in path or len(path.encode()) > LONGEST_PATH:
            raise Problem("DEAD_LINK", 404)
        wanted = (web / path).resolve()
        if path and wanted.is_relative_to(web.resolve()) and wanted.is_file():
            forever = path.startswith("assets/")
            cached = "public, max-age=31536000, immutable" if forever else "no-cache"
            return FileResponse(wanted, headers={"Cache-Control": cached})
        start = web / "index.html"
        if not start.is_file():
            return Response("The web app is not built: run `make play`.", status_code=503, media_type="text/plain")
        return FileResponse(start, headers={"Cache-Control": "no-cache"})
