import { expect, it } from 'vitest';

import { Turns } from '../src/lib/turns';

it('lets so many ask at a time, in order, whatever comes of it', async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const ask = (number: number) =>
    turns.take(async () => {
      begun.push(number);
      await new Promise<void>((end, fail) => ends.push(number === 0 ? () => fail(new Error('no')) : end));
      return number;
    });
  const asked = [ask(0), ask(1), ask(2), ask(3)];
  const first = expect(asked[0]).rejects.toThrow('no');
  expect(begun).toEqual([0, 1]);
  ends[0]!();
  await first;
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  ends[1]!();
  await asked[1];
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]!();
  ends[3]!();
  expect(await Promise.all(asked.slice(1))).toEqual([1, 2, 3]);
});
