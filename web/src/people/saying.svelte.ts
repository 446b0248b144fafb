import { No, type Table } from '../lib/connection.svelte';
import { say, t } from '../lib/i18n.svelte';
import type { Seat, Word } from '../lib/protocol';

/** Something that is said to the others, one thing at a time, and why it could not be. */
export class Saying {
  busy = $state(false);
  trouble = $state('');

  constructor(private readonly table: () => Table) {}

  async say(word: Word, seat?: Seat): Promise<void> {
    this.busy = true;
    this.trouble = '';
    try {
      await this.table().say(word, seat);
    } catch (error) {
      this.trouble = error instanceof No ? say(error.fault.text) : t('lost');
    } finally {
      this.busy = false;
    }
  }
}
