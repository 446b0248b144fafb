import { innerHeight, innerWidth } from 'svelte/reactivity/window';

/** How much room there is for a table. */
export const screen = {
  /** None for cards over it. */
  get small(): boolean {
    return (innerWidth.current ?? Infinity) <= 860;
  },
  /** A telephone held upright. */
  get upright(): boolean {
    const width = innerWidth.current ?? Infinity;
    return width < 700 && (innerHeight.current ?? 0) > width;
  },
};
