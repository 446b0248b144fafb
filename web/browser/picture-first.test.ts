import { expect, test } from 'vitest';

import { tacticsScene } from '../src/games/tactics/scene';
import { FACING, newMatch, sceneOf } from './forglory';
import { makeMatch, sitAt, soon } from './matches';
import { click, type Player } from './player';

// These play with motion, as people do; all other tests have it reduced.
const MOVING = { reducedMotion: 'no-preference', viewport: { width: 1440, height: 900 } } as const;
const MIDDLE = '3k4/2p2a2/1h1m4/3SB1g1/2sP1M2/4G3/2A2b2/3K4 w 7 - -';

async function sit(pace: 'slow' | 'quick'): Promise<Player> {
  const made = await makeMatch({ game: 'tactics', seats: { white: 'person', black: 'easy' }, position: MIDDLE });
  return moving(made.tokens.white!, pace);
}

/** Sits down where what happens is shown at a pace, and everything is noted that the page says, asks or enables meanwhile. */
async function moving(token: string, pace: 'slow' | 'quick'): Promise<Player> {
  const player = await sitAt(token, MOVING);
  await player.page.evaluate((kept) => localStorage.setItem('escaramuza.pace', JSON.stringify(kept)), pace);
  await player.page.reload();
  await player.see('status').waitFor();
  await player.page.evaluate(() => {
    const find = (testid: string) => document.querySelector<HTMLButtonElement>(`[data-testid="${testid}"]`);
    const able = (testid: string) => find(testid)?.disabled === false;
    const note = () => {
      const now = {
        runs: find('film-skip') !== null,
        actor: find('status')?.dataset.actor ?? null,
        asks: [...document.querySelectorAll('[data-testid="ask"]')].some((ask) => getComputedStyle(ask).visibility === 'visible'),
        able: ['end-turn', 'end', 'undo', 'hint', 'threats', 'odds-end'].filter(able),
      };
      const text = JSON.stringify(now);
      if (noted.at(-1) !== text) noted.push(text);
      requestAnimationFrame(note);
    };
    const noted: string[] = ((window as unknown as { noted: string[] }).noted = []);
    note();
  });
  return player;
}

interface Noted {
  runs: boolean;
  actor: string | null;
  asks: boolean;
  able: string[];
}

const notedBy = async (player: Player): Promise<Noted[]> =>
  (await player.page.evaluate(() => (window as unknown as { noted: string[] }).noted)).map((text) => JSON.parse(text) as Noted);

/** Until the film is over and the page waits for its player. */
const over = (player: Player) =>
  soon(async () => (await player.see('film-skip').count()) === 0 && player.turn, 'it has been seen').toBe(true);

test('the panel tells the other side’s turn only once the board has shown it, and nothing is live before', async () => {
  const ana = await sit('quick');
  await soon(() => ana.see('end-turn').isEnabled()).toBe(true);
  const started = (await notedBy(ana)).length;
  await click(ana, 'end-turn');
  await ana.until(({ actor, seq }) => actor === 'white' && seq > 2, 'the machine has played');
  await soon(() => ana.see('end-turn').isEnabled(), 'once it has been seen').toBe(true);
  // From the machine's film to one's own turn nothing else is said in between; notes are taken once a frame, so the last may be to come.
  await soon(async () => (await notedBy(ana)).at(-1)).toMatchObject({ runs: false, actor: 'white' });
  const noted = (await notedBy(ana)).slice(started);
  const films = noted.filter(({ runs, actor }) => runs && actor === 'black');
  expect(films.length, 'the machine’s turn is shown').toBeGreaterThan(0);
  expect(films.flatMap(({ able }) => able)).toEqual([]);
  expect(noted.filter(({ runs }) => runs).flatMap(({ able }) => able)).not.toContain('end-turn');
  expect(ana.faults).toEqual([]);
});

test('a film can be skipped, watched again and gone through by steps, and a reload in the midst of it ends it', async () => {
  const ana = await sit('slow');
  await soon(() => ana.see('end-turn').isEnabled()).toBe(true);
  expect(await ana.see('film-again').isEnabled(), 'nothing has happened yet').toBe(false);
  await click(ana, 'end-turn');
  await ana.see('film-skip').waitFor();
  await ana.until(({ actor, seq }) => actor === 'white' && seq > 2, 'the machine has played');
  await ana.page.keyboard.press('s');
  await soon(() => ana.see('end-turn').isEnabled(), 'straight to how things are').toBe(true);
  await click(ana, 'film-again');
  await ana.see('film-skip').waitFor();
  // One's own turn has begun: watching again takes nothing away.
  expect(await ana.see('end-turn').isEnabled()).toBe(true);
  await soon(async () => {
    if (await ana.see('film-step').isEnabled()) await ana.page.keyboard.press('s');
    return ana.see('film-skip').count();
  }, 'it ends').toBe(0);
  await click(ana, 'film-again');
  await ana.see('film-skip').waitFor();
  await ana.page.reload();
  await soon(() => ana.see('end-turn').isEnabled(), 'all is as it was').toBe(true);
  expect(await ana.see('film-skip').count()).toBe(0);
  expect(ana.faults).toEqual([]);
});

test('a double click ends one turn; nothing slides under the pointer, and odds open only when asked for', async () => {
  const ana = await sit('quick');
  const places = () =>
    Promise.all(['end-turn', 'odds-end', 'undo', 'hint', 'flip', 'film-step', 'board'].map((one) => ana.see(one).boundingBox()));
  await soon(() => ana.see('end-turn').isEnabled()).toBe(true);
  const before = await places();
  await ana.see('end-turn').hover();
  expect(await ana.see('odds').count()).toBe(0);
  await click(ana, 'square-d4');
  expect(await places()).toEqual(before);
  await ana.page.keyboard.press('Escape');
  await ana.see('end-turn').dblclick();
  await ana.see('film-skip').waitFor();
  expect(await places(), 'while it is shown').toEqual(before);
  await over(ana);
  await soon(() => ana.see('end-turn').isEnabled()).toBe(true);
  expect(await places(), 'and afterwards').toEqual(before);
  expect(tacticsScene(ana.state!.scene).turns, 'one turn of each').toBe(2);
  await click(ana, 'odds-end');
  await ana.see('odds').waitFor();
});

test('ending a turn with much left asks once, and never again where that is wished', async () => {
  const ana = await sit('quick');
  await ana.page.evaluate(() => localStorage.setItem('escaramuza.confirm', 'true'));
  await ana.page.reload();
  await soon(() => ana.see('end-turn').isEnabled()).toBe(true);
  const before = ana.state!.seq;
  await click(ana, 'end-turn');
  await ana.see('confirm-end').waitFor();
  await click(ana, 'confirm-no');
  expect(ana.state?.seq).toBe(before);
  await click(ana, 'end-turn');
  await ana.see('confirm-never').check();
  await click(ana, 'confirm-yes');
  await ana.until(({ seq }) => seq > before, 'the turn is over');
  expect(await ana.page.evaluate(() => localStorage.getItem('escaramuza.confirm'))).toBe('false');
});

test('a question waits for the film, and a block’s orders go on behind it', async () => {
  const made = await newMatch({ position: FACING, seats: { south: 'person', north: 'easy' } });
  const ana = await moving(made.tokens.south!, 'quick');
  await click(ana, 'whole-division');
  await click(ana, 'block-advance');
  await soon(() => ana.see('block-go').isEnabled()).toBe(true);
  await click(ana, 'block-go');
  // Each brigade goes, may be reacted to and may shoot: whatever is asked is answered until all three have had their order.
  const ordered = () => sceneOf(ana).units.filter(({ id, ordered: had, state }) => id < 3 && (had || state !== 'table')).length;
  const answers = '[data-testid="ask"] button:enabled, [data-testid="carry-on"]:enabled';
  await soon(async () => {
    const answer = ana.page.locator(answers).last();
    if (await answer.count()) await answer.click({ timeout: 2_000 }).catch(() => undefined);
    return ordered();
  }, 'all have had their order').toBe(3);
  const noted = await notedBy(ana);
  expect(noted.filter(({ runs, asks }) => runs && asks)).toEqual([]);
  expect(
    noted.some(({ runs }) => runs),
    'it was shown',
  ).toBe(true);
  expect(ana.faults).toEqual([]);
});
