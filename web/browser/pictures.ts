import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { beforeAll, test } from 'vitest';

import type { Update } from '../src/lib/protocol';
import { PHONE } from './matches';
import { address, click, Player } from './player';
import { ROOT, startServerWith } from './server';

const OUT = resolve(process.env.PICTURES ?? join(ROOT, 'pictures'));
const ONLY = process.env.ONLY?.split(',');
const DESK = { viewport: { width: 1440, height: 900 } };

/** A golden match up to a step, with a person on its first side. */
async function goldenMatch(game: string, name: string, seats: Record<string, string>, steps = Infinity): Promise<string> {
  const lines = readFileSync(join(ROOT, 'tests/golden', game, `${name}.match`), 'utf8')
    .trimEnd()
    .split('\n');
  const kept = lines.filter((line) => !/^\d/.test(line) || Number.parseInt(line, 10) <= steps);
  const told = (line: string) => {
    if (line.startsWith('seats ')) return `seats ${JSON.stringify(seats)}`;
    return line.startsWith('steps ') ? `steps ${kept.filter((one) => /^\d/.test(one)).length}` : line;
  };
  const file = kept.map(told).join('\n') + '\n';
  const answer = await fetch(`${address}/api/matches/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ file }),
  });
  if (!answer.ok) throw new Error(`${game}/${name}: ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}

const SQUARES = { white: 'Ana', black: 'greedy' };
const made: Record<string, string> = {};

beforeAll(async () => {
  mkdirSync(OUT, { recursive: true });
  made.tactics = await goldenMatch('tactics', 'search-greedy', SQUARES, 56);
  made.escarmouche = await goldenMatch('escarmouche', 'search-greedy-centre', SQUARES, 28);
  made.cafe = await goldenMatch('cafe', 'search-greedy', { blue: 'Ana', red: 'greedy' }, 90);
  made.forglory = await goldenMatch('forglory', 'search-greedy', { south: 'Ana', north: 'greedy' }, 120);
  made.ended = await goldenMatch('tactics', 'search-greedy', SQUARES);
});

/** What is pressed or waited for before the picture is taken. */
type Pose = (player: Player) => Promise<void>;
const there =
  (...testids: string[]): Pose =>
  async (player) => {
    for (const one of testids) await player.see(one).first().waitFor();
  };

const SCREENS: Record<string, [() => string, Pose]> = {
  start: [() => '/', there('game-tactics')],
  setup: [() => '/new/forglory', there('start-match')],
  tactics: [() => `/m/${made.tactics}`, there('status', 'board')],
  escarmouche: [() => `/m/${made.escarmouche}`, there('status', 'board')],
  cafe: [() => `/m/${made.cafe}`, there('status', 'table')],
  forglory: [() => `/m/${made.forglory}`, there('status', 'table')],
  end: [() => `/m/${made.ended}`, there('result')],
  replay: [() => `/replay/${made.ended}`, there('replay-slider')],
  learn: [() => '/learn/tactics', there('board')],
  barracks: [() => '/barracks', there('home')],
  maps: [() => '/maps', there('home')],
  rules: [() => '/rules/forglory', there('home')],
};

for (const [name, [path, pose]] of Object.entries(SCREENS)) {
  if (ONLY && !ONLY.includes(name)) continue;
  for (const [size, options] of Object.entries({ desk: DESK, phone: PHONE }))
    test(`${name} ${size}`, async () => {
      const player = await Player.arrive({ ...options, colorScheme: 'light' });
      await player.open('/');
      // Something to continue, as those have who come back.
      await player.page.evaluate(
        ([tactics, forglory]) =>
          localStorage.setItem(
            'escaramuza.recent',
            JSON.stringify([
              { token: forglory, game: 'forglory', opponent: 'Greedy', date: Date.now() - 3e5 },
              { token: tactics, game: 'tactics', opponent: 'Greedy', date: Date.now() - 9e7 },
            ]),
          ),
        [made.tactics, made.forglory],
      );
      await player.open(path());
      await pose(player);
      for (const colorScheme of ['light', 'dark'] as const) {
        await player.page.emulateMedia({ colorScheme });
        await player.page.waitForTimeout(1200);
        await player.page.screenshot({ path: join(OUT, `${name}-${size}-${colorScheme}.png`) });
      }
    });
}

/** The real positions that the start page shows: with `COVERS` they are taken again. */
const COVERS: Record<string, [pick: string, x: number, y: number]> = {
  tactics: ['square-d4', 235, 215],
  escarmouche: ['square-d4', 300, 330],
  cafe: ['', 250, 120],
  forglory: ['', 180, 260],
};
for (const [game, [pick, x, y]] of process.env.COVERS ? Object.entries(COVERS) : [])
  test(`the cover of ${game}`, async () => {
    const player = await Player.arrive({ ...DESK, colorScheme: 'light' });
    await player.open(`/m/${made[game]}`);
    await player.see('status').waitFor();
    if (pick) await player.see(pick).click();
    await player.page.mouse.move(5, 5);
    await player.page.waitForTimeout(1500);
    const path = join(ROOT, 'src/escaramuza/games', game, 'picture.jpg');
    await player.page.screenshot({ path, type: 'jpeg', quality: 70, clip: { x, y, width: 640, height: 420 } });
  });

/** The example of the tutorial against the machine, the odds of a strike shown: with `EXAMPLE` the picture is taken again. */
if (process.env.EXAMPLE)
  test('the picture of the tutorial', async ({ onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), 'escaramuza-example-'));
    const { server, home } = await startServerWith({ duel: 'examples/duel' }, folder);
    onTestFinished(() => {
      server.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    });
    const player = await Player.arrive({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
    type Duel = Extract<Update, { shape: 'generic' }>;
    for (let strike: Duel['legal'][number] | undefined; !strike;) {
      await player.open(`${home}/new/duel`);
      for (const one of ['opponent-easy', 'side-white', 'start-match']) await click(player, one);
      await player.see('board').waitFor();
      for (let turns = 0; turns < 8 && !strike; turns += 1) {
        const { legal, outcome, seq } = (await player.until((state) => state.actor !== 'black', 'a turn of ours')) as Duel;
        strike = turns > 2 ? legal.find(({ kind }) => kind === 'strike') : undefined;
        const step = legal.find(({ kind, at, to }) => kind === 'step' && at?.[1] !== to?.[1]) ?? legal[0];
        if (outcome !== null || !step || strike) break;
        for (const square of [step.at, step.to]) await click(player, `square-${square}`);
        await player.until((state) => state.seq > seq, 'the step');
      }
      if (!strike) continue;
      await click(player, `square-${strike.at}`);
      await click(player, `odds-${strike.action}`);
    }
    await player.page.mouse.move(5, 5);
    await player.page.waitForTimeout(1500);
    await player.page.screenshot({ path: join(ROOT, 'docs/images/duel.png') });
  });
