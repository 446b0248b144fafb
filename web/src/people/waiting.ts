import { matchInfo } from '../lib/api';
import type { Seat } from '../lib/protocol';

const AGAIN = 2000;

/** Looks again and again whether somebody who was invited is at the table; what this gives ends it. */
export function awaitGuests(token: string, seats: Seat[], came: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;
  async function look(): Promise<void> {
    const info = await matchInfo(token).catch(() => null);
    if (left) return;
    if (seats.some((seat) => info?.seats[seat]?.online)) came();
    else timer = setTimeout(() => void look(), AGAIN);
  }
  timer = setTimeout(() => void look(), AGAIN);
  return () => {
    left = true;
    clearTimeout(timer);
  };
}
