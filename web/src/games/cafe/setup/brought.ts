import type { Wire } from '../../../maps/shape';

/** The options that are more than a field; a part of the set-up of their own asks for them. */
export const BROUGHT: readonly string[] = ['map', 'blue_army', 'red_army'];

/** As a new match takes them. */
export type Brought = Record<string, string | Wire>;
