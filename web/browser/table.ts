import type { Player } from './player';

export type Point = [number, number];

/** Where a place of a gridless table is on the page, once the table stands still; it is scrolled into sight if it must. */
export async function onPage(player: Player, [x, y]: Point): Promise<Point> {
  const { box, seen, turn } = await player.see('table').evaluate(async (table: HTMLElement) => {
    const look = () => {
      const { x: left, y: top, width, height } = table.getBoundingClientRect();
      const view = table.querySelector('svg')!.getAttribute('viewBox')!;
      return { box: { left, top, width, height }, seen: view.split(' ').map(Number), turn: Number(table.dataset.turn) };
    };
    const { top, bottom } = table.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) table.scrollIntoView({ block: 'center', behavior: 'instant' });
    // What is told and asked around a table moves it: it is met where it is twice in a row.
    for (let before = ''; before !== JSON.stringify(look()); await new Promise(requestAnimationFrame)) before = JSON.stringify(look());
    return look();
  });
  const { scene } = player.state!;
  const { width, height } = ('table' in scene && scene.table) || { width: 0, height: 0 };
  const [across, down] = (
    [
      [x, y],
      [height - y, x],
      [width - x, height - y],
      [y, width - x],
    ] as Point[]
  )[turn]!;
  return [box.left + ((across - seen[0]!) / seen[2]!) * box.width, box.top + ((down - seen[1]!) / seen[3]!) * box.height];
}

/** Where in a base a press meets the table: its middle, or beside that where a button of the page lies over it. */
export async function inBase(player: Player, [x, y]: Point): Promise<Point> {
  const aside = 90;
  const places: Point[] = [
    [x, y],
    [x - aside, y],
    [x + aside, y],
    [x, y - aside],
    [x, y + aside],
  ];
  for (const place of places) {
    const at = await onPage(player, place);
    const met = ([left, top]: Point) => document.elementFromPoint(left, top)?.closest('button') ?? null;
    if (await player.page.evaluate(met, at).then((button) => button === null)) return place;
  }
  return [x, y];
}

/** Presses a place of the table, with a finger on a phone. */
export async function pressAt(player: Player, place: Point): Promise<void> {
  const at = await onPage(player, place);
  await (player.touch ? player.page.touchscreen.tap(...at) : player.page.mouse.click(...at));
}
