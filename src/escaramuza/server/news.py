"""What other processes on the same PostgreSQL say. A notice names what is new; what it is now is in the tables, so
a notice that comes twice, late or not at all does no harm: after an interruption everything is looked at again."""

import logging
import threading
from collections.abc import Callable

from sqlalchemy import Connection, func, select
from sqlalchemy.engine import make_url

log = logging.getLogger("escaramuza.server")
# To servers: matches that have gone on, and work that is done. To workers: new work, and work that nobody wants.
NEWS, WORK = "escaramuza_news", "escaramuza_work"
LISTEN_SECONDS = 0.5
AGAIN_SECONDS = 0.3
LONGEST_NOTICE = 80


def address_of(url: str) -> str:
    """A database's address as the driver itself reads it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def tell(connection: Connection, match: str, process: str = "") -> None:
    """Once this transaction is done, other processes hear that there is something new about a match."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(NEWS, f"match {match} {process}")))


class Listener:
    """Hears notices of one kind, in a thread with a connection of its own. `hear` gets each of them, `again` is called
    whenever some may have been missed."""

    def __init__(self, url: str, channel: str, hear: Callable[[str], None], again: Callable[[], None]) -> None:
        self.url = url
        self.channel = channel
        self.hear = hear
        self.again = again
        self.closing = threading.Event()
        self.thread = threading.Thread(target=self._listen, name="listener", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self.thread.start()

    def close(self) -> None:
        """Listen no more."""
        self.closing.set()
        if self.thread.is_alive():
            self.thread.join()

    def _listen(self) -> None:
        from psycopg import Error

        while not self.closing.is_set():
            try:
                self._listen_once()
            except Error as error:
                log.warning("news are not heard at the moment: %s", next(iter(str(error).splitlines()), ""))
                self.closing.wait(AGAIN_SECONDS)

    def _hear(self, notice: str) -> None:
        """What nobody understands must not make this process deaf: anybody on the database can say something."""
        try:
            self.hear(notice)
        except Exception as error:
            log.warning("a notice was not understood: %r", notice[:LONGEST_NOTICE], exc_info=error)

    def _listen_once(self) -> None:
        """Until the connection is lost. What says nothing is asked whether it is still there."""
        from psycopg import Connection

        address = address_of(self.url)
        with Connection.connect(address, autocommit=True, connect_timeout=5, tcp_user_timeout=15_000) as connection:
            connection.execute(f"LISTEN {self.channel}".encode())
            self.again()
            while not self.closing.is_set():
                for notice in connection.notifies(timeout=LISTEN_SECONDS):
                    self._hear(notice.payload)
                    if self.closing.is_set():
                        return
                connection.execute("SELECT 1")
