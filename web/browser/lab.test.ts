import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { axe } from './axe';
import { click, download, Player } from './player';

test('an experiment is asked for, sharpens, is stopped and taken along; a squad is tried while it is built', async () => {
  const ana = await Player.arrive();
  await ana.open('/');
  await click(ana, 'to-lab');
  await ana.see('lab-empty').waitFor();
  await click(ana, 'lab-kind-squads');
  expect(await ana.see('lab-start').isDisabled()).toBe(true);
  await click(ana, 'lab-kind-fair');
  await ana.see('lab-game').selectOption('tactics');
  await ana.see('lab-precision').selectOption('0.5');
  await click(ana, 'lab-start');
  await ana.see('lab-sentence').waitFor();
  await click(ana, 'lab-stop');
  await ana.see('lab-stopped').waitFor();
  expect(await ana.see('lab-sentence').textContent()).toMatch(/the side that begins gets \d+\.\d%/);
  expect(await ana.see('lab-command').inputValue()).toMatch(
    /^escaramuza lab fair tactics --agent greedy --precision 0.5 --budget \d+ --seed 0$/,
  );
  await axe(ana, 'the lab with an answer');
  const kept = JSON.parse(readFileSync(await (await download(ana, 'lab-json')).path(), 'utf8')) as { answer: { games: number } };
  expect(kept.answer.games).toBeGreaterThan(0);

  await ana.open('/barracks');
  await ana.page.locator('[data-testid="ready-squads"] button').first().click();
  const answer = ana.see('lab-meter-answer');
  await answer.waitFor();
  await axe(ana, 'a squad with its meter');
  const before = Number(await answer.getAttribute('data-games'));
  await expect.poll(async () => Number(await answer.getAttribute('data-games'))).toBeGreaterThan(before);
  await ana.see('lab-meter-on').uncheck();
  await expect.poll(() => ana.see('lab-meter').getAttribute('data-state')).toBe('off');
  expect(ana.faults).toEqual([]);
});

test('what a house rule changes is told where it is chosen', async () => {
  const ana = await Player.arrive({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await ana.open('/new/escarmouche');
  await click(ana, 'ask-scenario');
  await ana.see('effect-sentence').waitFor();
  await click(ana, 'stop-scenario');
  expect(await ana.see('effect-scenario').locator('[data-testid="lab-part-draws"] tbody tr').count()).toBe(2);
  await axe(ana, 'a house rule and what it changes');
  expect(ana.faults).toEqual([]);
});
