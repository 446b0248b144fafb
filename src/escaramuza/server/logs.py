"""What the server notes: lines for people or JSON for machines, each with the request and the match that it is about.

The link of a seat is a secret, and it is a part of addresses. So a request is noted by the pattern of its route, never
by its address, and whatever else is noted is looked through for links before it is written.
"""

import json
import logging
import re
import secrets
import sys
import time
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from escaramuza.server.settings import PREFIX, Settings

REQUEST_ID = "X-Request-Id"
# What a front may call a request; anything else could break a line.
KNOWN_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
LINK = re.compile(r"((?:/|%2F)(?:m|table|replay|matches)(?:/|%2F))[\w%~.-]+", re.IGNORECASE)
# What the first part of a page's address looks like; a link, typed without the rest of its address, does not.
PAGE = re.compile("[a-z]{1,12}")
FIELDS = ("method", "path", "status", "ms", "guest")
FORM, LEVEL = f"{PREFIX}LOG_FORMAT", f"{PREFIX}LOG_LEVEL"
access = logging.getLogger("escaramuza.access")


@dataclass
class About:
    """The request that is being answered, and the match that it turned out to be about."""

    request: str
    match: str = ""


_about: ContextVar[About | None] = ContextVar("about", default=None)


def about_match(match: str) -> None:
    """The request that is being answered is about this match."""
    about = _about.get()
    if about is not None:
        about.match = match


def without_links(text: str) -> str:
    """A text in which no link can be read."""
    return LINK.sub(r"\1…", text)


class _Lines(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        about = _about.get()
        if about is not None:
            text += f" [{about.request}{f' match {about.match}' if about.match else ''}]"
        return without_links(text)


class _Json(logging.Formatter):
    """An object a line, for machines."""

    def format(self, record: logging.LogRecord) -> str:
        about = _about.get()
        noted: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if about is not None:
            noted["request"] = about.request
            if about.match:
                noted["match"] = about.match
        noted.update({name: getattr(record, name) for name in FIELDS if hasattr(record, name)})
        if record.exc_info:
            noted["exception"] = self.formatException(record.exc_info)
        return without_links(json.dumps(noted, ensure_ascii=False))


def as_environment(settings: Settings) -> dict[str, str]:
    """How this process notes, for those that it starts."""
    return {FORM: settings.log_format, LEVEL: settings.log_level}


def set_up_from(environment: Mapping[str, str]) -> None:
    """Note as the process that started this one does."""
    set_up(environment.get(FORM, Settings.log_format), environment.get(LEVEL, Settings.log_level))


def set_up(form: str, level: str) -> None:
    """Note what is worth it on standard error, in one form for everything that runs in this process."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Lines("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("escaramuza").setLevel(level.upper())


class Noting:
    """Gives each request an id, or keeps the one of a front, tells it in the answer, and notes the request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        about = About(_id_of(scope))
        before = _about.set(about)
        began, status = time.perf_counter(), 500 if scope["type"] == "http" else 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.accept"):
                MutableHeaders(scope=message)[REQUEST_ID] = about.request
                status = message.get("status", 101)
            await send(message)

        try:
            await self.app(scope, receive, answer)
        finally:
            _note(scope, status, time.perf_counter() - began)
            _about.reset(before)


def _id_of(scope: Scope) -> str:
    given = next((value for name, value in scope["headers"] if name == REQUEST_ID.lower().encode()), b"")
    text = given.decode("latin-1")
    return text if KNOWN_ID.fullmatch(text) else secrets.token_hex(8)


def _note(scope: Scope, status: int, seconds: float) -> None:
    guest = scope["client"][0] if scope.get("client") else ""
    method = scope.get("method", "WEBSOCKET")
    path, ms = path_of(scope), round(seconds * 1000, 1)
    line = {"method": method, "path": path, "status": status, "ms": ms, "guest": guest}
    access.info("%s %s %s %s ms, %s", method, path, status, ms, guest, extra=line)


def path_of(scope: Scope) -> str:
    """Where a request went, without anything secret: the pattern of its route; of a page its first part."""
    pattern = getattr(scope.get("route"), "path", "")
    if pattern and pattern != "/{path:path}":
        return str(pattern)
    first, *more = [part for part in scope["path"].split("/") if part][:2] or [""]
    if first and not PAGE.fullmatch(first):
        return "/…"
    return f"/{first}/…" if more else f"/{first}"
