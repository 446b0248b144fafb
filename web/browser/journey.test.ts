import { expect, test } from 'vitest';

import type { Update } from '../src/lib/protocol';
import { sceneOf } from './escarmouche';
import { click, Player, playOut } from './player';

test('a unit and a squad are made, shared by link into a second browser and played there to the end', async () => {
  const ana = await Player.arrive();
  await ana.open('/barracks');
  await click(ana, 'new-squad');
  await ana.see('squad-name').fill('The lanterns');
  await click(ana, 'add-new');
  await ana.see('unit-name').fill('Lampwright');
  await click(ana, 'more-health');
  await click(ana, 'more-power');
  await ana.see('ability-charge').check();
  await expect.poll(() => ana.see('unit-summary').getAttribute('data-waiting')).toBe('false');
  await click(ana, 'back');
  await ana.see('squad-unit-1').getByTestId('copy-unit').click();
  await expect.poll(() => ana.see('squad-check').getAttribute('data-legal')).toBe('true');
  await click(ana, 'share');
  const link = await ana.see('link').inputValue();

  const luc = await Player.arrive({ locale: 'fr-FR' });
  await luc.open(link);
  await click(luc, 'keep');
  await luc.see('is-kept').waitFor();
  await click(luc, 'play-squad');
  await expect.poll(() => luc.see('squad-mine').textContent()).toBe('The lanterns');
  await luc.see('opponent-easy').click();
  await luc.see('side-white').click();
  await luc.see('option-turn_limit').fill('60');
  await luc.see('start-match').click();
  await luc.until(() => true, 'the table opens');
  const mine = sceneOf(luc.state as Update).units.filter((unit) => unit.side === 'white');
  expect(mine.map((unit) => [unit.name, unit.abilities])).toEqual([
    ['Lampwright', ['charge']],
    ['Lampwright', ['charge']],
  ]);
  await playOut([luc], click);
  await luc.see('result').waitFor();
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});
