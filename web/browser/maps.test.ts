import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { cafeScene } from '../src/games/cafe/scene';
import { axe } from './axe';
import { atEditor, drag, judged, middleOf, onPage, pieces, placeOf, swipe } from './maps';
import { click, download, Player } from './player';

const tiles = (ana: Player) =>
  ana
    .see('my-maps')
    .getByTestId('map-tile')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.name));

test('a map is drawn with the mouse; what is wrong is said and marked, changes are taken back and kept', async () => {
  const ana = await Player.arrive();
  await ana.open('/');
  await click(ana, 'to-maps');
  await ana.see('no-maps').waitFor();
  await click(ana, 'new-map');
  await judged(ana, true);
  await ana.see('map-name').fill('Two rocks');
  await drag(ana, await middleOf(ana, 'add-rock'), await onPage(ana, 30, 20));
  await expect.poll(() => pieces(ana)).toBe(1);
  const [x, y] = await placeOf(ana, 1);
  expect(Math.hypot(x - 30, y - 20), 'it lies where it was dropped').toBeLessThan(1);
  // Onto the objective in the middle.
  await drag(ana, await onPage(ana, x, y), await onPage(ana, 45, 30));
  await judged(ana, false);
  expect(await ana.see('map-check').textContent()).toContain('Piece 1');
  expect(await ana.see('piece-1').getAttribute('data-wrong')).toBe('true');
  expect(await ana.see('play-map').isDisabled()).toBe(true);
  await click(ana, 'undo');
  await judged(ana, true);
  expect(await placeOf(ana, 1)).toEqual([x, y]);
  await click(ana, 'redo');
  await judged(ana, false);
  await ana.see('piece-x').fill('30');
  await ana.page.keyboard.press('Enter');
  await judged(ana, true);
  await click(ana, 'duplicate-piece');
  await expect.poll(() => pieces(ana)).toBe(2);
  const width = Number(await ana.see('piece-width').inputValue());
  const size = await middleOf(ana, 'size-0');
  await drag(ana, size, [size[0] + 60, size[1] + 40]);
  await expect.poll(async () => Number(await ana.see('piece-width').inputValue())).toBeGreaterThan(width + 2);
  await ana.see('piece-kind').selectOption('wood');
  expect(await ana.see('role-difficult').isChecked()).toBe(true);
  await ana.see('role-difficult').uncheck();
  await ana.page.reload();
  await judged(ana, true);
  expect(await ana.see('map-name').inputValue()).toBe('Two rocks');
  expect(await ana.see('piece-2').getAttribute('data-kind')).toBe('wood');
  await click(ana, 'piece-2');
  expect(await ana.see('role-difficult').isChecked()).toBe(false);
  expect(ana.faults).toEqual([]);
});

test('in symmetric mode both sides change; objectives keep their distance', async () => {
  const ana = await Player.arrive();
  await atEditor(ana);
  await ana.see('symmetric').check();
  const before = await placeOf(ana, 7);
  await drag(ana, await onPage(ana, ...before), await onPage(ana, before[0], before[1] - 2));
  const [x, y] = await placeOf(ana, 7);
  expect(y).toBeCloseTo(before[1] - 2, 0);
  expect(await placeOf(ana, 8)).toEqual([90 - x, 60 - y]);
  await click(ana, 'add-lake');
  await expect.poll(() => pieces(ana)).toBe(16);
  await ana.page.keyboard.press('Control+z');
  await expect.poll(() => pieces(ana)).toBe(14);
  const from = await onPage(ana, 45, 10);
  await ana.page.mouse.move(...from);
  await ana.page.mouse.down();
  await ana.page.mouse.move(from[0] + 10, from[1] + 10);
  await ana.page.mouse.move(...(await onPage(ana, 45, 20)));
  expect(await ana.see('ring').count(), 'rings around the others').toBe(6);
  await expect.poll(() => ana.see('measure').textContent()).toBe('5 cm');
  await ana.page.mouse.up();
  await judged(ana, false);
  expect(await ana.see('map-check').textContent()).toContain('14 cm');
  expect(await ana.see('objective-3').getAttribute('data-at'), 'its twin moves along').toBe('4500 4000');
  await click(ana, 'objectives-3');
  await click(ana, 'objectives-7');
  expect(await ana.page.getByTestId(/^pick-objective-\d$/).count()).toBe(7);
  await click(ana, 'generate-map');
  await click(ana, 'generate-go');
  await judged(ana, true);
  expect(await ana.see('make-symmetric').count()).toBe(0);
  await ana.see('map-gap').fill('4000');
  await expect.poll(() => ana.see('map-check').getAttribute('data-waiting')).toBe('false');
  expect(ana.faults).toEqual([]);
});

test('everything can be done with the keyboard', async () => {
  const ana = await Player.arrive();
  await atEditor(ana, 1);
  const press = (...keys: string[]) => keys.reduce((done, key) => done.then(() => ana.page.keyboard.press(key)), Promise.resolve());
  const before = await placeOf(ana, 1);
  await ana.see('piece-1').focus();
  await press('ArrowRight', 'Shift+ArrowDown');
  expect(await placeOf(ana, 1)).toEqual([before[0] + 0.1, before[1] + 1]);
  await ana.see('table').focus();
  await press('Shift+ArrowUp', 'ArrowLeft');
  expect(await placeOf(ana, 1)).toEqual(before);
  await ana.see('add-town').focus();
  await press('Enter');
  await expect.poll(() => pieces(ana)).toBe(5);
  await ana.see('corner-0').focus();
  await press('ArrowUp', 'ArrowUp');
  const corners = () => ana.see('corners').locator('li').count();
  await ana.see('edge-0').focus();
  await press('Enter');
  await expect.poll(corners).toBe(5);
  await ana.see('corner-1').focus();
  await press('Delete');
  await expect.poll(corners).toBe(4);
  const width = await ana.see('piece-width').inputValue();
  await ana.see('turn-0').focus();
  await press('Shift+ArrowRight');
  await expect.poll(() => ana.see('piece-width').inputValue()).not.toBe(width);
  await ana.see('pick-objective-2').focus();
  const objective = await ana.see('objective-2').getAttribute('data-at');
  await press('Shift+ArrowRight', 'Shift+ArrowLeft');
  expect(await ana.see('objective-2').getAttribute('data-at')).toBe(objective);
  await ana.see('piece-5').focus();
  await press('Delete');
  await expect.poll(() => pieces(ana)).toBe(4);
  const focused = () => ana.page.evaluate(() => (document.activeElement as HTMLElement).dataset.testid);
  await expect.poll(focused, { message: 'the focus stays in the list' }).toBe('piece-4');
  expect(ana.faults).toEqual([]);
});

test('maps are copied, renamed, deleted and brought back, saved to files and shared by link', async () => {
  const ana = await Player.arrive();
  await atEditor(ana);
  await ana.see('map-name').fill('Mine');
  await click(ana, 'copy');
  await expect.poll(() => ana.see('map-name').inputValue()).toBe('Mine (copy)');
  await click(ana, 'delete');
  await expect.poll(() => tiles(ana)).toEqual(['Mine']);
  await click(ana, 'undo-removal');
  await expect.poll(() => tiles(ana)).toEqual(['Mine (copy)', 'Mine']);
  await ana.see('my-maps').getByTestId('more-map').first().click();
  await ana.see('rename').fill('Yours');
  await click(ana, 'rename-save');
  await expect.poll(() => tiles(ana)).toEqual(['Yours', 'Mine']);
  await ana.see('my-maps').getByTestId('more-map').first().click();
  const file = await download(ana, 'export');
  expect(file.suggestedFilename()).toBe('yours.map.json');
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ escaramuza: 'map', version: 1, map: { name: 'Yours' } });
  const luc = await Player.arrive({ locale: 'fr-FR' });
  await luc.open('/maps');
  await luc.see('import-file').setInputFiles(await file.path());
  await expect.poll(() => tiles(luc)).toEqual(['Yours']);
  await luc.see('import-file').setInputFiles(await file.path());
  await expect.poll(() => luc.see('undo-bar').textContent()).toContain('rien de nouveau');
  await luc.see('import-file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a": 1}') });
  await luc.see('import-trouble').waitFor();
  await ana.see('my-maps').getByTestId('open-map').first().click();
  await click(ana, 'share');
  await luc.open(await ana.see('link').inputValue());
  await click(luc, 'keep');
  await click(luc, 'edit-kept');
  await expect.poll(() => luc.see('map-name').inputValue()).toBe('Yours');
  await luc.open('/maps?c=M1nonsense00');
  await luc.see('bad-code').waitFor();
  expect([...ana.faults, ...luc.faults].filter((fault) => !fault.includes('422'))).toEqual([]);
});

test('on a phone pieces are pressed and then dragged by touch, and pulled out of the palette', async () => {
  const ana = await Player.arrive({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await atEditor(ana);
  await ana.see('shape-blob').evaluate((one) => one.scrollIntoView({ block: 'start' }));
  const before = await placeOf(ana, 7);
  const from = await onPage(ana, ...before);
  await ana.page.touchscreen.tap(...from);
  await expect.poll(() => ana.see('piece-panel').getAttribute('data-piece')).toBe('6');
  await swipe(ana, from, await onPage(ana, 27, 50));
  await expect.poll(async () => Math.round((await placeOf(ana, 7))[1])).toBe(50);
  await swipe(ana, await middleOf(ana, 'add-wood'), await onPage(ana, 50, 20));
  await expect.poll(() => pieces(ana)).toBe(15);
  const [x, y] = await placeOf(ana, 15);
  expect(Math.hypot(x - 50, y - 20)).toBeLessThan(2);
  expect(await ana.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect((await ana.smallTargets()).filter((name) => !/^(role-|symmetric)/.test(name))).toEqual([]);
  expect(ana.faults).toEqual([]);
});

test('what is printed comes as a PDF', async () => {
  const ana = await Player.arrive();
  await ana.open('/maps');
  await ana.see('ready-maps').getByTestId('more-map').first().click();
  await click(ana, 'print');
  await ana.see('sketch-map').first().waitFor();
  await ana.see('part-ruler').check();
  await ana.see('full-size-map').uncheck();
  await click(ana, 'make-pdf');
  const pdf = readFileSync(await (await download(ana, 'download-pdf')).path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(ana.faults).toEqual([]);
});

test('a map made in the editor is played', async () => {
  const ana = await Player.arrive();
  await atEditor(ana);
  await ana.see('map-name').fill('Home ground');
  await ana.see('piece-1').focus();
  await ana.page.keyboard.press('Shift+ArrowUp');
  await judged(ana, true);
  await click(ana, 'play-map');
  await expect.poll(() => ana.see('map-chosen').textContent()).toBe('Home ground');
  await ana.see('army-both-8').click();
  await ana.see('opponent-here').click();
  await click(ana, 'start-match');
  const state = await ana.until(() => true, 'the table opens');
  const scene = cafeScene(state.scene);
  expect(scene.map).toBe('Home ground');
  expect(scene.units).toHaveLength(16);
  expect(ana.faults).toEqual([]);
});

describe('axe finds nothing wrong', () => {
  const views = [
    { name: 'large', options: { locale: 'fr-FR' } },
    { name: 'small', options: { locale: 'es-ES', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ];

  test.each(views)('$name', async ({ options }) => {
    const ana = await Player.arrive(options);
    await ana.open('/maps');
    await ana.see('ready-maps').waitFor();
    await axe(ana, 'the gallery');
    await ana.see('ready-maps').getByTestId('open-map').first().click();
    await ana.see('share').waitFor();
    await axe(ana, 'a ready map');
    await click(ana, 'copy-ready');
    await judged(ana, true);
    await click(ana, 'piece-1');
    await ana.see('corners').locator('summary').click();
    await axe(ana, 'the editor');
    await click(ana, 'play-map');
    await ana.see('armies').waitFor();
    await ana.see('army-same').uncheck();
    await axe(ana, 'the set-up');
    await click(ana, 'change-map');
    await ana.see('map-chooser').waitFor();
    await axe(ana, 'the choice of a map');
    await ana.open('/print/cafe');
    await ana.see('sheets').waitFor();
    await axe(ana, 'printing');
    expect(ana.faults).toEqual([]);
  });
});
