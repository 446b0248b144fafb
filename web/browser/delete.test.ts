import { expect, test } from 'vitest';

import { axe } from './axe';
import { address, click, Player, turnTo } from './player';

const MIDDLE = '3k4/2p2a2/1h1m4/3SB1g1/2sP1M2/4G3/2A2b2/3K4 w 7 - -';

async function tokensOf(seats: Record<string, string>): Promise<Record<string, string>> {
  const body = JSON.stringify({ game: 'tactics', seats, names: { white: 'Ana', black: 'Luc' }, position: MIDDLE });
  const made = await fetch(`${address}/api/matches`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return ((await made.json()) as { tokens: Record<string, string> }).tokens;
}

const statusOf = async (token: string) => (await fetch(`${address}/api/matches/${token}`)).status;

test('whoever played alone deletes a match at once, after a question', async () => {
  const tokens = await tokensOf({ white: 'person', black: 'easy' });
  const ana = await Player.arrive();
  await ana.open(`/m/${tokens.white}`);
  await turnTo(ana, 'more');
  await click(ana, 'delete-match');
  await axe(ana, 'the question before deleting');
  await ana.page.keyboard.press('Escape');
  expect(await ana.see('delete-dialog').count()).toBe(0);
  expect(await statusOf(tokens.white!)).toBe(200);
  await turnTo(ana, 'more');
  await click(ana, 'delete-match');
  await click(ana, 'delete-confirm');
  await ana.page.waitForURL(`${address}/`);
  expect(await ana.see('recent').count(), 'it is no longer in the list').toBe(0);
  expect(await statusOf(tokens.white!)).toBe(404);
  expect(ana.faults).toEqual([]);
});

test('where somebody else has played, they are asked at the table', async () => {
  const tokens = await tokensOf({ white: 'link', black: 'link' });
  const ana = await Player.arrive();
  const luc = await Player.arrive({ viewport: { width: 390, height: 844 }, locale: 'es', colorScheme: 'dark' });
  await ana.open(`/m/${tokens.white}`);
  await luc.open(`/m/${tokens.black}`);
  await ana.until((state) => state.actor === 'white', 'the first one decides');
  await luc.until(() => true, 'the other one watches');
  const option = ana.state!.legal.find((one) => 'kind' in one && one.kind === 'move')!;
  const [from, to] = option.action.split('-') as [string, string];
  await click(ana, `square-${from}`);
  await click(ana, `square-${to}`);
  await luc.until((state) => state.steps.length === 1, 'the move is seen');

  await turnTo(luc, 'more');
  await click(luc, 'delete-match');
  await click(luc, 'delete-confirm');
  await luc.see('leaving').waitFor();
  expect(await luc.see('leaving').textContent()).toContain('tienen que aceptar');
  await expect.poll(() => ana.see('leaving').textContent()).toContain('Luc wants to delete');
  await axe(ana, 'a wish to delete');
  await click(ana, 'leaving-keep');
  await expect.poll(() => luc.see('leaving').count()).toBe(0);
  expect(await statusOf(tokens.white!)).toBe(200);

  await turnTo(luc, 'more');
  await click(luc, 'delete-match');
  await click(luc, 'delete-confirm');
  await click(ana, 'leaving-agree');
  await ana.page.waitForURL(`${address}/`);
  await expect.poll(() => luc.page.textContent('main')).toContain('ha sido borrada');
  expect(await statusOf(tokens.black!)).toBe(404);
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});
