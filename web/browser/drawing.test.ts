import { expect, test } from 'vitest';

import { facing, newMatch as newCafe } from './cafe';
import { decideForGlory, FACING, sit as sitForGlory } from './forglory';
import { makeMatch, PHONE, sitAt, soon } from './matches';
import { click, type Player } from './player';
import { onPage } from './table';

/** Black's horse may charge an empty square or the sword before it; a white one of lower number stands ready too. */
const CLASH = '3k4/8/2h5/2S5/4s3/4H3/8/3K4';

async function sitTactics(side: 'white' | 'black', options: Parameters<typeof sitAt>[1] = {}): Promise<Player> {
  const position = `${CLASH} ${side.charAt(0)} 12 c -`;
  const made = await makeMatch({ game: 'tactics', seats: { white: 'person', black: 'person' }, options: {}, position });
  return sitAt(made.tokens[side]!, options);
}

const middleOf = async (player: Player, square: string) => {
  const box = (await player.see(`square-${square}`).boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2] as const;
};

test('a piece that is carried lies over the one it is carried onto', async () => {
  for (const side of ['white', 'black'] as const) {
    const ana = await sitTactics(side);
    const [from, to] = side === 'white' ? ['e3', 'e4'] : ['c6', 'c5'];
    await ana.page.mouse.move(...(await middleOf(ana, from)));
    await ana.page.mouse.down();
    await ana.page.mouse.move(...(await middleOf(ana, to)), { steps: 6 });
    await ana.page.locator('.piece.lifted').waitFor();
    const order = await ana.page.locator('.pieces .piece').evaluateAll((pieces) => pieces.map((piece) => piece.getAttribute('data-at')));
    expect(order.at(-1), `${side} carries it on top`).toBe(from);
    await ana.page.mouse.up();
  }
});

test('the chevrons of a charge point where it goes, seen from either side', async () => {
  for (const side of ['white', 'black'] as const) {
    const ana = await sitTactics(side);
    await ana.see(side === 'white' ? 'square-e3' : 'square-c6').click();
    const charges = ana.page.locator('[data-testid^="charge-"]');
    await soon(() => charges.count()).toBeGreaterThan(0);
    const seen = await charges.evaluateAll((marks) =>
      marks.map((mark) => {
        const square = document.querySelector(`[data-square="${mark.getAttribute('data-testid')!.slice(7)}"]`)!.getBoundingClientRect();
        const from = document.querySelector('[aria-selected="true"]')!.getBoundingClientRect();
        const [dx, dy] = [square.x - from.x, square.y - from.y];
        // Where the tip of a chevron, which is drawn upwards, ends up on the screen.
        const matrix = (mark as SVGGElement).getScreenCTM()!;
        const tip = new DOMPoint(0, -1).matrixTransform(matrix);
        const middle = new DOMPoint(0, 0).matrixTransform(matrix);
        return Math.sign((tip.x - middle.x) * dx + (tip.y - middle.y) * dy);
      }),
    );
    expect(new Set(seen)).toEqual(new Set([1]));
  }
});

test('where one may deploy is drawn on the table and not beside it', async () => {
  const ana = await sitForGlory({ seats: { south: 'person', north: 'person' } });
  const zones = ana.page.locator('[data-testid="zones"]');
  const deploys = () => (ana.state?.scene as { phase?: string } | undefined)?.phase === 'deploy';
  for (let moves = 0; moves < 30 && !deploys(); moves += 1) {
    await soon(() => ana.turn).toBe(true);
    const before = ana.state!.seq;
    await decideForGlory(ana, (testid) => click(ana, testid));
    await ana.until(({ seq }) => seq > before, 'it goes on');
  }
  await zones.waitFor();
  const cut = await ana.page
    .locator('[data-testid="table"] clipPath[id^="table-edge"] rect')
    .evaluate((edge) => [edge.getAttribute('width'), edge.getAttribute('height')]);
  expect(cut).toEqual(['9000', '6000']);
  expect(await zones.getAttribute('clip-path')).toContain('table-edge');
});

test('nothing that moves over a table makes its ground be drawn again, on any screen', async () => {
  for (const options of [{}, PHONE]) {
    const ana = await sitForGlory({ position: FACING }, options);
    const ground = ana.page.locator('.bottom .land');
    await ground.waitFor({ state: 'attached' });
    const before = await ground.evaluate((land) => {
      const seen = { changes: 0 };
      new MutationObserver((records) => (seen.changes += records.length)).observe(land, {
        subtree: true,
        childList: true,
        attributes: true,
      });
      Object.assign(window, { seen });
      return land.querySelectorAll('path').length;
    });
    expect(before).toBeGreaterThan(3);
    const box = (await ana.see('table').boundingBox())!;
    await ana.page.mouse.move(box.x + 40, box.y + 40);
    await ana.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
    expect(await ana.page.evaluate(() => (window as unknown as { seen: { changes: number } }).seen.changes)).toBe(0);
    expect(ana.faults).toEqual([]);
  }
});

test('a ruler lies on both gridless tables, while others play too, and shows where ground begins to the hair', async () => {
  const luc = await sitAt((await newCafe({ position: facing() })).tokens.red!);
  const ana = await sitForGlory({ position: FACING });
  for (const player of [luc, ana]) {
    await player.see('ruler').click();
    await player.see('exact-edges').waitFor({ state: 'attached' });
    const [from, to] = [await onPage(player, [2000, 1000]), await onPage(player, [3200, 1000])];
    await player.page.mouse.move(...from);
    await player.page.mouse.down();
    await player.page.mouse.move(...to, { steps: 5 });
    // A pointer stands on whole pixels.
    await soon(async () => Math.abs(Number.parseFloat((await player.see('measure').textContent()) ?? '') - 12)).toBeLessThan(0.4);
    await player.page.mouse.up();
    expect(player.faults).toEqual([]);
  }
});
