import { Refused } from './api';
import { say, t } from './i18n.svelte';
import { Cancelled } from './readiness.svelte';

/** What went wrong with a question, in words; nothing where somebody did not want to wait for the answer. */
export function troubleOf(error: unknown): string {
  if (error instanceof Cancelled) return '';
  return error instanceof Refused ? say(error.fault.text) : t('away.title');
}
