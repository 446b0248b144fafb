import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Update } from '../src/lib/protocol';
import { axe } from './axe';
import { walkTo } from './keyboard';
import { click, Player, playOut, tap } from './player';
import { startServerWith } from './server';

// A game that somebody else wrote, installed as its README says: the page has no line about it.
const folder = mkdtempSync(join(tmpdir(), 'escaramuza-example-'));
let server: ChildProcess;
let home: string;

beforeAll(async () => {
  ({ server, home } = await startServerWith({ duel: 'examples/duel', tag: 'tests/tag' }, folder));
});

afterAll(() => {
  server.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** From the page where a match is made to its table. */
async function sitDown(player: Player, opponent: string, game = 'duel'): Promise<void> {
  await player.open(`${home}/new/${game}`);
  await click(player, `opponent-${opponent}`);
  if (opponent === 'here') await click(player, 'allow-hints');
  else await click(player, 'side-white');
  await click(player, 'start-match');
  await player.see('board').waitFor();
}

/** Forward where it can, and every blow that is offered: squares are pressed as on any board. */
async function decideDuel(player: Player, press: (testid: string) => Promise<void>): Promise<void> {
  const { legal, seq, actor } = player.state as Extract<Update, { shape: 'generic' }>;
  const ahead = actor === 'white' ? 1 : -1;
  const forward = legal.filter(({ at, to }) => (Number(to?.[1]) - Number(at?.[1])) * ahead > 0);
  const steps = forward.length ? forward : legal;
  const chosen = legal.find(({ kind }) => kind === 'strike') ?? steps[(seq * 7) % steps.length]!;
  await press(`square-${chosen.at}`);
  await press(`square-${chosen.to}`);
}

test('from the start page through a game against the machine to its replay', async () => {
  const ana = await Player.arrive();
  await ana.open(home);
  await ana.see('game-duel').waitFor();
  expect(await ana.see('game-duel').textContent()).toContain('Three fencers a side');
  expect(await ana.see('learn-duel').count(), 'nobody has written lessons').toBe(0);
  await click(ana, 'new-duel');
  await click(ana, 'opponent-easy');
  await click(ana, 'start-match');
  await ana.until(() => true, 'the table opens');
  expect(await ana.page.locator('[data-testid^="square-"]').count()).toBe(25);
  await playOut([ana], click, undefined, decideDuel);
  await ana.see('result').waitFor();
  await click(ana, 'replay');
  await ana.see('replay-slider').waitFor();
  await ana.page.keyboard.press('End');
  await expect.poll(() => ana.see('position-line').textContent()).toContain('the end');
  await click(ana, 'step-1');
  await expect.poll(() => ana.see('position-line').textContent()).toContain('Black to move');
  expect(ana.faults).toEqual([]);
});

test('two at one screen by keyboard: choices, odds, refusals, hints, take-backs', async () => {
  const ana = await Player.arrive();
  await sitDown(ana, 'here');
  const squares = async () =>
    (await ana.see('choices').locator('button[data-testid^="act-"]').allTextContents()).map((text) => text.trim());
  const pick = async (square: string) => {
    await walkTo(ana, square);
    await ana.page.keyboard.press('Enter');
  };
  await pick('a1');
  await expect.poll(squares).toEqual(['Step from a1 to b1', 'Step from a1 to a2', 'Step from a1 to b2']);
  expect(await ana.see('square-b2').getAttribute('aria-label')).toBe('b2, empty, Step from a1 to b2');
  await pick('c3');
  await expect.poll(() => ana.see('why').textContent()).toContain('c3 is not beside a1');
  await click(ana, 'act-a1-b2');
  await ana.until((state) => state.actor === 'black', 'a choice is made by its button');
  await click(ana, 'undo');
  await ana.until((state) => state.actor === 'white', 'it is taken back');
  await click(ana, 'hint');
  await ana.see('hint-answer').waitFor();
  await ana.see('hint-arrow').waitFor();
  for (const [at, to] of [
    ['c1', 'c2'],
    ['c5', 'c4'],
    ['c2', 'c3'],
  ] as const) {
    const before = ana.state!.seq;
    await pick(at);
    await pick(to);
    await ana.until((state) => state.seq > before, `${at} to ${to}`);
  }
  await click(ana, 'square-c4');
  await click(ana, 'odds-c4xc3');
  await expect.poll(() => ana.see('odds').first().textContent()).toContain('50%');
  await ana.page.keyboard.press('Escape');
  await click(ana, 'act-c4xc3');
  await ana.until((state) => state.steps.at(-1)?.threw === true, 'the die is thrown');
  await ana.see('dice').waitFor();
  expect(ana.faults).toEqual([]);
});

test.each(['light', 'dark'] as const)('a phone in French, %s: nothing too small, nothing that axe finds', async (colorScheme) => {
  const luc = await Player.arrive({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'fr-FR', colorScheme });
  await sitDown(luc, 'easy');
  await luc.until((state) => state.actor === 'white', 'the table opens');
  await tap(luc, 'square-c1');
  await expect.poll(() => luc.see('prompt').textContent()).toContain('Escrimeur c1');
  expect(await luc.smallTargets()).toEqual([]);
  expect(await luc.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await axe(luc, 'the table of a game with no code of its own');
  await playOut([luc], tap, undefined, decideDuel);
  await luc.see('result').waitFor();
  expect(luc.faults).toEqual([]);
});

test('a table without squares: pieces, places and targets are pressed', async () => {
  const ana = await Player.arrive();
  await sitDown(ana, 'here', 'tag');
  await click(ana, 'piece-0');
  await click(ana, 'spot-go 0 780,600');
  await ana.until((state) => state.actor === 'red', 'it goes to a place');
  await ana.see('piece-2').focus();
  await ana.page.keyboard.press('Enter');
  await expect.poll(() => ana.see('piece-0').getAttribute('aria-label')).toBe('Blue runner, 2 left, Throw at 0');
  await axe(ana, 'a table without squares');
  await click(ana, 'piece-0');
  await ana.until((state) => state.steps.at(-1)?.threw === true, 'a target is pressed');
  await ana.see('dice').waitFor();
  await click(ana, 'act-rest');
  await ana.until((state) => state.actor === 'red', 'what no piece does is a button');
  await click(ana, 'flip');
  expect(ana.faults).toEqual([]);
});

test('its rules are read, and what it does not have is not offered', async () => {
  const ana = await Player.arrive({ locale: 'es-ES' });
  await ana.open(`${home}/rules/duel`);
  await expect.poll(() => ana.page.locator('main').textContent()).toContain('Tras 60 turnos');
  await ana.open(`${home}/learn/duel`);
  await ana.see('unknown-game').waitFor();
  expect(ana.faults).toEqual([]);
});
