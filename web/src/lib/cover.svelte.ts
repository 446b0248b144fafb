import type { Scene, Seat } from './protocol';
import type { TableState } from './table-state';

export type Covers = (scene: Scene, seat: Seat) => boolean;

/** Whether a scene shows a seat what others at the same screen must not see: a secret placement, or cards in its hand. */
export const keepsSecret: Covers = (scene, seat) => {
  const held = 'hands' in scene ? (scene.hands[seat]?.count ?? 0) : 0;
  return scene.secret || held > 0;
};

/** Several people at one screen: before one of them sees a secret, the others are asked to look away. */
export class Cover {
  #looking = $state<Seat | null>(null);

  constructor(
    readonly table: () => TableState,
    readonly covers: () => Covers = () => keepsSecret,
  ) {}

  /** Whose eyes the screen must have before it shows what there is; null where nothing is to be covered. */
  get seat(): Seat | null {
    const seat = this.#guarded;
    return seat !== null && seat !== this.#looking ? seat : null;
  }

  uncover(): void {
    this.#looking = this.#guarded;
  }

  /** To be called on every change: once there is nothing to hide, nobody in particular is looking. */
  follow(): void {
    if (this.#guarded === null) this.#looking = null;
  }

  get #guarded(): Seat | null {
    const { you, eyes, scene, outcome } = this.table();
    if (you.length < 2 || eyes === null || !scene || outcome) return null;
    return this.covers()(scene, eyes) ? eyes : null;
  }
}
