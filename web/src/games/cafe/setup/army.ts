/** The types of units by their letters, in the order in which armies are written. */
export const TYPES = { A: 'alpha', B: 'baramon', E: 'eco', M: 'minguin', T: 'thanary', D: 'domucor' } as const;
export type Letter = keyof typeof TYPES;
export const LETTERS = Object.keys(TYPES) as Letter[];
export type Army = Record<Letter, number>;

export const LEAST = 5;
export const MOST = 30;

/** Armies to start from; the one of fifteen is the published one. */
export const PRESETS = [
  'A1 E1 M1 T1 D1',
  'A1 B1 E1 M1 T2 D2',
  'A1 B1 E2 M1 T2 D3',
  'A1 B2 E3 M1 T4 D4',
  'A1 B3 E4 M2 T5 D5',
  'A2 B4 E6 M2 T8 D8',
] as const;
export const PUBLISHED = PRESETS[3];

/** The army that a text such as `A1 B2 T4` names, or null if it names none. */
export function readArmy(text: unknown): Army | null {
  if (typeof text !== 'string') return null;
  const army: Army = { A: 0, B: 0, E: 0, M: 0, T: 0, D: 0 };
  for (const part of text.trim().split(/\s+/)) {
    const found = /^([ABEMTD])(\d{1,2})$/.exec(part);
    if (!found) return null;
    army[found[1] as Letter] += Number(found[2]);
  }
  return army;
}

export const armyText = (army: Army) =>
  LETTERS.filter((letter) => army[letter] > 0)
    .map((letter) => `${letter}${army[letter]}`)
    .join(' ');

export const unitsOf = (army: Army) => LETTERS.reduce((sum, letter) => sum + army[letter], 0);
export const isArmy = (army: Army) => unitsOf(army) >= LEAST && unitsOf(army) <= MOST;
export const withCount = (army: Army, letter: Letter, count: number): Army => ({
  ...army,
  [letter]: Math.max(0, Math.min(MOST, Math.round(count) || 0)),
});
