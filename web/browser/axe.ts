import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import type { Player } from './player';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The rules that look at colours; to all others a light and a dark page are the same. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Nothing on the page is wrong in the eyes of axe, neither in its light colours nor in its dark ones. */
export async function axe({ page }: Player, where: string): Promise<void> {
  const scheme = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  const other = scheme === 'dark' ? 'light' : 'dark';
  const found = await violations(page, `${where}, ${scheme}`, {});
  await page.emulateMedia({ colorScheme: other });
  found.push(...(await violations(page, `${where}, ${other}`, { runOnly: OF_COLOURS })));
  await page.emulateMedia({ colorScheme: scheme });
  expect(found).toEqual([]);
}

async function violations(page: Page, where: string, which: RunOptions): Promise<string[]> {
  // Colours on their way to others are nobody's contrast.
  const still = () =>
    document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity);
  await page.waitForFunction(still);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ([place, options]) => {
      const { axe: judge } = window as unknown as { axe: { run: (of: Document, how: RunOptions) => Promise<AxeResults> } };
      const { violations: wrong } = await judge.run(document, { resultTypes: ['violations'], ...options });
      return wrong.map(({ id, nodes }) => `${place} ${id}: ${nodes.map((node) => node.html).join(' ')}`);
    },
    [where, which] as const,
  );
}
