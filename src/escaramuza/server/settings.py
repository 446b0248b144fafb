"""How a server runs. The fields of `Settings` are the one table of all settings: each is an option of `escaramuza
serve` and an environment variable of the same name, with its type, default and bounds; its help is a text of the
command line."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_data_path

if TYPE_CHECKING:
    from escaramuza.server.board import Board

PACKAGE = Path(__file__).resolve().parent.parent
PREFIX = "ESCARAMUZA_"
# Where a value comes from, in the order in which they count.
OPTION, ENVIRONMENT, DEFAULT = "option", "environment", "default"
# Groups of settings, in the order of `--help`.
SERVING, RUNNING, LIMITS = "serving", "running", "limits"
YEARS = 36_500


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


def _serving(default: Any, least: float = 0, most: float = 0) -> Any:
    return field(default=default, metadata={"group": SERVING, "bounds": (least, most)})


def _running(default: Any, least: float = 0, most: float = 0, choices: tuple[str, ...] = ()) -> Any:
    return field(default=default, metadata={"group": RUNNING, "bounds": (least, most), "choices": choices})


def _limit(default: float, least: float, most: float) -> Any:
    return field(default=default, metadata={"group": LIMITS, "bounds": (least, most)})


@dataclass(frozen=True)
class Settings:
    """Where matches are kept, what is served, and what one guest may ask for."""

    host: str = _serving("127.0.0.1")
    port: int = _serving(8000, 1, 65_535)
    database: str = field(default_factory=default_database, metadata={"group": SERVING})
    # Further names under which browsers ask for this server.
    allow_host: tuple[str, ...] = _serving(())
    web: Path = field(default_factory=web_app)
    # The names under which the server is asked; any if there is a star.
    hosts: tuple[str, ...] = ("*",)
    # Server processes on one port; more than one need PostgreSQL.
    workers: int = _running(1, 1, 64)
    # Addresses of fronts that may say for whom they ask.
    front: str = _running("127.0.0.1")
    log_format: str = _running("text", choices=("text", "json"))
    # With info every request is noted.
    log_level: str = _running("warning", choices=("error", "warning", "info"))
    # Figures for Prometheus have a port of their own, 0 for none: how much is played is nobody else's business, and a
    # front that passes everything on cannot pass them on by mistake.
    metrics_port: int = _running(0, 0, 65_535)
    metrics_host: str = _running("127.0.0.1")
    # Days without a visit after which a match is removed; 0 keeps it.
    keep_unfinished: int = _running(0, 0, YEARS)
    keep_finished: int = _running(0, 0, YEARS)
    # Whether guests may have experiments computed.
    lab: str = _running("on", choices=("on", "off"))
    # A guest's buckets: so many at once, then so many a second.
    messages_burst: int = _limit(60, 1, 100_000)
    messages_rate: float = _limit(30.0, 0.01, 100_000)
    # Actions, take-backs and greetings over all connections of a guest: each is drawn for everybody at its table.
    actions_burst: int = _limit(600, 1, 1_000_000)
    actions_rate: float = _limit(60.0, 0.01, 1_000_000)
    # So many of them are in work at a time, so that many connections of one guest take no more than some of others.
    actions_each: int = _limit(4, 1, 1_000_000)
    requests_burst: int = _limit(120, 1, 100_000)
    requests_rate: float = _limit(20.0, 0.01, 100_000)
    # Seconds of computing for a guest's questions: so many at once, then so many a second.
    answers_burst: float = _limit(30.0, 0.01, 100_000)
    answers_rate: float = _limit(0.5, 0.001, 1000)
    answerers: int = _limit(1, 1, 256)
    most_connections: int = _limit(300, 1, 1_000_000)
    longest_match: int = _limit(5000, 10, 20_000)
    longest_message: int = _limit(64 * 1024, 1024, 64 * 1024 * 1024)
    longest_body: int = _limit(4 * 1024 * 1024, 1024, 1024 * 1024 * 1024)
    # How long a request's header and its body may take, and how many requests an address may have begun at once.
    header_seconds: float = _limit(10.0, 0.1, 3600)
    body_seconds: float = _limit(60.0, 0.1, 3600)
    # How long a guest may take none of an answer that is on its way.
    answer_seconds: float = _limit(60.0, 0.1, 3600)
    most_begun: int = _limit(100, 1, 1_000_000)
    # How many agents think at once, and how many of them for one guest; 0 where workers elsewhere do.
    thinkers: int = _limit(8, 0, 256)
    thoughts_each: int = _limit(3, 1, 256)
    # Pages are set one after the other, so that printing leaves a core to the tables.
    printers: int = _limit(1, 1, 256)
    most_prints_waiting: int = _limit(20, 1, 10_000)
    most_prints_each: int = _limit(4, 1, 10_000)
    # The strongest agent a guest may ask for: a server is shared.
    most_sims: int = _limit(50_000, 1, 1_000_000_000)
    most_seconds: float = _limit(10.0, 0.01, 3600)
    # Experiments that compute at once, those that a guest may have open (one of them computes), and those of all.
    experimenters: int = _limit(1, 1, 256)
    experiments_each: int = _limit(2, 1, 256)
    most_experiments: int = _limit(30, 1, 10_000)
    # How much one of them may play and compute.
    experiment_games: int = _limit(100_000, 2, 10_000_000)
    experiment_seconds: float = _limit(120.0, 1, 86_400)
    # An analysis that nobody has asked for in so many seconds is given up.
    analysis_patience: float = _limit(30.0, 1, 86_400)
    # Hosts may choose no shorter time after which a deserted match can be claimed.
    shortest_claim: int = _limit(60, 1, 86_400)
    idle_seconds: float = _limit(900.0, 0, 86_400)
    # Whether this process compiles games that are not ready: of several on one machine one does.
    prepares: bool = True
    # Where that one tells the others how far it is.
    board: "Board | None" = None


@dataclass(frozen=True)
class Setting:
    """One of them, as it is given from outside."""

    name: str
    kind: type
    group: str
    bounds: tuple[float, float] = (0, 0)
    choices: tuple[str, ...] = ()

    @property
    def option(self) -> str:
        """--messages-burst."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """ESCARAMUZA_MESSAGES_BURST."""
        return PREFIX + self.name.upper()

    @property
    def many(self) -> bool:
        """Whether several values can be given: the option again and again, the variable with commas."""
        return self.kind is tuple

    def read(self, value: Any, source: str) -> Any:
        """The value that a text stands for; `BadSetting` if it is none."""
        if self.many:
            listed = value.split(",") if isinstance(value, str) else value
            return tuple(name.strip() for name in listed)
        text = str(value).strip()
        if self.choices and text not in self.choices:
            raise BadSetting(self, source, text)
        if self.kind is str:
            return text
        try:
            number = self.kind(text)
        except ValueError as error:
            raise BadSetting(self, source, text) from error
        # What is not a number is within no bounds.
        if not self.bounds[0] <= number <= self.bounds[1]:
            raise BadSetting(self, source, text)
        return number


class BadSetting(ValueError):
    """A value that a setting does not take."""

    def __init__(self, setting: Setting, source: str, value: str) -> None:
        super().__init__(setting.name)
        self.setting = setting
        self.name = setting.variable if source == ENVIRONMENT else setting.option
        self.value = value


def _table() -> tuple[Setting, ...]:
    kinds = {"str": str, "int": int, "float": float}
    given = (one for one in fields(Settings) if one.metadata)
    return tuple(
        Setting(one.name, kinds.get(getattr(one.type, "__name__", ""), tuple), **one.metadata) for one in given
    )


SETTINGS = _table()


def resolve(given: Mapping[str, Any], environment: Mapping[str, str]) -> tuple[Settings, dict[str, str]]:
    """The settings of a server, and where each comes from: what was given as an option, else the environment's, else
    the default. Empty variables count as none."""
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for one in SETTINGS:
        option, variable = given.get(one.name), environment.get(one.variable, "")
        if option is not None and option != []:
            sources[one.name] = OPTION
            values[one.name] = one.read(option, OPTION)
        elif variable.strip():
            sources[one.name] = ENVIRONMENT
            values[one.name] = one.read(variable, ENVIRONMENT)
        else:
            sources[one.name] = DEFAULT
    return Settings(**values), sources
