import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Response } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { axe } from './axe';
import { learn } from './lessons';
import { address, click, Player, playOut } from './player';

const MIDDLE = '3k4/2p2a2/1h1m4/3SB1g1/2sP1M2/4G3/2A2b2/3K4 w 7 - -';
const WIN_NEXT = '6Sk/8/8/8/8/8/8/K7 w 11 - -';
const ROOT = join(import.meta.dirname, '../..');

async function newMatch(body: object): Promise<{ tokens: Record<string, string>; spectator: string }> {
  const answer = await fetch(`${address}/api/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ game: 'tactics', ...body }),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { tokens: Record<string, string>; spectator: string };
}

async function finished(): Promise<string> {
  const file = readFileSync(join(ROOT, 'tests/golden/tactics/search-greedy.match'), 'utf8');
  const answer = await fetch(`${address}/api/matches/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ file }),
  });
  return ((await answer.json()) as { token: string }).token;
}

const here = { white: 'person', black: 'person' };

test.each(['desktop', 'phone'])('no accessibility violation on every page, %s', async (size) => {
  const viewport = size === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 900 };
  const ana = await Player.arrive({ viewport });
  const middle = (await newMatch({ seats: here, position: MIDDLE })).tokens.white;
  const fresh = (await newMatch({ seats: { white: 'person', black: 'easy' } })).tokens.white;
  const won = (await newMatch({ seats: here, position: WIN_NEXT })).tokens.white;
  const pages: [string, string][] = [
    ['/', 'new-tactics'],
    ['/new/tactics', 'start-match'],
    [`/m/${fresh}`, 'roll'],
    [`/m/${middle}`, 'end-turn'],
    [`/m/${won}`, 'end-turn'],
    [`/replay/${await finished()}`, 'replay-slider'],
    ['/rules/tactics', 'rules-search'],
    ['/learn/tactics', 'board'],
    [`/position/tactics?p=${encodeURIComponent(MIDDLE)}`, 'play-here'],
    ['/m/dead', 'go-home'],
  ];
  for (const [path, sign] of pages) {
    await ana.open(path);
    await ana.see(sign).first().waitFor();
    if (path === `/m/${won}`) {
      await click(ana, 'square-g8');
      await click(ana, 'square-h8');
      await ana.see('result').waitFor();
    }
    if (path === `/m/${middle}`) {
      await click(ana, 'square-d4');
      await click(ana, 'square-d8');
      await ana.see('why').waitFor();
    }
    await axe(ana, path);
    const sideways = await ana.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  }
});

test('why not, odds, hint, threats and undo at the table', async () => {
  const ana = await Player.arrive();
  await ana.open(`/m/${(await newMatch({ seats: here, position: MIDDLE, terms: { hints: true } })).tokens.white}`);
  await ana.until(() => true, 'the table opens');
  await click(ana, 'square-d5');
  await click(ana, 'square-d7');
  await expect.poll(() => ana.see('why').textContent()).toContain('T-C1');
  await ana.page.keyboard.press('Escape');
  await click(ana, 'odds-end').catch(() => click(ana, 'odds'));
  await expect.poll(() => ana.page.getByText('16.7%').count()).toBeGreaterThan(0);
  await click(ana, 'hint');
  await ana.see('hint-answer').waitFor();
  await click(ana, 'threats');
  await expect.poll(() => ana.page.locator('[data-testid^="threat-"]').count()).toBeGreaterThan(0);
  expect(await ana.see('undo').isDisabled()).toBe(true);
  await click(ana, 'square-d4');
  await click(ana, 'square-c4');
  await ana.until((state) => state.can_undo, 'something can be taken back');
  await click(ana, 'undo');
  await ana.until((state) => !state.can_undo && state.position === MIDDLE, 'it is taken back');
  await expect.poll(() => ana.see('live').first().textContent()).toBeTruthy();
  expect(ana.faults).toEqual([]);
});

test('a piece is dragged to its square, and a deployment is made by hand', async () => {
  const ana = await Player.arrive();
  await ana.open(`/m/${(await newMatch({ seats: here, position: MIDDLE })).tokens.white}`);
  await ana.until(() => true, 'the table opens');
  await ana.see('square-d4').first().dragTo(ana.see('square-c4').first());
  await ana.until((state) => state.position?.startsWith('3k4/2p2a2/1h1m4/3SB1g1/2P2M2') ?? false, 'the pike was dragged');

  await ana.start({ opponent: 'easy', side: 'white' });
  await ana.until((state) => state.scene.phase === 'die-off', 'a new match');
  await click(ana, 'roll');
  await ana.until((state) => state.scene.phase !== 'die-off', 'the die-off is thrown');
  await ana.until((state) => state.scene.phase === 'deployment' || ana.turn, 'somebody chose, or the choice is here');
  if (ana.state?.scene.phase === 'choice') await click(ana, 'attack');
  await ana.until((state) => state.scene.phase === 'deployment' && state.actor === 'white', 'white deploys');
  await ana.see('tray-axe').first().dragTo(ana.see('square-a3').first());
  await click(ana, 'tray-guard');
  await click(ana, 'square-e1');
  await expect.poll(() => ana.see('square-a3').first().getAttribute('aria-label')).toMatch(/axe/i);
  await expect.poll(() => ana.see('square-e1').first().getAttribute('aria-label')).toMatch(/guard/i);
  expect(await ana.see('ready').isDisabled()).toBe(true);
  await click(ana, 'shortcut-random');
  await click(ana, 'ready');
  await ana.until((state) => state.scene.phase === 'turn', 'the first turn');
  expect(ana.faults).toEqual([]);
});

test('the language changes at any time, the log too', async () => {
  const ana = await Player.arrive();
  await ana.open(`/m/${(await newMatch({ seats: here, position: MIDDLE })).tokens.white}`);
  await ana.until(() => true, 'the table opens');
  await click(ana, 'square-d4');
  await click(ana, 'square-c4');
  await expect.poll(() => ana.see('log').textContent()).toContain('pike captures sword');
  await click(ana, 'settings');
  await click(ana, 'set-language-es');
  await expect.poll(() => ana.see('log').textContent()).toContain('pica');
  expect(await ana.page.locator('html').getAttribute('lang')).toBe('es');
  await click(ana, 'set-language-fr');
  await expect.poll(() => ana.see('log').textContent()).toContain('pique');
  await ana.page.reload();
  await ana.see('log').waitFor();
  expect(await ana.page.locator('html').getAttribute('lang')).toBe('fr');
});

test('the lessons are learnt', async () => {
  const ana = await Player.arrive();
  await learn(ana, 'tactics');
  expect(ana.faults).toEqual([]);
});

describe('trouble gets a clear message and a way on', () => {
  test('a dead link', async () => {
    const ana = await Player.arrive();
    await ana.open('/m/nothing-here');
    await ana.see('go-home').click();
    await ana.see('new-tactics').waitFor();
  });

  test('a second window on a seat', async () => {
    const ana = await Player.arrive();
    const token = (await newMatch({ seats: here, position: MIDDLE })).tokens.white;
    await ana.open(`/m/${token}`);
    await ana.until(() => true, 'the first window');
    const other = await Player.arrive();
    await other.open(`/m/${token}`);
    await other.until(() => true, 'the second window');
    await ana.see('taken-over').waitFor();
    await ana.see('try-again').click();
    await other.see('taken-over').waitFor();
    await ana.see('end-turn').waitFor();
  });

  test('a broken match file', async () => {
    const ana = await Player.arrive();
    await ana.open('/');
    const text = readFileSync(join(ROOT, 'tests/golden/tactics/search-greedy.match'), 'utf8').replace('seed 0', 'seed 1');
    await ana.see('match-file').setInputFiles({ name: 'x.match', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await expect.poll(() => ana.see('file-trouble').textContent()).toContain('line 8');
  });

  test('a good match file opens its replay', async () => {
    const ana = await Player.arrive();
    await ana.open('/');
    const text = readFileSync(join(ROOT, 'tests/golden/tactics/search-greedy.match'), 'utf8');
    await ana.see('match-file').setInputFiles({ name: 'x.match', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await ana.see('replay-slider').waitFor();
  });

  test('a lost connection', async () => {
    const ana = await Player.arrive();
    await ana.open(`/m/${(await newMatch({ seats: here, position: MIDDLE })).tokens.white}`);
    await ana.until(() => true, 'the table opens');
    await ana.context.setOffline(true);
    await ana.page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await ana.see('connection-lost').waitFor();
    await ana.context.setOffline(false);
    await ana.see('connection-lost').waitFor({ state: 'detached' });
    await click(ana, 'square-d4');
    await click(ana, 'square-c4');
    await ana.until((state) => state.can_undo, 'play goes on');
  });
});

test('a match that was left is offered again', async () => {
  const ana = await Player.arrive();
  await ana.start({ opponent: 'easy', side: 'white' });
  await ana.until(() => true, 'the table opens');
  await ana.open('/');
  await ana.see('recent').first().waitFor();
});

test('a shared position is played', async () => {
  const ana = await Player.arrive();
  await ana.open(`/position/tactics?p=${encodeURIComponent(WIN_NEXT)}`);
  await click(ana, 'play-here');
  await ana.until((state) => state.position === WIN_NEXT, 'the position is on the table');
  await playOut([ana], click);
  await ana.see('result').waitFor();
  await ana.open('/');
  await ana.see('glimpse').waitFor();
  const men = (ana.state!.scene as { pieces: { square: string | null }[] }).pieces.filter(({ square }) => square);
  expect(await ana.see('glimpse').locator('.first, .second').count(), 'it is offered again with its board').toBe(men.length);
});

test('the start page brings at most 60 kB of JavaScript, compressed', async () => {
  const ana = await Player.arrive();
  const scripts: Response[] = [];
  ana.page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response);
  });
  await ana.open('/');
  await ana.see('new-tactics').waitFor();
  await ana.page.waitForLoadState('networkidle');
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length));
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000);
});
