import { words } from '../lib/i18n.svelte';
import type { Language } from '../lib/protocol';
import { troubleOf } from '../lib/trouble';
import { find, mapOf, valueOf, type Choice } from '../maps/choice';
import type { MapGame } from '../maps/fields';
import { verdicts } from '../maps/verdicts.svelte';
import { usualPaper, type Paper } from './sheets';

/** What of a game with maps is to be printed, and how. */
export class Printing<P extends string> {
  parts = $state.raw<P[]>([]);
  paper = $state<Paper>(usualPaper());
  lang = $state<Language>(words.language);
  fullSize = $state(false);
  choice = $state.raw<Choice | null>(null);
  mapTrouble = $state('');

  /** All its parts but the map; of a map that is wanted just that, in its true size. */
  constructor(
    readonly game: MapGame,
    all: readonly P[],
    readonly wanted: string,
  ) {
    this.parts = all.filter((part) => (part === 'map') === (wanted !== ''));
    this.fullSize = wanted !== '';
  }

  /** The map that is wanted, else a ready one. */
  async findMap(usual: string | undefined): Promise<void> {
    if (usual) this.choice = { kind: 'ready', game: this.game, id: usual };
    if (!this.wanted) return;
    try {
      this.choice = await find(this.wanted, this.game);
    } catch (error) {
      this.mapTrouble = troubleOf(error);
    }
  }

  get map() {
    return this.choice && mapOf(this.choice);
  }

  /** The map as an order names it. */
  get mapValue() {
    return (this.choice && valueOf(this.choice)) ?? undefined;
  }

  /** Whether the map can be played on. */
  get mapFits(): boolean {
    return this.map !== null && (this.choice?.kind === 'ready' || verdicts.of(this.map)?.legal === true);
  }

  /** What every order says. */
  get order() {
    return { what: this.parts, paper: this.paper, lang: this.lang, full_size_map: this.fullSize };
  }
}
