import { expect, test } from 'vitest';

import { axe } from './axe';
import { address, click, Player } from './player';

const MIDDLE = '3k4/2p2a2/1h1m4/3SB1g1/2sP1M2/4G3/2A2b2/3K4 w 7 - -';

async function pair(): Promise<[Player, Player]> {
  const body = JSON.stringify({
    game: 'tactics',
    seats: { white: 'link', black: 'link' },
    names: { white: 'Ana', black: 'Luc' },
    position: MIDDLE,
  });
  const made = await fetch(`${address}/api/matches`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const { tokens } = (await made.json()) as { tokens: { white: string; black: string } };
  const ana = await Player.arrive();
  const luc = await Player.arrive({ viewport: { width: 390, height: 844 }, locale: 'es', colorScheme: 'dark' });
  await ana.open(`/m/${tokens.white}`);
  await luc.open(`/m/${tokens.black}`);
  await ana.until((state) => state.actor === 'white', 'the first one decides');
  await luc.until(() => true, 'the other one watches');
  return [ana, luc];
}

/** The first one moves, and the other one sees it. */
async function move(ana: Player, luc: Player): Promise<void> {
  const option = ana.state!.legal.find((one) => 'kind' in one && one.kind === 'move')!;
  const [from, to] = option.action.split('-') as [string, string];
  await click(ana, `square-${from}`);
  await click(ana, `square-${to}`);
  await luc.until((state) => state.steps.length === 1, 'the move is seen');
}

test('a take-back by link: one asks, the other is asked at the table and allows it', async () => {
  const [ana, luc] = await pair();
  await move(ana, luc);
  await click(ana, 'undo');
  await luc.see('take-back').waitFor();
  expect(await luc.see('take-back').textContent()).toContain('Ana quiere deshacer');
  await expect.poll(() => luc.see('live').textContent()).toContain('Ana quiere deshacer');
  expect(await ana.see('take-back').textContent()).toContain('the others must agree');
  expect(luc.state?.seq, 'nothing has changed yet').toBe(ana.state?.seq);
  const box = await luc.see('take-back-allow').boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 844 && box.height >= 40, 'in sight, and large enough').toBe(true);
  await axe(luc, 'a take-back');
  await click(luc, 'take-back-allow');
  await ana.until((state) => state.from === 0 && state.steps.length === 0 && state.seq > 1, 'the move is taken back');
  await expect.poll(() => luc.see('take-back').count()).toBe(0);
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});

test('a take-back that is declined is not asked for again; one can be given up', async () => {
  const [ana, luc] = await pair();
  await move(ana, luc);
  await click(ana, 'undo');
  await click(ana, 'take-back-give-up');
  await expect.poll(() => luc.see('take-back').count()).toBe(0);
  await click(ana, 'undo');
  await click(luc, 'take-back-decline');
  await expect.poll(() => ana.see('take-back').textContent()).toContain('Luc did not agree');
  expect(await ana.see('undo').isDisabled()).toBe(true);
  expect(ana.state?.take_back?.declined_by).toBe('black');
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});
