import type { TacticsScene } from '../src/games/tactics/scene';

export const scene = (more: Partial<TacticsScene> = {}): TacticsScene => ({
  shape: 'tactics',
  phase: 'turn',
  side: 'white',
  attacker: null,
  winner: null,
  points: 0,
  charge: false,
  dice: [0, 0],
  turns: 0,
  turn_limit: 100,
  secret: false,
  hidden: [],
  pieces: [],
  off_board: { white: [], black: [] },
  zones: { white: { home: [], guard: [] }, black: { home: [], guard: [] } },
  classes: { axe: 'A', sword: 'S', pike: 'P', horse: 'H', bow: 'B', arquebus: 'G', mage: 'M', guard: 'K' },
  ...more,
});
