import { afterAll, vi } from 'vitest';

import { words } from '../src/lib/i18n.svelte';

// Files share a process: nobody finds the language that another has learnt, or what it put in the browser's place.
afterAll(() => {
  words.language = 'en';
  words.known = {};
  vi.unstubAllGlobals();
});
