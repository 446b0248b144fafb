import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Download, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';

import type { FromServer, Update } from '../src/lib/protocol';
import { decideEscarmouche } from './escarmouche';
import { PATIENCE } from './patience';

/** The server of all tests that need none of their own. */
export const address = inject('address');

/** One browser for all files of a worker; whoever arrives in it has nothing from those before. */
let browser: Promise<Browser> | undefined;

/** The shell without windows of its own, in which a page costs half of what it costs in the whole browser; its engine is the same. */
function launch(): Promise<Browser> {
  const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: quiet });
}

const present: Player[] = [];

/** A test leaves nobody behind: pages that nobody looks at any more take time from those that follow. */
export async function allLeave(): Promise<void> {
  await Promise.all(present.splice(0).map(({ context }) => context.close()));
}

/** What whoever is present sees, and what their server last told them, kept beside the tests for whoever looks why one failed. */
export async function portray(test: string): Promise<void> {
  const folder = join(import.meta.dirname, 'failures');
  await mkdir(folder, { recursive: true });
  for (const [number, { page, state, faults }] of present.entries()) {
    const path = join(folder, `${test.replaceAll(/[^\w]+/g, '-').slice(0, 80)}-${number}`);
    await page.screenshot({ path: `${path}.png`, timeout: 10_000 }).catch((error: unknown) => faults.push(String(error)));
    await writeFile(`${path}.json`, JSON.stringify({ at: page.url(), faults, state }, null, 1));
    console.info(`seen at the failure: ${path}.png`);
  }
}

/** A person at a browser: the page, what the server last told it, and every fault the page had. */
export class Player {
  state: Update | null = null;
  readonly heard: string[] = [];
  readonly faults: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly touch: boolean,
  ) {
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(message.text());
    });
    page.on('websocket', (socket) =>
      socket.on('framereceived', (frame) => {
        const text = String(frame.payload);
        this.heard.push(text);
        const message = JSON.parse(text) as FromServer;
        if (message.type === 'update') this.state = message;
      }),
    );
  }

  static async arrive(options: BrowserContextOptions = {}): Promise<Player> {
    browser ??= launch();
    const context = await (
      await browser
    ).newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    // Whoever plays a game out by a plan gives turns away without being asked; that question has its own test.
    if (!options.storageState)
      await context.addInitScript(() => localStorage.getItem('escaramuza.confirm') ?? localStorage.setItem('escaramuza.confirm', 'false'));
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const player = new Player(context, page, options.hasTouch ?? false);
    present.push(player);
    return player;
  }

  see(testid: string) {
    return this.page.getByTestId(testid);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path.startsWith('http') ? path : address + path);
  }

  /** Waits until what the server told satisfies a wish. */
  async until(wish: (state: Update) => boolean, why: string): Promise<Update> {
    await expect.poll(() => this.state !== null && wish(this.state), { message: why }).toBe(true);
    return this.state as Update;
  }

  /** From the set-up page to the table. */
  async start(choices: {
    game?: string;
    opponent: string;
    side?: string;
    turns?: number;
    options?: Record<string, string>;
  }): Promise<void> {
    await this.open(`/new/${choices.game ?? 'tactics'}`);
    await this.see(`opponent-${choices.opponent}`).click();
    if (choices.side) await this.see(`side-${choices.side}`).click();
    if (choices.turns !== undefined) await this.see('option-turn_limit').fill(String(choices.turns));
    if (choices.options) await this.openRules();
    for (const [name, value] of Object.entries(choices.options ?? {})) await this.see(`option-${name}-${value}`).click();
    await this.see('start-match').click();
  }

  /** Opens the house rules of the set-up, where there are so many that they are folded. */
  async openRules(): Promise<void> {
    await this.see('house-rules').evaluate((rules: HTMLDetailsElement) => (rules.open = true));
  }

  /** What is too small for a finger. */
  smallTargets(): Promise<string[]> {
    return this.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, [role="gridcell"], input, select')]
        .filter((one) => one.offsetParent !== null || one instanceof SVGElement)
        // A box to tick is pressed by its label too.
        .map((one) => ({ box: (one.closest('label') ?? one).getBoundingClientRect(), name: one.dataset.testid ?? one.textContent }))
        .filter(({ box }) => box.width > 0 && (box.width < 40 || box.height < 40))
        .map(({ box, name }) => `${name} ${box.width} × ${box.height}`),
    );
  }

  get turn(): boolean {
    const state = this.state;
    return state !== null && state.actor !== null && state.you.includes(state.actor);
  }
}

/** One decision through the page as a person makes it: buttons in the set-up, squares in a turn. */
export async function decide(player: Player, press: (testid: string) => Promise<void>): Promise<void> {
  const state = player.state as Update;
  const before = state.seq;
  const { scene } = state;
  if (state.shape !== 'tactics') await decideEscarmouche(player, press);
  else if (scene.phase === 'die-off') await press('roll');
  else if (scene.phase === 'choice') await press('attack');
  else if (scene.phase === 'deployment') {
    await press('shortcut-line');
    await press('ready');
  } else {
    const moves = state.legal.filter((option) => option.kind === 'move');
    const take = moves.find((option) => option.captures === 'guard') ?? moves.find((option) => option.captures);
    const move = take ?? moves[(before * 7) % Math.max(1, moves.length)];
    if (move?.at && move.to) {
      await press(`square-${move.at}`);
      await press(`square-${move.to}`);
    } else await press('end-turn');
  }
}

/** Plays until the match is over, for all players that are given. */
export async function playOut(
  players: Player[],
  press: (player: Player, testid: string) => Promise<void>,
  between?: (moves: number) => Promise<void>,
  deciding = decide,
): Promise<void> {
  const first = players[0] as Player;
  for (let moves = 0; moves < 600; moves += 1) {
    await expect.poll(() => first.state?.actor === null || players.some((player) => player.turn)).toBe(true);
    if (first.state?.actor === null) return;
    const player = players.find((one) => one.turn) as Player;
    const before = (player.state as Update).seq;
    await deciding(player, (testid) => press(player, testid));
    await player.until((now) => now.seq > before, `the server answers at ${before}`);
    await between?.(moves);
  }
  throw new Error('the game did not end');
}

/** Presses until something has come of it: a table may move under a quick finger. */
export async function until(came: () => Promise<boolean>, press: () => Promise<void>, what: string): Promise<void> {
  for (let tries = 0; tries < 4; tries += 1) {
    await press();
    for (let looks = 0; looks < 150; looks += 1) {
      if (await came()) return;
      await new Promise((wait) => setTimeout(wait, 100));
    }
  }
  throw new Error(`${what}: pressed four times in vain`);
}

export const click = async (player: Player, testid: string): Promise<void> => player.see(testid).first().click();
/** Opens a page of the rail; on a phone the pages are behind one press. */
export async function turnTo(player: Player, page: 'log' | 'forces' | 'more'): Promise<void> {
  const tab = player.see(`tab-${page}`);
  await tab.waitFor({ state: 'attached' });
  if (!(await tab.isVisible())) await player.see('open-pages').click();
  await tab.click();
}

/** Presses what saves a file, and waits for the file. */
export async function download(player: Player, testid: string): Promise<Download> {
  const [file] = await Promise.all([player.page.waitForEvent('download'), player.see(testid).first().click()]);
  return file;
}

export const tap = async (player: Player, testid: string): Promise<void> => player.see(testid).first().tap();
