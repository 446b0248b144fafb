import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { icons } from './build/icons.js';

const DRAWINGS = {
  axe: 'battle-axe',
  sword: 'broadsword',
  pike: 'spears',
  horse: 'horse-head',
  bow: 'high-shot',
  arquebus: 'musket',
  mage: 'pointy-hat',
  guard: 'queen-crown',
  health: 'hearts',
  range: 'archery-target',
  move: 'walking-boot',
  power: 'sword-clash',
};

const server = process.env.ESCARAMUZA_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [icons(DRAWINGS), svelte()],
  // The server's CSP allows nothing inline, so no asset may become a data: address.
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    target: 'es2022',
    // That compiling Svelte takes most of a build is as it should be.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  preview: { proxy: { '/api': { target: server, ws: true } } },
  // A busy machine is slow, not wrong.
  test: { include: ['tests/**/*.test.ts'], setupFiles: ['tests/setup.ts'], isolate: false, testTimeout: 60_000 },
});
