/** How long anything is waited for, in milliseconds: a machine that has other work to do is slow, not wrong. */
export const PATIENCE = 90_000;
