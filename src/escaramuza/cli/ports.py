"""`escaramuza` without a command: the web app in the browser, on the usual port or the next one that is free."""

import json
import os
import socket
import urllib.request
import webbrowser

from escaramuza.cli.shared import out, say, system_language

HERE = "127.0.0.1"
USUAL_PORT = 8000
LAST_PORT = USUAL_PORT + 99


def open_app() -> None:
    """Serve on this machine and open the browser. Nobody asked for a port, so a taken one is not a reason to stop."""
    from escaramuza.cli.serve import serve

    if is_served():
        address = f"http://{HERE}:{USUAL_PORT}"
        out.print(say("ALREADY_SERVED", system_language(), address=address), soft_wrap=True)
        webbrowser.open(address)
        return
    port = free_port()
    if port != USUAL_PORT:
        out.print(say("PORT_NEXT", system_language(), taken=USUAL_PORT, port=port), soft_wrap=True)
    serve(port=port, browser=True)


def is_served() -> bool:
    """Whether the usual port is taken by a server of ours."""
    try:
        with urllib.request.urlopen(f"http://{HERE}:{USUAL_PORT}/api/health", timeout=2) as answer:
            found = json.load(answer)
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("ok") is True and "version" in found


def free_port() -> int:
    """The first free port; the usual one where none is, so that serving says what is wrong."""
    return next((port for port in range(USUAL_PORT, LAST_PORT + 1) if _is_free(port)), USUAL_PORT)


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        if os.name == "posix":
            # As the server does: what a server left behind a moment ago does not count as taken.
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((HERE, port))
        except OSError:
            return False
    return True
