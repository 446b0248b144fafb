import { expect } from 'vitest';

import { address, Player } from './player';

export const ESCARMOUCHE = 'escarmouche';
/** Squads of few words, and a position in which they are close to each other. */
export const SQUADS = {
  white_squad: '5/1/3/1+charge;2/1/2/1+forward;2/1/2/1+sweep',
  black_squad: '6/2/2/1;3/1/2/1+guardian+defensive-stance',
};
export const MIDDLE = 'c4,d3,e4 d5,d6:3:g1 w 2 - -';

/** A match of two people at one screen, with these squads unless others are asked for; the way to its table. */
export async function newMatch(body: object): Promise<string> {
  const answer = await fetch(`${address}/api/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ game: ESCARMOUCHE, seats: { white: 'person', black: 'person' }, options: SQUADS, position: MIDDLE, ...body }),
  });
  const made = (await answer.json()) as { tokens: Record<string, string> };
  expect(answer.status, JSON.stringify(made)).toBe(201);
  return made.tokens.white as string;
}

export async function sit(options: Parameters<typeof Player.arrive>[0] = {}, body: object = {}): Promise<Player> {
  const ana = await Player.arrive(options);
  await ana.open(`/m/${await newMatch(body)}`);
  await ana.until(() => true, 'the table opens');
  await ana.see('status').waitFor();
  return ana;
}
