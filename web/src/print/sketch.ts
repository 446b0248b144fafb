/** Millimetres of a sheet: how wide what is on it is, and where it begins. */
export const WIDE = 180;
export const TOP = 35;

/** Places in rows from the left, as long as a sheet of this height has room for them. */
export function places(left: number, height: number, [wide, high]: [number, number], count: number, top = TOP): { x: number; y: number }[] {
  const columns = Math.floor(WIDE / wide);
  return Array.from({ length: count }, (_, i) => ({ x: left + (i % columns) * wide, y: top + Math.floor(i / columns) * high })).filter(
    ({ y }) => y + high <= height - 12,
  );
}

/** Lines of text, each fourth the last of its paragraph. */
export const lines = (x: number, y: number, wide: number, count: number, every: number): string =>
  Array.from({ length: count }, (_, i) => `M${x} ${y + i * every}h${wide * (i % 4 === 3 ? 0.6 : 1)}`).join('');
