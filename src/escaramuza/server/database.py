"""What can be told of databases without the engine and its compiler: which driver there is, which tables are known."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).parent / "migrations"
# The version of the tables that this program works with.
NEWEST = "0011"


def has_postgres_driver() -> bool:
    """Whether the extra `postgres` is installed and can be loaded."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return False
    return True


def migrations() -> "Config":
    """Where the steps from one version of the tables to the next lie."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    return config


def known_schemas() -> list[str]:
    """The versions of the tables that this program knows, the newest first."""
    from alembic.script import ScriptDirectory

    return [step.revision for step in ScriptDirectory.from_config(migrations()).walk_revisions()]
