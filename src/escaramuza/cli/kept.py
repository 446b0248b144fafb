"""Matches in progress, one file each in the user's data folder: leaving one never touches another."""

from pathlib import Path

from platformdirs import user_data_path

from escaramuza.engine.match import Match

FINISHED = ".finished.match"


def folder() -> Path:
    """Where they are kept."""
    return user_data_path("escaramuza") / "matches"


def path_of(match: Match) -> Path:
    """The file of a match; its commitment is its name."""
    return folder() / f"{match.game.id}-{match.commitment[:16]}.match"


def latest(game_id: str) -> Path | None:
    """The match of a game that was left last."""
    found = [path for path in folder().glob(f"{game_id}-*.match") if not path.name.endswith(FINISHED)]
    return max(found, key=lambda path: path.stat().st_mtime, default=None)


def keep(match: Match) -> Path:
    """Save a match; a finished one under a name of its own, so that nobody goes on with it."""
    path = path_of(match)
    path.parent.mkdir(parents=True, exist_ok=True)
    if match.actor is None:
        path.unlink(missing_ok=True)
        path = path.with_suffix(FINISHED)
    match.save(path)
    return path


def forget(match: Match) -> None:
    """Remove what was kept of a match."""
    path_of(match).unlink(missing_ok=True)
    path_of(match).with_suffix(FINISHED).unlink(missing_ok=True)
