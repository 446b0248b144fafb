import { capital, headed, percent, say, t, type Key } from '../../lib/i18n.svelte';
import type { Game, Seat } from '../../lib/protocol';
import { sideOf } from '../../lib/seats';
import type { TableState } from '../../lib/table-state';
import { givenName, sideName } from '../../lib/who';
import { kindName } from '../../table/ground';
import { inCentimetres, lengthText } from '../../table/lengths';
import {
  unitOf,
  type Answer,
  type CafeScene,
  type Chances,
  type Judged,
  type Objective,
  type Option,
  type Seen,
  type StatusId,
  type Unit,
} from './scene';

/** A seat as it is called: by its side, and its number where there are several. */
export function seatName(game: Game, seat: Seat | null): string {
  if (seat === null) return '';
  const known = say(game.terms[seat]);
  if (known) return known;
  const side = sideOf(game, seat);
  const own = game.seats.filter((one) => sideOf(game, one) === side);
  return `${sideName(game, side)} ${own.indexOf(seat) + 1}`;
}

/** Who sits there: the name that was given, or that of the seat. */
export const whoIs = (game: Game, state: TableState, seat: Seat): string => givenName(seat, state.seats[seat]) || seatName(game, seat);

export const cardName = (game: Game, card: string): string => say(game.terms[`card:${card}`]) || card;
export const cardWhen = (game: Game, card: string): string => say(game.terms[`card-when:${card}`]);
export const cardEffect = (game: Game, card: string): string => say(game.terms[`card-effect:${card}`]);

/** "Thanary 2": its type, and its number among its like; one whose type nobody sees has none. */
export function unitName(units: Unit[], unit: Unit | undefined): string {
  if (!unit) return '';
  if (!unit.name) return t('cafe.unit.hidden');
  const like = units.filter((one) => one.side === unit.side && one.type === unit.type);
  return like.length > 1 ? `${unit.name} ${like.findIndex((one) => one.id === unit.id) + 1}` : unit.name;
}

/** With its side, where both are told of: "Thanary 2 (Blue)". */
export function fullName(game: Game, units: Unit[], id: number | null | undefined): string {
  const unit = unitOf(units, id);
  return unit ? `${unitName(units, unit)} (${sideName(game, unit.side)})` : '';
}

export const nameOf = (units: Unit[], id: number | null | undefined): string => unitName(units, unitOf(units, id));

export const statusText = (game: Game, id: StatusId): string => say(game.terms[`status:${id}`]) || id;

/** Everything about a unit, for those who cannot see it. */
export function describeUnit(game: Game, units: Unit[], unit: Unit): string {
  const parts = [`${unitName(units, unit)} (${seatName(game, unit.seat) || sideName(game, unit.side)})`];
  if (unit.name) {
    parts.push(t('cafe.unit.health', { health: unit.health, max: unit.max_health }));
    if (unit.wounds) parts.push(t('cafe.unit.wounds', { count: unit.wounds }));
    parts.push(...unit.statuses.map((status) => statusText(game, status.id)));
  }
  if (unit.acted) parts.push(t('cafe.unit.acted'));
  if (unit.state === 'table') parts.push(t('cafe.unit.at', { x: inCentimetres(unit.x, 1), y: inCentimetres(unit.y, 1) }));
  else if (unit.state === 'out') parts.push(t('cafe.unit.out'));
  return parts.join(', ');
}

export function objectiveText(game: Game, objective: Objective, number: number): string {
  const owner = objective.owner ? t('table.objective.owner', { side: sideName(game, objective.owner) }) : t('table.objective.nobody');
  const kept = objective.owner && objective.first === objective.owner && objective.unbroken ? ` ${t('cafe.objective.first')}` : '';
  return headed(t('table.objective', { number }), `${owner}${kept}`);
}

const WHY: Record<string, Key> = {
  TOO_FAR: 'cafe.why.far',
  UNIT_IN_THE_WAY: 'cafe.why.unit',
  NO_ROOM_TO_TURN: 'cafe.why.turn',
  SOLID_IN_THE_WAY: 'cafe.why.solid',
  OFF_TABLE: 'table.why.table',
  NOT_MOVED_AT_ALL: 'cafe.why.same',
};

/** Why a unit that is not active yet could not go there, as far as a look tells. */
export function whyText(judged: Judged | null, unit: Unit): string {
  const key = judged?.why ? WHY[judged.why] : undefined;
  return t(key ?? 'cafe.notThere', { cost: lengthText(judged?.cost ?? 0, 2), move: lengthText(unit.move, 2) });
}

/** At least one point of damage. */
const harmed = (damage: number[]): number => 1 - (damage[0] ?? 1);

/** What is told beside a target: how likely it takes damage if it evades. */
export const shortChance = (chances: Chances): string => percent(harmed(chances.evade.damage));

export interface OddsRow {
  text: string;
  evade: string;
  stand: string;
  /** Whether it speaks for the attacker, the target, or neither. */
  about: 'target' | 'attacker';
}

const share = (value: number): string => (value > 0 && value < 0.0005 ? '<0.1 %' : percent(value, value > 0 && value < 0.1 ? 1 : 0));

/** The odds of an attack line by line, the target evading and standing. */
export function oddsRows({ evade, stand }: Chances): OddsRow[] {
  const row = (key: Key, about: OddsRow['about'], of: (course: Chances['evade']) => number): OddsRow => ({
    text: t(key),
    evade: share(of(evade)),
    stand: share(of(stand)),
    about,
  });
  const rows = [
    row('cafe.odds.damage', 'target', (course) => harmed(course.damage)),
    row('cafe.odds.wounds', 'target', (course) => harmed(course.target_wounds)),
    row('cafe.odds.destroyed', 'target', (course) => course.target_destroyed),
    row('cafe.odds.attackerWounds', 'attacker', (course) => harmed(course.attacker_wounds)),
    row('cafe.odds.panic', 'attacker', (course) => course.attacker_panics),
    row('cafe.odds.attackerDestroyed', 'attacker', (course) => course.attacker_destroyed),
  ];
  return rows;
}

/** What evading or standing may bring, line by line. */
export function answerRows(answer: Answer): { text: string; share: string; never: boolean }[] {
  const row = (key: Key, chance: number) => ({ text: t(key), share: share(chance), never: chance <= 0 });
  return [
    row('cafe.odds.damage', harmed(answer.damage)),
    row('cafe.odds.wounds', harmed(answer.target_wounds)),
    row('cafe.odds.destroyed', answer.target_destroyed),
  ];
}

/** Whether every answer is the end of the unit, as far as no card holds anything back. */
export const doomed = (options: Option[]): boolean => options.length > 0 && options.every(({ answer }) => answer?.target_destroyed === 1);

/** "0: 25 % · 1: 50 % · 2: 25 %" */
export const spread = (shares: number[]): string => shares.map((value, count) => `${count}: ${share(value)}`).join(' · ');

/** What is said of somebody who is seen from a place. */
export function seenText(game: Game, scene: CafeScene, seen: Seen): string {
  const gap = lengthText(seen.gap, 2);
  const names = (ids: number[]) => ids.map((id) => kindName(game, scene.terrain.find((piece) => piece.id === id)?.kind ?? '')).join(', ');
  if (seen.camouflaged) return t('cafe.seen.camouflaged', { gap });
  if (seen.blocked_by.length) return t('cafe.seen.blocked', { gap, by: names(seen.blocked_by) });
  if (seen.close) return t('cafe.seen.close', { gap });
  if (!seen.in_range) return t('cafe.seen.far', { gap });
  return seen.cover ? t('cafe.seen.cover', { gap, by: names(seen.cover_by) }) : t('cafe.seen.free', { gap });
}

const WORDS: Record<string, Key> = {
  roll: 'cafe.do.roll',
  keep: 'cafe.do.keep',
  swap: 'cafe.do.swap',
  ready: 'deploy.ready',
  use: 'cafe.do.use',
  pass: 'cafe.do.pass',
  hold: 'cafe.do.hold',
  walk: 'cafe.do.walk',
  run: 'cafe.do.run',
  'walk-bend': 'cafe.do.walk',
  'run-bend': 'cafe.do.run',
  go: 'cafe.do.go',
  bend: 'cafe.do.bend',
  'card-only': 'cafe.do.cardOnly',
  shoot: 'cafe.do.shoot',
  fight: 'cafe.do.fight',
  heal: 'cafe.do.heal',
  end: 'cafe.do.end',
  evade: 'cafe.do.evade',
  stand: 'cafe.do.stand',
  advance: 'cafe.do.advance',
  stay: 'cafe.do.stay',
  support: 'cafe.do.support',
  'no-support': 'cafe.do.noSupport',
  'give-up': 'cafe.do.giveUp',
  no: 'cafe.do.no',
  trap: 'cafe.do.trap',
  take: 'cafe.do.take',
  deal: 'cafe.do.deal',
  strike: 'cafe.do.strike',
  place: 'cafe.do.place',
};

/** Whoever moves or attacks is known; only others are named. */
const OWN: Option['kind'][] = ['walk', 'run', 'walk-bend', 'run-bend', 'go', 'bend', 'shoot', 'fight', 'heal'];

/** An option in words: "Walk → 12.5, 30", "Shoot: Eco 2". */
export function optionText(game: Game, units: Unit[], option: Option): string {
  const { kind, card, choice, x, y, close, seat } = option;
  if (kind === 'cancel') return choice ? t('cafe.do.cancel', { hit: choice }) : t('cafe.do.cancelNone');
  const key = WORDS[kind];
  const what = card ? cardName(game, card) : key ? t(key) : option.action;
  const whom = [OWN.includes(kind) ? undefined : option.unit, option.target]
    .map((id) => nameOf(units, id))
    .filter(Boolean)
    .join(' → ');
  const where = x !== undefined && y !== undefined ? ` → ${inCentimetres(x, 1)} · ${inCentimetres(y, 1)}` : '';
  const how =
    close === undefined || !nameOf(units, option.target)
      ? seatName(game, seat ?? null)
      : say(game.terms[`way:${close ? 'close' : 'range'}`]);
  return capital(`${whom ? headed(what, whom) : what}${where}${how ? ` (${how})` : ''}`);
}
