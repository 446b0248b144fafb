import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { TestProject } from 'vitest/node';

import type { GameReadiness } from '../src/lib/protocol';

export const ROOT = resolve(import.meta.dirname, '../..');
export const PYTHON = join(ROOT, '.venv/bin/python');

export function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => found(port));
    });
  });
}

/** A server process with a database of its own, and what else its environment is to have; resolves once it answers. */
export async function startServer(port: number, database: string, more: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const command = ['-m', 'escaramuza', 'serve', '--port', String(port), '--database', `sqlite:///${database}`];
  // A test of a deserted match does not wait for a minute.
  const env = { ...process.env, LC_ALL: 'C.UTF-8', ESCARAMUZA_SHORTEST_CLAIM: '1', ...more };
  const server = spawn(PYTHON, command, { cwd: ROOT, stdio: 'inherit', env });
  for (let tries = 0; tries < 3000; tries += 1) {
    const alive = await fetch(`http://127.0.0.1:${port}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (alive) return server;
    await new Promise((wait) => setTimeout(wait, 200));
  }
  server.kill('SIGKILL');
  throw new Error('the server did not start');
}

/** A server with games that somebody else wrote, installed as their READMEs say; resolves once they can be played. */
export async function startServerWith(games: Record<string, string>, folder: string): Promise<{ server: ChildProcess; home: string }> {
  const site = join(folder, 'site');
  const install = ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', '--no-build-isolation', '--target', site];
  for (const source of Object.values(games)) execFileSync(PYTHON, [...install, join(ROOT, source)], { cwd: folder });
  const port = await freePort();
  const home = `http://127.0.0.1:${port}`;
  const server = await startServer(port, join(folder, 'matches.db'), { PYTHONPATH: site });
  const ready = async (game: string) => {
    const found = (await (await fetch(`${home}/api/readiness?wanted=${game}`)).json()) as GameReadiness[];
    return found.find(({ id }) => id === game)?.state === 'ready';
  };
  for (const game of Object.keys(games)) while (!(await ready(game))) await new Promise((wait) => setTimeout(wait, 200));
  return { server, home };
}

/** Until a server has all its games: most tests make their matches without waiting. */
async function allReady(port: number): Promise<void> {
  for (;;) {
    const games = (await (await fetch(`http://127.0.0.1:${port}/api/readiness`)).json()) as GameReadiness[];
    const failed = games.find(({ state }) => state === 'failed');
    if (failed) throw new Error(`${failed.name}: ${failed.why}`);
    if (games.every(({ state }) => state === 'ready')) return;
    await new Promise((wait) => setTimeout(wait, 500));
  }
}

/** All workers come from one address; a server that people in many places use hears as much from many. */
const MANY = {
  ESCARAMUZA_REQUESTS_BURST: '100000',
  ESCARAMUZA_MESSAGES_BURST: '100000',
  ESCARAMUZA_ACTIONS_BURST: '100000',
  ESCARAMUZA_ACTIONS_EACH: '100',
  ESCARAMUZA_ANSWERS_BURST: '100000',
  ESCARAMUZA_THOUGHTS_EACH: '8',
  ESCARAMUZA_MOST_PRINTS_EACH: '20',
  ESCARAMUZA_EXPERIMENTS_EACH: '20',
};

/** One server for all workers: its games are loaded once. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'escaramuza-browser-'));
  const port = await freePort();
  const server = await startServer(port, join(folder, 'matches.db'), MANY);
  const close = () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  await allReady(port).catch((error: unknown) => {
    close();
    throw error;
  });
  project.provide('address', `http://127.0.0.1:${port}`);
  return close;
}

declare module 'vitest' {
  export interface ProvidedContext {
    address: string;
  }
}
