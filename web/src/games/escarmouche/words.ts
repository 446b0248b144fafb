import { barracks } from '../../barracks/barracks.svelte';
import { say, t, type Key } from '../../lib/i18n.svelte';
import type { Game, Square } from '../../lib/protocol';
import { sideName } from '../../lib/who';
import type { Mark } from '../board/Marks.svelte';
import { unitOf, unitOn, type Blow, type Effect, type EscarmoucheScene, type Option, type Status, type Unit } from './scene';

export const abilityName = (id: string): string => say(barracks.ability(id)?.text) || id;
export const abilityRule = (id: string): string => say(barracks.ability(id)?.rule);
export const nameOf = (units: Unit[], id: number | null | undefined): string => unitOf(units, id)?.name ?? '';

/** A status as it is read: its name, and whom else it is about. */
export function statusName(units: Unit[], status: Status): string {
  const name = say(barracks.status(status.id)?.text) || status.id;
  return status.unit === undefined ? name : t('escarmouche.about', { unit: name, what: nameOf(units, status.unit) });
}

export const statusRule = (id: string): string => say(barracks.status(id)?.rule);

/** An option with the names of those it is about: "Aldric, Charge → f5 × Pip"; null for one that has no words. */
export function readOption(units: Unit[], option: Option): string | null {
  const { kind, ability, to } = option;
  if (kind === 'done') return t('escarmouche.done');
  if (kind === 'no-guard') return t('escarmouche.noGuard');
  const unit = unitOf(units, option.unit);
  if (kind === 'guard') return t('escarmouche.ask.guard', { unit: unit?.name ?? '' });
  if (!unit || !option.at) return null;
  const first = ability ? `${unit.name}, ${abilityName(ability)}` : unit.name;
  const target = unitOf(units, option.target);
  const way = to ? ` → ${to}` : '';
  if (ability === 'forward') return `${first} – ${target?.name ?? ''}${way}`;
  const sign = target?.side === unit.side ? '+' : '×';
  return `${first}${way}${target ? ` ${sign} ${target.name}` : ''}`;
}

/** Options that follow each other in words, up to the first that has none. */
export function readLine(units: Unit[], options: Option[]): string[] {
  const told = options.map((option) => readOption(units, option));
  return told.slice(0, told.includes(null) ? told.indexOf(null) : undefined).filter((text) => text !== null);
}

/** What becomes of a unit that is hit: "3 damage (the stance cancels 1), 2 health left". */
export function blowText(blow: Blow): string {
  const { damage, cancelled, left } = blow;
  const harm = damage > 0 ? t('escarmouche.blow.damage', { damage }) : t('escarmouche.blow.none');
  const stance = cancelled > 0 ? ` (${t('escarmouche.blow.stance', { cancelled })})` : '';
  return `${harm}${stance}, ${blow.out ? t('escarmouche.blow.out') : t('escarmouche.blow.left', { left })}`;
}

/** Everything an option does to others and to the one who does it, a sentence a line. */
export function effectLines(option: Option, units: Unit[]): string[] {
  const lines = (option.effect ?? []).flatMap((effect: Effect) => [
    t('escarmouche.about', { unit: nameOf(units, effect.unit), what: blowText(effect) }),
    ...(effect.guards ?? []).map((guard) => t('escarmouche.blow.guard', { unit: nameOf(units, guard.unit), blow: blowText(guard) })),
  ]);
  if (option.loss && typeof option.unit === 'number') {
    lines.push(t('escarmouche.blow.loss', { unit: nameOf(units, option.unit), loss: option.loss }));
  }
  return lines;
}

const MARKS: Partial<Record<Mark, Key>> = {
  move: 'escarmouche.mark.move',
  charge: 'escarmouche.mark.charge',
  place: 'mark.place',
  attack: 'escarmouche.mark.attack',
  'attack-out': 'escarmouche.mark.attack',
  ally: 'escarmouche.mark.ally',
  picked: 'escarmouche.mark.picked',
};

/** What a marked square is for, with what would happen. */
export function markNotes(mark: Mark | undefined, options: Option[], units: Unit[]): string[] {
  const key = mark && MARKS[mark];
  if (!key) return [];
  return [t(key), ...(options.length === 1 ? effectLines(options[0]!, units) : [])];
}

export function describeUnit(game: Game, units: Unit[], unit: Unit): string {
  const parts = [
    `${unit.name} (${sideName(game, unit.side)})`,
    t('escarmouche.health', { health: unit.health, max: unit.max_health }),
    ...unit.statuses.map((status) => statusName(units, status)),
  ];
  if (unit.acted > 0) parts.push(t('escarmouche.acted', { count: unit.acted }));
  if (unit.attacked) parts.push(t('escarmouche.attacked'));
  return parts.join(', ');
}

/** A square as it is read out: where it is, who stands there, and what can be done with it. */
export function describeSquare(game: Game, scene: EscarmoucheScene, units: Unit[], square: Square, notes: string[] = []): string {
  const unit = unitOn(units, square);
  const parts = [square];
  if (unit) parts.push(describeUnit(game, units, unit));
  else parts.push(scene.obstacles.includes(square) ? t('escarmouche.obstacle') : t('board.empty'));
  if (scene.scenario === 'centre' && scene.centre.includes(square)) parts.push(t('escarmouche.centreSquare'));
  return [...parts, ...notes].join(', ');
}
