import type { Change } from '../../lib/protocol';
import type { Sound } from '../../lib/sound';

/** What of a step is heard, the most telling first; nothing where nothing happens on the table. */
export function soundOf(changes: Change[]): Sound | null {
  const has = (kind: Change['kind']) => changes.some((change) => change.kind === kind);
  if (changes.some((change) => change.kind === 'strike' && !change.close)) return 'shot';
  if (has('hit') || has('strike') || has('vanish')) return 'hit';
  if (has('throw')) return 'dice';
  if (has('appear')) return 'place';
  return has('move') ? 'step' : null;
}
