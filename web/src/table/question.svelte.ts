import { onDestroy, tick } from 'svelte';

import { announcer } from '../lib/announce.svelte';

interface Asked {
  seq: () => number;
  told: () => string[];
  /** It can be answered now. */
  open: () => boolean;
}

/** A question that stops the game: whoever is asked has it at hand, and who answers by keys goes on where they were. */
export class Question {
  #section: HTMLElement | undefined;
  #typed = false;

  /** To be made while its component starts. */
  constructor({ seq, told, open }: Asked) {
    const before = document.activeElement as HTMLElement | null;
    $effect(() => {
      void seq();
      announcer.tell(...told());
    });
    // A button that waits for the table takes no focus.
    $effect(() => {
      void seq();
      if (open()) void tick().then(() => this.#section?.querySelector('button')?.focus({ preventScroll: true }));
    });
    onDestroy(() => {
      if (this.#typed && before?.isConnected) before.focus({ preventScroll: true });
    });
  }

  /** Where its buttons are. */
  readonly holds = (section: HTMLElement) => {
    this.#section = section;
  };

  /** It is answered by a press, of a key or of a pointer. */
  answered(event: MouseEvent): void {
    this.#typed = event.detail === 0;
  }
}
