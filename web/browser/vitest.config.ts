import { defineConfig } from 'vitest/config';

/** Tests in a real browser against real servers, two files at a time; `server.ts` starts a server for each worker. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['./server.ts'],
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
