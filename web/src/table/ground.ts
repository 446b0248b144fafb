import { capital, headed, say } from '../lib/i18n.svelte';
import type { Game } from '../lib/protocol';
import type { Terrain } from '../lib/shapes';

export const kindName = (game: Game, kind: string): string => say(game.terms[`terrain:${kind}`]) || kind;

/** "Wood: difficult, cover" */
export function landText(game: Game, { kind, roles }: Pick<Terrain, 'kind' | 'roles'>): string {
  const name = kindName(game, kind);
  const said = roles.map((role) => say(game.terms[`role:${role}`]) || role).filter((role) => role !== name);
  return capital(said.length ? headed(name, said.join(', ')) : name);
}
