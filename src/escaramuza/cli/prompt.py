"""What can be typed at any prompt beside actions: look, ask, take back, save, leave."""

import random
from pathlib import Path
from typing import TYPE_CHECKING

from escaramuza.agents import names
from escaramuza.cli import ending
from escaramuza.cli.boards import draw
from escaramuza.cli.choices import compact
from escaramuza.cli.forecast import forecast
from escaramuza.cli.shared import get_ready, out, say
from escaramuza.engine import record
from escaramuza.engine.errors import Refused
from escaramuza.engine.match import Match
from escaramuza.preparation.jobs import SEARCH

if TYPE_CHECKING:
    from escaramuza.cli.session import Session

HINT = "search:sims=3000,time=5"


class Leave(Exception):
    """The player goes; the match is kept."""


class Resume(Exception):
    """The player goes on with another match."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match


class Commands:
    """The words of the prompt."""

    def __init__(self, session: "Session") -> None:
        self.session = session
        self.words = {
            "help": self.help,
            "?": self.help,
            "moves": self.moves,
            "odds": self.odds,
            "why": self.why,
            "hint": self.hint,
            "undo": self.undo,
            "resign": self.resign,
            "draw": self.draw,
            "save": self.save,
            "resume": self.resume,
            "board": self.board,
            "log": self.log,
            "quit": self.leave,
            "exit": self.leave,
        }

    @property
    def match(self) -> Match:
        """The match at the table."""
        return self.session.match

    def say(self, code: str, style: str = "", **words: object) -> None:
        """A message of the command line's; what the player typed is never read as markup."""
        out.print(say(code, self.session.lang, **words), style=style, markup=False, soft_wrap=True)

    def run(self, line: str) -> bool:
        """Carry out a line if it is a command; False where it is none. An action of the game comes before a command
        that begins with the same word."""
        word, _, rest = line.partition(" ")
        if word.lower() in self.words and not (rest and line in self.match.legal()):
            self.words[word.lower()](rest.strip())
            return True
        if word.lower() in self.match.shortcuts():
            self.session.place(word.lower())
            return True
        return False

    def help(self, _: str) -> None:
        """What can be typed."""
        for text in self.match.game.locale[self.session.lang]["actions"].values():
            out.print(f"  {text}", markup=False, soft_wrap=True)
        self.say("HELP")

    def moves(self, start: str) -> None:
        """The legal actions in few words, or each one that starts with what was typed."""
        legal = [action for action in self.match.legal() if action.lower().startswith(start.lower())]
        legal = legal if start else compact(legal, self.session.lang)
        width = max((len(action) for action in legal), default=0)
        columns = max(1, out.width // (width + 2) - 1)
        for i in range(0, len(legal), columns):
            out.print("  " + "  ".join(f"{action:<{width}}" for action in legal[i : i + columns]), markup=False)
        if not legal:
            self.say("NO_MOVES", "yellow", start=start)

    def odds(self, action: str) -> None:
        """What an action leads to."""
        if not action:
            raise Refused("ACTION_MISSING", command="odds")
        exact = forecast(self.match, action, self.session.lang)
        for line in exact:
            out.print(f"  {line}", markup=False, soft_wrap=True)
        if exact:
            return
        found = self.match.odds(action)
        for chance in found.chances:
            share = f"{chance.probability:6.1%}" + (f" ± {chance.error:.1%}" if chance.error else "")
            out.print(f"  {share}  {chance.text or '–'}", markup=False, soft_wrap=True)
        if not found.exact:
            self.say("SAMPLED", "dim", samples=found.samples)

    def why(self, action: str) -> None:
        """Why an action is not allowed."""
        if not action:
            raise Refused("ACTION_MISSING", command="why")
        reason = self.match.why(action)
        if reason is None:
            self.say("ALLOWED", action=action)
        else:
            out.print(str(reason), markup=False, soft_wrap=True)

    def hint(self, _: str) -> None:
        """What the search agent would do."""
        get_ready(self.match.game.id, self.session.lang, SEARCH)
        agent = names.parse(HINT).search(random.getrandbits(30), threads=2)
        thought = agent.think(self.match.game, self.match.state)
        self.say("HINT", line=" ".join(thought.line), expected=f"{thought.expected:.0%}")

    def undo(self, _: str) -> None:
        """Take the last action back."""
        seat = self.match.actor
        self.match.undo(seat)
        draw(self.match, seat, self.session.lang)

    def resign(self, _: str) -> None:
        """Give the match up; partners at the table are asked."""
        ending.resign(self.session)

    def draw(self, _: str) -> None:
        """Offer a draw to all others at the table."""
        ending.offer_draw(self.session)

    def save(self, path: str) -> bool:
        """Write the match file; a sentence if that fails."""
        from escaramuza.cli.main import file_problem

        if not path:
            raise Refused("FILE_MISSING")
        try:
            self.match.save(Path(path).expanduser())
        except OSError as error:
            error.filename = path
            out.print(file_problem(error, self.session.lang), style="yellow", markup=False, soft_wrap=True)
            return False
        except (ValueError, RuntimeError):
            self.say("FILE_NOT_FOUND", "yellow", file=repr(path))
            return False
        self.say("SAVED", file=path)
        return True

    def resume(self, path: str) -> None:
        """Go on with another match; this one is kept."""
        if not path:
            raise Refused("FILE_MISSING")
        try:
            match = record.load(Path(path).expanduser(), self.session.lang)
        except (OSError, ValueError, RuntimeError):
            self.say("FILE_NOT_FOUND", "yellow", file=path)
            return
        raise Resume(match)

    def board(self, _: str) -> None:
        """Draw the board again, with the position as text."""
        draw(self.match, self.match.actor, self.session.lang)
        position = self.match.game.format_position(self.match.seen_by(self.match.actor))
        out.print(position, style="dim", markup=False, soft_wrap=True)

    def log(self, _: str) -> None:
        """Everything so far."""
        for number, step in enumerate(self.match.history(self.match.actor), start=1):
            if step is None:
                continue
            out.print(f"[dim]{number:>4}[/dim] [bold]{step.action}[/bold]")
            for event in step.events:
                out.print(f"       {event}", markup=False, soft_wrap=True)

    def leave(self, _: str) -> None:
        """Leave; the match is kept."""
        raise Leave
