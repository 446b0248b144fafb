import { askOnce, Away, json, ask } from '../lib/api';
import type { Info, News, Question } from './types';

let known: Promise<Info> | null = null;

/** What the lab can be asked; asked once and kept. */
export function info(): Promise<Info> {
  known ??= json<Info>('/lab').catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

/** Whole lines of a text that comes in pieces. */
export async function* lines(pieces: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = pieces.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      yield* parts.filter(Boolean);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** News of a question until it is answered; whoever aborts it has it ended. A game that is not ready is waited for, or not. */
export async function* news(question: Question, signal: AbortSignal, waits = true): AsyncGenerator<News> {
  const response = await (waits ? ask : askOnce)('/lab', question, 'POST', signal);
  if (!response.body) throw new Away('/lab');
  let last: News | null = null;
  for await (const line of lines(response.body)) {
    last = JSON.parse(line) as News;
    yield last;
  }
  if (!last || (last.state !== 'done' && last.state !== 'failed')) throw new Away('/lab');
}
