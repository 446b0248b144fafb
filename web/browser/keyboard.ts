import { expect } from 'vitest';

import type { Player } from './player';

/** Presses Tab until the wanted thing has the focus. */
export async function tabTo(player: Player, testid: string): Promise<void> {
  for (let tabs = 0; tabs < 120; tabs += 1) {
    const here = await player.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.testid ?? '');
    if (here === testid) return;
    await player.page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard never reaches ${testid}`);
}

/** Tabs into a group of choices and moves the mark with the arrow keys. */
export async function choose(player: Player, testid: string): Promise<void> {
  const inside = () =>
    player.page.evaluate((id) => {
      const focused = document.activeElement;
      const group = document.querySelector(`[data-testid="${id}"]`)?.closest('fieldset, [role="radiogroup"]');
      return focused !== null && focused !== document.body && (group?.contains(focused) ?? false);
    }, testid);
  for (let tabs = 0; tabs < 120 && !(await inside()); tabs += 1) await player.page.keyboard.press('Tab');
  const chosen = () => player.see(testid).locator('input').isChecked();
  for (let steps = 0; steps < 12 && !(await chosen()); steps += 1) await player.page.keyboard.press('ArrowDown');
  expect(await chosen()).toBe(true);
}

export async function walkTo(player: Player, square: string): Promise<void> {
  const focused = () => player.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.testid ?? '');
  let here = await focused();
  for (let tabs = 0; tabs < 120 && !here.startsWith('square-'); tabs += 1) {
    await player.page.keyboard.press('Tab');
    here = await focused();
  }
  const flipped = player.state?.you[0] === 'black';
  for (let steps = 0; steps < 20; steps += 1) {
    here = await focused();
    if (here === `square-${square}`) return;
    const dx = square.charCodeAt(0) - here.charCodeAt(7);
    const dy = square.charCodeAt(1) - here.charCodeAt(8);
    const right = flipped ? 'ArrowLeft' : 'ArrowRight';
    const left = flipped ? 'ArrowRight' : 'ArrowLeft';
    const up = flipped ? 'ArrowDown' : 'ArrowUp';
    const down = flipped ? 'ArrowUp' : 'ArrowDown';
    await player.page.keyboard.press(dx > 0 ? right : dx < 0 ? left : dy > 0 ? up : down);
  }
  throw new Error(`the arrow keys never reach ${square}`);
}

/** Opens a page of the rail with Tab and the arrow keys. */
export async function turnByKeyboard(player: Player, page: string): Promise<void> {
  const focused = () => player.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.testid ?? '');
  for (let tabs = 0; tabs < 120 && !(await focused()).startsWith('tab-'); tabs += 1) await player.page.keyboard.press('Tab');
  for (let steps = 0; steps < 4 && (await focused()) !== `tab-${page}`; steps += 1) await player.page.keyboard.press('ArrowRight');
  expect(await focused()).toBe(`tab-${page}`);
}

/** Presses something as somebody without a mouse does. */
export async function byKeyboard(player: Player, testid: string): Promise<void> {
  if (testid.startsWith('square-')) await walkTo(player, testid.slice(7));
  else await tabTo(player, testid);
  await player.page.keyboard.press('Enter');
}
