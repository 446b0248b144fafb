import { capital, headed, percent, say, t, type Key } from '../../lib/i18n.svelte';
import type { Game, Reason, Seat } from '../../lib/protocol';
import type { TableState } from '../../lib/table-state';
import { givenName, sideName } from '../../lib/who';
import { kindName } from '../../table/ground';
import { inCentimetres, lengthText } from '../../table/lengths';
import type { Verb } from './choice';
import type { Way } from './hand.svelte';
import {
  bodyOf,
  divisionOf,
  isFire,
  isMelee,
  isOfficer,
  spansOf,
  type Body,
  type Chances,
  type Division,
  type FireRow,
  type GloryScene,
  type Group,
  type Hider,
  type Moment,
  type Objective,
  type Option,
  type Seen,
} from './scene';

export const whoIs = (game: Game, state: TableState, seat: Seat): string => givenName(seat, state.seats[seat]) || sideName(game, seat);

const term = (game: Game, kind: string, id: string): string => say(game.terms[`${kind}:${id}`]) || id;
export const categoryName = (game: Game, category: string): string => term(game, 'category', category);
export const qualityName = (game: Game, quality: string): string => term(game, 'quality', quality);
export const edgeName = (game: Game, edge: string): string => term(game, 'edge', edge);
export const columnName = (game: Game, column: string): string => capital(term(game, 'column', column));
export const howText = (game: Game, how: string): string => capital(term(game, 'how', how));
export const modifierName = (game: Game, reason: string): string => capital(term(game, 'modifier', reason));

/** What a battle calls somebody; names that only tell kind, number and side are said in a shorter way. */
function ownName(game: Game, body: Body): string {
  const name = body.name ? say(body.name) : '';
  return name.endsWith(`(${sideName(game, body.side)})`) ? '' : name;
}

/** "Light cavalry s4", "General 2", "Staff". */
export function bodyName(game: Game, body: Body | undefined): string {
  if (!body) return '';
  const own = ownName(game, body);
  if (!isOfficer(body)) return own ? `${own} · ${body.text}` : `${capital(categoryName(game, body.category))} ${body.text}`;
  if (own) return own;
  if (body.staff) return t('glory.staff');
  return t('glory.general', { number: body.division_number ?? '' });
}

/** With its side, where both are told of. */
export const fullName = (game: Game, body: Body | undefined): string =>
  body ? `${bodyName(game, body)} (${sideName(game, body.side)})` : '';

export const nameOf = (game: Game, scene: GloryScene, id: number | null | undefined): string => bodyName(game, bodyOf(scene, id));

/** "Division 2", or its number and the name that a battle gives it. */
export function divisionName({ number, name: given }: Pick<Division, 'number' | 'name'>): string {
  const name = say(given);
  return name && !name.endsWith(')') ? `${number}. ${name}` : t('glory.division', { number });
}

export function groupName(scene: GloryScene, group: Group): string {
  const division = divisionOf(scene, group.division);
  const number = group.division_number;
  if (group.officer === null) return t('glory.detachment', { number, count: group.units.length });
  return division ? divisionName(division) : t('glory.division', { number });
}

/** Everything about a body, for those who cannot see it. */
export function describeBody(game: Game, body: Body): string {
  const parts = [fullName(game, body)];
  if (isOfficer(body)) {
    if (body.experience !== null) parts.push(t('glory.said.experience', { value: body.experience }));
    if (body.initiative !== null) parts.push(t('glory.said.initiative', { value: body.initiative }));
    if (body.lost) parts.push(t('glory.said.lost', { count: body.lost }));
    if (body.state === 'reserve') parts.push(t('glory.reserve.rounds', { count: body.die ?? 0 }));
  } else {
    parts.push(qualityName(game, body.quality), t('glory.said.division', { number: body.division_number }));
    if (body.hits) parts.push(t('glory.said.hits', { count: body.hits }));
    if (body.column) parts.push(t('glory.said.column'));
    if (body.disorganised) parts.push(t('glory.said.disorganised'));
    if (body.ordered) parts.push(t('glory.said.ordered'));
  }
  if (body.state === 'table') parts.push(t('glory.said.at', { x: inCentimetres(body.x, 1), y: inCentimetres(body.y, 1) }));
  else if (body.state === 'destroyed') parts.push(t('glory.said.destroyed'));
  else if (body.state !== 'hand' && body.state !== 'reserve') parts.push(t('glory.said.removed'));
  return parts.join(', ');
}

export function objectiveText(game: Game, objective: Objective, number: number): string {
  const owner = objective.owner ? t('table.objective.owner', { side: sideName(game, objective.owner) }) : t('table.objective.nobody');
  return headed(t('table.objective', { number }), owner);
}

/** "12.5 cm ≤ M (20 cm)": with the named length that it is within. */
export function spanText(scene: GloryScene, length: number, digits = 1): string {
  const spans = spansOf(scene);
  const within = spans.find((span) => length <= scene.span[span]);
  const [sign, span] = within ? ['≤', within] : ['>', spans.at(-1)!];
  return `${lengthText(length, digits)} ${sign} ${span} (${lengthText(scene.span[span])})`;
}

/** Each length by its letters, with what it measures: a sentence says both. */
export const spanWords = (scene: GloryScene): Record<string, string> =>
  Object.fromEntries(spansOf(scene).map((span) => [span, `${span} (${lengthText(scene.span[span])})`]));

export const share = (value: number): string =>
  value > 0 && value < 0.0005 ? `<${percent(0.001, 1)}` : percent(value, value > 0 && value < 0.1 ? 1 : 0);

/** What is told beside a target: how likely fire harms it, or how likely a charge wins. */
export function shortChance(chances: Chances | null | undefined): string {
  if (isMelee(chances)) return chances.rows ? percent(sum(chances.rows.won)) : '☠';
  if (isFire(chances)) return percent(chances.rows.hit + chances.rows['two-hits'] + chances.rows.destroyed);
  return chances?.morale === null || chances?.morale === undefined ? '' : percent(chances.morale);
}

export const sum = (rows: Record<string, number>): number => Object.values(rows).reduce((all, one) => all + one, 0);

const ROWS: Record<FireRow, Key> = {
  none: 'glory.row.none',
  pushed: 'glory.row.pushed',
  hit: 'glory.row.hit',
  'two-hits': 'glory.row.twoHits',
  destroyed: 'glory.row.destroyed',
};
/** A row of a result table in a word or two. */
export const rowText = (row: FireRow): string => t(ROWS[row]);

export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

/** "wood", "Line infantry n3": what hides somebody. */
export function hiderText(game: Game, scene: GloryScene, { kind, id }: Hider): string {
  return kind === 'unit' ? nameOf(game, scene, id) : kindName(game, scene.terrain.find((piece) => piece.id === id)?.kind ?? '');
}

/** What is said of somebody who is looked for from a place; ranges only to those who shoot. */
export function seenText(game: Game, scene: GloryScene, seen: Seen, shoots = true): string {
  const by = [...new Set(seen.hidden_by.map((hider) => hiderText(game, scene, hider)))].join(', ');
  const parts = [
    seen.share === 0
      ? t(by ? 'glory.seen.hiddenBy' : 'glory.seen.hidden', { by })
      : seen.obscured
        ? t(by ? 'glory.seen.obscuredBy' : 'glory.seen.obscured', { share: percent(seen.share / 1000), by })
        : t('glory.seen.whole'),
  ];
  if (seen.share > 0 && seen.cover && !seen.obscured) parts.push(t('glory.seen.cover'));
  if (seen.share > 0 && shoots) parts.push(t(seen.range ? 'glory.seen.range' : 'glory.seen.far'));
  if (seen.flank) parts.push(t('glory.seen.flank'));
  parts.push(spanText(scene, seen.gap));
  return capital(parts.join(' · '));
}

const GO: Record<Verb, Key> = {
  move: 'glory.go.move',
  bend: 'glory.go.bend',
  march: 'glory.go.march',
  'march-bend': 'glory.go.marchBend',
  ride: 'glory.go.ride',
  'ride-bend': 'glory.go.rideBend',
  put: 'glory.go.put',
  marker: 'glory.go.marker',
  place: 'glory.go.place',
};
export const goText = (verb: Verb): string => t(GO[verb]);

const WHY: Record<string, Key> = {
  TOO_FAR: 'glory.why.far',
  OFF_TABLE: 'table.why.table',
  ROOM_TAKEN: 'glory.why.room',
  ENEMY_IN_THE_WAY: 'glory.why.enemy',
  NEAR_ENEMY: 'glory.why.near',
  IMPASSABLE_GROUND: 'glory.why.impassable',
  STOPS_AT_DIFFICULT: 'glory.why.difficult',
  FAR_FROM_ROAD: 'glory.why.road',
  NOT_MOVED_AT_ALL: 'glory.why.same',
  UNIT_ON_THE_ROAD: 'glory.why.blocked',
};

/** Why nobody gets there: in the words of the rules, or as far as a look tells. */
export function whyNot(ways: Way[]): { text: string; reason: Reason | null } {
  const told = ways.find((way) => way.reason) ?? ways.find((way) => way.why);
  if (told?.reason) return { text: say(told.reason.text), reason: told.reason };
  const key = told?.why ? WHY[told.why] : undefined;
  const text = t(key ?? 'glory.why.not', { cost: lengthText(told?.cost ?? 0, 2), most: lengthText(told?.most ?? 0, 2) });
  return { text, reason: null };
}

const MOMENTS: Record<Moment, Key> = {
  order: 'glory.moment.order',
  area: 'glory.moment.area',
  range: 'glory.moment.range',
  end: 'glory.moment.end',
  contact: 'glory.moment.contact',
  shot: 'glory.moment.shot',
  failed: 'glory.moment.failed',
};
export const momentText = (game: Game, scene: GloryScene): string => {
  const { window } = scene;
  if (!window) return '';
  return t(MOMENTS[window.moment] ?? 'glory.moment.order', {
    unit: nameOf(game, scene, window.trigger),
    target: nameOf(game, scene, scene.order?.target),
  });
};

/** What the one that is reacted to is about to do. */
export const orderText = (game: Game, { order, window }: GloryScene): string =>
  order && order.unit === window?.trigger ? t('glory.moment.kind', { order: term(game, 'order', order.kind) }) : '';

const WORDS: Record<string, Key> = {
  roll: 'glory.do.roll',
  assign: 'glory.do.assign',
  ready: 'glory.do.ready',
  pick: 'glory.do.pick',
  place: 'glory.do.place',
  reserve: 'glory.do.reserve',
  again: 'glory.do.again',
  use: 'glory.do.use',
  end: 'glory.do.end',
  hold: 'glory.do.hold',
  move: 'glory.do.move',
  bend: 'glory.do.bend',
  march: 'glory.do.march',
  charge: 'glory.do.charge',
  join: 'glory.do.join',
  fight: 'glory.do.fight',
  shoot: 'glory.do.shoot',
  retreat: 'glory.do.retreat',
  regroup: 'glory.do.regroup',
  react: 'glory.do.react',
  decline: 'glory.do.decline',
  ride: 'glory.do.ride',
  'march-bend': 'glory.do.march',
  'ride-bend': 'glory.do.ride',
  stay: 'glory.do.stay',
  marker: 'glory.do.marker',
  put: 'glory.do.put',
  advance: 'glory.do.advance',
};

export const wordText = (word: string): string => (WORDS[word] ? t(WORDS[word]) : word);

/** Whoever moves is known; only others are named. */
const OWN = ['move', 'bend', 'march', 'march-bend', 'ride', 'ride-bend', 'pick'];

/** An option in words: "Move → 12.5 · 30", "Shoot: Foot artillery n5". */
export function optionText(game: Game, scene: GloryScene, option: Option): string {
  const { kind, x, y, division, pick } = option;
  const whom = [OWN.includes(kind) ? undefined : option.unit, option.target]
    .map((id) => nameOf(game, scene, id))
    .filter(Boolean)
    .join(' → ');
  const goes = x !== undefined && y !== undefined && option.aimed !== false;
  const where = goes ? ` → ${inCentimetres(x, 1)} · ${inCentimetres(y, 1)}` : '';
  const group = scene.groups.find(({ id }) => id === pick);
  const picked = group?.division_number ?? divisionOf(scene, division ?? pick)?.number;
  const number = picked === undefined ? '' : ` ${picked}`;
  const word = wordText(kind);
  return capital(`${whom ? headed(word, whom) : word}${number}${where}`);
}
