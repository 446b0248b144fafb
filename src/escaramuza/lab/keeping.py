"""The rows of an experiment on disk: a folder of Parquet files that only grows, so that nothing finished is lost."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from escaramuza.lab.errors import LabError
from escaramuza.lab.experiment import Plan
from escaramuza.lab.rows import ROW

ABOUT = "experiment.json"


def _polars() -> Any:
    try:
        import polars
    except ImportError as error:
        raise LabError("NEEDS_EXTRA", extra="lab") from error
    return polars


class Shelf:
    """A folder of rows. Files are written beside and renamed: a row is there whole or not at all."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        self.polars = _polars()
        folder.mkdir(parents=True, exist_ok=True)
        about = folder / ABOUT
        if about.exists():
            found = json.loads(about.read_text(encoding="utf-8")).get("digest")
            if found != plan.digest:
                raise LabError("OTHER_EXPERIMENT", folder=str(folder))
        else:
            said = {"digest": plan.digest, "experiment": plan.experiment.model_dump(mode="json")}
            _write(about, json.dumps(said, indent=2, default=str).encode())

    def load(self) -> Any:
        """What is there, from row 0 on without a gap."""
        parts = []
        expected = 0
        for file in sorted(self.folder.glob("rows-*.parquet")):
            table = self.polars.read_parquet(file)
            part = np.zeros(len(table), ROW)
            for name in ROW.names or ():
                part[name] = table[name].to_numpy()
            if len(part) == 0 or part["row"][0] != expected:
                break
            expected = int(part["row"][-1]) + 1
            parts.append(part)
        return np.concatenate(parts) if parts else np.zeros(0, ROW)

    def add(self, rows: Any) -> None:
        """Keep rows that follow those that are there."""
        columns: dict[str, Any] = {name: rows[name] for name in ROW.names or ()}
        cells = [self.plan.cells[number] for number in rows["cell"].tolist()]
        columns["first_party"] = [cell.parties[0].text for cell in cells]
        columns["second_party"] = [cell.parties[1].text for cell in cells]
        for name in dict.fromkeys(name for cell in self.plan.cells for name, _ in cell.settings):
            columns[name] = [str(dict(cell.settings).get(name)) for cell in cells]
        file = self.folder / f"rows-{int(rows['row'][0]):012d}.parquet"
        passing = file.with_suffix(".part")
        try:
            self.polars.DataFrame(columns).write_parquet(passing)
            os.replace(passing, file)
        except Exception as error:
            passing.unlink(missing_ok=True)
            if isinstance(error, OSError) or "No space" in str(error) or "os error" in str(error):
                raise LabError("DISK", folder=str(self.folder), why=str(error), games=int(rows["row"][0])) from error
            raise


def _write(file: Path, content: bytes) -> None:
    passing = file.with_suffix(".part")
    try:
        passing.write_bytes(content)
        os.replace(passing, file)
    except OSError as error:
        passing.unlink(missing_ok=True)
        raise LabError("DISK", folder=str(file.parent), why=error.strerror or str(error), games=0) from error
