import { expect, test } from 'vitest';

import { decideForGlory, FACING, sceneOf, sit, SMALL } from './forglory';
import { PHONE, soon } from './matches';
import { click, tap, type Player } from './player';
import { onPage, pressAt } from './table';

/** Until the block's orders have been given or something is asked. */
async function gone(player: Player): Promise<void> {
  await soon(() => player.page.locator('[data-testid="block-go"]:disabled').count()).toBe(0);
  await soon(async () => (await player.see('block-dock').count()) === 0 || (await player.see('block-go').isEnabled())).toBe(true);
}

/** Answers whatever is asked until orders can be given again, or the battle is over. */
async function answered(player: Player): Promise<void> {
  for (let tries = 0; tries < 12 && sceneOf(player).phase !== 'orders'; tries += 1) {
    await soon(
      () => player.turn || player.state!.actor === null || `${player.state!.actor} in ${sceneOf(player).phase}`,
      'it is our turn, or over',
    ).toBe(true);
    if (player.state!.actor === null) return;
    const before = player.state!.seq;
    await decideForGlory(player, (testid) => click(player, testid));
    await player.until(({ seq }) => seq > before, 'it goes on');
  }
}

const own = (player: Player) => sceneOf(player).units.filter(({ id }) => id < 3);

test('a division goes as one block: straight on, each by an order of its own, and stops at questions', async () => {
  const ana = await sit({ position: FACING, seats: { south: 'person', north: 'easy' } });
  const before = own(ana).map(({ y }) => y);
  await click(ana, 'whole-division');
  await ana.see('block').waitFor({ state: 'attached' });
  expect(await ana.see('block').getAttribute('data-count')).toBe('3');
  await click(ana, 'block-advance');
  await soon(() => ana.see('block-go').isEnabled()).toBe(true);
  await click(ana, 'block-go');
  await gone(ana);
  for (let times = 0; times < 4 && own(ana).some(({ ordered }) => !ordered); times += 1) {
    await answered(ana);
    if (await ana.see('carry-on').count()) {
      await click(ana, 'carry-on');
      await soon(
        async () =>
          (await ana.page.locator('[data-testid="carry-on"]:enabled').count()) +
          Number(sceneOf(ana).phase !== 'orders') +
          Number(!(await ana.see('carry-on').count())),
      ).toBeGreaterThan(0);
    }
  }
  const after = own(ana).filter(({ state }) => state === 'table');
  expect(after.some(({ y }, i) => y < before[i]!)).toBe(true);
  expect(ana.faults).toEqual([]);
});

test('a block can be drawn around, put somewhere, formed and turned, and left again', async () => {
  const ana = await sit({ position: FACING, seats: { south: 'person', north: 'easy' } });
  const [from, to] = [await onPage(ana, [2500, 3500]), await onPage(ana, [3800, 4300])];
  await ana.page.keyboard.down('Shift');
  await ana.page.mouse.move(...from);
  await ana.page.mouse.down();
  await ana.page.mouse.move(...to, { steps: 5 });
  await ana.see('selection-box').waitFor({ state: 'attached' });
  await ana.page.mouse.up();
  await ana.page.keyboard.up('Shift');
  await soon(() => ana.see('block').getAttribute('data-count')).toBe('2');
  await pressAt(ana, [3300, 3500]);
  await soon(() => ana.see('block-go').isEnabled()).toBe(true);
  const y = Number(await ana.see('block-0').getAttribute('data-y'));
  expect(y).toBeLessThan(3900);
  await click(ana, 'block-column');
  await soon(async () => {
    const places = await Promise.all(['block-0', 'block-1'].map((id) => ana.see(id).getAttribute('data-y')));
    return places[0] !== places[1];
  }).toBe(true);
  await ana.page.keyboard.press('Escape');
  await soon(() => ana.see('block-dock').count()).toBe(0);
  expect(own(ana).every(({ ordered }) => !ordered)).toBe(true);
});

test('a division is deployed as one block, with a finger too', async () => {
  // By the third round every division has come, whatever its die of deployment.
  const luc = await sit({ options: { ...SMALL, rounds: 3 }, seats: { south: 'person', north: 'easy' } }, PHONE);
  for (let moves = 0; moves < 60 && !(await luc.see('whole-division').count()); moves += 1) {
    await soon(() => luc.turn || `${luc.state!.actor} in ${sceneOf(luc).phase}`, 'it is our turn').toBe(true);
    if (sceneOf(luc).phase === 'deploy') break;
    const before = luc.state!.seq;
    await decideForGlory(luc, (testid) => tap(luc, testid));
    await luc.until(({ seq }) => seq > before, 'it goes on');
  }
  await luc.see('whole-division').waitFor();
  const division = sceneOf(luc).placing!.division;
  await tap(luc, 'whole-division');
  await luc.see('block').waitFor({ state: 'attached' });
  await tap(luc, 'block-go');
  await soon(() => sceneOf(luc).units.filter((unit) => unit.division === division && unit.state === 'table').length).toBeGreaterThan(0);
  expect(luc.faults).toEqual([]);
});
