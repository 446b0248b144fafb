import type { Field } from '../../maps/fields';

/** What its maps are like. */
export const field: Field = {
  name: 'For Glory',
  letter: 'G',
  width: 12_000,
  height: 9000,
  gap: 0,
  objectives: [
    [6000, 4500],
    [3000, 4500],
    [9000, 4500],
  ],
  freeRoles: false,
  oddObjectives: false,
  roads: true,
  cloth: false,
  sides: 'bottom',
  patch: 220,
  unnamed: false,
  stamps: {},
};
