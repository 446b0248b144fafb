import type { Scene } from '../../lib/protocol';
import { sceneOf, type LookOf, type OptionOf, type SceneOf, type Terrain } from '../../lib/shapes';
import { isPoint, Projector, TABLE_PACE, type Flash as FlashOf, type Shown as ShownOf } from '../film';

export type CafeScene = SceneOf<'cafe'>;
/** What can be chosen; which of its fields are there depends on its kind. */
export type Option = OptionOf<'cafe'>;
/** Where a unit gets in one straight leg, and whom it could attack. */
export type Look = LookOf<'cafe'>;
export type Side = CafeScene['side'];
export const SIDES: readonly Side[] = ['blue', 'red'];
export type Phase = CafeScene['phase'];
export type Unit = CafeScene['units'][number];
type Point = [number, number];
export type Flash = FlashOf<Unit, Point>;
export type Shown = ShownOf<CafeScene, Unit, Point>;
export type StatusId = Unit['statuses'][number]['id'];
export type { Terrain };
export type Objective = CafeScene['objectives'][number];
export type Held = CafeScene['hands'][string];
export type Attack = NonNullable<CafeScene['attack']>;
/** The moments of an activation at which others may be asked about a card. */
export type Moment = NonNullable<NonNullable<CafeScene['ask']>['moment']>;
export type Purpose = NonNullable<CafeScene['way']>['purpose'];
export type Round = CafeScene['sheet'][number];
export type Points = Round[Side];

/** When a seat wants to be asked about its cards in between. */
export type Asked = CafeScene['asking'][string];

export type Chances = NonNullable<Option['chances']>;
/** What an attack can lead to, the defender evading or not. */
export type Course = Chances['evade'];
export type Answer = NonNullable<Option['answer']>;
export type Seen = Look['targets'][number];
/** Whether a unit gets to a place, and what it costs. */
export type Judged = NonNullable<Look['place']>['walk'];

export const cafeScene = (scene: Scene): CafeScene => sceneOf(scene, 'cafe');

export const unitOf = (units: Unit[], id: number | null | undefined): Unit | undefined => units.find((unit) => unit.id === id);

/** A unit as actions name it: "b3" is the third of Blue. */
export const textOf = (units: Unit[], id: number | null | undefined): string => unitOf(units, id)?.text ?? '';
export const standing = (units: Unit[]): Unit[] => units.filter((unit) => unit.state === 'table');

export const otherSide = (side: Side): Side => (side === 'blue' ? 'red' : 'blue');

export const inTeams = (scene: CafeScene): boolean => scene.turn_order.length > 2;

export const total = (points: Points | undefined): number =>
  points ? Object.values(points).reduce((sum: number, one) => sum + Number(one), 0) : 0;

/** How it is played on the table. */
export const film = new Projector<CafeScene, Unit, Point>({
  read: cafeScene,
  pieces: ({ units }) => units,
  change: (scene, by) => ({ ...scene, units: by(scene.units) }),
  spotOf: (unit) => (unit.state === 'table' ? [unit.x, unit.y] : null),
  isSpot: isPoint,
  pace: TABLE_PACE,
});
