import type { GameEvent, Seat, Step } from '../lib/protocol';

/** How a game's log is cut into lines, by the codes of its events. */
export interface Chronicle {
  /** A line begins with these, */
  begins: ReadonlySet<string>;
  /** or after a step in which one of these happened. */
  ends?: ReadonlySet<string>;
  /** Whose line it is, where an event says so before anybody has acted. */
  seatOf?: (event: GameEvent) => Seat | null;
  /** Only told when the line is opened; dice are seen all the same. */
  quiet: ReadonlySet<string>;
}

/** Lines of the log: a turn or an order each where the game says how, else a step; a side's placements in a row are one. */
export interface Entry {
  seat: Seat;
  first: number;
  last: number;
  placements: boolean;
  /** What follows belongs to it until another begins. */
  open: boolean;
  steps: Step[];
}

export function entriesOf(steps: Step[], chronicle?: Chronicle): Entry[] {
  const entries: Entry[] = [];
  let ended = false;
  steps.forEach((step, i) => {
    // Taking a unit in hand alone tells nothing.
    if (step.action !== null && step.events.length === 0) return;
    cut(step, chronicle).forEach((part, nth) => {
      const before = entries.at(-1);
      const opens = chronicle?.begins.has(part.events[0]?.code ?? '') ?? false;
      if (before && (follows(before, part) || (before.open && !opens && !ended && isOpen(part)))) {
        // What a line begins with may be the end of the other's action.
        if (nth === 0 && before.steps.every(({ action }) => action === '')) before.seat = step.seat;
        before.steps.push(part);
        before.last = i;
      } else {
        const open = isOpen(part) && (opens || ended);
        const seat = (part.events[0] && chronicle?.seatOf?.(part.events[0])) ?? step.seat;
        entries.push({ seat, first: i, last: i, placements: part.placed, open, steps: [part] });
      }
      ended = false;
    });
    ended = step.events.some(({ code }) => chronicle?.ends?.has(code));
  });
  return entries;
}

/** How many steps lie before the play itself: sides, draws and deployment, after which the board has something to show. */
export function opening(steps: Step[], chronicle?: Chronicle): number {
  const played = entriesOf(steps, chronicle).find(({ open }) => open);
  return played ? played.first + 1 : 0;
}

const isOpen = (step: Step): boolean => step.action !== null && !step.placed;
const follows = (before: Entry, step: Step): boolean => step.placed && before.placements && before.seat === step.seat;

/** A step in parts where lines begin in the midst of it; the parts after the first are nobody's action. */
function cut(step: Step, chronicle?: Chronicle): Step[] {
  const at = step.events.flatMap(({ code }, i) => (i > 0 && chronicle?.begins.has(code) ? [i] : []));
  return [0, ...at].map((from, nth) => ({
    ...step,
    action: nth ? '' : step.action,
    placed: nth === 0 && step.placed,
    events: step.events.slice(from, at[nth]),
  }));
}

/** How many pieces were put down: who moves one again does not put down another. */
export function placedIn({ steps }: Entry): number {
  const known = new Set<number>();
  let secret = 0;
  for (const { changes } of steps) {
    const ids = changes.flatMap((one) => (one.kind === 'appear' || one.kind === 'move' ? [one.id] : []));
    if (ids.length === 0) secret += 1;
    ids.forEach((id) => known.add(id));
  }
  return known.size + secret;
}

/** What a line says, event by event; what belongs to the one before follows it without a comma. */
export function briefly(entry: Entry, chronicle: Chronicle, say: (text: GameEvent['text']) => string): { dice: number[]; text: string }[] {
  const events = entry.steps.flatMap((step) => step.events);
  const parts = events.map(({ code, dice, brief, text }) => ({ dice, text: chronicle.quiet.has(code) ? '' : say(brief ?? text) }));
  const told = parts.filter(({ dice, text }) => dice.length > 0 || text !== '');
  if (told.some(({ text }) => text !== '')) return told;
  const last = events.at(-1);
  return last ? [...told, { dice: [], text: say(last.text) }] : told;
}

/** What stands before a part of a line: "⚂ pike c5–d5, horse a4–a5 × bow, ⚄ ⚀ sword d2–d3". */
export function joint(parts: { text: string }[], i: number): string {
  const before = parts[i - 1];
  if (!before) return '';
  return before.text === '' || /^[×−]/.test(parts[i]?.text ?? '') ? ' ' : ', ';
}
