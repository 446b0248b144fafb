import type { Change, GameEvent, Step } from '../src/lib/protocol';

/** A step with what it changes. */
export const step = (changes: Change[], more: Partial<Step> = {}): Step => ({
  number: 1,
  seat: 'white',
  action: 'a',
  events: [],
  changes,
  threw: false,
  placed: false,
  ...more,
});

export const event = (code: string, more: Partial<GameEvent> = {}): GameEvent => ({
  code,
  clause: '',
  section: '',
  numbers: {},
  dice: [],
  text: { es: '', fr: '', en: '' },
  ...more,
});
