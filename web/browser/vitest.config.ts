import { defineConfig } from 'vitest/config';

/** Tests in a real browser against a real server; `server.ts` starts it once for all. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['./server.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
