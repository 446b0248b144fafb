import { type BrowserContextOptions } from 'playwright-core';
import { expect } from 'vitest';

import { choose, tabTo } from './keyboard';
import { address, click, Player, playOut, until } from './player';
import { inBase, pressAt } from './table';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** How a page is looked at by axe: large in one language, small in another. */
export const views = (locale: string) => [
  { name: 'large', options: { locale } },
  { name: 'small', options: { locale: 'es-ES', ...PHONE } },
];

/** Waits for something that a busy server may take its time for. */
export const soon = <T>(what: () => T, message?: string) => expect.poll(what, { message });

export const sideways = (player: Player) => player.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

export interface Made {
  tokens: Record<string, string>;
  spectator: string;
}

/** Makes a match without its set-up page. */
export async function makeMatch(body: object): Promise<Made> {
  const answer = await fetch(`${address}/api/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const made = (await answer.json()) as Made;
  expect(answer.status, JSON.stringify(made)).toBe(201);
  return made;
}

export async function sitAt(token: string, options: BrowserContextOptions = {}): Promise<Player> {
  const player = await Player.arrive(options);
  await player.open(`/m/${token}`);
  await player.until(() => true, 'the table opens');
  await player.see('status').waitFor();
  return player;
}

/** Takes a unit of a gridless table in hand by pressing it, once it is marked as one that can be taken; a dock is about it then. */
export async function takeUnit(player: Player, unit: { id: number; x: number; y: number }, dock: string): Promise<void> {
  await soon(() => player.see(`unit-${unit.id}`).getAttribute('data-able'), `unit ${unit.id} is marked`).toBe('true');
  const inHand = () => player.page.locator(`[data-testid="${dock}"][data-unit="${unit.id}"]`).count();
  await until(
    async () => (await inHand()) > 0,
    async () => pressAt(player, await inBase(player, [unit.x, unit.y])),
    `unit ${unit.id} is in hand`,
  );
}

/** Two people at one screen play a game out; a cover comes between what each of them does in secret. */
export async function playCovered(both: Player, start: Parameters<Player['start']>[0]): Promise<void> {
  await both.start({ ...start, opponent: 'here' });
  await both.until((state) => state.you.length === 2, 'both seats are here');
  let covers = 0;
  await playOut([both], async (player, testid) => {
    if ((await player.see('uncover').count()) > 0) {
      covers += 1;
      await player.see('uncover').click();
    }
    await click(player, testid);
  });
  expect(covers, 'one before each secret').toBe(2);
  await both.see('result').waitFor();
  expect(both.faults).toEqual([]);
}

/** From the set-up page to the table without a mouse: White against the easy machine, eight turns. */
export async function startByKeyboard(player: Player): Promise<void> {
  await player.see('start-match').waitFor();
  await choose(player, 'opponent-easy');
  await choose(player, 'side-white');
  await tabTo(player, 'option-turn_limit');
  await player.page.keyboard.press('Control+A');
  await player.page.keyboard.type('8');
  await tabTo(player, 'start-match');
  await player.page.keyboard.press('Enter');
  await player.until((state) => state.you[0] === 'white', 'the table opens');
}

/** What stands on a shelf, by name unless something else is asked for. */
export const onShelf = (player: Player, shelf: string, what: string, about = 'name') =>
  player
    .see(shelf)
    .getByTestId(`${what}-tile`)
    .evaluateAll((all, of) => all.map((one) => (one as HTMLElement).dataset[of]), about);
