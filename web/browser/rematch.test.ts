import { expect, test } from 'vitest';

import { axe } from './axe';
import { sceneOf } from './escarmouche';
import { click, Player, playOut } from './player';

const squadOf = (player: Player, side: 'white' | 'black') => sceneOf(player.state!).squads[side].name;

test('a rematch by link: one asks, the other is told at the table and joins', async () => {
  const ana = await Player.arrive();
  const luc = await Player.arrive({ viewport: { width: 390, height: 844 } });
  await ana.start({ game: 'escarmouche', opponent: 'link', side: 'white', turns: 2 });
  await luc.open(await ana.see('link').first().inputValue());
  await click(ana, 'go-table');
  await ana.until((state) => state.you[0] === 'white', 'the host sits');
  await luc.until((state) => state.you[0] === 'black', 'the guest sits');
  const [anas, lucs] = [squadOf(ana, 'white'), squadOf(ana, 'black')];
  expect(anas).not.toBe(lucs);
  await playOut([ana, luc], click);
  await luc.see('result').waitFor();
  await luc.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const old = ana.page.url();
  await click(ana, 'rematch');
  await luc.see('rematch-wanted').waitFor();
  expect(await luc.see('rematch-wanted').textContent()).toContain('Your opponent wants a rematch');
  await expect.poll(() => luc.see('live').textContent()).toContain('Your opponent wants a rematch');
  const box = await luc.see('join-rematch').boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 844, 'in sight without scrolling').toBe(true);
  expect(await luc.see('rematch').count()).toBe(0);
  await axe(luc, 'a rematch');
  await click(luc, 'join-rematch');
  await ana.until((state) => state.you[0] === 'black' && state.outcome === null, 'the host changes sides');
  await luc.until((state) => state.you[0] === 'white' && state.outcome === null, 'the guest changes sides');
  expect([squadOf(ana, 'black'), squadOf(luc, 'white')]).toEqual([anas, lucs]);
  expect(ana.state?.commitment, 'they sit at the same match').toBe(luc.state?.commitment);
  expect(await ana.see('invite').count(), 'nobody needs a link').toBe(0);
  await expect.poll(() => ana.see('player-white').textContent()).toContain('here');
  expect([...ana.faults, ...luc.faults]).toEqual([]);

  await ana.open('/');
  await expect.poll(() => ana.see('recent').textContent()).toContain(`${anas} against ${lucs}`);
  await ana.open(old);
  await ana.see('rematch-wanted').waitFor();
  expect(await ana.see('rematch-wanted').textContent(), 'nobody asks the one who asked').not.toContain('wants');
});

test('a rematch against the machine starts at once', async () => {
  const ana = await Player.arrive();
  await ana.start({ opponent: 'easy', side: 'white', turns: 2 });
  await ana.until(() => true, 'the table opens');
  await playOut([ana], click);
  await click(ana, 'rematch');
  await ana.until((state) => state.you[0] === 'black' && state.outcome === null, 'the other side');
  expect(ana.state?.seats.white?.kind).toBe('agent');
  await ana.page.waitForURL(/\/m\//);
  expect(ana.faults).toEqual([]);
});
