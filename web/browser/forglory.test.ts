import { describe, expect, test } from 'vitest';

import { columnsOf, officerOf, unitOf } from '../src/games/forglory/scene';
import { axe } from './axe';
import { decideForGlory, FACING, FALLEN, legalOf, met, newMatch, sceneOf, sit, SMALL, STACKED, take } from './forglory';
import { PHONE, sideways, soon } from './matches';
import { click, type Player, playOut, tap } from './player';
import { onPage, pressAt } from './table';

const widthOf = (player: Player, selector: string) =>
  player.page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);

test('a whole battle through the page, from the muster to the points', async () => {
  // By the third round every division has come, whatever its die of deployment.
  const ana = await sit({ options: { ...SMALL, rounds: 3 } });
  met.clear();
  const looked = new Set<string>();
  await playOut(
    [ana],
    click,
    async () => {
      const { phase } = sceneOf(ana);
      if (looked.has(phase)) return;
      looked.add(phase);
      await axe(ana, phase);
      if (phase === 'distribute') {
        const [dock, divisions] = await Promise.all(
          ['', ' .divisions'].map((part) => widthOf(ana, `[data-testid="distribute-dock"]${part}`)),
        );
        expect(divisions!, 'divisions lie side by side').toBeGreaterThan(dock! * 0.9);
      }
    },
    decideForGlory,
  );
  expect([...met]).toEqual(expect.arrayContaining(['muster', 'distribute', 'deploy', 'staff-place', 'orders']));
  await ana.see('result').waitFor();
  const { score } = sceneOf(ana);
  for (const side of ['south', 'north'] as const) {
    expect(await ana.see(`score-${side}`).textContent()).toBe(String(score[side].total));
    expect(score[side].total).toBe(columnsOf(score[side]).reduce((sum, column) => sum + score[side][column], 0));
  }
  expect(ana.faults).toEqual([]);
});

describe('at the table', () => {
  test('two lines fight it out: fire, charges, reactions, and a replay of it', async () => {
    const ana = await sit({ position: FACING });
    met.clear();
    await playOut([ana], click, undefined, decideForGlory);
    expect([...met]).toEqual(expect.arrayContaining(['orders', 'react']));
    await ana.open(new URL(ana.page.url()).pathname.replace('/m/', '/replay/'));
    await ana.see('position-line').waitFor();
    await ana.page.locator('[data-testid^="step-"]').nth(3).click();
    await ana.see('unit-0').waitFor({ state: 'attached' });
    await axe(ana, 'replay');
    expect(ana.faults).toEqual([]);
  });

  test('a unit shows where it gets and whom it sees, and turns by hand, key and button', async () => {
    const ana = await sit({ position: FACING });
    await take(ana, 2);
    await ana.see('area-plain').waitFor({ state: 'attached' });
    await ana.page.mouse.move(...(await onPage(ana, [4200, 2200])));
    await soon(() => ana.see('target-card').textContent()).toContain('%');
    await pressAt(ana, [4200, 3500]);
    // One thing at a time lies over the table: where it gets, then what it sees from where it was set down.
    await ana.see('vision').first().waitFor({ state: 'attached' });
    await soon(() => ana.see('seen-42').getAttribute('data-kind')).toBe('whole');
    const facing = () => ana.see('ghost').getAttribute('data-facing');
    expect(await facing()).toBe('2700');
    await ana.see('table').press('e');
    expect(await facing()).toBe('2850');
    await click(ana, 'turn-left');
    expect(await facing()).toBe('2700');
    const handle = (await ana.see('turn-handle').boundingBox())!;
    await ana.page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await ana.page.mouse.down();
    await ana.page.mouse.move(...(await onPage(ana, [5000, 3500])), { steps: 5 });
    await ana.page.mouse.up();
    expect(await facing()).toBe('0');
    await ana.page.keyboard.press('Escape');
    await soon(() => ana.see('ghost').count()).toBe(0);
    expect(ana.faults).toEqual([]);
  });

  test('on the road a base snaps into column, and for a place too far it stands as near as it gets', async () => {
    const ana = await sit({ position: FACING });
    await take(ana, 0);
    await pressAt(ana, [1600, 3960]);
    await soon(() => ana.see('go-march').isEnabled()).toBe(true);
    expect(await ana.see('ghost').getAttribute('data-y')).toBe('3900');
    await pressAt(ana, [3000, 5700]);
    await ana.see('shortened').waitFor();
    await soon(async () => Number(await ana.see('ghost').getAttribute('data-y'))).toBeLessThan(5700);
    await click(ana, 'no-ghost');
  });

  test('the ruler measures from base to base', async () => {
    const ana = await sit({ position: FACING });
    await click(ana, 'ruler');
    await ana.page.mouse.move(...(await onPage(ana, [3000, 3900])));
    await ana.page.mouse.down();
    await ana.page.mouse.move(...(await onPage(ana, [3000, 2400])), { steps: 6 });
    await ana.page.mouse.up();
    await soon(() => ana.see('measure').textContent()).toContain('12\u00a0cm ≤ M');
  });

  test('on a phone nothing is cut off and all can be touched', async () => {
    const ana = await sit({ position: FACING }, PHONE);
    expect(await sideways(ana)).toBeLessThanOrEqual(0);
    const use = legalOf(ana).find(({ kind }) => kind === 'use')!;
    await take(ana, use.unit!);
    await pressAt(ana, [3000, 3300]);
    await ana.see('ghost').waitFor({ state: 'attached' });
    expect(await sideways(ana)).toBeLessThanOrEqual(0);
    expect(await ana.smallTargets()).toEqual([]);
    await axe(ana, 'phone');
  });

  test('on a phone a fallen general is replaced close to the units, and a base is laid onto the road beside it', async () => {
    const ana = await sit(FALLEN, PHONE);
    await take(ana, 2);
    await pressAt(ana, [7850, 5000]);
    await ana.see('ghost').waitFor({ state: 'attached' });
    await tap(ana, 'onto-road');
    await soon(() => ana.see('ghost').getAttribute('data-y')).toBe('4900');
    await tap(ana, 'put-back');
    await take(ana, 0);
    await tap(ana, 'charge-88');
    await ana.until(({ scene }) => scene.phase === 'relocating', 'the general falls');
    await soon(() => ana.see('place-dock').getAttribute('data-phase')).toBe('relocating');
    await pressAt(ana, [5600, 3600]);
    await ana.see('ghost').waitFor({ state: 'attached' });
    await soon(() => ana.see('go-put').isEnabled()).toBe(true);
    await tap(ana, 'go-put');
    await ana.until(({ scene }) => scene.phase === 'orders', 'the battle goes on');
    const { x, y } = officerOf(sceneOf(ana), 88)!;
    expect(Math.hypot(x - 5600, y - 3600)).toBeLessThan(60);
    expect(ana.faults).toEqual([]);
  });

  test('of several pushes their owner is asked which comes first, and by name', async () => {
    /** The charge of the first brigade to its dice; nearly every throw leaves both enemies to be pushed. */
    async function charged() {
      const player = await sit(STACKED);
      await take(player, 0);
      await click(player, 'charge-40');
      await player.until(({ scene }) => scene.phase === 'react', 'the order is noticed');
      while (['react', 'joining'].includes(sceneOf(player).phase)) {
        const { seq } = player.state!;
        await click(player, sceneOf(player).phase === 'react' ? 'decline' : 'fight');
        await player.until((state) => state.seq > seq, 'the answer is taken');
      }
      return player;
    }
    let ana = await charged();
    for (let tries = 0; tries < 8 && sceneOf(ana).phase !== 'pushes'; tries += 1) ana = await charged();
    await soon(() => ana.see('ask').getAttribute('data-kind')).toBe('pushes');
    expect(sceneOf(ana).side).toBe('north');
    expect(legalOf(ana).map(({ action }) => action)).toEqual(['use n1', 'use n2']);
    await axe(ana, 'pushes');
    const before = unitOf(sceneOf(ana).units, 41)!;
    const label = String(await ana.see('use-n2').textContent());
    expect(label).toContain('n2');
    await click(ana, 'use-n2');
    await ana.until(({ scene }) => scene.phase !== 'pushes', 'the battle goes on');
    const after = unitOf(sceneOf(ana).units, 41)!;
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeGreaterThan(0);
    expect(ana.faults).toEqual([]);
  });

  test('a watcher sees the table and finds a division on it', async () => {
    const made = await newMatch({ position: FACING });
    const ana = await sit({ position: FACING });
    await ana.open(`/m/${made.spectator}`);
    await ana.see('strip').waitFor();
    await ana.see('group-0').click();
    await ana.see('officer-80').waitFor({ state: 'attached' });
    expect(ana.faults).toEqual([]);
  });
});
