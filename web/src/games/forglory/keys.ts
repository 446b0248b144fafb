import { announcer } from '../../lib/announce.svelte';
import type { Game } from '../../lib/protocol';
import { nearestTowards, pointOf, type Point } from '../../table/geometry';
import type { View } from '../../table/view.svelte';
import { bendOf } from './choice';
import type { Hand } from './hand.svelte';
import { bodyOf, divisionOf, facingOf, standing, type Body } from './scene';
import { describeBody, lengthText } from './words';

const WAYS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 100;
const FINE = 10;
const A_TURN = 150;
const A_FINE_TURN = 50;

/** The table without a mouse: arrows go from base to base, or from place to place for the one in hand. */
export class Keys {
  constructor(
    readonly hand: Hand,
    readonly view: View,
    readonly game: Game,
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
    const turn = event.shiftKey ? A_FINE_TURN : A_TURN;
    switch (event.key.toLowerCase()) {
      case 'enter':
      case ' ':
        return () => this.#enter();
      case 'escape':
        return () => this.#cancel();
      case 'q':
      case ',':
        return () => this.#turn(-turn);
      case 'e':
      case '.':
        return () => this.#turn(turn);
      case 'b':
        return () => this.#bend();
      case 'n':
        return () => this.#next(event.shiftKey ? -1 : 1);
      default:
        return null;
    }
  }

  #cancel(): boolean {
    this.hand.cancel();
    return true;
  }

  #turn(by: number): boolean {
    this.hand.turn(by);
    return true;
  }

  #bend(): boolean {
    const { way } = this.hand;
    const bend = way && bendOf(way.verb);
    if (bend) void this.hand.go(bend);
    return true;
  }

  #arrow(way: Point, fine: boolean): boolean {
    return this.hand.placing ? this.#place(way, fine) : this.#body(way);
  }

  #start(): Point {
    const { hand } = this;
    const { placed, scene } = hand;
    if (hand.ghost) return pointOf(hand.ghost);
    if (placed?.state === 'table') return pointOf(placed);
    const officer = placed && 'facing' in placed ? bodyOf(scene!, divisionOf(scene!, placed.division)?.officer) : undefined;
    if (officer?.state === 'table') return pointOf(officer);
    const first = hand.places[0];
    if (first) return pointOf(first);
    const { width, height } = scene!.table;
    return [width / 2, placed && facingOf(placed.side) === 900 ? height / 4 : (height * 3) / 4];
  }

  /** From one suggested place to the next, or by centimetres, by millimetres with Alt. */
  #place(way: Point, fine: boolean): boolean {
    const { hand } = this;
    const from = this.#start();
    const next = fine ? null : nearestTowards(from, way, hand.places);
    const step = fine ? FINE : STEP;
    hand.put(next ? pointOf(next) : [from[0] + way[0] * step, from[1] + way[1] * step], fine);
    const { ghost } = hand;
    if (!ghost) return true;
    hand.spoken = true;
    this.view.reveal(pointOf(ghost));
    announcer.tell(`${lengthText(ghost.x)} · ${lengthText(ghost.y)}`);
    return true;
  }

  get #bodies(): Body[] {
    const { scene } = this.hand;
    return scene ? [...standing(scene.units), ...standing(scene.officers)] : [];
  }

  #body(way: Point): boolean {
    const { hand } = this;
    const bodies = this.#bodies;
    const from = bodies.find((body) => body.id === (hand.hovered ?? hand.chosen));
    return this.#show(from ? nearestTowards(pointOf(from), way, bodies) : bodies[0]);
  }

  /** To the next of those that can do something now. */
  #next(by: number): boolean {
    const { hand } = this;
    const open = hand.usable.size ? hand.usable : new Set(hand.offers.keys());
    const bodies = this.#bodies.filter((body) => open.has(body.id));
    const now = bodies.findIndex((body) => body.id === (hand.hovered ?? hand.chosen));
    return this.#show(bodies[(now + by + bodies.length) % bodies.length]);
  }

  #show(body: Body | null | undefined): boolean {
    if (!body) return true;
    this.hand.hovered = body.id;
    this.view.reveal(pointOf(body));
    announcer.tell(describeBody(this.game, body));
    return true;
  }

  #enter(): boolean {
    const { hand } = this;
    if (hand.ghost) {
      if (hand.way) void hand.go(hand.way.verb);
      return true;
    }
    const body = hand.scene && bodyOf(hand.scene, hand.hovered);
    if (body) hand.pick(body);
    return true;
  }
}
