import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'vitest';

import type { Player } from './player';

/** Nothing on the page is wrong in the eyes of axe. */
export async function axe({ page }: Player, where: string): Promise<void> {
  // No page has frames, so it needs no second page to put its findings together; what is right need not be told.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] }).analyze();
  expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
