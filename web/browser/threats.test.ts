import { expect, test } from 'vitest';

import { sit as sitCafe, unitAt } from './cafe';
import { FACING, sceneOf, sit as sitGlory } from './forglory';
import { soon } from './matches';
import type { Player } from './player';
import { onPage, type Point } from './table';

/** Whoever looks at threats and points at one of their own sees where its enemies get, and who could strike at once. */
async function pointAt(ana: Player, place: Point): Promise<void> {
  await ana.see('threats').click();
  await soon(() => ana.see('threats').getAttribute('aria-pressed')).toBe('true');
  await ana.page.mouse.move(...(await onPage(ana, place)));
}

const lines = (ana: Player) => async () => Number((await ana.see('threat-lines').getAttribute('data-count')) ?? 0);

test('Café: who threatens a unit that is pointed at', async () => {
  const position = '36,20;36,25;36,30;36,35;36,40 52,20/180;52,25/180;52,30/180;52,35/180;52,40/180 1 b 8:8 b --- 0:0 -|-';
  const ana = await sitCafe({}, { position, terms: { hints: true } });
  const unit = unitAt(ana, 0);
  await pointAt(ana, [unit.x, unit.y]);
  await soon(lines(ana)).toBeGreaterThan(0);
  await soon(() => ana.page.locator('[data-testid="threat-areas"] path').count()).toBeGreaterThan(0);
  expect(ana.faults).toEqual([]);
});

test('For Glory: who threatens a brigade that is pointed at', async () => {
  // North stands near enough to shoot.
  const near = FACING.replace('30,24/90;36,24/90;42,22/90', '30,32/90;36,32/90;42,31/90');
  const ana = await sitGlory({ position: near, terms: { hints: true } });
  const unit = sceneOf(ana).units.find(({ side, state }) => side === 'south' && state === 'table')!;
  await pointAt(ana, [unit.x, unit.y]);
  await soon(lines(ana)).toBeGreaterThan(0);
  await soon(() => ana.page.locator('[data-testid="threat-areas"] path').count()).toBeGreaterThan(0);
  expect(ana.faults).toEqual([]);
});
