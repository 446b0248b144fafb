import { announcer } from '../../lib/announce.svelte';
import type { Game } from '../../lib/protocol';
import { nearestTowards, pointOf, type Point } from '../../table/geometry';
import type { View } from '../../table/view.svelte';
import type { Deploying } from './deploying.svelte';
import type { Hand } from './hand.svelte';
import { standing, unitOf } from './scene';
import { describeUnit, lengthText } from './words';

const WAYS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 100;
const FINE = 10;
const A_TURN = 150;

/** The table without a mouse: arrows go from unit to unit, or from place to place for the one in hand. */
export class Keys {
  constructor(
    readonly hand: Hand,
    readonly view: View,
    readonly game: Game,
    readonly deploying: () => Deploying | null,
  ) {}

  press(event: KeyboardEvent): boolean {
    const work = this.#meaning(event);
    let taken = work !== null;
    if (work) this.hand.press(() => (taken = work()));
    return taken;
  }

  #meaning(event: KeyboardEvent): (() => boolean) | null {
    const way = WAYS[event.key];
    if (way) return () => this.#arrow(this.view.alongScreen(way), event.altKey);
    switch (event.key) {
      case 'Enter':
      case ' ':
        return () => this.#enter();
      case 'Escape':
        return () => this.#cancel();
      case ',':
      case '[':
        return () => this.#turn(-A_TURN);
      case '.':
      case ']':
        return () => this.#turn(A_TURN);
      case 'b':
      case 'B':
        return () => this.#bend();
      default:
        return null;
    }
  }

  #cancel(): boolean {
    this.hand.cancel();
    return true;
  }

  #bend(): boolean {
    if (this.hand.ghost && this.hand.mode) void this.hand.go(this.hand.mode, true);
    return true;
  }

  #turn(by: number): boolean {
    const deploying = this.deploying();
    if (deploying) void deploying.turn(by);
    else this.hand.turn(by);
    return true;
  }

  #arrow(way: Point, fine: boolean): boolean {
    const deploying = this.deploying();
    if (deploying) return this.#carry(deploying, way, fine);
    const { hand } = this;
    const { placed } = hand;
    return placed ? this.#place(way, fine) : this.#unit(way);
  }

  #place(way: Point, fine: boolean): boolean {
    const { hand } = this;
    const { placed, places } = hand;
    if (!placed) return false;
    const from = hand.ghost ?? placed;
    const next = fine ? null : nearestTowards(pointOf(from), way, places);
    const step = fine ? FINE : STEP;
    if (!next && places.length && !fine) return true;
    hand.put(next ? pointOf(next) : [from.x + way[0] * step, from.y + way[1] * step]);
    const { ghost } = hand;
    if (!ghost) return true;
    hand.spoken = true;
    this.view.reveal(pointOf(ghost));
    announcer.tell(`${lengthText(ghost.x)} · ${lengthText(ghost.y)}`);
    return true;
  }

  #carry(deploying: Deploying, way: Point, fine: boolean): boolean {
    const unit = unitOf(deploying.units, deploying.picked);
    if (!unit) return false;
    const zone = deploying.scene.zones[unit.side];
    const start: Point = [zone.x + zone.width / 2, deploying.scene.table.height / 2];
    const from: Point = deploying.carried ? pointOf(deploying.carried.place) : deploying.at(unit.id) ? pointOf(unit) : start;
    const step = fine ? FINE : STEP;
    const place = { x: from[0] + way[0] * step, y: from[1] + way[1] * step, facing: deploying.facingOf(unit.id) };
    deploying.carried = { unit: unit.id, place };
    this.view.reveal(pointOf(place));
    announcer.tell(`${lengthText(place.x)} · ${lengthText(place.y)}`);
    return true;
  }

  #unit(way: Point): boolean {
    const { hand } = this;
    const units = standing(hand.scene?.units ?? []);
    const from = unitOf(units, hand.hovered ?? hand.unit);
    const next = from ? nearestTowards(pointOf(from), way, units) : units[0];
    if (!next) return true;
    hand.hovered = next.id;
    this.view.reveal(pointOf(next));
    announcer.tell(describeUnit(this.game, units, next));
    return true;
  }

  #enter(): boolean {
    const deploying = this.deploying();
    const carried = deploying?.carried;
    if (deploying && carried) {
      void deploying.put(carried.unit, pointOf(carried.place), carried.place.facing);
      return true;
    }
    const { hand } = this;
    if (hand.ghost && hand.playing) {
      if (hand.shiftAction) void hand.send([hand.shiftAction]);
      return true;
    }
    if (hand.ghost) {
      if (hand.mode) void hand.go(hand.mode);
      return true;
    }
    const unit = unitOf(hand.scene?.units ?? [], hand.hovered);
    if (unit) hand.pickUnit(unit);
    return true;
  }
}
