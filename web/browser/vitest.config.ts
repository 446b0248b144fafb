import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { PATIENCE } from './patience.ts';

/** Tests in a real browser against a real server, a file more at a time than there are cores, since players wait. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['./server.ts'],
    setupFiles: ['./setup.ts'],
    maxWorkers: availableParallelism() + 1,
    // Files share the browser of their worker; what a test opens is closed after it.
    isolate: false,
    expect: { poll: { timeout: PATIENCE } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
