import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { GameReadiness } from '../src/lib/protocol';
import { axe } from './axe';
import { address, Player } from './player';
import { freePort, startServer } from './server';

const PHONE = { viewport: { width: 390, height: 844 } };

/** A table of two people at one screen. */
async function newTable(of: string): Promise<string> {
  const answer = await fetch(`${of}/api/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ game: 'tactics', seats: { white: 'person', black: 'person' } }),
  });
  return `/m/${((await answer.json()) as { tokens: { white: string } }).tokens.white}`;
}

/** Faults of a page besides the answers that told it to wait. */
const faultsOf = ({ faults }: Player) => faults.filter((fault) => !fault.includes('503'));

describe('a server that has compiled nothing yet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'escaramuza-preparing-'));
  let server: ChildProcess | null = null;
  let home: string;
  let table: string;

  /** A server that is asked to stop also stops those who compile for it: the other games are not needed here. */
  async function stop(): Promise<void> {
    if (!server) return;
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    server = null;
    await gone;
  }

  beforeAll(async () => {
    const [port, database, cache] = [await freePort(), join(folder, 'matches.db'), join(folder, 'cache')];
    home = `http://127.0.0.1:${port}`;
    // A match of a server that had its rules, found again by one that has none.
    server = await startServer(port, database);
    table = await newTable(home);
    await stop();
    mkdirSync(cache);
    server = await startServer(port, database, { ESCARAMUZA_CACHE: cache });
  });

  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('answers at once, says how far it is, and goes on by itself', async () => {
    const [eva, ana, luc] = await Promise.all([Player.arrive(), Player.arrive(), Player.arrive(PHONE)]);
    await Promise.all([eva.open(`${home}/`), ana.open(`${home}/new/tactics`), luc.open(home + table)]);
    const bar = eva.see('progress-tactics').getByRole('progressbar');
    await Promise.all([bar.waitFor(), ana.see('start-match').click(), luc.see('preparing').waitFor()]);
    await ana.see('stop-waiting').waitFor();
    expect(await ana.see('start-match').textContent()).toContain('Starts as soon as the game is ready');

    await ana.page.waitForURL(/\/m\//, { timeout: 300_000 });
    await luc.see('roll').waitFor();
    await ana.until(() => true, 'the table opens');
    await bar.waitFor({ state: 'detached' });
    expect(await eva.see('progress-forglory').count(), 'it says so of one game at a time').toBe(1);
    expect([ana, luc, eva].flatMap(faultsOf)).toEqual([]);
  });
});

describe('while a game is being prepared', () => {
  const on = (id: string, state: GameReadiness['state'], share: number, seconds: number | null, why = '') => ({
    id,
    name: id,
    state,
    share,
    seconds,
    why,
  });
  const text = (said: string) => ({ es: said, fr: said, en: said });
  const STATES = [
    on('tactics', 'preparing', 0.4, 12),
    on('escarmouche', 'ready', 1, 0),
    on('cafe', 'waiting', 0, 61),
    on('forglory', 'failed', 0.3, null, 'no room left'),
  ];

  /** Somebody at the usual server, which says that its games are not ready until it is let go. */
  async function early(options: Parameters<typeof Player.arrive>[0] = {}): Promise<{ player: Player; ready: () => void }> {
    const player = await Player.arrive(options);
    let waits = true;
    await player.page.route('**/api/readiness*', (route) => (waits ? route.fulfill({ json: STATES }) : route.continue()));
    await player.page.route('**/api/matches*', (route) => {
      if (!waits) return route.continue();
      const { game } = route.request().postDataJSON() as { game: string };
      const error =
        game === 'forglory' ? { code: 'NOT_PREPARED', text: text('no room left') } : { code: 'PREPARING', text: text('wait'), game };
      return route.fulfill({ status: 503, json: { error } });
    });
    return { player, ready: () => (waits = false) };
  }

  test.each(['desktop', 'phone'])('no page is in the way of anybody, %s', async (size) => {
    const { player } = await early(size === 'phone' ? PHONE : {});
    await player.open('/');
    await expect.poll(() => player.see('game-tactics').textContent()).toContain('Being prepared: 40%, about 12\u00a0s left');
    await expect.poll(() => player.see('game-cafe').textContent()).toContain('Waiting its turn, ready in about 60\u00a0s');
    await expect.poll(() => player.see('game-forglory').textContent()).toContain('Could not be prepared: no room left');
    expect(await player.see('progress-escarmouche').count()).toBe(0);
    await axe(player, 'the start page');
    await player.open('/learn/tactics');
    await player.see('preparing').waitFor();
    await axe(player, 'a lesson');
    await player.open('/new/tactics');
    await player.see('start-match').click();
    await player.see('stop-waiting').waitFor();
    await axe(player, 'the set-up');
    const sideways = await player.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    expect(faultsOf(player)).toEqual([]);
  });

  test('a match is started, not started, and started', async () => {
    const { player, ready } = await early();
    await player.open('/new/tactics');
    await player.see('start-match').click();
    await player.see('stop-waiting').click();
    await expect.poll(() => player.see('start-match').textContent()).toContain('Start the match');
    await player.see('start-match').click();
    await player.see('stop-waiting').waitFor();
    const told = player.see('live').locator('p');
    await told.last().waitFor({ state: 'attached' });
    const before = await told.count();
    await player.page.waitForTimeout(2500);
    expect(await told.count(), 'nobody is told how far it is again and again').toBeLessThanOrEqual(before + 1);
    // Read as it is told: what happens at the table soon takes its place.
    const heard = told.filter({ hasText: 'Tactics is ready.' }).waitFor({ state: 'attached' });
    ready();
    await heard;
    await player.page.waitForURL(/\/m\//);
    await player.until(() => true, 'the table opens');
  });

  test('who goes elsewhere meanwhile is left in peace', async () => {
    const { player, ready } = await early();
    await player.open('/new/tactics');
    await player.see('start-match').click();
    await player.see('stop-waiting').waitFor();
    await player.see('home').click();
    await player.see('new-tactics').waitFor();
    ready();
    await player.see('progress-tactics').waitFor({ state: 'detached' });
    await player.page.waitForTimeout(500);
    expect(new URL(player.page.url()).pathname).toBe('/');
  });

  test('a file, and a game that was given up', async () => {
    const { player } = await early(PHONE);
    await player.page.route('**/api/matches/import', (route) =>
      route.fulfill({ status: 503, json: { error: { code: 'PREPARING', text: text('wait'), game: 'cafe' } } }),
    );
    await player.open('/');
    await player.see('match-file').setInputFiles({ name: 'x.match', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await player.see('waiting-bar').waitFor();
    await axe(player, 'a file');
    await player.see('stop-waiting').click();
    await player.see('waiting-bar').waitFor({ state: 'detached' });
    expect(await player.see('file-trouble').count()).toBe(0);

    await player.open('/learn/forglory');
    await player.see('not-prepared').waitFor();
    expect(await player.see('not-prepared').textContent()).toContain('no room left');
  });

  test('a table that lost its server waits for the rules of the next one', async () => {
    const player = await Player.arrive();
    let goOn = () => {};
    await player.page.routeWebSocket(/\/api\/table\//, (socket) => {
      const said: (string | Buffer)[] = [];
      socket.onMessage((message) => said.push(message));
      socket.send(JSON.stringify({ type: 'preparing', ...STATES[0] }));
      goOn = () => {
        const server = socket.connectToServer();
        socket.onMessage((message) => server.send(message));
        server.onMessage((message) => socket.send(message));
        for (const message of said) server.send(message);
      };
    });
    await player.open(await newTable(address));
    await player.see('preparing').waitFor();
    expect(await player.see('preparing').textContent()).toContain('40%, about 12\u00a0s left');
    goOn();
    await player.see('roll').waitFor();
    expect(await player.see('preparing').count()).toBe(0);
    expect(player.faults).toEqual([]);
  });
});
