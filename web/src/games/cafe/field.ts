import type { Drawn } from '../../maps/fields';

/** How its maps are drawn. */
export const field: Drawn = {
  objectives: [
    [4500, 3000],
    [4500, 900],
    [4500, 5100],
  ],
  oddObjectives: true,
  cloth: true,
  sides: 'left',
  patch: 250,
  // Woods and marshes are some 3 to 5 cm across (C-N4).
  stamps: { wood: { shape: 'blob', width: 480, height: 400 }, marsh: { shape: 'blob', width: 480, height: 380 } },
};
