import { expect, test } from 'vitest';

import { click, Player } from './player';

/** Whether the page is still the one that was opened first. */
const isOld = (ana: Player) => ana.page.evaluate(() => 'old' in window);
const grow = (ana: Player) => ana.page.evaluate(() => Object.assign(window, { old: true }));

test('a page that was open while the app was renewed goes on with the new one', async () => {
  const ana = await Player.arrive();
  await ana.open('/');
  await grow(ana);
  let gone = true;
  await ana.page.route('**/assets/Barracks-*.js', (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()));
  await ana.page.route('**/', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    const answer = await route.fetch();
    gone = false;
    return route.fulfill({ response: answer, body: (await answer.text()).replace(/assets\/index-[^."]+\.js/, 'assets/index-other.js') });
  });
  await click(ana, 'barracks-escarmouche');
  await ana.see('no-squads').waitFor();
  expect(await isOld(ana)).toBe(false);
});

test('a page that finds the server away comes as soon as it is back', async () => {
  const ana = await Player.arrive();
  await ana.open('/');
  await ana.see('barracks-escarmouche').waitFor();
  await ana.page.context().setOffline(true);
  await click(ana, 'barracks-escarmouche');
  await ana.see('server-away').waitFor();
  await ana.page.context().setOffline(false);
  await ana.see('no-squads').waitFor();
});
