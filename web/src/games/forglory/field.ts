import type { Drawn } from '../../maps/fields';

/** How its maps are drawn. */
export const field: Drawn = {
  objectives: [
    [6000, 4500],
    [3000, 4500],
    [9000, 4500],
  ],
  oddObjectives: false,
  cloth: false,
  sides: 'bottom',
  patch: 220,
  stamps: {},
};
