"""A process that works for a server: an order a line on standard input, what came of it a line each on standard output.
It ends with the server, whatever becomes of that."""

import json
import os
import sys
import threading
import time
from typing import Any

from escaramuza.server import logs, work
from escaramuza.server.processes import give_way


class Child:
    """Orders in work, each in a thread of its own: the server gives only so many."""

    def __init__(self, answers: Any) -> None:
        self.answers = answers
        self.writing = threading.Lock()
        self.running: dict[int, work.Signals] = {}

    def hear(self, said: dict[str, Any]) -> None:
        """A line of the server's."""
        if "cancel" in said:
            if (signals := self.running.get(said["cancel"])) is not None:
                signals.cancel.set()
        elif "hurry" in said:
            if (signals := self.running.get(said["hurry"])) is not None:
                signals.hurry.set()
        elif "expect" in said:
            threading.Thread(target=work.load, args=(said["expect"],), daemon=True).start()
        else:
            self.running[said["id"]] = work.Signals()
            threading.Thread(target=self._work, args=(said,), daemon=True).start()

    def _work(self, said: dict[str, Any]) -> None:
        id, began = said["id"], time.thread_time()
        answer = work.do(said["kind"], said["data"], lambda share: self._say(id, f'"share": {share}'), self.running[id])
        del self.running[id]
        self._say(id, f'"seconds": {time.thread_time() - began:.6f}, "answer": {answer or "null"}')

    def _say(self, id: int, words: str) -> None:
        with self.writing:
            self.answers.write(f'{{"id": {id}, {words}}}\n')


def main() -> None:
    """Work until the server says no more."""
    # Whatever prints goes to standard error: standard output belongs to the server.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1, encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    give_way(int(sys.argv[1]))
    logs.set_up_from(os.environ)
    child = Child(answers)
    for line in sys.stdin:
        child.hear(json.loads(line))


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    finally:
        # Threads that think do not hear of the end.
        os._exit(0)
