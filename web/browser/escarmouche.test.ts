import { describe, expect, test } from 'vitest';

import type { Option } from '../src/games/escarmouche/scene';
import type { Update } from '../src/lib/protocol';
import { axe } from './axe';
import { carryOut, decideEscarmouche, near, legalOf, sceneOf } from './escarmouche';
import { byKeyboard } from './keyboard';
import { learn } from './lessons';
import { PHONE, playCovered, sideways, startByKeyboard } from './matches';
import { address, click, decide, Player, playOut, tap } from './player';
import { ESCARMOUCHE, MIDDLE, sit, SQUADS } from './seat';

const GAME = ESCARMOUCHE;

/** The squads that play unless others are chosen, each in a row. */
async function usualPosition(): Promise<string> {
  const known = (await (await fetch(`${address}/api/barracks`)).json()) as { ready: { squad: { units: unknown[] } }[] };
  const rows = [3, 6].map((row, side) => known.ready[side]?.squad.units.map((_, file) => `${'abcdefgh'.charAt(file)}${row}`).join());
  return `${rows.join(' ')} w 2 - -`;
}

const health = (player: Player, id: number) => sceneOf(player.state as Update).units.find((unit) => unit.id === id)?.health;

test('a whole game against the machine, then result and replay', async () => {
  const ana = await Player.arrive();
  await ana.start({ game: GAME, opponent: 'easy', side: 'white', turns: 14 });
  await ana.until(() => true, 'the table opens');
  // Who places first is said beside the dice, which are put away before others are asked for; helpers keep their places.
  const said = new Map<string, [dice: number, first: number, helpers: number]>();
  await playOut([ana], click, undefined, async (player, press) => {
    const { phase } = sceneOf(player.state as Update);
    await expect.poll(() => player.see('status').getAttribute('data-phase')).toBe(phase);
    const counts = ['dice', 'places-first', 'hint'].map((one) => player.see(one).count());
    if (!said.has(phase)) said.set(phase, (await Promise.all(counts)) as [number, number, number]);
    await decide(player, press);
  });
  expect(said.get('placement')).toEqual([1, 1, 1]);
  expect(said.get('turn')).toEqual([0, 0, 1]);
  await ana.see('result').waitFor();
  await ana.see('replay').click();
  await ana.see('replay-slider').waitFor();
  await ana.page.keyboard.press('End');
  await ana.page.keyboard.press('ArrowLeft');
  expect(await ana.see('position-line').textContent()).toBeTruthy();
  await ana.see('curve').waitFor();
  expect(ana.faults).toEqual([]);
});

test('two people at one screen, a cover between their secret placements', async () => {
  await playCovered(await Player.arrive({ locale: 'fr-FR' }), {
    game: GAME,
    opponent: 'here',
    turns: 8,
    options: { placement: 'secret' },
  });
});

test('a phone with touch: taps, no sideways scrolling, large targets', async () => {
  const phone = await Player.arrive({ ...PHONE, locale: 'es-ES', colorScheme: 'dark' });
  await phone.start({ game: GAME, opponent: 'easy', side: 'black', turns: 10 });
  await phone.until(() => true, 'the table opens');
  await playOut([phone], tap, async (moves) => {
    expect(await sideways(phone)).toBeLessThanOrEqual(0);
    if (moves === 9) expect(await phone.smallTargets()).toEqual([]);
  });
  await phone.see('result').waitFor();
  expect(await phone.smallTargets()).toEqual([]);
  expect(phone.faults).toEqual([]);
});

test('the keyboard alone plays a whole game', async () => {
  const ana = await Player.arrive();
  await ana.open(`/new/${GAME}`);
  await startByKeyboard(ana);
  await playOut([ana], byKeyboard);
  await ana.see('result').waitFor();
  expect(ana.faults).toEqual([]);
});

/** White sits down in the centre, Black stays at home. */
async function hold(player: Player, press: (testid: string) => Promise<void>): Promise<void> {
  const state = player.state as Update;
  const scene = sceneOf(state);
  if (scene.phase !== 'turn') return decideEscarmouche(player, press);
  const steps = legalOf(state).filter((option) => option.kind === 'move');
  const sitting = (option: Option) => scene.centre.includes(option.at ?? '');
  const row = (option: Option) => Number(option.to?.charAt(1));
  const best =
    state.actor === 'white'
      ? (steps
          .filter((option) => !sitting(option))
          .toSorted((a, b) => near(a.to ?? '', scene.centre) - near(b.to ?? '', scene.centre))[0] ?? steps[0])
      : (steps.find((option) => row(option) >= 7) ?? steps[0]);
  await carryOut(player, best as Option, press);
}

test('the centre is held until five markers win', async () => {
  const both = await Player.arrive();
  await both.start({ game: GAME, opponent: 'here', options: { scenario: 'centre' } });
  await both.until((state) => state.you.length === 2, 'both seats are here');
  await playOut([both], click, undefined, hold);
  const scene = sceneOf(both.state as Update);
  expect(scene.winner).toBe('white');
  expect(scene.markers.white).toBe(5);
  expect(await both.see('markers-white').getAttribute('data-count')).toBe('5');
  expect(await both.page.locator('[data-testid^="obstacle-"]').count()).toBe(2);
  await both.see('result').waitFor();
  expect(both.faults).toEqual([]);
});

describe('at the table', () => {
  test('a guardian is asked, with what it would take', async () => {
    const ana = await sit();
    await click(ana, 'square-c4');
    await ana.see('square-d5').hover();
    await expect.poll(() => ana.see('odds').textContent()).toMatch(/1 damage, 5 health left.*may take it/);
    await click(ana, 'square-d5');
    await ana.see('ask-guardian').waitFor();
    expect(await ana.see('guard-7').textContent()).toContain('2 health left');
    await click(ana, 'guard-7');
    await ana.until((state) => sceneOf(state).phase === 'turn', 'the guardian has taken it');
    expect([health(ana, 6), health(ana, 7)]).toEqual([6, 2]);
    expect(await ana.see('card-7').getAttribute('data-health')).toBe('2');
    expect(await ana.see('actions-left').getAttribute('data-count')).toBe('1');
    await click(ana, 'undo');
    await ana.until((state) => state.position === MIDDLE || state.can_undo, 'taken back');
    expect(ana.faults).toEqual([]);
  });

  test('forward moves an ally, then asks for a second one', async () => {
    const ana = await sit();
    await click(ana, 'square-d3');
    await click(ana, 'ability-forward');
    expect(await ana.see('square-c4').getAttribute('data-mark')).toBe('ally');
    await click(ana, 'square-c4');
    await click(ana, 'square-b5');
    await ana.until((state) => sceneOf(state).phase === 'forward', 'the second ally is asked for');
    await click(ana, 'square-e4');
    await click(ana, 'square-f5');
    await ana.until((state) => sceneOf(state).actions === 1, 'both have moved');
    expect(await ana.see('unit-2').getAttribute('data-at')).toBe('f5');
    expect(ana.faults).toEqual([]);
  });

  test('a sweep is confirmed, a charge takes the enemy and then the square, a drag moves', async () => {
    const ana = await sit();
    await click(ana, 'square-e4');
    await click(ana, 'ability-sweep');
    await click(ana, 'confirm');
    await click(ana, 'no-guard');
    await ana.until((state) => sceneOf(state).actions === 1, 'swept');
    expect(health(ana, 6)).toBe(5);
    await click(ana, 'square-c4');
    await click(ana, 'ability-charge');
    await click(ana, 'square-d6');
    await click(ana, 'square-c5');
    await ana.until((state) => sceneOf(state).side === 'black', 'charged, and the turn is over');
    expect(health(ana, 7)).toBe(2);
    await ana.see('square-d5').first().dragTo(ana.see('square-b6').first());
    await ana.until((state) => sceneOf(state).units.some((unit) => unit.id === 6 && unit.square === 'b6'), 'dragged');
    expect(ana.faults).toEqual([]);
  });

  test('reach and sight are drawn, and a refusal names the rule and the square in the way', async () => {
    const ana = await sit({}, { options: { ...SQUADS, white_squad: '3/3/2/1;2/1/2/1' }, position: 'c3,c4 c6,h8 w 2 - -' });
    await ana.see('square-c6').hover();
    await expect.poll(() => ana.see('sight').getAttribute('data-unit')).toBe('6');
    await click(ana, 'square-c3');
    await ana.see('square-a1').hover();
    await ana.see('blocks-c4').waitFor();
    await click(ana, 'square-c6');
    await expect.poll(() => ana.see('why').textContent()).toContain('E-L1');
    await ana.page.keyboard.press('Escape');
    await click(ana, 'sight-toggle');
    await expect.poll(() => ana.see('blocks-c4').count()).toBe(0);
    await click(ana, 'hint');
    await ana.see('hint-answer').waitFor();
    await click(ana, 'threats');
    await ana.see('threats-note').waitFor();
    expect(ana.faults).toEqual([]);
  });
});

test('the lessons are learnt', async () => {
  const ana = await Player.arrive();
  await learn(ana, GAME);
  expect(ana.faults).toEqual([]);
});

test.each(['desktop', 'phone'])('no accessibility violation at the table, %s', async (size) => {
  const viewport = size === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 900 };
  const ana = await sit({ viewport }, { options: { ...SQUADS, scenario: 'centre' }, position: `${MIDDLE.slice(0, -3)}b4,f6 2:1` });
  await axe(ana, 'a turn');
  await click(ana, 'square-c4');
  await click(ana, 'ability-charge');
  await axe(ana, 'an ability');
  await click(ana, 'square-h8');
  await ana.see('why').waitFor();
  await axe(ana, 'a refusal');
  await ana.page.keyboard.press('Escape');
  await ana.page.keyboard.press('Escape');
  await click(ana, 'square-e4');
  await click(ana, 'square-d5');
  await ana.see('ask-guardian').waitFor();
  await axe(ana, 'a question');
  await ana.start({ game: GAME, opponent: 'here' });
  await ana.see('roll').waitFor();
  await click(ana, 'roll');
  await ana.see('tray').waitFor();
  await axe(ana, 'a placement');
  await ana.open(`/learn/${GAME}`);
  await ana.see('actions-left').waitFor();
  await axe(ana, 'a lesson');
  await ana.open(`/position/${GAME}?p=${encodeURIComponent(await usualPosition())}`);
  await ana.see('play-here').waitFor();
  await axe(ana, 'a position');
});
