import { expect } from 'vitest';

import { type Player } from './player';

type Point = [number, number];

/** Where a place of the table is on the page; places in centimetres. */
export async function onPage(player: Player, x: number, y: number): Promise<Point> {
  const table = player.see('table');
  const box = (await table.boundingBox())!;
  const [left, top, width, height] = (await table.locator('svg').first().getAttribute('viewBox'))!.split(' ').map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const turned = (await table.getAttribute('data-turn')) === '1';
  const size = await player.see('map-height').inputValue();
  const [across, down] = turned ? [Number(size) * 100 - y * 100, x * 100] : [x * 100, y * 100];
  return [box.x + ((across - left) / width) * box.width, box.y + ((down - top) / height) * box.height];
}

export async function drag(player: Player, from: Point, to: Point): Promise<void> {
  const { mouse } = player.page;
  await mouse.move(...from);
  await mouse.down();
  await mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await mouse.move(...to);
  await mouse.up();
}

/** A finger that is put down, drawn over the page and lifted. */
export async function swipe(player: Player, from: Point, to: Point): Promise<void> {
  const wire = await player.context.newCDPSession(player.page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    wire.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await send('touchStart', [from]);
  for (let i = 1; i <= 8; i += 1) await send('touchMove', [[from[0] + ((to[0] - from[0]) * i) / 8, from[1] + ((to[1] - from[1]) * i) / 8]]);
  await send('touchEnd', []);
}

export const middleOf = async (player: Player, testid: string): Promise<Point> => {
  const box = (await player.see(testid).boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** The middle of a piece, in centimetres. */
export const placeOf = async (player: Player, number: number): Promise<Point> => {
  const at = await player.see(`piece-${number}`).getAttribute('data-at');
  return at!.split(' ').map((length) => Number(length) / 100) as Point;
};

export const pieces = (player: Player) => player.page.locator('[data-testid="piece-list"] li').count();
/** The first map that a server looks at takes it a while. */
export const judged = (player: Player, legal: boolean) =>
  expect.poll(() => player.see('map-check').getAttribute('data-legal')).toBe(String(legal));

/** In the editor of a map of one's own, copied from the first of the ready ones. */
export async function atEditor(player: Player, ready = 0): Promise<void> {
  await player.open('/maps');
  await player.see('ready-maps-cafe').getByTestId('copy-ready').nth(ready).click();
  await judged(player, true);
}
