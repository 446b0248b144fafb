import { describe, expect, test } from 'vitest';

import type { Update } from '../src/lib/protocol';
import { axe } from './axe';
import { sceneOf } from './escarmouche';
import { tabTo } from './keyboard';
import { click, Player, tap, turnTo } from './player';
import { ESCARMOUCHE, sit, SQUADS } from './seat';

/** What is seen, and what must be seen, at the Escarmouche table. */
const LAPTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const BLOCKED = { options: { ...SQUADS, white_squad: '3/3/2/1+energy-bolt;2/1/2/1' }, position: 'c3,c4 c6,h8 w 2 - -' };

async function boxOf(player: Player, testid: string) {
  const box = await player.see(testid).first().boundingBox();
  expect(box, testid).not.toBeNull();
  return box!;
}

const bottom = async (player: Player, testid: string) => boxOf(player, testid).then((box) => box.y + box.height);
/** What is below lies under the tools of the rail and would have to be scrolled to. */
const toolsTop = async (player: Player) => boxOf(player, 'quick').then((box) => box.y);
const sideways = (player: Player) => player.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const markOn = (player: Player, square: string) => player.see(`square-${square}`).getAttribute('data-mark');

async function apart(player: Player, card: string, ...squares: string[]): Promise<void> {
  const a = await boxOf(player, card);
  for (const square of squares) {
    const b = await boxOf(player, `square-${square}`);
    const meets = a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;
    expect(meets, `${card} covers ${square}`).toBe(false);
  }
}

describe('the card with what would happen', () => {
  test.each(['a', 'h'])('stays on the screen of a phone at the edge, column %s', async (file) => {
    const phone = await sit({ ...PHONE, locale: 'fr-FR' }, { position: `${file}4,d3,e4 ${file}5,d6:3:g1 w 2 - -` });
    await tap(phone, `square-${file}4`);
    await tap(phone, `square-${file}5`);
    const card = await boxOf(phone, 'odds');
    expect(card.x).toBeGreaterThanOrEqual(0);
    expect(card.x + card.width).toBeLessThanOrEqual(390);
    expect(await sideways(phone)).toBeLessThanOrEqual(0);
    expect(await phone.see('odds').textContent()).toContain('1 dégât,');
    await apart(phone, 'odds', `${file}4`, `${file}5`, 'd6');
  });

  test('leaves the attacker and the squares of a charge in sight', async () => {
    const ana = await sit(LAPTOP);
    await click(ana, 'square-c4');
    await ana.see('square-d5').hover();
    await apart(ana, 'odds', 'c4', 'd5', 'd6');
    await click(ana, 'ability-charge');
    await ana.see('square-d6').hover();
    await ana.see('odds').waitFor();
    await apart(ana, 'odds', 'c4', 'd6', 'c5', 'c6', 'c7', 'd7', 'e5', 'e6');
  });
});

test('an ability hides reach and sight, keeps its first half marked and names it', async () => {
  const ana = await sit(LAPTOP);
  const frame = () => ana.see('sight').locator('.range').count();
  await click(ana, 'square-d3');
  await ana.see('square-h1').hover();
  await expect.poll(frame).toBeGreaterThan(0);
  await click(ana, 'ability-forward');
  await expect.poll(frame).toBe(0);
  await click(ana, 'square-c4');
  expect(await markOn(ana, 'c4')).toBe('picked');
  await expect.poll(() => ana.see('wanted').textContent()).toBe('Choose a square for A.');
  await click(ana, 'square-c4');
  expect(await markOn(ana, 'c4')).toBe('ally');
  await click(ana, 'square-c4');
  await click(ana, 'square-b5');
  await ana.until((state) => sceneOf(state).phase === 'forward', 'the second ally is asked for');
  await expect.poll(() => ana.see('actions-left').getAttribute('data-count')).toBe('1');
  await click(ana, 'done');
  await ana.until((state) => sceneOf(state).phase === 'turn', 'enough');
  expect(await ana.see('actions-left').getAttribute('data-count')).toBe('1');
  await click(ana, 'square-b5');
  await click(ana, 'ability-charge');
  await click(ana, 'square-d6');
  expect(await markOn(ana, 'd6')).toBe('picked');
  expect(await ana.see('wanted').textContent()).toBe('Choose the square from which to strike B.');
  expect(ana.faults).toEqual([]);
});

test('an enemy out of sight or range says why, from the unit in hand', async () => {
  const ana = await sit(LAPTOP, BLOCKED);
  await click(ana, 'square-c3');
  await ana.see('square-c6').hover();
  await expect.poll(() => ana.see('doubt').textContent()).toContain('c4');
  expect(await ana.see('sight').getAttribute('data-unit')).toBe('0');
  await ana.see('blocks-c4').waitFor();
  await ana.see('square-h8').hover();
  await expect.poll(() => ana.see('doubt').textContent()).toContain('5 squares away');
  expect(await ana.see('blocks-c4').count()).toBe(0);
  await turnTo(ana, 'forces');
  await ana.see('card-7').hover();
  await expect.poll(() => ana.see('sight').getAttribute('data-unit')).toBe('7');
  expect(ana.faults).toEqual([]);
});

test('a hint puts a refusal away, is read in words and seen without scrolling', async () => {
  const ana = await sit(LAPTOP, BLOCKED);
  await click(ana, 'square-c3');
  await click(ana, 'square-c6');
  await ana.see('why').waitFor();
  expect(await ana.see('why').textContent()).toContain('E-L1');
  await click(ana, 'hint');
  await ana.see('hint-answer').waitFor();
  expect(await ana.see('why').count()).toBe(0);
  expect(await ana.page.evaluate(() => window.scrollY)).toBe(0);
  expect(await bottom(ana, 'hint-answer')).toBeLessThanOrEqual(800);
  const text = await ana.see('hint-answer').textContent();
  expect(text).not.toMatch(/[a-h][1-8][-x~+][a-h][1-8]/);
  expect(ana.faults).toEqual([]);
});

test.each(['tactics', ESCARMOUCHE])('the lesson of %s has its whole board on a laptop', async (game) => {
  const ana = await Player.arrive(LAPTOP);
  await ana.open(`/learn/${game}`);
  await ana.see('lesson-1').waitFor();
  await ana.see('board').waitFor();
  expect(await bottom(ana, 'board')).toBeLessThanOrEqual(800);
  expect(await bottom(ana, 'lesson-1')).toBeLessThanOrEqual(800);
  expect((await boxOf(ana, 'board')).width).toBeGreaterThan(600);
});

describe.each(['alternate', 'secret'])('a placement, %s', (placement) => {
  test('has the enemy squad in sight after what is to place', async () => {
    const ana = await sit({ ...LAPTOP, locale: 'es-ES' }, { options: { placement }, position: undefined });
    await click(ana, 'roll');
    await ana.until((state) => sceneOf(state).phase === 'placement', 'placing');
    if (placement === 'secret') await click(ana, 'uncover');
    await ana.see('tray').waitFor();
    expect(await bottom(ana, 'squads')).toBeLessThanOrEqual(await toolsTop(ana));
    expect((await boxOf(ana, 'squads')).y).toBeGreaterThan(await bottom(ana, 'tray'));
    expect((await boxOf(ana, 'status')).y).toBeLessThan((await boxOf(ana, 'tray')).y);
    expect(await ana.see('tray').getAttribute('aria-label')).toBe('Por colocar');
  });
});

test('what the drawings mean can be read at any time', async () => {
  const phone = await sit({ ...PHONE, colorScheme: 'dark' });
  await tap(phone, 'square-c4');
  await tap(phone, 'legend');
  await phone.see('legend-dialog').waitFor();
  expect(await phone.see('legend-marks').locator('li').count()).toBeGreaterThan(10);
  await axe(phone, 'the legend');
  await phone.page.keyboard.press('Escape');
  await expect.poll(() => phone.see('legend-dialog').count()).toBe(0);
  expect(await phone.see('square-c4').getAttribute('aria-selected'), 'only the dialog is closed').toBe('true');
  expect(phone.faults).toEqual([]);
});

test('a guardian is asked at the keyboard, with the blow on the board', async () => {
  const ana = await sit(LAPTOP);
  await tabTo(ana, 'square-e2');
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowRight', 'ArrowUp', 'Enter'])
    await ana.page.keyboard.press(key);
  await ana.see('ask-guardian').waitFor();
  const focused = () => ana.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.testid);
  await expect.poll(focused).toBe('guard-7');
  expect(await ana.see('strike-arrow').count()).toBe(1);
  await expect.poll(() => ana.see('live').textContent()).toContain('attacks');
  await ana.see('square-e4').hover();
  await ana.page.waitForTimeout(250);
  expect(await ana.see('sight').locator('.range').count()).toBe(0);
  expect(await ana.see('actions-left').getAttribute('data-count')).toBe('1');
  await ana.page.keyboard.press('Tab');
  await expect.poll(focused).toBe('no-guard');
  await ana.page.keyboard.press('Enter');
  await ana.until((state) => sceneOf(state).phase === 'turn', 'answered');
  await expect.poll(focused).toBe('square-d5');
  expect(await ana.see('strike-arrow').count()).toBe(0);
  expect(ana.faults).toEqual([]);
});

test('the tools of a phone are whole rows, and the end needs no card of its own', async () => {
  const last = { options: { white_squad: '5/1/3/2;2/1/2/1', black_squad: '6/2/2/1' }, position: 'c4,d3 d5:1 w 2 - -' };
  const phone = await sit({ ...PHONE, locale: 'es-ES' }, last);
  const top = async (testid: string) => Math.round((await boxOf(phone, testid)).y);
  expect(await top('hint')).toBe(await top('undo'));
  expect(await top('threats')).toBe(await top('undo'));
  expect(await top('legend')).toBe(await top('flip'));
  expect(await top('sight-toggle')).toBe(await top('flip'));
  await tap(phone, 'square-c4');
  await tap(phone, 'square-d5');
  await tap(phone, 'square-d5');
  await phone.until((state: Update) => state.actor === null, 'won');
  await phone.see('result').waitFor();
  expect(await phone.page.locator('[data-testid="status"].card').count()).toBe(0);
  expect(await phone.page.locator('h1').count()).toBe(1);
  expect(phone.faults).toEqual([]);
});
