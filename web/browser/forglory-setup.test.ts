import { expect, test } from 'vitest';

import { gloryScene } from '../src/games/forglory/scene';
import { axe } from './axe';
import { legalOf, sceneOf } from './forglory';
import { judged } from './maps';
import { click, Player } from './player';

const seen = async (ana: Player) => gloryScene((await ana.until(() => true, 'the table opens')).scene);

test('a ready battle is chosen by its picture and its story, and played', async () => {
  const ana = await Player.arrive();
  await ana.open('/new/forglory');
  await ana.see('battles').waitFor();
  expect(await ana.see('battles').locator('label').count()).toBe(4);
  expect(await ana.see('battle-corvaldes').textContent()).toContain('14 : 14');
  expect(await ana.see('battles').locator('svg.thumb').count()).toBe(3);
  await ana.see('opponent-here').click();
  await ana.see('side-south').click();
  await ana.see('battle-corvaldes').click();
  await ana.see('option-objectives').fill('4');
  expect((await ana.see('objective-names').textContent())!.split(', ')).toHaveLength(4);
  await ana.openRules();
  await ana.see('option-rounds').fill('6');
  await click(ana, 'start-match');
  const scene = await seen(ana);
  expect(scene).toMatchObject({ battle: 'corvaldes', rounds: 6 });
  expect(scene.objectives).toHaveLength(4);
  expect(scene.units).toHaveLength(28);
  expect(ana.faults).toEqual([]);
});

test('a historical deployment shows its zones on the map, and places are offered in them', async () => {
  const ana = await Player.arrive({ locale: 'fr-FR' });
  await ana.open('/new/forglory');
  await ana.see('battles').waitFor();
  await ana.see('battle-velmora').click();
  await ana.see('option-deployment-historical').click();
  await ana.see('opponent-here').click();
  await click(ana, 'start-match');
  await ana.until(() => true, 'the table opens');
  await ana.see('historical-zones').waitFor();
  expect(await ana.see('historical-zones').locator('rect').count()).toBe(4);
  expect(await ana.see('zone-0').textContent()).toContain('Daubrac');
  await click(ana, 'roll');
  await click(ana, 'ready');
  await click(ana, 'ready');
  const { phase, placing, divisions } = sceneOf(ana);
  if (phase === 'deploy') {
    const zone = divisions.find(({ id }) => id === placing!.division)!.zone!;
    const places = legalOf(ana).filter(({ kind }) => kind === 'place');
    expect(places.length).toBeGreaterThan(50);
    for (const { x, y } of places) {
      expect(x! >= zone[0] && x! <= zone[2] && y! >= zone[1] && y! <= zone[3]).toBe(true);
    }
    expect(await ana.see('place-dock').textContent()).toContain('zone');
  }
  await axe(ana, 'zones');
  expect(ana.faults).toEqual([]);
});

test('a battle of one’s own has a map, armies and a limit of points', async () => {
  const ana = await Player.arrive();
  await ana.open('/maps');
  await ana.see('maps-game').selectOption('forglory');
  await click(ana, 'generate-map');
  await click(ana, 'generate-go');
  await judged(ana, true);
  await ana.see('map-name').fill('Home ground');
  await click(ana, 'play-map');
  await expect.poll(() => ana.see('map-chosen').textContent()).toBe('Home ground');
  await click(ana, 'change-army-north');
  await ana.see('chooser-army').fill('2LI');
  await click(ana, 'take-army');
  expect(await ana.see('army-trouble').textContent()).toContain('at least 2 divisions');
  await ana.see('chooser-army').fill('2LI:V / 2LnInf HA');
  await click(ana, 'take-army');
  await ana.see('option-points').fill('6');
  await expect.poll(() => ana.see('start-match').isDisabled(), { message: 'the other army is too dear' }).toBe(true);
  await ana.see('option-points').fill('12');
  await click(ana, 'swap-armies');
  expect(await ana.see('pick-army-south').getAttribute('data-army')).toBe('2LI:V / 2LnInf HA');
  await ana.see('opponent-here').click();
  await click(ana, 'start-match');
  const scene = await seen(ana);
  expect(scene.map).toBe('Home ground');
  expect(scene.units.filter(({ side }) => side === 'south').map(({ category, quality }) => `${category}:${quality}`)).toEqual([
    'LI:V',
    'LI:V',
    'LnInf:R',
    'LnInf:R',
    'HA:R',
  ]);
  expect(ana.faults).toEqual([]);
});

test('an army of one’s own is taken along; axe finds nothing wrong', async () => {
  const ana = await Player.arrive({
    locale: 'es-ES',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await ana.open('/armies');
  await click(ana, 'new-army');
  await ana.see('army-name').fill('Guardia');
  await click(ana, 'play-army');
  await expect.poll(() => ana.see('army-chosen-south').textContent()).toBe('Guardia');
  await axe(ana, 'a battle of one’s own');
  await click(ana, 'change-army-south');
  await ana.see('army-chooser').waitFor();
  await axe(ana, 'the choice of an army');
  await ana.page.keyboard.press('Escape');
  await ana.see('battle-velmora').tap();
  await axe(ana, 'a ready battle');
  expect(await ana.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect((await ana.smallTargets()).filter((name) => !/^(option-follow|opponent|side|battle|undefined)/.test(name))).toEqual([]);
  expect(ana.faults).toEqual([]);
});

test('who brings large armies to a small table is warned, and offered the same ground drawn larger', async () => {
  const ana = await Player.arrive({ locale: 'es-ES' });
  await ana.open('/');
  await ana.page.evaluate(() =>
    localStorage.setItem(
      'escaramuza.forglory.battle',
      JSON.stringify({ battle: '', south: { kind: 'ready', id: 'hollenmar-south' }, north: { kind: 'ready', id: 'hollenmar-north' } }),
    ),
  );
  await ana.open('/new/forglory?map=small-farm');
  await ana.see('cramped').waitFor();
  expect(await ana.see('cramped').textContent()).toContain('90 × 60 cm');
  await axe(ana, 'a warning');
  await click(ana, 'enlarge');
  await expect.poll(() => ana.see('cramped').getAttribute('data-larger')).toBe('true');
  await ana.see('opponent-here').click();
  await click(ana, 'start-match');
  const scene = await seen(ana);
  expect(scene.table).toMatchObject({ width: 13500, height: 9000 });
  expect(scene.units).toHaveLength(80);
  expect(ana.faults).toEqual([]);
});
