import type { Field } from '../../maps/fields';

/** What its maps are like. */
export const field: Field = {
  name: 'Escaramuzas de Café',
  letter: 'M',
  width: 9000,
  height: 6000,
  gap: 5400,
  objectives: [
    [4500, 3000],
    [4500, 900],
    [4500, 5100],
  ],
  freeRoles: true,
  oddObjectives: true,
  roads: false,
  cloth: true,
  sides: 'left',
  patch: 250,
  unnamed: true,
  // Woods and marshes are some 3 to 5 cm across (C-N4).
  stamps: { wood: { shape: 'blob', width: 480, height: 400 }, marsh: { shape: 'blob', width: 480, height: 380 } },
};
