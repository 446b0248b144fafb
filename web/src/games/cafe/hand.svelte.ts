import { t } from '../../lib/i18n.svelte';
import type { Reason, Seat } from '../../lib/protocol';
import { lookOf } from '../../lib/shapes';
import { distanceTo, pointOf, turnedBy, whole, type Place, type Point } from '../../table/geometry';
import { Answers } from '../board/answers.svelte';
import { Asking } from '../board/asking.svelte';
import * as choices from './choice';
import type { Intent, Mode, Playing } from './choice';
import { placedText, unitText } from './notation';
import { cafeScene, standing, unitOf, type CafeScene, type Chances, type Look, type Option, type Seen, type Unit } from './scene';

const key = (unit: number, place: Place | null) => (place ? `${unit} ${place.x} ${place.y} ${place.facing}` : String(unit));

/** A player's hand over the table: who is in it, where it would go, whom it aims at, which card is being played. */
export class Hand extends Asking {
  /** In hand, or looked at until something else is pressed. */
  unit = $state<number | null>(null);
  /** Where the unit in hand would go: set down to be thought about. */
  ghost = $state.raw<Place | null>(null);
  /** The same while only a pointer passes by. */
  passing = $state.raw<Place | null>(null);
  /** It was set down by keys: what comes of it is said aloud. */
  spoken = $state(false);
  /** The unit under the pointer, and one whose odds stay in sight. */
  hovered = $state<number | null>(null);
  aimed = $state<number | null>(null);
  playing = $state.raw<Playing | null>(null);
  #intent: Intent | null = null;
  /** What the unit that is being activated is to do as soon as others have had their say. */
  #next: { unit: Unit; action: string } | null = null;
  readonly looks = new Answers<string, Look>(
    () => this.state.seq,
    async (about) => {
      const [unit, x, y, facing] = about.split(' ').map(Number);
      return lookOf(await this.table.look(unit!, x === undefined ? undefined : { x, y: y!, facing: facing! }), 'cafe');
    },
  );
  /** Why something cannot be done. */
  readonly reasons = new Answers<string, Reason>(
    () => this.state.seq,
    async (action) => {
      const answer = await this.table.why(action);
      return answer.allowed ? null : answer.reason;
    },
  );

  get scene(): CafeScene | null {
    return this.state.scene ? cafeScene(this.state.scene) : null;
  }

  get legal(): Option[] {
    return this.state.shape === 'cafe' ? this.state.legal : [];
  }

  /** The seat that is looked through: the deciding one of one's own, or the first. */
  get seat(): Seat | null {
    const { actor, you } = this.state;
    return actor !== null && you.includes(actor) ? actor : (you[0] ?? null);
  }

  /** Whose cards are in sight. */
  get eyes(): Seat | null {
    return this.state.you.length ? (this.state.eyes ?? this.seat) : null;
  }

  get usable(): Set<number> {
    return choices.usable(this.legal);
  }

  get offers(): Map<number, Option[]> {
    return this.mine ? choices.offers(this.legal, this.playing) : new Map();
  }

  get mover(): number | null {
    return this.scene && this.mine && !this.playing ? choices.moverOf(this.scene, this.legal, this.unit) : null;
  }

  /** Whoever a place is being chosen for: the one that moves, or the one a card shifts. */
  get placed(): Unit | undefined {
    const units = this.scene?.units ?? [];
    if (this.playing) return choices.openOf(this.legal, this.playing) === 'place' ? unitOf(units, this.playing.unit) : undefined;
    return unitOf(units, this.mover);
  }

  /** Whose reach and range are drawn. */
  get subject(): number | null {
    const active = this.mine && this.scene?.phase === 'attack' ? (this.scene.activation?.unit ?? null) : null;
    return this.mover ?? this.unit ?? active;
  }

  /** Where the one in hand would stand. */
  get there(): Place | null {
    return this.placed ? (this.ghost ?? this.passing) : null;
  }

  get look(): Look | null {
    return this.subject === null ? null : this.looks.about(key(this.subject, null));
  }

  get lookThere(): Look | null {
    return this.mover !== null && this.there ? this.looks.about(key(this.mover, this.there)) : null;
  }

  /** Who could be attacked from where the unit in hand stands, or would stand. */
  get targets(): Seen[] {
    return (this.there && this.mover !== null ? this.lookThere : this.look)?.targets ?? [];
  }

  /** The target whose odds are told: the one under the pointer, or one that was pressed. */
  get told(): { unit: Unit; seen: Seen | null; chances: Chances | null } | null {
    const id = this.hovered !== null && this.hovered !== this.subject ? this.hovered : this.aimed;
    const unit = unitOf(this.scene?.units ?? [], id);
    if (!unit) return null;
    const option = this.offers.get(unit.id)?.find((one) => one.chances);
    const seen = this.targets.find((one) => one.unit === unit.id) ?? null;
    return option || seen ? { unit, seen, chances: option?.chances ?? seen?.chances ?? null } : null;
  }

  get places(): Place[] {
    return this.scene && this.mine ? choices.uniquePlaces(choices.placesOf(this.scene, this.legal, this.playing)) : [];
  }

  /** Asks for what is drawn. */
  seek(): void {
    const { subject, doubt } = this;
    if (subject !== null && unitOf(this.scene?.units ?? [], subject)?.state === 'table') void this.looks.seek(key(subject, null));
    void this.#seekThere();
    if (doubt) void this.reasons.seek(doubt);
  }

  #seeking = false;

  /** One place at a time: a pointer is faster than any answer, and only where it stops counts. */
  async #seekThere(): Promise<void> {
    const { mover, there } = this;
    if (mover === null || !there || this.#seeking) return;
    const about = key(mover, there);
    this.#seeking = true;
    await this.looks.seek(about);
    this.#seeking = false;
    const now = this.there;
    if (now && this.mover !== null && key(this.mover, now) !== about) await this.#seekThere();
  }

  /** The question why nobody gets there, once it is known that it is so. */
  get doubt(): string | null {
    const { scene, mover, ghost, playing, placed } = this;
    if (!scene || !ghost || !placed) return null;
    if (playing) return this.shiftAction;
    if (mover === null || scene.phase === 'turn') return null;
    const modes = choices.modesOf(scene);
    if (!this.lookThere || modes.some((mode) => this.judged(mode)?.legal)) return null;
    return choices.goActions(scene, mover, modes.at(-1)!, ghost).at(-1) ?? null;
  }

  /** What is written to shift a unit by a card to where the ghost is. */
  get shiftAction(): string | null {
    const { playing, ghost, placed } = this;
    if (!playing || !ghost || !placed) return null;
    return `card:${playing.card} ${unitText(placed.id)}@${placedText(ghost, placed.facing)}`;
  }

  get doubtText(): Reason | null {
    return this.doubt ? this.reasons.about(this.doubt) : null;
  }

  judged(mode: Mode) {
    return choices.judged(this.lookThere, mode);
  }

  /** The unit at a place, or within reach of a finger. */
  unitAt(point: Point, slack: number): Unit | undefined {
    const near = standing(this.scene?.units ?? []).map((unit) => ({ unit, far: distanceTo(point, unit.corners) }));
    return near.filter(({ far }) => far <= slack).toSorted((a, b) => a.far - b.far)[0]?.unit;
  }

  override refresh(): void {
    super.refresh();
    const { scene, legal } = this;
    this.playing = null;
    this.#forget();
    this.unit = this.#kept(this.#decided);
    this.#decided = this.mine;
    this.#goOn();
    const intent = this.#intent;
    if (!intent || !scene) return;
    if (this.mine && scene.phase !== 'window') this.#intent = null;
    const option = this.state.legal.find((one) => one.action === intent.action);
    if (this.mine && option && choices.stillMeant(intent, scene, legal)) void this.play(option);
  }

  /** A card of somebody else's came between an activation and its move: the move follows if nothing has changed. */
  #goOn(): void {
    const { scene, mine } = this;
    const next = this.#next;
    if (!mine || !next) return;
    this.#next = null;
    if (scene?.phase !== 'move' || scene.activation?.unit !== next.unit.id) return;
    if (unitOf(scene.units, next.unit.id)?.health === next.unit.health) void this.send([next.action]);
  }

  /** Whether the last decision was one's own. */
  #decided = false;

  /** Who stays in hand: the active one, or one that is looked at while others play. */
  #kept(decided: boolean): number | null {
    const { scene, mine, unit } = this;
    const active = scene?.phase === 'way' ? scene.way?.unit : scene?.activation?.unit;
    if (mine && active !== undefined && scene?.phase !== 'turn') return active;
    const stands = unitOf(scene?.units ?? [], unit)?.state === 'table';
    if (!stands || unit === null) return null;
    return (mine ? this.usable.has(unit) : !decided) ? unit : null;
  }

  #forget(): void {
    this.ghost = null;
    this.passing = null;
    this.aimed = null;
  }

  choose(unit: number | null): void {
    this.dismiss();
    this.#forget();
    this.unit = unit;
  }

  /** A press on a unit: an option it stands for, one to take in hand, one to aim at, or just one to look at. */
  pickUnit(unit: Unit, touch = false): void {
    this.dismiss();
    const options = this.offers.get(unit.id);
    if (options) return this.#take(unit, options, touch);
    const mover = unitOf(this.scene?.units ?? [], this.mover);
    if (mover && unit.side !== mover.side) {
      this.aimed = this.aimed === unit.id ? null : unit.id;
      return;
    }
    if (this.scene?.phase !== 'turn' && this.mover !== null) return;
    this.choose(this.unit === unit.id ? null : unit.id);
    if (this.mine && this.scene?.phase === 'turn' && unit.seat === this.state.actor && this.unit !== null && !this.usable.has(unit.id)) {
      void this.explain(`use ${unitText(unit.id)}`);
    }
  }

  #take(unit: Unit, options: Option[], touch: boolean): void {
    const { playing, legal } = this;
    if (playing) {
      const open = choices.openOf(legal, playing);
      this.playing = open === 'unit' ? { ...playing, unit: unit.id } : { ...playing, target: unit.id };
      return;
    }
    const [only] = options;
    // A finger cannot hover: it sees first what an attack can lead to.
    if (only?.chances && touch && this.aimed !== unit.id) this.aimed = unit.id;
    else if (options.length === 1 && only) void this.send([only.action]);
  }

  /** Sets the one in hand down somewhere, to think about it. */
  put(point: Point): void {
    const { placed } = this;
    if (!placed) return;
    this.dismiss();
    const [x, y] = whole(point);
    this.passing = null;
    this.ghost = { x, y, facing: this.ghost?.facing ?? placed.facing };
  }

  turn(by: number): void {
    const { placed } = this;
    if (!placed) return;
    const from = this.ghost ?? { x: placed.x, y: placed.y, facing: placed.facing };
    this.ghost = { ...from, facing: turnedBy(from.facing, by) };
  }

  turnTo(facing: number): void {
    if (this.ghost) this.ghost = { ...this.ghost, facing: turnedBy(facing, 0) };
  }

  /** The first way that leads there. */
  get mode(): Mode | null {
    return this.scene ? (choices.modesOf(this.scene).find((mode) => this.judged(mode)?.legal) ?? null) : null;
  }

  async go(mode: Mode, bend = false): Promise<void> {
    const { scene, mover, ghost } = this;
    if (!scene || mover === null || !ghost) return;
    const { aimed, targets } = this;
    const attack = bend ? null : choices.attackAfter(mode, targets, aimed);
    this.#intent = attack ? { action: `${attack.word} ${unitText(aimed!)}`, unit: mover, at: pointOf(ghost) } : null;
    await this.#activate(mover, choices.goActions(scene, mover, mode, ghost, bend));
  }

  async stay(): Promise<void> {
    const { scene, mover, aimed } = this;
    const unit = unitOf(scene?.units ?? [], mover);
    if (!scene || !unit) return;
    const attack = choices.attackOn(this.look?.targets ?? [], aimed);
    this.#intent = attack ? { action: `${attack.word} ${unitText(aimed!)}`, unit: unit.id, at: pointOf(unit) } : null;
    await this.#activate(unit.id, choices.stayActions(scene, unit.id));
  }

  /** Sends what a unit does, its activation first where that is still to come. */
  async #activate(mover: number, actions: string[]): Promise<void> {
    const unit = unitOf(this.scene?.units ?? [], mover);
    const last = actions.at(-1);
    this.#next = unit && last && actions.length > 1 ? { unit, action: last } : null;
    await this.send(actions);
  }

  /** Takes a card of the hand up, or puts it back. */
  pickCard(card: string): void {
    this.dismiss();
    this.#forget();
    if (this.playing?.card === card) this.playing = null;
    else if (choices.playable(this.legal).has(card)) this.playing = choices.startPlaying(this.legal, card);
    else this.tell({ text: t('cafe.card.notNow') });
  }

  cancel(): void {
    this.dismiss();
    if (this.aimed !== null) this.aimed = null;
    else if (this.ghost) this.ghost = null;
    else if (this.playing) this.playing = null;
    else this.choose(null);
  }

  override async send(actions: string[]): Promise<boolean> {
    const sent = await super.send(actions);
    if (!sent) this.#intent = this.#next = null;
    return sent;
  }
}
