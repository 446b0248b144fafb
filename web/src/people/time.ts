import { t } from '../lib/i18n.svelte';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time as people say it, in whole units: what is begun counts. */
export function spanOf(seconds: number): string {
  if (seconds > 2 * DAY || seconds === DAY) return t('time.days', { count: Math.ceil(seconds / DAY) });
  if (seconds > 2 * HOUR || seconds === HOUR) return t('time.hours', { count: Math.ceil(seconds / HOUR) });
  return t('time.minutes', { count: Math.max(1, Math.ceil(seconds / MINUTE)) });
}
