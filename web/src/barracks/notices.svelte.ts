/** Something that was done and can be taken back. */
export interface Notice {
  number: number;
  /** The page it was said on. */
  page: string;
  text: string;
  undo: (() => void) | null;
}

const here = () => (typeof location === 'undefined' ? '' : location.pathname + location.search);

class Notices {
  now = $state.raw<Notice | null>(null);
  #count = 0;

  /** Shows what was done; without `undo` it is just said. */
  offer(text: string, undo: (() => void) | null = null): void {
    this.#count += 1;
    this.now = { number: this.#count, page: here(), text, undo };
  }

  undo(): void {
    const notice = this.now;
    this.now = null;
    notice?.undo?.();
  }

  close(): void {
    this.now = null;
  }

  /** Another page is open: what was said on the one before is no longer news. */
  leave(page = here()): void {
    if (this.now?.page !== page) this.now = null;
  }
}

export const notices = new Notices();
