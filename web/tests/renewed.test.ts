import { expect, it } from 'vitest';

import { isOther } from '../src/lib/renewed';

const page = (script: string) => `<!doctype html><script type="module" crossorigin src="${script}"></script>`;

it('tells another version of the app from this one, and from what is no app', () => {
  expect(isOther(page('/assets/index-new.js'), '/assets/index-old.js')).toBe(true);
  expect(isOther(page('/assets/index-old.js'), '/assets/index-old.js')).toBe(false);
  expect(isOther('Bad gateway', '/assets/index-old.js')).toBe(false);
  expect(isOther(null, '/assets/index-old.js')).toBe(false);
});
