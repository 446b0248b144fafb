import { expect, test } from 'vitest';

import { newMatch, playUntil, sceneOf } from './cafe';
import { FACING, newMatch as newBattle } from './forglory';
import { learn } from './lessons';
import { soon } from './matches';
import { Player } from './player';
import { pressAt } from './table';

/** Nobody's press is lost because the server has not answered the one before. */
/** So late that the next press is always earlier; whatever comes in between, the order stays. */
const LATE = 250;

async function farAway(): Promise<Player> {
  const player = await Player.arrive();
  await player.page.routeWebSocket(/\/api\/table\//, (page) => {
    const server = page.connectToServer();
    server.onMessage((message) => void setTimeout(() => page.send(message), LATE));
  });
  return player;
}

test.each(['tactics', 'escarmouche'])('the lessons of %s are learnt on a slow line', async (game) => {
  const ana = await farAway();
  await learn(ana, game);
  expect(ana.faults).toEqual([]);
});

test('units are put down one after the other on a slow line', async () => {
  const ana = await farAway();
  await ana.open(`/m/${(await newMatch({ seats: { blue: 'person', red: 'easy' } })).tokens.blue!}`);
  await ana.until(() => true, 'the table opens');
  await playUntil([ana], () => ana.turn && sceneOf(ana).phase === 'deploy');
  await ana.see('tray').locator('button').first().click();
  const { zones, table } = sceneOf(ana);
  const { x, width } = zones.blue;
  const places = [1, 2, 3, 4, 5].map((part): [number, number] => [x + width / 2, (table.height * part) / 6]);
  for (const place of places) await pressAt(ana, place);
  await soon(() => sceneOf(ana).units.filter((unit) => unit.side === 'blue' && unit.state === 'table').length).toBe(5);
  expect(ana.faults).toEqual([]);
});

/** The server has no time for the first questions. */
async function atABusyServer(refusals: number): Promise<Player> {
  const player = await Player.arrive();
  let refused = 0;
  await player.page.routeWebSocket(/\/api\/table\//, (page) => {
    const server = page.connectToServer();
    page.onMessage((message) => {
      const { type, id } = JSON.parse(String(message)) as { type: string; id?: number };
      if (type !== 'look' || refused >= refusals) return server.send(message);
      refused += 1;
      const error = { code: 'TOO_FAST', text: { es: '', fr: '', en: 'Too fast.' } };
      page.send(JSON.stringify({ type: 'reply', id, ok: false, error }));
    });
    server.onMessage((message) => page.send(message));
  });
  return player;
}

test('a block can go although the server had no time for its questions, and although it was told twice', async () => {
  const ana = await atABusyServer(6);
  await ana.open(`/m/${(await newBattle({ position: FACING, seats: { south: 'person', north: 'easy' } })).tokens.south!}`);
  await ana.until(() => true, 'the table opens');
  await ana.see('whole-division').click();
  await ana.see('block-advance').click();
  await ana.see('block-advance').click();
  await soon(() => ana.see('block-go').isEnabled()).toBe(true);
  await ana.see('block-go').click();
  await ana.until(({ seq }) => seq > 0, 'an order is given');
  expect(ana.faults).toEqual([]);
});
