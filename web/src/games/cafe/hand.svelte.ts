import { t } from '../../lib/i18n.svelte';
import type { Reason, Seat, Look as TableLook } from '../../lib/protocol';
import { lookOf } from '../../lib/shapes';
import { boxCorners, distanceTo, pointOf, type Place, type Point } from '../../table/geometry';
import { TableHand } from '../../table/hand.svelte';
import { legsOf, restOf, type Plan, type Proposal } from '../../table/ways';
import { Answers } from '../board/answers.svelte';
import * as choices from './choice';
import type { Intent, Mode, Playing } from './choice';
import { placedText } from './notation';
import { cafeScene, standing, textOf, unitOf, type CafeScene, type Chances, type Look, type Option, type Seen, type Unit } from './scene';

/** A player's hand over the table, and which card is being played. */
export class Hand extends TableHand<Unit, Option, Look> {
  playing = $state.raw<Playing | null>(null);
  #intent: Intent | null = null;
  /** What the unit that is being activated is to do as soon as others have had their say. */
  #next: (Plan & { health: number }) | null = null;
  /** Why something cannot be done. */
  readonly reasons = new Answers<string, Reason>(
    () => this.state.seq,
    async (action) => {
      const answer = await this.table.why(action);
      return answer.allowed ? null : answer.reason;
    },
  );

  /** Walking if that leads there, else running. */
  proposalOf(look: Look): Proposal | null {
    const { scene, there } = this;
    if (!scene || !there) return null;
    const modes = choices.modesOf(scene).map((mode) => choices.judged(look, mode));
    const judged = modes.find((one) => one?.legal) ?? modes.at(-1);
    if (!judged?.to) return null;
    const [x, y] = judged.to;
    const bends = judged.bends.map(([x, y]) => ({ x, y, facing: this.facing }));
    return { bends, place: { x, y, facing: there.facing }, cost: judged.cost, whole: judged.legal };
  }

  get reach(): readonly (readonly Point[])[] {
    return this.look ? this.areasOf(this.look) : [];
  }

  protected areasOf(look: Look): readonly (readonly Point[])[] {
    return [look.run, ...look.run_bends];
  }

  threatsOn(unit: number): { by: number; text: string }[] {
    return (this.threatened ?? []).flatMap((threat) =>
      'odds' in threat && threat.unit === unit ? threat.by.map((by, i) => ({ by, text: `${Math.round(threat.odds[i]! * 100)}%` })) : [],
    );
  }

  protected threatReach(unit: Unit): number {
    return unit.move + (this.scene?.range ?? 0);
  }

  protected readLook(look: TableLook | null): Look | null {
    return lookOf(look, 'cafe');
  }

  get scene(): CafeScene | null {
    return this.state.scene ? cafeScene(this.state.scene) : null;
  }

  get legal(): Option[] {
    return this.state.shape === 'cafe' ? this.state.legal : [];
  }

  get #units(): Unit[] {
    return this.scene?.units ?? [];
  }

  get pieces(): Unit[] {
    return standing(this.#units);
  }

  /** Whose cards are in sight. */
  get eyes(): Seat | null {
    return this.state.you.length ? (this.state.eyes ?? this.seat) : null;
  }

  get usable(): Set<number> {
    return this.mine ? choices.usable(this.legal) : new Set();
  }

  get offers(): Map<number, Option[]> {
    return this.mine ? choices.offers(this.legal, this.playing) : new Map();
  }

  get mover(): number | null {
    return this.scene && this.mine && !this.playing ? choices.moverOf(this.scene, this.legal, this.chosen) : null;
  }

  get looker(): number | null {
    return this.mover;
  }

  protected get aimer(): Unit | undefined {
    return unitOf(this.#units, this.mover);
  }

  protected get bound(): boolean {
    return this.mover !== null && this.scene?.phase !== 'turn';
  }

  /** Whoever a place is being chosen for: the one that moves, or the one a card shifts. */
  get placed(): Unit | undefined {
    if (this.playing) return choices.openOf(this.legal, this.playing) === 'place' ? unitOf(this.#units, this.playing.unit) : undefined;
    return unitOf(this.#units, this.mover);
  }

  protected get facing(): number {
    return this.placed?.facing ?? 0;
  }

  get subject(): number | null {
    const active = this.mine && this.scene?.phase === 'attack' ? (this.scene.activation?.unit ?? null) : null;
    return this.mover ?? this.chosen ?? active;
  }

  /** Who could be attacked from where the unit in hand stands, or would stand. */
  get targets(): Seen[] {
    return (this.there && this.mover !== null ? this.lookThere : this.look)?.targets ?? [];
  }

  /** The target whose odds are told: the one under the pointer, or one that was pressed. */
  get told(): { unit: Unit; seen: Seen | null; chances: Chances | null } | null {
    const id = this.hovered !== null && this.hovered !== this.subject ? this.hovered : this.aimed;
    const unit = unitOf(this.#units, id);
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
    if (subject !== null && unitOf(this.#units, subject)?.state === 'table') this.seekLook(subject);
    for (const { id } of this.comers) this.seekLook(id);
    void this.seekThere();
    if (doubt) void this.reasons.seek(doubt);
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
    return `card:${playing.card} ${placed.text}@${placedText(ghost, placed.facing)}`;
  }

  get doubtText(): Reason | null {
    return this.doubt ? this.reasons.about(this.doubt) : null;
  }

  judged(mode: Mode) {
    return choices.judged(this.lookThere, mode);
  }

  protected far(point: Point, unit: Unit): number {
    return distanceTo(point, unit.corners);
  }

  corners(place: Place, around = 0): Point[] {
    const { length, width } = this.scene!.base;
    return boxCorners(place, length + around, width + around);
  }

  /** While a card is played it is about the one that it shifts. */
  override isMovable(unit: Unit): boolean {
    return this.playing ? this.placed?.id === unit.id : super.isMovable(unit);
  }

  override refresh(): void {
    this.playing = null;
    super.refresh();
    const { scene, legal } = this;
    if (this.#goOn()) return;
    const intent = this.#intent;
    if (!intent || !scene) return;
    if (this.mine && scene.phase !== 'window') this.#intent = null;
    const option = this.state.legal.find((one) => one.action === intent.action);
    if (this.mine && option && choices.stillMeant(intent, scene, legal)) void this.play(option);
  }

  /** A card of somebody else's came between an activation and its move, or two legs: the rest follows if nothing has changed. */
  #goOn(): boolean {
    const { scene, mine } = this;
    const next = this.#next;
    if (!mine || !next) return false;
    this.#next = null;
    const active = scene?.phase === 'move' ? scene.activation?.unit : scene?.phase === 'way' ? scene.way?.unit : undefined;
    const unit = scene && active === next.piece ? unitOf(scene.units, active) : undefined;
    const rest = unit?.health === next.health ? restOf(next, unit) : [];
    if (!unit || !rest.length) return false;
    this.#next = next;
    void this.send(rest);
    return true;
  }

  /** Who stays in hand: the active one, or one that is looked at while others play. */
  protected kept(decided: boolean): number | null {
    const { scene, mine, chosen } = this;
    const active = scene?.phase === 'way' ? scene.way?.unit : scene?.activation?.unit;
    if (mine && active !== undefined && scene?.phase !== 'turn') return active;
    if (chosen === null || unitOf(this.#units, chosen)?.state !== 'table') return null;
    return (mine ? this.usable.has(chosen) : !decided) ? chosen : null;
  }

  protected useAction(unit: Unit): string | null {
    const expected = this.mine && this.scene?.phase === 'turn' && unit.seat === this.state.actor;
    return expected ? `use ${unit.text}` : null;
  }

  protected take(unit: Unit, options: Option[], touch: boolean): void {
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

  /** The first way that leads there. */
  get mode(): Mode | null {
    return this.scene ? (choices.modesOf(this.scene).find((mode) => this.judged(mode)?.legal) ?? null) : null;
  }

  async go(mode: Mode, bend = false): Promise<void> {
    const { scene, mover, ghost } = this;
    if (!scene || mover === null || !ghost) return;
    const unit = unitOf(this.#units, mover);
    const corners = (this.judged(mode)?.bends ?? []).map(([x, y]) => ({ x, y, facing: unit?.facing ?? 0 }));
    const { aimed, targets } = this;
    const attack = bend ? null : choices.attackAfter(mode, targets, aimed);
    this.#intent = attack ? { action: `${attack.word} ${textOf(scene.units, aimed)}`, unit: mover, at: pointOf(ghost) } : null;
    const legs = choices.legActions(scene, mover, mode, ghost, corners, bend);
    this.#next = unit ? { piece: mover, legs: legsOf(pointOf(unit), corners, legs), health: unit.health } : null;
    await this.send([...choices.activation(scene, mover), ...legs]);
  }

  /** With a card the one that it shifts goes there. */
  async confirm(): Promise<void> {
    if (this.shiftAction) await this.send([this.shiftAction]);
    else if (this.mode) await this.go(this.mode);
  }

  async bend(): Promise<void> {
    if (this.ghost && this.mode) await this.go(this.mode, true);
  }

  async stay(): Promise<void> {
    const { scene, mover, aimed } = this;
    const unit = unitOf(this.#units, mover);
    if (!scene || !unit) return;
    const attack = choices.attackOn(this.look?.targets ?? [], aimed);
    this.#intent = attack ? { action: `${attack.word} ${textOf(scene.units, aimed)}`, unit: unit.id, at: pointOf(unit) } : null;
    this.#next = scene.phase === 'turn' ? { piece: unit.id, legs: legsOf(pointOf(unit), [], ['hold']), health: unit.health } : null;
    await this.send(choices.stayActions(scene, unit.id));
  }

  /** Takes a card of the hand up, or puts it back. */
  pickCard(card: string): void {
    this.dismiss();
    this.forget();
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
