import { diagramOf, type DiagramPart } from '../games';
import { diagramsNow, readinessNow } from '../lib/api';
import type { Drawing } from '../lib/protocol';

/** How a game draws its diagrams, and what, by their ids. */
export interface Drawings {
  part: DiagramPart;
  of: Map<string, Drawing>;
}

const AGAIN = 2000;
const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** The diagrams of a game; a game that is still being prepared is waited for without a word, for its rules are there to
 * be read. Null where they cannot be drawn. */
export async function drawingsOf(game: string, signal: AbortSignal): Promise<Drawings | null> {
  try {
    const part = await diagramOf(game);
    if (!part) return null;
    for (;;) {
      const state = (await readinessNow(signal)).find(({ id }) => id === game)?.state;
      if (state === 'ready') break;
      if (!state || state === 'failed') return null;
      await wait(AGAIN);
    }
    return { part, of: new Map((await diagramsNow(game, signal)).map((one) => [one.id, one])) };
  } catch {
    return null;
  }
}
