import { expect, test } from 'vitest';

import { byKeyboard, tabTo } from './keyboard';
import { PHONE, playCovered, sideways, startByKeyboard } from './matches';
import { address, click, decide, download, Player, playOut, tap, turnTo } from './player';

test('a whole game against the machine, then result, proof of the dice, replay and analysis', async () => {
  const ana = await Player.arrive();
  await ana.start({ opponent: 'easy', side: 'white', turns: 12 });
  await ana.until(() => true, 'the table opens');
  await expect.poll(() => ana.see('commitment').first().count()).toBeGreaterThan(0);
  let sum = '';
  await playOut([ana], click, undefined, async (player, press) => {
    if (!sum && player.state?.scene.phase === 'turn') {
      await expect.poll(() => player.see('points-sum').textContent()).toMatch(/\d/);
      sum = String(await player.see('points-sum').textContent());
    }
    await decide(player, press);
  });
  expect(sum, 'the first turn doubles').toMatch(/^\(\d \+ \d\) × 2$/);
  await ana.see('result').waitFor();
  await turnTo(ana, 'more');
  await ana.see('verify').click();
  await ana.see('verified').waitFor();
  expect(await ana.see('seed').textContent()).toMatch(/[0-9a-f]{32}/);
  const file = await download(ana, 'download');
  expect(file.suggestedFilename()).toMatch(/\.match$/);
  await ana.see('replay').click();
  await ana.see('replay-slider').waitFor();
  expect(await ana.see('log').locator('[aria-current]').count(), 'one line is where the play begins').toBe(1);
  await ana.page.keyboard.press('Home');
  await ana.page.keyboard.press('ArrowRight');
  await ana.see('curve').waitFor();
  expect(ana.faults).toEqual([]);
});

test('two seats by link, in Spanish and French, with a reload in the middle', async () => {
  const ana = await Player.arrive({ locale: 'es-ES' });
  const luc = await Player.arrive({ locale: 'fr-FR' });
  await ana.start({ opponent: 'link', side: 'black', turns: 8 });
  const link = await ana.see('link').first().inputValue();
  expect(link).toContain(`${address}/m/`);
  await luc.open(link);
  await luc.until((state) => state.you[0] === 'white', 'the other seat');
  if ((await ana.see('go-table').count()) > 0) await ana.see('go-table').click();
  await ana.until((state) => state.you[0] === 'black', 'the own seat');
  expect(await ana.page.locator('html').getAttribute('lang')).toBe('es');
  expect(await luc.page.locator('html').getAttribute('lang')).toBe('fr');
  await playOut([ana, luc], click, async (moves) => {
    if (moves !== 9) return;
    const steps = Math.max(...[ana, luc].map(({ state }) => (state?.from ?? 0) + (state?.steps.length ?? 0)));
    ana.state = null;
    await ana.page.reload();
    // What the page before had still to hear may come in between; the new one is told everything.
    const again = await ana.until((state) => state.from === 0, 'the match goes on after a reload');
    expect(again.steps.length).toBe(steps);
  });
  await ana.see('result').waitFor();
  await luc.see('result').waitFor();
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});

test('what a seat may not see never reaches its browser', async () => {
  const ana = await Player.arrive();
  const luc = await Player.arrive();
  await ana.start({ opponent: 'link', side: 'white' });
  await luc.open(await ana.see('link').first().inputValue());
  if ((await ana.see('go-table').count()) > 0) await ana.see('go-table').click();
  await ana.until(() => true, 'white sits');
  await luc.until(() => true, 'black sits');
  await click(ana, 'roll');
  await ana.until((state) => state.scene.phase === 'choice', 'the die-off is thrown');
  const chooser = ana.turn ? ana : luc;
  await expect.poll(() => chooser.turn).toBe(true);
  await click(chooser, 'attack');
  await ana.until((state) => state.scene.phase === 'deployment', 'deployment starts');
  await expect.poll(() => ana.turn || luc.turn).toBe(true);
  const [first, second] = ana.turn ? [ana, luc] : [luc, ana];
  const already = second.heard.length;
  await click(first, 'shortcut-wings');
  await click(first, 'ready');
  await expect.poll(() => second.turn).toBe(true);
  for (const text of second.heard.slice(already)) {
    const message = JSON.parse(text) as { type: string; scene?: { pieces: unknown[] }; steps?: { action: string | null }[] };
    if (message.type !== 'update') continue;
    expect(message.scene?.pieces).toEqual([]);
    expect(JSON.stringify(message.steps)).not.toContain('@');
  }
});

test('two people at one screen, a cover between their secret deployments', async () => {
  await playCovered(await Player.arrive({ locale: 'fr-FR' }), { opponent: 'here', turns: 6 });
});

test('a phone with touch: taps, no sideways scrolling, large targets', async () => {
  const phone = await Player.arrive({ ...PHONE, locale: 'es-ES', colorScheme: 'dark' });
  await phone.open('/new/tactics');
  await phone.see('opponent-easy').tap();
  await phone.see('side-black').tap();
  await phone.see('option-turn_limit').fill('8');
  await phone.see('start-match').tap();
  await phone.until(() => true, 'the table opens');
  await playOut([phone], tap, async () => {
    expect(await sideways(phone)).toBeLessThanOrEqual(0);
  });
  await phone.see('result').waitFor();
  expect(await phone.smallTargets()).toEqual([]);
  expect(phone.faults).toEqual([]);
});

test('the keyboard alone plays a whole game', async () => {
  const ana = await Player.arrive();
  await ana.open('/');
  await tabTo(ana, 'new-tactics');
  await ana.page.keyboard.press('Enter');
  await startByKeyboard(ana);
  await playOut([ana], byKeyboard);
  await ana.see('result').waitFor();
  expect(ana.faults).toEqual([]);
});
