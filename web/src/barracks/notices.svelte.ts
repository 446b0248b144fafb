/** Something that was done and can be taken back. */
export interface Notice {
  number: number;
  text: string;
  undo: (() => void) | null;
}

class Notices {
  now = $state.raw<Notice | null>(null);
  #count = 0;

  /** Shows what was done; without `undo` it is just said. */
  offer(text: string, undo: (() => void) | null = null): void {
    this.#count += 1;
    this.now = { number: this.#count, text, undo };
  }

  undo(): void {
    const notice = this.now;
    this.now = null;
    notice?.undo?.();
  }

  close(): void {
    this.now = null;
  }
}

export const notices = new Notices();
