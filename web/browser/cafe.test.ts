import { describe, expect, test } from 'vitest';

import { total } from '../src/games/cafe/scene';
import { axe } from './axe';
import { decideCafe, facing, FIELD, legalOf, met, newMatch, playUntil, sceneOf, setDown, sit, take, unitAt } from './cafe';
import { byKeyboard, tabTo, turnByKeyboard } from './keyboard';
import { PHONE, sideways, sitAt, soon } from './matches';
import { address, click, Player, tap } from './player';
import { onPage, pressAt } from './table';

// So many rounds that nearly always somebody is asked, whatever is thrown.
const meeting = () => ({ position: facing(), options: { rounds: 12 } });
const SMALL_SCREEN = { ...PHONE, locale: 'es-ES', colorScheme: 'dark' } as const;

/** Whoever is asked whether to evade: this player, or where a game in a hundred ends without that, one who plays again. */
async function evading(first: Player, screen: Parameters<typeof sit>[0], how: Parameters<typeof playUntil>[2]): Promise<Player> {
  for (let games = 0, player = first; games < 4; games += 1, player = await sit(screen, meeting())) {
    await playUntil([player], () => player.state?.actor === null || sceneOf(player).phase === 'evade', how);
    if (player.state?.actor !== null) return player;
  }
  throw new Error('nobody was asked to evade');
}

/** The code of the open field, as a shared link has it. */
async function fieldCode(): Promise<string> {
  const answer = await fetch(`${address}/api/cafe/map`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ map: FIELD }),
  });
  return ((await answer.json()) as { code: string }).code;
}

/** Points at somebody who could be shot, and reads how likely that is to be the end of them. */
async function seeOdds(player: Player): Promise<void> {
  const shot = legalOf(player).find(({ kind }) => kind === 'shoot');
  if (!shot) return;
  const { x, y } = unitAt(player, shot.target!);
  await player.page.mouse.move(...(await onPage(player, [x, y])));
  const { target_destroyed: end, damage } = shot.chances!.stand;
  for (const share of [end, 1 - damage[0]!]) await soon(() => player.see('odds').textContent()).toContain(`${Math.round(share * 100)}%`);
}

test('a whole game against the machine, from the set-up to the result and the replay', async () => {
  const ana = await Player.arrive();
  await ana.open(`/new/cafe?map=${await fieldCode()}`);
  await ana.see('army-both-5').click();
  for (const letter of ['A', 'E', 'M', 'T', 'D']) await ana.see(`count-both-${letter}`).fill('0');
  await ana.see('count-both-B').fill('5');
  await ana.page.keyboard.press('Tab');
  expect(await ana.see('army-both').getAttribute('data-army')).toBe('B5');
  await ana.see('opponent-easy').click();
  await ana.see('side-blue').click();
  expect(await ana.see('option-rounds').isVisible(), 'so many rules are folded').toBe(false);
  await ana.see('house-rules').locator('summary').click();
  await ana.see('option-rounds').fill('3');
  expect(await ana.see('rules-changed').textContent()).toContain('1');
  await ana.see('start-match').click();
  await ana.until(({ you }) => you[0] === 'blue', 'the table opens');
  met.clear();
  let rounds = 1;
  await playUntil([ana], () => ana.state?.actor === null, {
    before: async () => {
      const { round, score, phase } = sceneOf(ana);
      if (phase === 'attack' && !met.has('shoot')) await seeOdds(ana);
      if (phase !== 'initiative' || round <= rounds) return;
      rounds = round;
      // The round before is counted, and the sheet has a column for each.
      for (const side of ['blue', 'red'] as const) await soon(() => ana.see(`score-${side}`).textContent()).toBe(String(score[side]));
      expect(await ana.see('sheet').locator('thead tr').first().locator('th').count()).toBe(round + 1);
    },
  });
  expect([...met], 'units were deployed, run forward and made to shoot').toEqual(
    expect.arrayContaining(['deploy', 'run', 'attack', 'shoot']),
  );
  await ana.see('result').waitFor();
  expect(await ana.see('status').getAttribute('data-phase')).toBe('finished');
  const { score, winner, sheet } = sceneOf(ana);
  expect(await ana.see('result').getAttribute('data-winner')).toBe(winner ?? 'draw');
  for (const side of ['blue', 'red'] as const) {
    expect(
      sheet.reduce((sum, round) => sum + total(round[side]), 0),
      'the sheet adds up',
    ).toBe(score[side]);
    expect(await ana.see(`score-${side}`).textContent()).toBe(String(score[side]));
  }
  await axe(ana, 'the result');
  await ana.see('replay').click();
  await ana.see('replay-slider').waitFor();
  await ana.page.keyboard.press('End');
  expect(ana.faults).toEqual([]);
});

describe('at the table', () => {
  test('a unit is set down as a ghost, measured and walked there; beyond its reach it stands as near as it gets', async () => {
    const ana = await sit({}, { position: facing() });
    await take(ana, 2);
    await setDown(ana, [3900, 3000]);
    expect(
      [await ana.see('ghost').getAttribute('data-x'), await ana.see('ghost').getAttribute('data-y')]
        .map(Number)
        .every((at, i) => Math.abs(at - [3900, 3000][i]!) < 15),
    ).toBe(true);
    await soon(() => ana.see('lengths').textContent()).toMatch(/\b(2\.9\d|3|3\.0\d)\scm/);
    expect(await ana.see('go-walk').isEnabled()).toBe(true);
    await pressAt(ana, [4200, 3000]);
    await soon(() => ana.see('go-run').isEnabled()).toBe(true);
    expect(await ana.see('go-walk').isEnabled(), 'a walk is half the move').toBe(false);
    await pressAt(ana, [4800, 3000]);
    await ana.see('shortened').waitFor();
    await soon(() => ana.see('go-run').isEnabled()).toBe(true);
    await soon(async () => Number(await ana.see('ghost').getAttribute('data-x'))).toBeLessThan(4600);
    await pressAt(ana, [3900, 3000]);
    await soon(() => ana.see('go-walk').isEnabled()).toBe(true);
    // Pressed again by a mouse, it goes.
    await pressAt(ana, [3900, 3000]);
    await ana.until(() => sceneOf(ana).phase === 'attack', 'it has walked');
    expect(Math.abs(unitAt(ana, 2).x - 3900)).toBeLessThan(15);
    await soon(() => ana.see('unit-2').getAttribute('data-x')).toBe(String(unitAt(ana, 2).x));
    expect(ana.faults).toEqual([]);
  });

  test('who never wants to be asked about cards is not asked after their own move either', async () => {
    const ana = await sit({}, { seats: { blue: 'person', red: 'link' }, position: facing('cheetah,camouflage|-') });
    await ana.see('asking-never').check();
    await ana.until(() => sceneOf(ana).asking.blue === 'never', 'the table has heard of it');
    await take(ana, 2);
    await setDown(ana, [3900, 3000]);
    await click(ana, 'go-walk');
    await ana.until(() => sceneOf(ana).phase === 'attack', 'the attack follows the move');
    expect(sceneOf(ana).hands.blue!.cards.toSorted()).toEqual(['camouflage', 'cheetah']);
    expect(ana.faults).toEqual([]);
  });

  test('the odds of a shot are shown before it; whoever is hit is asked whether to evade', async () => {
    let looked = 0;
    const ana = await evading(
      await sit({}, meeting()),
      {},
      {
        before: async (player) => {
          if (sceneOf(player).phase !== 'attack') return;
          await seeOdds(player);
          looked += 1;
        },
      },
    );
    expect(looked).toBeGreaterThan(0);
    const { attack } = sceneOf(ana);
    await soon(() => ana.see('ask').getAttribute('data-kind')).toBe('evade');
    expect(ana.state?.actor, 'the target decides').toBe(unitAt(ana, attack!.target).seat);
    await soon(() => ana.see('ask').textContent(), 'with the odds of both answers').toMatch(/\d\s?%.*\d\s?%/s);
    const focused = () => ana.page.evaluate(() => (document.activeElement as HTMLElement).dataset.testid);
    await soon(focused, 'the answer is at hand').toBe('evade');
    await click(ana, 'stand');
    await ana.until(({ scene }) => scene.phase !== 'evade', 'it stands');
    const target = unitAt(ana, attack!.target);
    expect(target.state === 'out' || target.health < target.max_health, 'every hit hurts whoever does not evade').toBe(true);
    expect(ana.faults).toEqual([]);
  });
});

/** Two fingers that part, around the middle of the table. */
async function pinch(player: Player): Promise<void> {
  const wire = await player.context.newCDPSession(player.page);
  const box = (await player.see('table').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = (apart: number) => [
    { x: x - apart, y, id: 0 },
    { x: x + apart, y, id: 1 },
  ];
  await wire.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
  for (const apart of [45, 60, 80, 100]) await wire.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
  await wire.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Whole on the screen, without scrolling. */
async function inSight(player: Player, testid: string): Promise<void> {
  const box = (await player.see(testid).first().boundingBox())!;
  expect([box.x >= 0, box.x + box.width <= 390, box.y >= 0, box.y + box.height <= 844], `${testid} ${JSON.stringify(box)}`).toEqual([
    true,
    true,
    true,
    true,
  ]);
}

test('a phone with touch: select, ghost, confirm, pinch; questions within reach, nothing too small or too wide', async () => {
  const phone = await sit(SMALL_SCREEN, meeting());
  expect(await phone.see('table').getAttribute('data-turn'), 'the table stands upright').toBe('3');
  const seen = async () => Number((await phone.see('table').locator('svg').first().getAttribute('viewBox'))!.split(' ')[2]);
  const whole = await seen();
  await pinch(phone);
  await soon(seen, 'fingers that part bring it closer').toBeLessThan(whole / 2);
  expect(await phone.page.evaluate(() => visualViewport?.scale), 'the page stays as it is').toBe(1);
  await phone.see('fit').tap();
  await soon(seen).toBe(whole);
  await take(phone, 2);
  expect(await seen(), 'whoever is taken in hand comes closer').toBeLessThan(whole / 2);
  await setDown(phone, [3900, 3000]);
  await inSight(phone, 'ghost');
  await inSight(phone, 'go-walk');
  expect(await phone.smallTargets()).toEqual([]);
  await pressAt(phone, [unitAt(phone, 2).x + 300, 3000]);
  expect(sceneOf(phone).phase, 'a finger confirms by the button').toBe('turn');
  await phone.see('go-walk').tap();
  await phone.until(({ scene }) => scene.phase === 'attack', 'it walks');
  await inSight(phone, 'end');
  const target = legalOf(phone).find(({ kind }) => kind === 'shoot')!.target!;
  await soon(seen, 'targets are looked for on the whole table').toBe(whole);
  await pressAt(phone, [unitAt(phone, target).x, unitAt(phone, target).y]);
  await inSight(phone, 'odds');
  expect(sceneOf(phone).phase, 'the first press shows the odds').toBe('attack');
  expect(phone.faults).toEqual([]);
  const asked = await evading(phone, SMALL_SCREEN, {
    press: tap,
    before: async (player) => expect(await sideways(player)).toBeLessThanOrEqual(0),
  });
  await inSight(asked, 'evade');
  await inSight(asked, 'stand');
  expect(await sideways(asked)).toBeLessThanOrEqual(0);
  expect(await asked.smallTargets()).toEqual([]);
  await asked.see('evade').tap();
  await asked.until(({ scene }) => scene.phase !== 'evade', 'answered');
  expect(asked.faults).toEqual([]);
});

/** One activation without a mouse: a unit of the list, two steps with the arrows, and off it goes, or it stays. */
async function activateByKeys(player: Player): Promise<void> {
  const { keyboard } = player.page;
  const unit = legalOf(player).find(({ kind }) => kind === 'use');
  if (!unit) return byKeyboard(player, 'pass');
  await turnByKeyboard(player, 'forces');
  await byKeyboard(player, `roster-${unit.unit}`);
  await soon(() => player.see('move-dock').getAttribute('data-unit')).toBe(String(unit.unit));
  await tabTo(player, 'table');
  const forward = sceneOf(player).zones.blue.x === 0 ? 'ArrowRight' : 'ArrowLeft';
  for (const key of [forward, forward, `Alt+${forward}`]) await keyboard.press(key);
  await player.see('ghost').waitFor();
  const { x } = unitAt(player, unit.unit!);
  expect(Math.abs(Number(await player.see('ghost').getAttribute('data-x')) - x), 'two steps and a small one').toBe(210);
  await soon(async () => (await player.see('go-walk').isEnabled()) || (await player.see('doubt').count()) > 0).toBe(true);
  if (await player.see('go-walk').isEnabled()) return keyboard.press('Enter');
  await keyboard.press('Escape');
  return byKeyboard(player, 'hold');
}

test('the keyboard alone deploys and plays a round', async () => {
  const { tokens } = await newMatch({ seats: { blue: 'person', red: 'easy' } });
  const ana = await sitAt(tokens.blue!);
  let activations = 0;
  const over = () => sceneOf(ana).round === 2 || ana.state?.actor === null;
  while (!over()) {
    await soon(() => over() || ana.turn).toBe(true);
    if (over()) break;
    const { seq } = ana.state!;
    const turn = sceneOf(ana).phase === 'turn';
    if (turn) await activateByKeys(ana);
    else await decideCafe(ana, (testid) => byKeyboard(ana, testid));
    activations += turn ? 1 : 0;
    await ana.until((now) => now.seq > seq, `the server answers at ${seq}`);
  }
  expect(activations).toBeGreaterThan(1);
  expect(ana.faults).toEqual([]);
});

describe('axe finds nothing wrong at the table', () => {
  const views = [
    { name: 'large', options: { locale: 'fr-FR' } },
    { name: 'small', options: { locale: 'es-ES', ...PHONE } },
  ];

  test.each(views)('$name', async ({ options }) => {
    const before = await sit(options, { seats: { blue: 'person', red: 'easy' } });
    await playUntil([before], () => before.turn && sceneOf(before).phase === 'deploy');
    await before.see('tray').locator('button').first().click();
    await axe(before, 'a deployment');
    const ana = await sit(options, { position: facing('cheetah,spy|false-orders,tourniquet') });
    await take(ana, 2);
    await setDown(ana, [3900, 3000]);
    await axe(ana, 'a turn with a ghost');
    await ana.see('go-walk').click();
    await ana.see('ask').waitFor();
    await click(ana, 'show-cards');
    await axe(ana, 'a question about cards');
    await playUntil([ana], () => sceneOf(ana).phase === 'attack');
    await axe(ana, 'an attack');
    const end = await sit(options, { position: facing().replace(' 1 b 8:8', ' 3 b 1:0') });
    await click(end, 'pass');
    await end.see('result').waitFor();
    await axe(end, 'the result');
    expect([...before.faults, ...ana.faults, ...end.faults]).toEqual([]);
  });
});
