"""`escaramuza` without a command: the web app in the browser, on the usual port or the next one that is free."""

import os
import socket

from escaramuza.cli.shared import out, say, system_language

HERE = "127.0.0.1"
USUAL_PORT = 8000
LAST_PORT = USUAL_PORT + 99


def open_app() -> None:
    """Serve on this machine and open the browser. Nobody asked for a port, so a taken one is no reason to stop."""
    from escaramuza.cli.serve import serve

    port = free_port()
    if port != USUAL_PORT:
        out.print(say("PORT_NEXT", system_language(), taken=USUAL_PORT, port=port), soft_wrap=True)
    serve(port=port, browser=True)


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
