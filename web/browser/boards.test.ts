import { expect, test } from 'vitest';

import { axe } from './axe';
import { makeMatch, PHONE, sitAt, soon } from './matches';
import { click, Player, tap } from './player';
import { sit } from './seat';

/** What helps at a board: odds that move nothing, what a piece can do, who threatens it, arrows, the quick reference. */
const DESK = { viewport: { width: 1280, height: 800 } };
// White's bow is beside the axe that takes it, and two squares from the sword that would need doubles.
const DANGER = '3k4/8/8/1s6/3a4/3B4/8/K7 w 10 - -';

async function alone(position: string, options = {}): Promise<Player> {
  const made = await makeMatch({ game: 'tactics', seats: { white: 'person', black: 'person' }, position });
  return sitAt(made.tokens.white!, { ...DESK, ...options });
}

const topOf = async (player: Player, testid: string) => (await player.see(testid).first().boundingBox())?.y;

test('odds, refusals and hints lie over the log and move nothing', async () => {
  const ana = await alone(DANGER);
  const before = [await topOf(ana, 'log'), await topOf(ana, 'end-turn')];
  await click(ana, 'odds-end');
  await ana.see('odds').getByText('%').first().waitFor();
  expect([await topOf(ana, 'log'), await topOf(ana, 'end-turn')]).toEqual(before);
  await ana.page.keyboard.press('Escape');
  await soon(() => ana.see('odds').count()).toBe(0);
  await click(ana, 'square-d3');
  await click(ana, 'square-h8');
  await ana.see('why').waitFor();
  expect([await topOf(ana, 'log'), await topOf(ana, 'end-turn')]).toEqual(before);
  expect(ana.faults).toEqual([]);
});

test('a piece in hand says what it takes, falls to and costs, and who threatens it', async () => {
  const ana = await alone(DANGER);
  await click(ana, 'square-d3');
  await soon(() => ana.see('piece-card').textContent()).toContain('A step costs 2 points, 3 diagonally');
  await soon(() => ana.see('piece-danger').textContent()).toBe('In danger, 100%: d4');
  expect(await ana.see('piece-card').locator('svg[aria-label="pike"]').count()).toBe(1);
  await soon(() => ana.see('threat-line-d4').textContent()).toContain('100%');
  await click(ana, 'threats');
  await soon(() => ana.page.locator('[data-reached]').count()).toBeGreaterThan(3);
  await axe(ana, 'a piece in hand');
  await ana.page.keyboard.press('Escape');
  await soon(() => ana.see('piece-card').count()).toBe(0);
  expect(ana.faults).toEqual([]);
});

test('units of Escarmouche say who could strike them and how hard', async () => {
  const ana = await sit(DESK, { options: { white_squad: '9/1/1/1', black_squad: '3/1/1/2;2/2/2/1' }, position: 'd4 d5,g4 w 2 - -' });
  await click(ana, 'square-d4');
  await soon(() => ana.see('threat-line-d5').textContent()).toContain('−2');
  expect(await ana.see('threat-line-g4').textContent()).toContain('−1');
  await click(ana, 'threats');
  await soon(() => ana.see('threat-d4').textContent(), 'both together').toBe('−3');
  expect(ana.faults).toEqual([]);
});

test('arrows and marks are drawn with the right button, and go with Escape and with the next move', async () => {
  const ana = await alone(DANGER);
  const middle = async (square: string) => {
    const box = (await ana.see(`square-${square}`).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const draw = async (from: string, to: string) => {
    await ana.page.mouse.move(...(await middle(from)));
    await ana.page.mouse.down({ button: 'right' });
    await ana.page.mouse.move(...(await middle(to)), { steps: 4 });
    await ana.page.mouse.up({ button: 'right' });
  };
  await draw('b2', 'e5');
  await draw('g7', 'g7');
  await ana.see('drawn-b2e5').waitFor();
  await ana.see('drawn-g7').waitFor();
  await draw('b2', 'e5');
  await soon(() => ana.see('drawn-b2e5').count(), 'drawn again it is rubbed out').toBe(0);
  await ana.page.keyboard.press('Escape');
  await soon(() => ana.see('drawn-g7').count()).toBe(0);
  await draw('b2', 'e5');
  await ana.see('square-d3').focus();
  await ana.page.keyboard.press('Enter');
  await ana.page.keyboard.press('ArrowDown');
  await ana.page.keyboard.press('Enter');
  await ana.until((state) => state.steps.length > 0, 'moved');
  await soon(() => ana.see('drawn-b2e5').count()).toBe(0);
  expect(ana.faults).toEqual([]);
});

test('the quick reference is one key away, and on a phone one press', async () => {
  const ana = await alone(DANGER);
  await ana.page.keyboard.press('i');
  await ana.see('quick-dialog').getByText('Who takes whom').first().waitFor();
  await click(ana, 'wheel-horse');
  await soon(() => ana.see('wheel').getAttribute('data-chosen')).toBe('horse');
  await axe(ana, 'the quick reference');
  await ana.page.keyboard.press('Escape');
  await soon(() => ana.see('quick-dialog').count()).toBe(0);
  await ana.page.keyboard.press('?');
  await ana.see('keys-dialog').getByText('Quick reference').waitFor();

  const phone = await sit({ ...PHONE, locale: 'fr-FR' });
  await tap(phone, 'quick');
  await phone.see('quick-dialog').getByText('Capacités').first().waitFor();
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect([...ana.faults, ...phone.faults]).toEqual([]);
});

test('the end tells losses and who did most, and plays again with the same sides', async () => {
  const ana = await alone('6Sk/8/8/8/8/8/8/K7 w 11 - -');
  await click(ana, 'square-g8');
  await click(ana, 'square-h8');
  await ana.see('result').waitFor();
  await soon(() => ana.see('summary-best').textContent()).toContain('1 enemy felled');
  expect(await ana.see('summary-lost').locator('td').allTextContents()).toEqual(['0', '1']);
  await click(ana, 'rematch-same');
  await ana.until((state) => state.outcome === null && state.steps.length === 0, 'the new match');
  expect(ana.state?.you).toEqual(['white', 'black']);
  expect(ana.faults).toEqual([]);
});

test('pieces as letters and a log in notation are kept', async () => {
  const ana = await alone(DANGER);
  await click(ana, 'settings');
  await click(ana, 'set-pieces-letters');
  await click(ana, 'set-notation-notation');
  await ana.page.keyboard.press('Escape');
  await click(ana, 'square-d3');
  await click(ana, 'square-d2');
  await ana.until((state) => state.steps.length > 0, 'moved');
  await soon(() => ana.see('log').textContent()).toContain('d3-d2');
  await ana.page.reload();
  await soon(() => ana.page.locator('[data-piece="white bow"] .letter').textContent()).toBe('B');
  expect(ana.faults).toEqual([]);
});
