import type { GameEvent } from '../../lib/protocol';
import type { Lesson } from '../lesson';

const moves = (events: GameEvent[], cost: number) =>
  events.filter((event) => event.code === 'PIECE_MOVED' && Number(event.numbers.cost) === cost).length;

const has = (events: GameEvent[], code: string) => events.some((event) => event.code === code);

const steps: Lesson[] = [
  {
    title: 'learn.step.title',
    text: 'learn.step.text',
    done: 'learn.step.done',
    position: '4k3/8/8/8/8/8/4A3/4K3 w 7 - -',
    reached: (events) => moves(events, 2) > 0,
  },
  {
    title: 'learn.diagonal.title',
    text: 'learn.diagonal.text',
    done: 'learn.diagonal.done',
    position: '4k3/8/8/8/8/2S5/8/4K3 w 8 - -',
    reached: (events) => moves(events, 3) > 0,
  },
  {
    title: 'learn.points.title',
    text: 'learn.points.text',
    done: 'learn.points.done',
    position: '4k3/8/8/8/8/2A2S2/8/4K3 w 5 - -',
    reached: (events) => moves(events, 2) > 1,
  },
  {
    title: 'learn.refusal.title',
    text: 'learn.refusal.text',
    done: 'learn.refusal.done',
    position: '4k3/8/8/8/4p3/4A3/8/4K3 w 8 - -',
    reached: (_, refusals) => refusals.includes('CANNOT_CAPTURE'),
  },
  {
    title: 'learn.capture.title',
    text: 'learn.capture.text',
    done: 'learn.capture.done',
    position: '4k3/8/8/8/3bp3/4A3/8/4K3 w 8 - -',
    reached: (events) => has(events, 'PIECE_CAPTURED'),
  },
  {
    title: 'learn.charge.title',
    text: 'learn.charge.text',
    done: 'learn.charge.done',
    position: '4k3/8/8/8/8/3H4/8/4K3 w 12 c -',
    reached: (events) => has(events, 'PIECE_CHARGED'),
  },
  {
    title: 'learn.guard.title',
    text: 'learn.guard.text',
    done: 'learn.guard.done',
    position: '8/4k3/2a5/4H3/8/8/8/4K3 w 10 c -',
    reached: (events) => has(events, 'GUARD_CAPTURED'),
  },
];

// Each is done within one turn.
export const lessons: Lesson[] = steps.map((lesson) => ({ ...lesson, missed: (events) => has(events, 'TURN_ENDED') }));
