import { expect, test } from 'vitest';

import { axe } from './axe';
import { makeMatch, sideways } from './matches';
import { click, Player } from './player';

const SMALL = { viewport: { width: 390, height: 844 }, locale: 'es', colorScheme: 'dark' } as const;

test('the friend follows the invitation and gives a name; the page of the host goes on by itself', async () => {
  const ana = await Player.arrive();
  await ana.open('/new/tactics');
  await click(ana, 'opponent-link');
  await ana.see('name-mine').fill('Ana');
  await click(ana, 'start-match');
  await ana.see('invite').waitFor();
  await ana.see('qr').locator('summary').click();
  await ana.see('qr-code').waitFor();
  await axe(ana, 'an invitation with its QR code');
  const link = await ana.see('link').inputValue();
  const luc = await Player.arrive(SMALL);
  await luc.open(link);
  await luc.see('arrival').waitFor();
  expect(await luc.see('arrival').textContent()).toContain('Ana te invita');
  await ana.page.waitForURL(/\/m\//);
  await luc.see('arrival-name').fill('Luc');
  await axe(luc, 'the arrival of a friend');
  expect(await sideways(luc)).toBeLessThanOrEqual(0);
  await click(luc, 'arrive');
  await expect.poll(() => luc.see('arrival').count()).toBe(0);
  await expect.poll(() => ana.see('players').textContent()).toContain('Luc');
  expect(await luc.see('players').textContent()).toContain('Ana');
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});

test('whoever wants no name plays without', async () => {
  const { tokens } = await makeMatch({ game: 'tactics', seats: { white: 'person', black: 'link' }, names: { white: 'Ana' } });
  const luc = await Player.arrive();
  await luc.open(`/m/${tokens.black}`);
  await click(luc, 'arrive-later');
  await expect.poll(() => luc.see('arrival').count()).toBe(0);
  expect(luc.faults).toEqual([]);
});

test('the friend brings a squad of their own within what the host allows, and then it begins', async () => {
  const seats = { white: 'person', black: 'link' };
  const { tokens } = await makeMatch({ game: 'escarmouche', seats, names: { white: 'Ana' }, terms: { brings: true, most: 100 } });
  const ana = await Player.arrive();
  await ana.open(`/m/${tokens.white}`);
  await ana.see('awaited').waitFor();
  const luc = await Player.arrive(SMALL);
  await luc.open(`/m/${tokens.black}`);
  await luc.see('squad-bring').waitFor();
  await luc.see('arrival-name').fill('Luc');
  await expect.poll(() => luc.see('arrive').isEnabled()).toBe(true);
  await axe(luc, 'a friend who brings a squad');
  expect(await sideways(luc)).toBeLessThanOrEqual(0);
  await click(luc, 'arrive');
  await ana.until((state) => state.arriving === null, 'the friend has come');
  await expect.poll(() => ana.see('awaited').count()).toBe(0);
  expect(ana.state?.seats.black?.name).toBe('Luc');
  expect([...ana.faults, ...luc.faults]).toEqual([]);
});

for (const [game, seats] of [
  ['cafe', { blue: 'person', red: 'link' }],
  ['forglory', { south: 'person', north: 'link' }],
] as const) {
  test(`the friend brings an army of their own: ${game}`, async () => {
    const options = game === 'forglory' ? { battle: '', map: 'four-winds' } : {};
    const { tokens } = await makeMatch({ game, seats, options, terms: { brings: true } });
    const guest = Object.values(tokens)[1]!;
    const luc = await Player.arrive();
    await luc.open(`/m/${guest}`);
    await luc.see('arrival-name').fill('Luc');
    await expect.poll(() => luc.see('arrive').isEnabled()).toBe(true);
    await click(luc, 'arrive');
    await luc.until((state) => state.arriving === null, 'it begins');
    expect(luc.faults).toEqual([]);
  });
}

test('set-up says that a friend brings their own, and how much', async () => {
  const ana = await Player.arrive();
  await ana.open('/new/escarmouche');
  await click(ana, 'opponent-link');
  await click(ana, 'guest-brings');
  await ana.see('guest-most').fill('12');
  await click(ana, 'start-match');
  await click(ana, 'go-table');
  const state = await ana.until(() => true, 'the table opens');
  expect(state.arriving).toMatchObject({ most: 12 });
  expect(ana.faults).toEqual([]);
});
