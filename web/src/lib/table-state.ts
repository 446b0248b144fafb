import type { Arriving, EndReason, FromServer, Outcome, Seat, Seats, Step, TakeBack, Talk, Terms, Update } from './protocol';

/** What a game draws and offers, in types of its own; nothing yet before the first update. */
type Told<U> = U extends Update ? Pick<U, 'shape' | 'scene' | 'legal' | 'shortcuts'> : never;

/** All that a browser knows about a match. */
export type TableState = Known & (Told<Update> | Untold);
type Untold = { shape: null; scene: null; legal: never[]; shortcuts: Record<string, never[]> };

interface Known {
  seq: number;
  steps: Step[];
  you: Seat[];
  /** The one of these seats that all this is told to: at a shared screen, whoever should look at it. */
  eyes: Seat | null;
  actor: Seat | null;
  seats: Seats;
  commitment: string;
  outcome: Outcome | null;
  /** Why the match is over. */
  reason: EndReason | null;
  /** What is said about ending it, and what may be said here. */
  talk: Talk;
  /** What was agreed on beside the options of the rules. */
  terms: Terms;
  /** Who is still to come and brings something. */
  arriving: Arriving | null;
  canUndo: boolean;
  /** What somebody wants to take back, until all who have seen it agree. */
  takeBack: TakeBack | null;
  position: string | null;
  seed: string | null;
  /** The token to join the rematch with, once somebody asked for one. */
  rematch: string | null;
  thinking: { seat: Seat; share: number } | null;
  /** The seats that agree to delete the match, once the server has spoken of it. */
  leaving: Seat[] | null;
  /** How many of the steps were known before: what follows is news. All of them after a first greeting or an undo. */
  known: number;
}

export const UNKNOWN: Known & Untold = {
  seq: 0,
  steps: [],
  shape: null,
  scene: null,
  you: [],
  eyes: null,
  actor: null,
  legal: [],
  shortcuts: {},
  seats: {},
  commitment: '',
  outcome: null,
  reason: null,
  talk: { draw: null, resigning: [], may_offer_draw: false, may_abort: false, claim: null },
  terms: { claim_after: null, hints: true },
  arriving: null,
  canUndo: false,
  takeBack: null,
  position: null,
  seed: null,
  rematch: null,
  thinking: null,
  leaving: null,
  known: 0,
};

export type Applied =
  | { what: 'state'; state: TableState }
  | { what: 'ignored' }
  /** Steps are missing in between: only a fresh start from nothing can mend that. */
  | { what: 'gap' };

/**
 * What a message makes of the state. `greeting` marks the answer to `hello`: it is always the truth, even if its
 * number is lower than ours because the server came back without us.
 */
export function applyMessage(state: TableState, message: FromServer, greeting = false): Applied {
  switch (message.type) {
    case 'update': {
      if (!greeting && message.seq < state.seq) return { what: 'ignored' };
      if (message.from > state.steps.length) return { what: 'gap' };
      const steps = [...state.steps.slice(0, message.from), ...message.steps];
      return {
        what: 'state',
        state: {
          ...message,
          steps,
          canUndo: message.can_undo,
          takeBack: message.take_back,
          thinking: state.thinking?.seat === message.actor ? state.thinking : null,
          leaving: state.leaving,
          known: state.scene && goesOn(state.steps, steps) ? state.steps.length : steps.length,
        },
      };
    }
    case 'thinking':
      if (message.seat !== state.actor) return { what: 'ignored' };
      return { what: 'state', state: { ...state, thinking: { seat: message.seat, share: message.share } } };
    case 'presence':
      return { what: 'state', state: { ...state, seats: message.seats } };
    case 'leaving':
      return { what: 'state', state: { ...state, leaving: message.seats } };
    default:
      return { what: 'ignored' };
  }
}

/** Whether the match just went on; steps that were secret may have been told meanwhile. */
function goesOn(before: Step[], after: Step[]): boolean {
  if (after.length < before.length) return false;
  return before.every((step, i) => step.action === null || step.action === after[i]?.action || !after[i]?.action);
}

/** How things stand while what came next is being shown: whoever did it is at it, and nobody else can do anything. */
export function unseen(before: TableState, now: TableState): TableState {
  const actor = now.steps[now.known]?.seat ?? before.actor;
  return { ...before, actor, legal: [], shortcuts: {}, canUndo: false, takeBack: null, thinking: null } as TableState;
}

/** What to greet the server with: the last we know, so that it sends only the rest. */
export function greetingOf(state: TableState): { type: 'hello'; seq: number; steps: number } {
  return { type: 'hello', seq: state.seq, steps: state.steps.length };
}

/** Seconds until the next try: quick at first, then patient, never in step with everybody else. */
export function patience(tries: number, lot: number): number {
  return Math.min(10, 0.4 * 2 ** Math.min(tries, 6)) * (0.75 + lot / 2);
}
