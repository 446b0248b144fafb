import icons from 'virtual:icons';

import { t, type Key } from '../lib/i18n.svelte';
import type { Figure, Part } from './types';

export const FIGURE_NAMES: Record<Figure, Key> = {
  health: 'barracks.health',
  range: 'barracks.range',
  move: 'barracks.move',
  power: 'barracks.power',
};

export const PART_NAMES: Record<Part, Key> = {
  ...FIGURE_NAMES,
  together: 'barracks.together',
  abilities: 'barracks.abilities',
};

/** Plain signs in a square of 24, for small print: a heart, a target, a way, a sword. */
export const FIGURE_SIGNS: Record<Figure, string> = {
  health: 'M12 21C5 15.5 2 12 2 8.2A5.2 5.2 0 0 1 12 6a5.2 5.2 0 0 1 10 2.2C22 12 19 15.5 12 21z',
  range: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zm0 2.6a7.4 7.4 0 1 1 0 14.8a7.4 7.4 0 1 1 0-14.8zm0 3.4a4 4 0 1 0 0 8a4 4 0 1 0 0-8z',
  move: 'M3 4.5h5L14.5 12L8 19.5H3L9 12zM11 4.5h5L22.5 12L16 19.5h-5L17 12z',
  power: 'M22 2l-1 6L11 17.6l2 2l-1.7 1.7l-3.1-3.1L4 22.4L1.6 20l4.2-4.2l-3.1-3.1L4.4 11l2 2L16 3z',
};

/** The drawings of the printed cards, in a square of 512. */
export const FIGURE_DRAWINGS: Record<Figure, string> = {
  health: icons.health ?? '',
  range: icons.range ?? '',
  move: icons.move ?? '',
  power: icons.power ?? '',
};

export const rankPoints = (points: number) => (points === 1 ? t('barracks.onePoint') : t('barracks.rankPoints', { points }));
