"""One match at the terminal, prompt by prompt."""

import random
from pathlib import Path

from rich.progress import BarColumn, Progress, TextColumn

from escaramuza.agents import names
from escaramuza.agents.players import Table
from escaramuza.cli.boards import draw
from escaramuza.cli.shared import err, out, say
from escaramuza.engine.errors import EscaramuzaError, Refused
from escaramuza.engine.match import Match

PERSON = "person"
HINT_SIMS = "search:sims=3000"
COLUMNS = 8


class Leave(Exception):
    """The player goes; the match is kept."""


class Session:
    """Prompts, agents' turns and files of one match."""

    def __init__(self, match: Match, lang: str, ask_dice: bool, autosave: Path) -> None:
        self.match = match
        self.lang = lang
        self.ask_dice = ask_dice
        self.autosave = autosave
        self.terms = match.spec.locale[lang]["terms"]
        seed = random.getrandbits(40)
        agents = {
            number: names.parse(match.seats[seat])
            for number, seat in enumerate(match.spec.seats)
            if match.seats[seat] != PERSON and _is_agent(match.seats[seat])
        }
        self.agents = {match.spec.seats[number] for number in agents}
        self.people = [seat for seat in match.spec.seats if seat not in self.agents]
        self.table = Table(match.spec, agents, seed, threads=2)
        self.at_screen = self.people[0] if self.people else None
        self.told_secret = ""

    def run(self) -> None:
        """Play to the end, or until the player leaves; nothing is lost either way."""
        out.print(say("WELCOME", self.lang, game=self.match.spec.name), style="bold")
        if not self.ask_dice:
            out.print(say("COMMITMENT", self.lang, commitment=self.match.commitment), style="dim", soft_wrap=True)
        if self.people:
            out.print(say("HELP_HINT", self.lang), style="dim")
        try:
            while self.match.actor is not None:
                if self.match.actor in self.agents:
                    self.agent_acts()
                else:
                    self.person_acts()
                self.keep()
        except (Leave, EOFError):
            self.keep()
            out.print("\n" + say("LEFT", self.lang, game=self.match.game), soft_wrap=True)
            return
        except KeyboardInterrupt:
            self.keep()
            err.print("\n" + say("LEFT", self.lang, game=self.match.game), soft_wrap=True)
            raise
        self.finish()

    def keep(self) -> None:
        """Save the match in progress."""
        if self.match.actor is not None and self.match.steps:
            self.match.save(self.autosave)

    def finish(self) -> None:
        """Result and proof of the dice."""
        self.autosave.unlink(missing_ok=True)
        draw(self.match, None, self.lang)
        outcome = self.match.outcome or {}
        winner = next((side for side, result in outcome.items() if result > 0), None)
        message = say("DRAWN", self.lang) if winner is None else say("WON", self.lang, side=self.terms[winner])
        out.print(message, style="bold green")
        if not self.ask_dice:
            out.print(say("SEED", self.lang, seed=f"{self.match.seed:032x}"), style="dim")
        while self.people:
            try:
                path = self.read(say("SAVE_AS", self.lang))
            except EOFError:
                break
            if not path or self.save(path):
                break

    def agent_acts(self) -> None:
        """Let the agent think, with progress, and show what it did."""
        seat = self.match.actor
        assert seat is not None
        thinking = say("THINKING", self.lang, side=self.terms[seat], agent=self.match.seats[seat])
        columns = (TextColumn("{task.description}"), BarColumn())
        with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
            task = bar.add_task(thinking, total=1.0)
            action = self.table.choose(self.match.state, lambda share, _: bar.update(task, completed=share))
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
                if self.command(line, seat):
                    return
            except EscaramuzaError as error:
                out.print(error.sentence(self.lang), style="yellow", markup=False, soft_wrap=True)

    def hand_over(self, seat: str) -> None:
        """Two people at one screen: while something is secret, the other one looks away."""
        secret = self.match.hash != _hash_of(self.match, seat)
        if len(self.people) > 1 and seat != self.at_screen and secret:
            out.clear()
            self.read(say("HAND_OVER", self.lang, side=self.terms[seat]))
            out.clear()
        self.at_screen = seat

    def advise(self) -> None:
        """What to type in this phase."""
        shortcuts = self.match.shortcuts()
        if shortcuts:
            listed = ", ".join(f"{name} ({self.terms[name]})" for name in shortcuts)
            out.print(say("SHORTCUTS", self.lang, shortcuts=listed), style="dim", soft_wrap=True)
        legal = self.match.legal()
        if len(legal) <= 2:
            out.print(say("YOU_MAY", self.lang, actions=", ".join(legal)), style="dim")

    def command(self, line: str, seat: str) -> bool:
        """Carry out a line; True once an action was made."""
        word, _, rest = line.partition(" ")
        commands = {
            "help": self.help, "?": self.help, "moves": self.moves, "odds": self.odds, "why": self.why,
            "hint": self.hint, "undo": self.undo, "save": self.save, "board": self.board, "log": self.log,
            "quit": self.quit, "exit": self.quit,
        }  # fmt: skip
        if word.lower() in commands:
            commands[word.lower()](rest.strip())
            return False
        shortcuts = self.match.shortcuts(random.getrandbits(30))
        if word.lower() in shortcuts:
            for action in shortcuts[word.lower()]:
                self.match.act(action)
            draw(self.match, seat, self.lang)
            self.advise()
            return False
        self.act(line)
        return True

    def act(self, action: str) -> None:
        """Make an action and tell what happened."""
        seat = self.match.actor
        faces = self.dice_for(action) if self.ask_dice else []
        events = self.match.act(action, faces)
        step = self.match.steps[-1]
        to_tell = self.match.history(self.people[0] if len(self.people) == 1 else seat)[-1]
        if to_tell is None:
            if self.told_secret != step.seat:
                out.print(say("SECRET_STEP", self.lang, side=self.terms[step.seat]), style="dim")
            self.told_secret = step.seat
            return
        if seat in self.agents:
            out.print(f"{self.terms[step.seat]}: [bold]{step.action}[/bold]")
        for event in events:
            out.print(f"  {event}", markup=False, soft_wrap=True)

    def dice_for(self, action: str) -> list[int]:
        """Ask for real dice, as many as the action throws."""
        faces: list[int] = []
        while self.match.needs_dice(action, faces):
            text = self.read(say("ASK_DIE", self.lang, number=len(faces) + 1))
            for part in text.replace(",", " ").split():
                if part not in ("1", "2", "3", "4", "5", "6"):
                    out.print(say("BAD_FACE", self.lang, text=part), style="yellow")
                    break
                faces.append(int(part))
                if not self.match.needs_dice(action, faces):
                    break
        return faces

    def read(self, prompt: str) -> str:
        """A line from the keyboard."""
        return out.input(prompt, markup=False).strip()

    def help(self, _: str) -> None:
        """What can be typed."""
        for text in self.match.spec.locale[self.lang]["actions"].values():
            out.print(f"  {text}", markup=False, soft_wrap=True)
        out.print(say("HELP", self.lang), markup=False, soft_wrap=True)

    def moves(self, start: str) -> None:
        """The legal actions, or those that start with what was typed."""
        legal = [action for action in self.match.legal() if action.lower().startswith(start.lower())]
        for i in range(0, len(legal), COLUMNS):
            out.print("  " + "  ".join(f"{action:<6}" for action in legal[i : i + COLUMNS]), markup=False)
        if not legal:
            out.print(say("NO_MOVES", self.lang, start=start), style="yellow")

    def odds(self, action: str) -> None:
        """What an action leads to."""
        if not action:
            raise Refused("ACTION_MISSING", command="odds")
        found = self.match.odds(action)
        for chance in found.chances:
            share = f"{chance.probability:6.1%}" + (f" ± {chance.error:.1%}" if chance.error else "")
            out.print(f"  {share}  {chance.text}", markup=False, soft_wrap=True)
        if not found.exact:
            out.print(say("SAMPLED", self.lang, samples=found.samples), style="dim")

    def why(self, action: str) -> None:
        """Why an action is not allowed."""
        if not action:
            raise Refused("ACTION_MISSING", command="why")
        reason = self.match.why(action)
        out.print(say("ALLOWED", self.lang, action=action) if reason is None else str(reason), markup=False)

    def hint(self, _: str) -> None:
        """What the search agent would do."""
        agent = names.parse(HINT_SIMS).search(random.getrandbits(30), threads=2)
        thought = agent.think(self.match.spec, self.match.state)
        line = " ".join(thought.line)
        out.print(say("HINT", self.lang, line=line, expected=f"{thought.expected:.0%}"), soft_wrap=True)

    def undo(self, _: str) -> None:
        """Take the last action back."""
        seat = self.match.actor
        self.match.undo(seat)
        draw(self.match, seat, self.lang)

    def save(self, path: str) -> bool:
        """Write the match file; a sentence if that fails."""
        if not path:
            raise Refused("FILE_MISSING")
        try:
            self.match.save(Path(path).expanduser())
        except OSError as error:
            out.print(f"{path}: {error.strerror}", style="yellow", markup=False)
            return False
        out.print(say("SAVED", self.lang, file=path), soft_wrap=True)
        return True

    def board(self, _: str) -> None:
        """Draw the board again, with the position as text."""
        draw(self.match, self.match.actor, self.lang)
        secret = self.match.spec.format_position(self.match.seen_by(self.match.actor))
        out.print(secret, style="dim", markup=False, soft_wrap=True)

    def log(self, _: str) -> None:
        """Everything so far."""
        for number, step in enumerate(self.match.history(self.match.actor), start=1):
            if step is None:
                continue
            out.print(f"[dim]{number:>4}[/dim] [bold]{step.action}[/bold]")
            for event in step.events:
                out.print(f"       {event}", markup=False, soft_wrap=True)

    def quit(self, _: str) -> None:
        """Leave; the match is kept."""
        raise Leave


def _is_agent(name: str) -> bool:
    try:
        names.parse(name)
    except Refused:
        return False
    return True


def _hash_of(match: Match, seat: str) -> str:
    """A fingerprint that differs from the match's own only where the seat does not see everything."""
    seen = match.seen_by(seat)
    seen.dice = match.state.dice
    return match.hash if seen.tobytes() == match.state.tobytes() else "secret"
