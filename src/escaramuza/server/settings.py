"""How a server runs."""

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parent.parent


def web_app() -> Path:
    """The folder of the built web app: within an installed package, or where a checkout builds it."""
    packed = PACKAGE / "web"
    return packed if packed.is_dir() else PACKAGE.parent.parent / "web" / "dist"


def default_file() -> Path:
    """Where matches are kept unless another database is named."""
    return user_data_path("escaramuza") / "escaramuza.db"


def default_database() -> str:
    """SQLite in the user's data folder."""
    file = default_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{file}"


@dataclass(frozen=True)
class Settings:
    """Where matches are kept, what is served, and what one guest may ask for."""

    database: str = field(default_factory=default_database)
    web: Path = field(default_factory=web_app)
    # The names under which the server is asked; any if there is a star.
    hosts: tuple[str, ...] = ("*",)
    # A guest's buckets: so many at once, then so many a second.
    messages_burst: int = 60
    messages_rate: float = 30.0
    requests_burst: int = 120
    requests_rate: float = 20.0
    # Seconds of computing for a guest's questions: so many at once, then so many a second.
    answers_burst: float = 30.0
    answers_rate: float = 0.5
    answerers: int = 1
    most_connections: int = 300
    longest_match: int = 5000
    longest_message: int = 64 * 1024
    longest_body: int = 4 * 1024 * 1024
    # Threads in which agents think, and how many of them may think for one guest.
    thinkers: int = 8
    thoughts_each: int = 3
    # Pages are set one after the other, so that printing leaves a core to the tables.
    printers: int = 1
    most_prints_waiting: int = 20
    # The strongest agent a guest may ask for: a server is shared.
    most_sims: int = 50_000
    most_seconds: float = 10.0
    # An analysis that nobody has asked for in so many seconds is given up.
    analysis_patience: float = 30.0
    idle_seconds: float = 900.0
    # Whether this process compiles games that are not ready: of several on one machine one does.
    prepares: bool = True
