import { makeMatch, sitAt } from './matches';
import type { Player } from './player';

export const ESCARMOUCHE = 'escarmouche';
/** Squads of few words, and a position in which they are close to each other. */
export const SQUADS = {
  white_squad: '5/1/3/1+charge;2/1/2/1+forward;2/1/2/1+sweep',
  black_squad: '6/2/2/1;3/1/2/1+guardian+defensive-stance',
};
export const MIDDLE = 'c4,d3,e4 d5,d6:3:g1 w 2 - -';

/** A match of two people at one screen, with these squads unless others are asked for; the way to its table. */
export const newMatch = async (body: object): Promise<string> =>
  (
    await makeMatch({
      game: ESCARMOUCHE,
      seats: { white: 'person', black: 'person' },
      options: SQUADS,
      position: MIDDLE,
      terms: { hints: true },
      ...body,
    })
  ).tokens.white!;

export const sit = async (options: Parameters<typeof sitAt>[1] = {}, body: object = {}): Promise<Player> =>
  sitAt(await newMatch(body), options);
