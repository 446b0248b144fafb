import { expect, test } from 'vitest';

import type { Rules } from '../src/lib/protocol';
import { axe } from './axe';
import { PHONE } from './matches';
import { address, Player } from './player';

const GAMES = ((await (await fetch(`${address}/api/games`)).json()) as { id: string }[]).map(({ id }) => id);

async function diagramsOf(game: string) {
  const rules = (await (await fetch(`${address}/api/games/${game}/rules`)).json()) as Rules;
  return rules.sections.flatMap(({ clauses }) => clauses.flatMap(({ id, diagrams }) => diagrams.map((one) => ({ clause: id, ...one }))));
}

/** Everyone is drawn when somebody comes near. */
async function walkBy(ana: Player, ids: string[]) {
  for (const id of ids) {
    await ana.see(`figure-${id}`).scrollIntoViewIfNeeded();
    await ana.see(`diagram-${id}`).waitFor();
  }
}

test.each(GAMES)('the diagrams of %s are drawn beside their clauses, called what is said below them', async (game) => {
  const ana = await Player.arrive();
  await ana.open(`/rules/${game}`);
  const diagrams = await diagramsOf(game);
  expect(diagrams.length).toBeGreaterThanOrEqual(4);
  await ana.see(`figure-${diagrams[0]!.id}`).waitFor();
  await walkBy(
    ana,
    diagrams.map(({ id }) => id),
  );
  for (const { id, clause, caption } of diagrams) {
    const figure = ana.page.getByTestId(`clause-${clause}`).getByTestId(`figure-${id}`);
    const picture = figure.getByRole('img', { name: caption.en, exact: true });
    expect(await picture.count(), id).toBe(1);
    expect(await picture.locator('g, rect, path').count(), id).toBeGreaterThan(10);
    // Nothing to press, nothing to come by with the keyboard.
    expect(await figure.locator('button, a, [tabindex]').count()).toBe(0);
  }
  await axe(ana, `/rules/${game}`);
  expect(ana.faults).toEqual([]);
});

test('on a phone, in the dark and in another language', async () => {
  const ana = await Player.arrive({ ...PHONE, colorScheme: 'dark' });
  for (const game of GAMES) {
    await ana.open(`/rules/${game}`);
    const diagrams = await diagramsOf(game);
    await ana.see(`figure-${diagrams[0]!.id}`).waitFor();
    await walkBy(
      ana,
      diagrams.map(({ id }) => id),
    );
    const sideways = await ana.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, game).toBeLessThanOrEqual(0);
  }
  const [first] = await diagramsOf('forglory');
  await ana.see('settings').click();
  await ana.see('set-language-es').click();
  await ana.page.keyboard.press('Escape');
  await ana.see(`figure-${first!.id}`).scrollIntoViewIfNeeded();
  await ana.page.getByRole('img', { name: first!.caption.es, exact: true }).waitFor();
  await axe(ana, '/rules/forglory');
  expect(ana.faults).toEqual([]);
});

test('the rules are there to be read before anything is drawn, and without what cannot be drawn', async () => {
  const ana = await Player.arrive();
  await ana.page.route('**/api/games/tactics/diagrams', (route) => route.abort());
  await ana.open('/rules/tactics');
  await ana.see('clause-T-M4').waitFor();
  await expect.poll(() => ana.page.locator('figure').count()).toBe(0);
  expect(await ana.see('clause-T-M4').isVisible()).toBe(true);
});
