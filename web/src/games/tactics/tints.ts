import type { PieceClass } from './scene';

/** A colour for each arm, the same on its ring everywhere; its drawing tells it too. */
export const TINTS: Record<PieceClass, string> = {
  axe: '#c7402f',
  sword: '#8a75c9',
  pike: '#2f9a86',
  horse: '#c07a26',
  bow: '#5c9a2c',
  arquebus: '#67798a',
  mage: '#2f72bf',
  guard: '#d9a21b',
};
