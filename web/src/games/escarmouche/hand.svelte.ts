import type { Reason, Square } from '../../lib/protocol';
import { lookOf } from '../../lib/shapes';
import { keep, recall } from '../../lib/storage';
import { Answers } from '../board/answers.svelte';
import { Asking } from '../board/asking.svelte';
import type { Way } from '../board/geometry';
import type { Mark } from '../board/Marks.svelte';
import * as choices from './choice';
import { NOTHING, type Choice, type Situation } from './choice';
import { arrowsOf, escarmoucheScene, unitOf, unitOn, wayOf, type EscarmoucheScene, type Look, type Option, type Standing } from './scene';

const SIGHT = 'escarmouche.sight';

/** A player's hand over the board: which unit and ability is chosen, what is looked at, what a finger has aimed at. */
export class Hand extends Asking {
  choice = $state.raw<Choice>(NOTHING);
  /** The square under the pointer or the focus, and the unit whose card is. */
  looked = $state<Square | null>(null);
  carded = $state<number | null>(null);
  /** A unit that is looked at until something else is pressed. */
  pinned = $state<number | null>(null);
  /** What a finger has aimed at; pressed again, it is done. */
  armed = $state.raw<Option | null>(null);
  /** Whether reach and sight of a unit are drawn. */
  sight = $state(recall(SIGHT, true));
  #follow: number | null = null;
  /** What a unit reaches and sees. */
  readonly looks = new Answers<number, Look>(
    () => this.state.seq,
    async (unit) => lookOf(await this.table.look(unit), 'escarmouche'),
  );
  /** Why something cannot be done. */
  readonly reasons = new Answers<string, Reason>(
    () => this.state.seq,
    async (action) => {
      const answer = await this.table.why(action);
      return answer.allowed ? null : answer.reason;
    },
  );

  get scene(): EscarmoucheScene | null {
    return this.state.scene ? escarmoucheScene(this.state.scene) : null;
  }

  get legal(): Option[] {
    return this.state.shape === 'escarmouche' ? this.state.legal : [];
  }

  get situation(): Situation | null {
    const { scene } = this;
    if (!scene || !this.mine) return null;
    const side = this.state.actor === 'black' ? 'black' : 'white';
    return { phase: scene.phase, side, units: scene.units, legal: this.legal };
  }

  get targets(): Map<Square, Option[]> {
    const now = this.situation;
    return now ? choices.targets(this.choice, now) : new Map();
  }

  get marks(): Map<Square, Mark> {
    const now = this.situation;
    return now ? choices.marks(this.choice, now) : new Map();
  }

  get able(): Set<number> {
    const now = this.situation;
    return now ? choices.able(now) : new Set();
  }

  get usable(): Set<string> {
    const now = this.situation;
    return now && this.choice.unit !== null ? choices.usable(this.choice.unit, now) : new Set();
  }

  /** An ability that is confirmed rather than aimed: stance and sweep. */
  get confirmable(): Option | null {
    const now = this.situation;
    if (!now || this.choice.ability === null) return null;
    const [only] = choices.candidates(this.choice, now);
    return only && !only.to && only.target === undefined ? only : null;
  }

  /** What would happen where the pointer, the focus or the finger is. */
  get regarded(): Option[] {
    if (this.armed) return [this.armed];
    return (this.looked && this.targets.get(this.looked)) || [];
  }

  get selected(): Square | null {
    return unitOf(this.scene?.units ?? [], this.choice.unit)?.square ?? null;
  }

  unitOn(square: Square | null): Standing | undefined {
    return square ? unitOn(this.scene?.units ?? [], square) : undefined;
  }

  /**
   * The unit that is being looked at: by its card, on the board unless it is part of a choice, or because it is chosen.
   * With a unit in hand enemies are not looked at but aimed at, and while a guardian is asked nobody is.
   */
  get subject(): number | null {
    if (this.scene?.phase === 'guardian') return this.carded;
    const hovered = this.looked && !this.targets.has(this.looked) ? this.unitOn(this.looked) : undefined;
    const aimed = hovered !== undefined && (hovered.id === this.choice.target || hovered.id === this.#enemyAimedAt?.id);
    return this.carded ?? (aimed ? undefined : hovered?.id) ?? this.pinned ?? this.choice.unit;
  }

  get #enemyAimedAt(): Standing | undefined {
    const now = this.situation;
    if (!now || !this.selected || !['turn', 'forward'].includes(now.phase)) return undefined;
    const there = this.unitOn(this.looked);
    return there && there.side !== now.side ? there : undefined;
  }

  /** An enemy under the pointer that the unit in hand cannot strike, and how to ask why not. */
  get doubt(): { unit: number; square: Square; action: string } | null {
    const now = this.situation;
    const there = this.#enemyAimedAt;
    if (!now || now.phase !== 'turn' || !there || there.id === this.choice.target || this.targets.has(there.square)) return null;
    const action = choices.question(this.choice, there.square, now);
    return action ? { unit: there.id, square: there.square, action } : null;
  }

  /** Who strikes whom while a guardian is asked. */
  get strikes(): Way[] {
    const ask = this.scene?.ask;
    if (ask?.kind !== 'guardian') return [];
    const [at, to] = [ask.attacker, ask.target].map((id) => unitOf(this.scene?.units ?? [], id)?.square);
    return at && to ? [{ at, to }] : [];
  }

  /** Which enemies could strike on a square next, each with the power of its strongest attack. */
  powersOn(square: Square): Record<Square, number> {
    const unit = this.unitOn(square);
    const { scene } = this;
    if (!unit || !scene || unit.side !== scene.side) return {};
    return this.threatsTo(square)?.power ?? {};
  }

  /** What the attacks of a whole turn could take from a unit. */
  harmTo(square: Square): number {
    const found = (this.threatened ?? []).find((threat) => 'square' in threat && threat.square === square);
    const powers = found && 'power' in found ? Object.values(found.power ?? {}) : [];
    return powers
      .toSorted((a, b) => b - a)
      .slice(0, this.scene?.actions_per_turn)
      .reduce((sum, power) => sum + power, 0);
  }

  get arrows(): Way[] {
    return this.hint?.shape === 'escarmouche' ? arrowsOf(this.hint.line[0], this.scene?.units ?? []) : [];
  }

  override wayOf(option: Option): Way | null {
    return wayOf(option, this.scene?.units ?? []);
  }

  override refresh(): void {
    super.refresh();
    // A card that is gone by now tells nobody that the pointer has left it.
    this.carded = null;
    const now = this.situation;
    let unit = this.choice.unit ?? this.#follow;
    this.#follow = null;
    // Whoever has moved stays in hand for what it can do next; in a placement the next unit is.
    if (now?.phase === 'placement') unit = this.#inHand()[0]?.id ?? null;
    else if (unit === null || now?.phase !== 'turn' || !choices.able(now).has(unit)) unit = null;
    this.choice = { ...NOTHING, unit };
  }

  #inHand() {
    return (this.scene?.units ?? []).filter((unit) => unit.side === this.state.actor && unit.state === 'hand');
  }

  liftable(square: Square): boolean {
    const unit = this.unitOn(square);
    return unit !== undefined && this.mine && unit.side === this.state.actor && this.able.has(unit.id);
  }

  pick(square: Square, touch = false): void {
    // The focus that a finger leaves behind is not a look.
    if (touch) this.looked = null;
    const now = this.situation;
    if (!now) return this.#pin(square);
    const pressed = choices.press(this.choice, square, now);
    const armed = this.armed;
    this.dismiss();
    if (pressed.does === 'play') {
      const { option } = pressed;
      // A finger cannot hover: it sees first what an attack does.
      if (touch && option.effect?.length && armed?.action !== option.action) this.armed = option;
      else void this.play(option);
    } else if (pressed.does === 'choose') this.choose(pressed.choice);
    else if (pressed.does === 'look') this.#pin(square);
    else if (pressed.does === 'ask') void this.explain(pressed.action, pressed.at ? { at: pressed.at, to: square } : null);
  }

  choose(choice: Choice): void {
    this.dismiss();
    this.choice = choice;
    const now = this.situation;
    if (!now || choice.unit === null || now.phase === 'placement' || choices.able(now).has(choice.unit)) return;
    // One that can do nothing says why.
    const action = choices.question({ ...NOTHING, unit: choice.unit }, null, now);
    if (action) void this.explain(action);
  }

  /** Chooses an ability of the chosen unit, puts it back, or says why it cannot be used. */
  pickAbility(ability: string): void {
    const now = this.situation;
    if (!now || this.choice.unit === null) return;
    const choice: Choice = { ...NOTHING, unit: this.choice.unit, ability };
    if (this.choice.ability === ability) return this.choose({ ...choice, ability: null });
    this.dismiss();
    if (this.usable.has(ability)) this.choice = choice;
    else {
      const action = choices.question(choice, null, now);
      if (action) void this.explain(action);
    }
  }

  drop(from: Square, to: Square | null): void {
    const unit = this.unitOn(from);
    if (!to || !this.mine || !unit) return;
    if (this.choice.unit !== unit.id) this.choose({ ...NOTHING, unit: unit.id });
    this.pick(to);
  }

  cancel(): void {
    this.choice = this.scene?.phase === 'placement' ? this.choice : choices.stepBack(this.choice);
    this.dismiss();
  }

  override dismiss(): void {
    super.dismiss();
    this.armed = null;
    this.pinned = null;
  }

  override play(option: Option): Promise<void> {
    this.dismiss();
    this.choice = NOTHING;
    if (option.kind === 'move') this.#follow = Number(option.unit);
    return super.play(option);
  }

  #pin(square: Square): void {
    const unit = this.unitOn(square)?.id ?? null;
    const again = this.pinned === unit;
    this.dismiss();
    this.pinned = again ? null : unit;
  }

  setSight(on: boolean): void {
    this.sight = on;
    keep(SIGHT, on);
  }
}
