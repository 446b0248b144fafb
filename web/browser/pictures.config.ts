import { defineConfig } from 'vitest/config';

/** Not a test: `npm run pictures` looks at the main screens with the means of the tests; `PICTURES` says where they go. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['pictures.ts'],
    globalSetup: ['./server.ts'],
    setupFiles: ['./setup.ts'],
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
