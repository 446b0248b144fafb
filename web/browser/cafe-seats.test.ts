import { expect, test } from 'vitest';

import { cafeScene, type CafeScene } from '../src/games/cafe/scene';
import type { Game, Step, Update } from '../src/lib/protocol';
import { facing, newMatch, playUntil, sceneOf, setDown, take, unitAt } from './cafe';
import { atEditor, judged } from './maps';
import { sideways, sitAt, soon } from './matches';
import { address, click, Player, turnTo } from './player';

const updates = (player: Player): Update[] =>
  player.heard.map((text) => JSON.parse(text) as Update).filter(({ type }) => type === 'update');

/** A card as it could stand anywhere in a message: by its word, or by its name in any language. */
async function wordsOf(...cards: string[]): Promise<RegExp> {
  const games = (await (await fetch(`${address}/api/games`)).json()) as Game[];
  const terms = games.find(({ id }) => id === 'cafe')!.terms;
  const words = cards
    .flatMap((card) => [card, ...Object.values((terms[`card:${card}`] ?? {}) as Record<string, string>)])
    .filter((word) => word.length > 2);
  return new RegExp(`(?<![a-z])(${words.map((word) => word.replaceAll('+', '\\+')).join('|')})(?![a-z])`, 'i');
}

function silent(players: Player[], word: RegExp): void {
  for (const player of players) expect(player.heard.filter((text) => word.test(text))).toEqual([]);
}

test('cards are played in the other’s turn, and no hand is ever on another’s wire', async () => {
  const [blues, reds] = [
    ['divine-wind', 'sniper'],
    ['knife', 'false-orders', 'cheetah'],
  ];
  const close = facing(`${blues.join()}|${reds.join()}`).replace(' 52,20/180', ' 38.5,20/180');
  const made = await newMatch({ seats: { blue: 'person', red: 'link' }, position: close });
  const luc = await sitAt(made.tokens.red!, { locale: 'fr-FR' });
  const eva = await sitAt(made.spectator);
  const ana = await sitAt(made.tokens.blue!, { locale: 'es-ES' });
  expect([luc, ana].map((one) => sceneOf(one).hands[one.state!.you[0]!]!.cards.toSorted())).toEqual([reds.toSorted(), blues.toSorted()]);
  expect(await ana.see('backs-red').getAttribute('data-count')).toBe('3');
  const [anas, knife, orders, cheetah] = await Promise.all([
    wordsOf(...blues),
    wordsOf('knife'),
    wordsOf('false-orders'),
    wordsOf('cheetah'),
  ]);

  await take(ana, 2);
  await setDown(ana, [3900, 3000]);
  await click(ana, 'go-walk');
  await luc.see('ask').waitFor();
  expect(await luc.see('ask').getAttribute('data-kind')).toBe('window');
  // The knife has moments before the move; the move follows by itself.
  for (const moment of ['used', 'setting-out']) {
    await luc.until(({ scene }) => cafeScene(scene).ask?.moment === moment, moment);
    await click(luc, 'no');
  }
  await luc.until(({ scene }) => cafeScene(scene).ask?.moment === 'moved', 'the move is made');
  await soon(() => ana.see('status').getAttribute('data-actor')).toBe('red');
  for (const word of [orders, knife, cheetah]) silent([ana, eva], word);
  await click(luc, 'play-false-orders');
  await click(luc, 'play-card');
  await luc.until(({ scene }) => scene.phase === 'way', 'it is moved by the other side');
  await setDown(luc, [4000, 3400]);
  await click(luc, 'go-go');
  await soon(() => Math.abs(unitAt(ana, 2).y - 3400) < 15, 'the unit goes where the enemy wants it').toBe(true);
  await soon(() => ana.see('log').textContent()).toMatch(/instrucciones falsas/i);
  await soon(() => luc.see('log').textContent()).toMatch(/faux ordres/i);
  for (const word of [knife, cheetah]) silent([ana, eva], word);

  await soon(() => luc.state?.scene.phase).toBe('window');
  await click(luc, 'no');
  await ana.until(({ scene }) => scene.phase === 'attack', 'the attack comes after the move');
  await click(ana, 'end');
  await luc.until(({ scene }) => cafeScene(scene).ask?.moment === 'end', 'the end of the activation');
  await click(luc, 'play-knife');
  await click(luc, 'play-card');
  await ana.until(() => unitAt(ana, 0).health === 1, 'the knife is used in the turn of the other');
  await soon(() => ana.see('unit-0').getAttribute('data-health')).toBe('1');
  await soon(() => new Set([ana, luc, eva].map(({ state }) => state!.seq)).size, 'all have heard it').toBe(1);
  silent([ana, eva], cheetah);
  silent([luc, eva], anas);
  for (const player of [ana, luc, eva])
    for (const { scene, you } of updates(player))
      for (const [seat, hand] of Object.entries(cafeScene(scene).hands))
        expect(hand.cards.length, seat).toBe(you.includes(seat) ? hand.count : 0);
  expect([ana, luc, eva].flatMap(({ faults }) => faults)).toEqual([]);
});

/** What a step says about placing units, to whoever may not know. */
const placings = (steps: Step[], side: string) =>
  steps.filter(
    ({ seat, action, events }) => seat.startsWith(side) && (action?.includes('@') || events.some(({ code }) => code === 'UNIT_PLACED')),
  );

test('where the other side deploys is not told before the round, nor who stands where before the first throw', async () => {
  const made = await newMatch({ seats: { blue: 'person', red: 'link' } });
  const ana = await sitAt(made.tokens.blue!, { locale: 'es-ES' });
  const luc = await sitAt(made.tokens.red!, { locale: 'fr-FR' });
  const eva = await sitAt(made.spectator);
  const players = [ana, luc];
  const comes = async (phase: string) => {
    await playUntil(players, () => players.some((one) => one.turn && sceneOf(one).phase === phase));
    await soon(() => [ana, luc, eva].every((one) => sceneOf(one).phase === phase)).toBe(true);
  };
  await comes('initiative');
  for (const player of [ana, luc, eva]) {
    const own = player.state!.you[0];
    const others = (scene: CafeScene) => scene.units.filter(({ side }) => side !== own);
    for (const { scene: raw, steps } of updates(player)) {
      const scene = cafeScene(raw);
      if (scene.phase === 'deploy')
        expect(others(scene).map(({ state, x, y }) => `${state} ${x} ${y}`)).toEqual(others(scene).map(() => 'hidden 0 0'));
      if (scene.phase === 'initiative') {
        expect(
          new Set(others(scene).map(({ state, type, letter, health, seat }) => `${state} ${type} ${letter} ${health} ${seat}`)),
        ).toEqual(new Set(['table null null 0 null']));
      }
      for (const side of ['blue', 'red']) if (side !== own) expect(placings(steps, side)).toEqual([]);
    }
    expect(updates(player).some(({ scene }) => scene.phase === 'deploy')).toBe(true);
  }
  await comes('turn');
  expect(
    sceneOf(eva).units.every(({ type }) => type !== null),
    'turned up for the first round',
  ).toBe(true);
  // Four cards each are dealt: each seat reads its own, the others nothing.
  for (const player of [ana, luc, eva]) {
    const own = player.state!.you[0];
    const { hands } = sceneOf(player);
    for (const seat of ['blue', 'red']) expect([hands[seat]!.count, hands[seat]!.cards.length]).toEqual([4, seat === own ? 4 : 0]);
    const unknown = [ana, luc].filter((one) => one !== player).flatMap((one) => sceneOf(one).hands[one.state!.you[0]!]!.cards);
    const secrets = unknown.filter((card) => !own || !hands[own]!.cards.includes(card));
    if (secrets.length) silent([player], await wordsOf(...secrets));
  }
  expect([ana, luc, eva].flatMap(({ faults }) => faults)).toEqual([]);
});

/** What lies topmost at places all over the page. */
const underCover = (player: Player) =>
  player.page.evaluate(() => {
    const places = [0.05, 0.25, 0.5, 0.75, 0.95].flatMap((x) =>
      [0.05, 0.25, 0.5, 0.75, 0.95].map((y) => [innerWidth * x, innerHeight * y] as const),
    );
    const seen = places.map(([x, y]) => document.elementFromPoint(x, y)?.closest('dialog'));
    return [...new Set(seen.map((one) => one?.dataset.testid ?? 'the page'))];
  });

test('two against two at one screen: covers before secrets, hands that are shown on request, turns in their order', async () => {
  const all = await Player.arrive();
  await all.open('/new/cafe');
  await click(all, 'option-players-2');
  await click(all, 'opponent-here');
  await click(all, 'side-blue');
  await click(all, 'army-both-5');
  expect(await all.page.getByTestId(/^holder-\d$/).count(), 'three more at the screen').toBe(3);
  await click(all, 'start-match');
  await all.until(({ you }) => you.length === 4, 'all four sit here');
  const order = ['blue', 'red', 'blue-2', 'red-2'];
  expect(sceneOf(all).turn_order).toEqual(order);
  const covered: string[] = [];
  const turns: string[] = [];
  await playUntil([all], () => sceneOf(all).round === 2 || turns.length === 6, {
    before: async (player) => {
      const { phase } = sceneOf(player);
      const actor = player.state!.actor!;
      if ((await player.see('uncover').count()) > 0) {
        covered.push(`${actor} ${phase}`);
        expect(await underCover(player), 'the cover is all that is seen').toEqual(['cover']);
        await click(player, 'uncover');
      }
      if (phase !== 'turn') return;
      turns.push(actor);
      await soon(() => player.see('turn-seat').textContent()).toBeTruthy();
      expect(await player.see('hand').count(), `the hand of ${actor} lies face down`).toBe(0);
      if (turns.length > 2) return;
      await click(player, 'show-hand');
      expect(await player.see('hand').getAttribute('data-seat')).toBe(actor);
      expect(await player.see('hand').locator('li').count()).toBe(4);
    },
  });
  expect(covered).toEqual(order.map((seat) => `${seat} deploy`));
  expect(turns.length).toBeGreaterThanOrEqual(4);
  // The side with the initiative starts, and the sides alternate.
  expect(turns.slice(0, 4)).toEqual(turns[0] === 'blue' ? order : ['red', 'blue', 'red-2', 'blue-2']);
  expect(all.faults).toEqual([]);
});

test('a map made in the editor is played for a whole round', async () => {
  const ana = await Player.arrive({ locale: 'fr-FR' });
  await atEditor(ana);
  await ana.see('map-name').fill('Home ground');
  await click(ana, 'add-lake');
  await judged(ana, true);
  const drawn = await ana.page.locator('[data-testid="piece-list"] li').count();
  await click(ana, 'play-map');
  await soon(() => ana.see('map-chosen').textContent()).toBe('Home ground');
  await click(ana, 'army-both-5');
  await click(ana, 'opponent-easy');
  await click(ana, 'side-red');
  await ana.openRules();
  await ana.see('option-rounds').fill('2');
  await click(ana, 'start-match');
  await ana.until(({ you }) => you[0] === 'red', 'the table opens');
  expect(sceneOf(ana).map).toBe('Home ground');
  expect(sceneOf(ana).terrain).toHaveLength(drawn);
  expect(sceneOf(ana).terrain.at(-1)?.kind).toBe('lake');
  await playUntil([ana], () => sceneOf(ana).phase === 'turn');
  const places = () =>
    sceneOf(ana)
      .units.map(({ x, y }) => `${x} ${y}`)
      .join();
  const before = places();
  await playUntil([ana], () => sceneOf(ana).round === 2);
  expect(places(), 'units have moved').not.toBe(before);
  await turnTo(ana, 'forces');
  expect(await ana.see('sheet').isVisible()).toBe(true);
  expect(await sideways(ana)).toBeLessThanOrEqual(0);
  expect(ana.faults).toEqual([]);
});
