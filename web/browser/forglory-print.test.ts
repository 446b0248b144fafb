import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { axe } from './axe';
import { click, download, Player } from './player';

const saved = async (ana: Player) => {
  await click(ana, 'make-pdf');
  return download(ana, 'download-pdf');
};

test('For Glory is printed for a ready battle, at a scale and in a language', async () => {
  const ana = await Player.arrive();
  await ana.open('/maps');
  await click(ana, 'print-forglory');
  await ana.see('sketch-units').waitFor();
  expect(await ana.see('sheets').locator('figure').count()).toBe(6);
  await ana.see('part-map').check();
  await ana.see('battle-corvaldes').click();
  await ana.see('option-scale-half').click();
  expect(await ana.see('sketch-units').locator('.sign').count()).toBe(28);
  await ana.see('print-language').selectOption('fr');
  const asked = ana.page.waitForRequest('**/api/forglory/print');
  const file = await saved(ana);
  expect((await asked).postDataJSON()).toMatchObject({ battle: 'corvaldes', scale: 'half', lang: 'fr' });
  expect(file.suggestedFilename()).toMatch(/^for-glory-(a4|letter)\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await ana.see('option-scale-double').click();
  await ana.see('make-pdf').waitFor();
  expect(ana.faults).toEqual([]);
});

test('a map is printed in its true size, with armies of one’s own if need be', async () => {
  const ana = await Player.arrive();
  await ana.open('/print/forglory?map=velmora');
  await ana.see('sketch-map').first().waitFor();
  expect(await ana.see('sketch-map').count()).toBe(2);
  expect(await ana.see('pick-army-south').count()).toBe(0);
  await ana.see('part-units').check();
  await ana.see('pick-army-south').waitFor();
  await ana.see('full-size-map').uncheck();
  const asked = ana.page.waitForRequest('**/api/forglory/print');
  await saved(ana);
  expect((await asked).postDataJSON()).toMatchObject({ map: 'velmora', what: ['units', 'map'], full_size_map: false });
  expect(ana.faults).toEqual([]);
});

test.each([
  { name: 'large', options: { locale: 'en-GB' } },
  { name: 'small', options: { locale: 'es-ES', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
])('axe finds nothing wrong: $name', async ({ options }) => {
  const ana = await Player.arrive(options);
  await ana.open('/print/forglory');
  await ana.see('battle-own').click();
  await ana.see('pick-army-north').waitFor();
  await axe(ana, 'printing');
  expect(await ana.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(ana.faults).toEqual([]);
});
