"""The process that compiles: one job a line on standard input, what it did a line each on standard output."""

import json
import os
import sys
import traceback
from typing import Any

from escaramuza.kernel import cache
from escaramuza.preparation import jobs

NICE = 5
LONGEST = 300


def main() -> None:
    """Do jobs until nobody gives any more."""
    # Whatever prints goes to standard error: standard output belongs to the crew.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1, encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if hasattr(os, "nice"):
        os.nice(NICE)

    def answer(**words: Any) -> None:
        answers.write(json.dumps(words) + "\n")

    from escaramuza.kernel import linking

    linking.watchers.append(lambda rule, entry: answer(rule=jobs.name_of(rule), entry=entry))
    for line in sys.stdin:
        game_id, template, rule = line.split()
        job = jobs.Job(game_id, "", 0, "" if template == "-" else template, rule)
        try:
            jobs.do(job)
        except Exception as error:
            answer(failed=_why(error)[:LONGEST], detail=traceback.format_exc())
        else:
            answer(done=True, problem=cache.problem())


def _why(error: Exception) -> str:
    """What went wrong, in a line that guests of a server may see: no file is named."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(1)
