"""One match at the terminal, prompt by prompt."""

import contextlib
import hashlib
import random
from pathlib import Path
from threading import Event

from rich.progress import BarColumn, Progress, TextColumn

from escaramuza.agents import names
from escaramuza.agents.players import Agents
from escaramuza.cli import kept
from escaramuza.cli.boards import draw
from escaramuza.cli.choices import compact
from escaramuza.cli.play import PERSON
from escaramuza.cli.prompt import Commands, Leave, Resume
from escaramuza.cli.shared import err, out, say
from escaramuza.engine.agreement import ABORTED, RULES
from escaramuza.engine.errors import EscaramuzaError, Refused
from escaramuza.engine.match import Match

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  gives the prompt its arrow keys and history

CLEAR_HISTORY = "\x1b[3J"
# So many choices are told unasked, and so many lines of what happened while somebody looked away.
FEW_CHOICES = 8
MOST_LINES = 24


class Session:
    """Turns of people and agents, and the files of one match."""

    def __init__(self, match: Match, lang: str, ask_dice: bool, save_as: Path | None = None) -> None:
        self.lang = lang
        self.ask_dice = ask_dice
        self.save_as = save_as
        self.sit_down(match)

    def sit_down(self, match: Match) -> None:
        """Take up a match: who plays, and with which lots the agents think (the same for the same dice seed)."""
        self.match = match
        self.terms = match.game.locale[self.lang]["terms"]
        agents = {
            number: names.parse(match.seats[seat])
            for number, seat in enumerate(match.seat_names)
            if _is_agent(match, seat)
        }
        self.agents = {match.seat_names[number] for number in agents}
        self.people = [seat for seat in match.seat_names if seat not in self.agents]
        digest = hashlib.sha256(f"agents {match.seed} {len(match.steps)}".encode()).digest()
        self.table = Agents(match.game, agents, int.from_bytes(digest[:5], "big"), threads=2)
        self.at_screen = self.people[0] if self.people else None
        self.told_secret = ""
        # How many steps each of several people at the screen has been told of.
        self.told = dict.fromkeys(self.people, len(match.steps))
        self.warned = False
        self.commands = Commands(self)

    def run(self) -> None:
        """Play to the end, or until the player leaves; nothing is lost either way."""
        out.print(say("WELCOME", self.lang, game=self.match.game.name), style="bold")
        if not self.ask_dice:
            out.print(say("COMMITMENT", self.lang, commitment=self.match.commitment), style="dim", soft_wrap=True)
        if self.people:
            out.print(say("HELP_HINT", self.lang), style="dim")
        try:
            self.play()
            self.finish()
        except (Leave, EOFError):
            self.say_goodbye()
        except KeyboardInterrupt:
            self.say_goodbye()
            raise

    def play(self) -> None:
        """Every turn until the end."""
        self.keep()
        while self.match.actor is not None:
            try:
                if self.match.actor in self.agents:
                    self.agent_acts()
                else:
                    self.person_acts()
            except Resume as other:
                self.sit_down(other.match)
            self.keep()

    def keep(self) -> Path | None:
        """Save the match in the data folder; where that is not possible, say so once and play on."""
        try:
            return kept.keep(self.match)
        except OSError as error:
            if not self.warned:
                err.print(say("NO_AUTOSAVE", self.lang, why=error.strerror), style="yellow", soft_wrap=True)
            self.warned = True
            return None

    def say_goodbye(self) -> None:
        """Where the match is, for a player who goes."""
        path = self.keep()
        if path is not None and self.match.actor is not None:
            out.print("\n" + say("LEFT", self.lang, game=self.match.game.id), soft_wrap=True)
        elif path is not None:
            out.print("\n" + say("KEPT_AS", self.lang, file=path), markup=False, soft_wrap=True)

    def finish(self) -> None:
        """Result and proof of the dice; the match stays in the data folder until it is saved or declined."""
        draw(self.match, None, self.lang)
        outcome = self.match.outcome or {}
        winner = next((side for side, result in outcome.items() if result > 0), None)
        message = say("DRAWN", self.lang) if winner is None else say("WON", self.lang, side=self.terms[winner])
        if self.match.reason not in (None, RULES):
            out.print(say(f"ENDED_{self.match.reason}".upper(), self.lang))
        if self.match.reason != ABORTED:
            out.print(message, style="bold green")
        if not self.ask_dice:
            out.print(say("SEED", self.lang, seed=f"{self.match.seed:032x}"), style="dim")
        if self.save_as is not None:
            self.commands.save(str(self.save_as))
        while self.people and self.save_as is None:
            path = self.read(say("SAVE_AS", self.lang))
            if path.lower() in ("", "quit", "exit") or self.commands.save(path):
                break
        kept.forget(self.match)

    def agent_acts(self) -> None:
        """Let the agent think, with progress, and show what it did."""
        seat = self.match.actor
        assert seat is not None
        thinking = say("THINKING", self.lang, side=self.terms[seat], agent=self.match.seats[seat])
        columns = (TextColumn("{task.description}"), BarColumn())
        stop = Event()
        try:
            with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
                task = bar.add_task(thinking, total=1.0)
                show = lambda share, _: bar.update(task, completed=share)  # noqa: E731
                action = self.table.choose(self.match.state, show, stop)
        finally:
            stop.set()
        self.act(action)
        if not self.people and self.match.steps[-1].threw:
            draw(self.match, None, self.lang)

    def person_acts(self) -> None:
        """Prompt until an action is made."""
        seat = self.match.actor
        assert seat is not None
        self.hand_over(seat)
        draw(self.match, seat, self.lang)
        self.advise()
        while True:
            line = self.read(f"{self.terms[seat]}> ")
            if not line:
                continue
            try:
                if self.commands.run(line):
                    if self.match.actor != seat:
                        return
                    continue
                self.act(line)
                return
            except EscaramuzaError as error:
                out.print(error.sentence(self.lang), style="yellow", markup=False, soft_wrap=True)

    def hand_over(self, seat: str) -> None:
        """Several people at one screen: while one of them sees a secret, the others look away."""
        before = self.at_screen or seat
        if len(self.people) > 1 and seat != before and (self.match.guards(before) or self.match.guards(seat)):
            self.clear()
            self.told[before] = len(self.match.steps)
            self.read(say("HAND_OVER", self.lang, side=self.terms[seat]))
            self.clear()
            self.catch_up(seat)
        self.at_screen = seat

    def catch_up(self, seat: str) -> None:
        """Tell what happened while a person looked away, as far as it is theirs to know."""
        lines: list[str] = []
        for step in self.match.history(seat)[self.told[seat] :]:
            if step is not None:
                lines += [f"{self.terms[step.seat]}: {step.action}", *(f"  {event}" for event in step.events)]
        if lines:
            out.print(say("MEANWHILE", self.lang), style="dim")
        for line in lines[-MOST_LINES:]:
            out.print(f"  {line}", markup=False, soft_wrap=True)

    def clear(self) -> None:
        """Empty the screen and what can be scrolled back to."""
        out.clear()
        if out.is_terminal:
            out.file.write(CLEAR_HISTORY)

    def advise(self) -> None:
        """What to type in this phase."""
        legal = self.match.legal()
        shortcuts = self.match.shortcuts()
        if shortcuts:
            listed = ", ".join(f"{name} ({self.terms[name]})" for name in shortcuts)
            words = say("SHORTCUTS", self.lang, shortcuts=listed, example=legal[0])
            out.print(words, style="dim", soft_wrap=True)
        choices = compact(legal, self.lang)
        if len(choices) <= FEW_CHOICES:
            out.print(say("YOU_MAY", self.lang, actions=", ".join(choices)), style="dim", markup=False, soft_wrap=True)

    def act(self, action: str) -> None:
        """Make an action and tell what happened."""
        seat = self.match.actor
        assert seat is not None
        faces = self.dice_for(action) if self.ask_dice else []
        self.match.act(action, faces)
        # What an agent does is told to whoever sits at the screen; where nobody does, there are no secrets to keep.
        step = self.match.history(self.at_screen if seat in self.agents and self.people else seat)[-1]
        if step is None:
            if self.told_secret != seat:
                out.print(say("SECRET_STEP", self.lang, side=self.terms[seat]), style="dim")
            self.told_secret = seat
            return
        if seat in self.agents:
            out.print(f"{self.terms[seat]}: [bold]{step.action}[/bold]")
        for event in step.events:
            out.print(f"  {event}", markup=False, soft_wrap=True)

    def dice_for(self, action: str) -> list[int]:
        """Ask for real dice, as many as the action throws; `undo` thinks better of it."""
        faces: list[int] = []
        while self.match.needs_dice(action, faces):
            text = self.read(say("ASK_DIE", self.lang, number=len(faces) + 1))
            if text.lower() == "undo":
                raise Refused("ACTION_DROPPED", action=action)
            if text and self.commands.run(text):
                continue
            for part in text.replace(",", " ").split():
                if part not in ("1", "2", "3", "4", "5", "6"):
                    out.print(say("BAD_FACE", self.lang, text=part), style="yellow", markup=False)
                    break
                faces.append(int(part))
                if not self.match.needs_dice(action, faces):
                    break
        return faces

    def read(self, prompt: str) -> str:
        """A line from the keyboard."""
        return out.input(prompt, markup=False).strip()

    def place(self, name: str) -> None:
        """Carry out a shortcut, such as a ready-made deployment; in a placement by turns that is one unit."""
        seat = self.match.actor
        for action in self.match.shortcuts(random.getrandbits(30))[name]:
            self.match.act(action)
        if self.match.actor == seat:
            draw(self.match, seat, self.lang)
            self.advise()


def _is_agent(match: Match, seat: str) -> bool:
    if match.seats[seat] == PERSON:
        return False
    try:
        names.parse(match.seats[seat])
    except Refused:
        return False
    return True
