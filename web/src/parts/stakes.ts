/** What ends a game next, in words, and whether a side is one step from it. */
export interface Stakes {
  text: string;
  near: boolean;
}
