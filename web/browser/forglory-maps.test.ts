import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { axe } from './axe';
import { drag, judged, middleOf, onPage, pieces, swipe } from './maps';
import { onShelf, views } from './matches';
import { click, download, Player } from './player';

type Point = [number, number];

const roads = (ana: Player) => ana.page.locator('[data-testid="road-list"] li').count();

/** The points of a road, in centimetres. */
const pointsOf = async (ana: Player, number: number): Promise<Point[]> => {
  const points = await ana.see(`road-${number}`).getAttribute('data-points');
  return points!.split(' ').map((point) => point.split(',').map((length) => Number(length) / 100) as Point);
};

/** In the editor of an empty map of For Glory. */
async function atEmptyMap(ana: Player): Promise<void> {
  await ana.open('/maps');
  await ana.see('maps-game').selectOption('forglory');
  await click(ana, 'new-map');
  await judged(ana, true);
}

async function drawOn(ana: Player, points: Point[]): Promise<void> {
  for (const point of points) {
    await ana.page.mouse.click(...(await onPage(ana, ...point)));
    await ana.page.waitForTimeout(60);
  }
}

test('roads are drawn, bent, moved and deleted, and every step is taken back', async () => {
  const ana = await Player.arrive();
  await atEmptyMap(ana);
  expect(await ana.see('map-game').textContent()).toBe('For Glory');
  await click(ana, 'add-road');
  await drawOn(ana, [
    [10, 20],
    [40, 20],
    [60, 50],
  ]);
  expect(await ana.see('draw-bar').getAttribute('data-points')).toBe('3');
  await ana.page.keyboard.press('Control+z');
  expect(await ana.see('draw-bar').getAttribute('data-points'), 'while drawing, points are taken back').toBe('2');
  await drawOn(ana, [[50, 45]]);
  await ana.page.keyboard.press('Enter');
  await expect.poll(() => roads(ana)).toBe(1);
  const drawn = await pointsOf(ana, 1);
  expect(drawn).toHaveLength(3);
  for (const [i, [x, y]] of (
    [
      [10, 20],
      [40, 20],
      [50, 45],
    ] as Point[]
  ).entries()) {
    expect(Math.hypot(drawn[i]![0] - x, drawn[i]![1] - y)).toBeLessThan(0.6);
  }
  await drag(ana, await onPage(ana, ...drawn[1]!), await onPage(ana, 40, 30));
  await expect.poll(async () => (await pointsOf(ana, 1))[1]).toEqual([40, 30]);
  const middle = await middleOf(ana, 'edge-0');
  await drag(ana, middle, await onPage(ana, 25, 10));
  await expect.poll(async () => (await pointsOf(ana, 1))[1]).toEqual([25, 10]);
  const [from] = await pointsOf(ana, 1);
  await drag(ana, await onPage(ana, 42, 33), await onPage(ana, 52, 33));
  await expect.poll(async () => (await pointsOf(ana, 1))[0]).toEqual([from![0] + 10, from![1]]);
  await ana.see('corner-1').focus();
  await ana.page.keyboard.press('Delete');
  await expect.poll(async () => (await pointsOf(ana, 1)).length).toBe(3);
  await click(ana, 'undo');
  await expect.poll(async () => (await pointsOf(ana, 1)).length).toBe(4);
  await ana.see('road-1').focus();
  await ana.page.keyboard.press('Shift+ArrowDown');
  expect((await pointsOf(ana, 1))[0]![1]).toBe(from![1] + 1);
  await ana.page.keyboard.press('Delete');
  await expect.poll(() => roads(ana)).toBe(0);
  await click(ana, 'undo');
  await expect.poll(() => roads(ana)).toBe(1);
  await ana.page.reload();
  await judged(ana, true);
  expect(await roads(ana)).toBe(1);
  expect(ana.faults).toEqual([]);
});

test('a river is drawn along a line, a bridge must lie on it, and symmetric maps keep their twins', async () => {
  const ana = await Player.arrive();
  await atEmptyMap(ana);
  await click(ana, 'add-river');
  await drawOn(ana, [
    [20, 0.5],
    [24, 40],
    [20, 75],
  ]);
  await click(ana, 'draw-done');
  await expect.poll(() => pieces(ana)).toBe(1);
  expect(await ana.see('piece-1').getAttribute('data-kind')).toBe('river');
  expect(await ana.see('piece-roles').textContent()).toContain('impassable');
  await drag(ana, await middleOf(ana, 'add-bridge'), await onPage(ana, 80, 70));
  await expect.poll(() => pieces(ana), { message: 'the bridge is put down' }).toBe(2);
  await judged(ana, false);
  await click(ana, 'problem-1');
  await ana.see('piece-x').fill('24');
  await ana.see('piece-y').fill('40');
  await ana.page.keyboard.press('Enter');
  await judged(ana, true);
  await ana.see('symmetric').check();
  await click(ana, 'add-road');
  await click(ana, 'draw-usual');
  await expect.poll(() => roads(ana)).toBe(1);
  await click(ana, 'add-road');
  await drawOn(ana, [
    [10, 70],
    [50, 70],
    [50, 70],
  ]);
  await expect.poll(() => roads(ana)).toBe(3);
  const [own, twin] = [await pointsOf(ana, 2), await pointsOf(ana, 3)];
  expect(twin).toEqual(own.map(([x, y]) => [120 - x, 90 - y]));
  await click(ana, 'make-symmetric');
  await expect.poll(() => ana.see('make-symmetric').count()).toBe(0);
  await click(ana, 'objectives-7');
  expect(await ana.page.getByTestId(/^pick-objective-\d$/).count()).toBe(7);
  await click(ana, 'generate-map');
  await click(ana, 'generate-go');
  await judged(ana, true);
  expect(await ana.see('make-symmetric').count()).toBe(0);
  expect(await roads(ana)).toBeGreaterThan(0);
  expect(ana.faults).toEqual([]);
});

test('maps of both games stand side by side, each under its own; files and links bring them back', async () => {
  const ana = await Player.arrive();
  await ana.open('/maps');
  await ana.see('ready-maps-forglory').getByTestId('copy-ready').first().click();
  await judged(ana, true);
  await ana.see('map-name').fill('Crossing');
  await ana.open('/maps');
  await ana.see('ready-maps-cafe').getByTestId('copy-ready').first().click();
  await judged(ana, true);
  await ana.open('/maps');
  const games = () => onShelf(ana, 'my-maps', 'map', 'game');
  await expect.poll(games).toEqual(['cafe', 'forglory']);
  const file = await download(ana, 'export-library');
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({
    maps: [{ name: expect.any(String) as string }, { game: 'forglory', name: 'Crossing' }],
  });
  const luc = await Player.arrive({ locale: 'es-ES' });
  await luc.open('/maps');
  await luc.see('import-file').setInputFiles(await file.path());
  await luc.see('my-maps').getByTestId('edit-map').nth(1).click();
  await judged(luc, true);
  await click(luc, 'share');
  const link = await luc.see('link').inputValue();
  expect(link).toMatch(/c=G1/);
  await ana.open(link);
  await click(ana, 'keep');
  await click(ana, 'edit-kept');
  expect(await ana.see('map-game').textContent()).toBe('For Glory');
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});

test('on a phone a road is drawn by taps', async () => {
  const ana = await Player.arrive({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await atEmptyMap(ana);
  await ana.see('add-road').tap();
  await ana.see('draw-bar').evaluate((one) => one.scrollIntoView({ block: 'start' }));
  for (const point of [
    [20, 20],
    [60, 30],
    [90, 60],
  ] as Point[]) {
    await ana.page.touchscreen.tap(...(await onPage(ana, ...point)));
    await ana.page.waitForTimeout(100);
  }
  await ana.see('draw-done').tap();
  await expect.poll(() => roads(ana)).toBe(1);
  const [, middle] = await pointsOf(ana, 1);
  await ana.see('table').evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await swipe(ana, await onPage(ana, ...middle!), await onPage(ana, 60, 50));
  await expect.poll(async () => Math.round((await pointsOf(ana, 1))[1]![1])).toBe(50);
  expect(await ana.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect((await ana.smallTargets()).filter((name) => !/^symmetric/.test(name))).toEqual([]);
  expect(ana.faults).toEqual([]);
});

const armies = (ana: Player) => onShelf(ana, 'my-armies', 'army');

test('armies are raised division by division, counted and judged, copied, renamed, deleted and brought back', async () => {
  const ana = await Player.arrive();
  await ana.open('/');
  await click(ana, 'to-armies');
  await ana.see('no-armies').waitFor();
  await click(ana, 'new-army');
  const check = () => ana.see('army-check').textContent();
  expect(await ana.see('army-points').textContent()).toBe('11');
  await click(ana, 'add-1-HC');
  expect(await ana.see('army-points').textContent()).toBe('13');
  await click(ana, 'add-division');
  expect(await check()).toContain('Division 3 needs at least 2 units');
  expect(await ana.see('play-army').isDisabled()).toBe(true);
  await click(ana, 'add-3-LI');
  await click(ana, 'more-3-1');
  await expect.poll(() => ana.see('army-check').getAttribute('data-legal')).toBe('true');
  await ana.see('quality-3-1').selectOption('E');
  expect(await ana.see('row-3-1').getAttribute('data-units')).toBe('2LI:E');
  await ana.see('move-1-1').selectOption('2');
  expect(await ana.see('row-3-2').getAttribute('data-units')).toBe('1LnInf:R');
  await ana.see('army-limit').fill('14');
  await ana.page.keyboard.press('Tab');
  expect(await check()).toContain('15 points: 1 more than the limit of 14');
  await click(ana, 'remove-division-3');
  await click(ana, 'undo');
  await expect.poll(() => ana.see('division-3').count()).toBe(1);
  await ana.see('army-name').fill('Guard');
  await ana.page.reload();
  await expect.poll(() => ana.see('army-name').inputValue()).toBe('Guard');
  await click(ana, 'copy');
  await expect.poll(() => ana.see('army-name').inputValue()).toBe('Guard (copy)');
  await click(ana, 'delete');
  await expect.poll(() => armies(ana)).toEqual(['Guard']);
  await click(ana, 'undo-removal');
  await expect.poll(() => armies(ana)).toEqual(['Guard (copy)', 'Guard']);
  await ana.see('my-armies').getByTestId('more-army').first().click();
  await ana.see('rename').fill('Line');
  await click(ana, 'rename-save');
  await expect.poll(() => armies(ana)).toEqual(['Line', 'Guard']);
  await ana.see('my-armies').getByTestId('open-army').first().click();
  await click(ana, 'share');
  const [link, text] = [await ana.see('link').inputValue(), await ana.see('code').inputValue()];
  expect(text).toBe('2LnInf FA HC / 3LnInf LI LC / 2LI:E LnInf');
  const luc = await Player.arrive({ locale: 'fr-FR' });
  await luc.open(link);
  await click(luc, 'keep');
  await click(luc, 'edit-kept');
  await expect.poll(() => luc.see('army-name').inputValue()).toBe('Line');
  await luc.open('/armies');
  await luc.see('paste-army-text').fill('3Dragoons');
  await click(luc, 'open-army-text');
  expect(await luc.page.getByRole('alert').textContent()).toContain('3LnInf');
  await luc.see('paste-army-text').fill('2lninf ha / 2li lc');
  await click(luc, 'open-army-text');
  await click(luc, 'keep');
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});

describe('axe finds nothing wrong', () => {
  test.each(views('en-GB'))('$name', async ({ options }) => {
    const ana = await Player.arrive(options);
    await ana.open('/maps');
    await ana.see('ready-maps-forglory').getByTestId('copy-ready').first().click();
    await judged(ana, true);
    await click(ana, 'road-1');
    await ana.see('road-points').locator('summary').click();
    await axe(ana, 'a road in the editor');
    await click(ana, 'add-road');
    await axe(ana, 'drawing');
    await ana.open('/armies');
    await ana.see('ready-armies').waitFor();
    await axe(ana, 'the armies');
    await ana.see('ready-armies').getByTestId('copy-ready').first().click();
    await click(ana, 'add-division');
    await axe(ana, 'the editor of armies');
    await click(ana, 'share');
    await axe(ana, 'sharing an army');
    await ana.open(await ana.see('link').inputValue());
    await ana.see('keep').waitFor();
    await axe(ana, 'a shared army');
    expect(ana.faults).toEqual([]);
  });
});
