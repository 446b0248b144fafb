import { barracks } from '../../barracks/barracks.svelte';
import { say, t, type Key } from '../../lib/i18n.svelte';
import type { Blow, Effect, Game, Option, Square } from '../../lib/protocol';
import { sideName } from '../../lib/who';
import type { Mark } from '../board/Marks.svelte';
import { gone, unitOf, unitOn, written, type EscarmoucheScene, type Status, type Unit } from './scene';

export const abilityName = (id: string): string => say(barracks.ability(id)?.text) || id;
export const abilityRule = (id: string): string => say(barracks.ability(id)?.rule);
export const nameOf = (units: Unit[], id: number | null | undefined): string => unitOf(units, id)?.name ?? '';

/** A status as it is read: its name, and whom else it is about. */
export function statusName(units: Unit[], status: Status): string {
  const name = say(barracks.status(status.id)?.text) || status.id;
  return status.unit === undefined ? name : t('escarmouche.about', { unit: name, what: nameOf(units, status.unit) });
}

export const statusRule = (id: string): string => say(barracks.status(id)?.rule);

/** A written action with the names of those who are on its squares: "Aldric, Charge → f5 × Pip". */
export function readAction(units: Unit[], action: string): string {
  if (action === 'done') return t('escarmouche.done');
  if (action === 'no-guard') return t('escarmouche.noGuard');
  const guard = action.match(/^guard:(..)$/)?.[1];
  if (guard) return t('escarmouche.ask.guard', { unit: unitOn(units, guard)?.name ?? guard });
  const read = written(action);
  if (!read) return action;
  const who = (square: Square) => unitOn(units, square)?.name ?? square;
  const first = read.ability ? `${who(read.at)}, ${abilityName(read.ability)}` : who(read.at);
  const sign = unitOn(units, read.target ?? '')?.side === unitOn(units, read.at)?.side ? '+' : '×';
  const way = read.to ? ` → ${read.to}` : '';
  return `${first}${read.ally ? ` – ${who(read.ally)}` : ''}${way}${read.target ? ` ${sign} ${who(read.target)}` : ''}`;
}

/** Actions that follow each other in words, up to the first that has none. */
export function readLine(units: Unit[], actions: string[]): string[] {
  const told: string[] = [];
  let now = units;
  for (const action of actions) {
    const text = readAction(now, action);
    if (text === action) break;
    told.push(text);
    now = gone(now, action);
  }
  return told;
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
    ...(effect.guards ?? []).map((guard) =>
      t('escarmouche.blow.guard', { unit: nameOf(units, guard.unit), blow: blowText(guard) }),
    ),
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
