import { defineConfig } from 'vitest/config';

import { PATIENCE } from './patience.ts';

/** Not a test: `npm run pictures` looks at the main screens with the means of the tests; `PICTURES` says where they go. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['pictures.ts'],
    globalSetup: ['./server.ts'],
    setupFiles: ['./setup.ts'],
    maxWorkers: 1,
    expect: { poll: { timeout: PATIENCE } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
