import type { Scene } from '../../lib/protocol';
import { sceneOf, type LookOf, type OptionOf, type SceneOf, type Terrain } from '../../lib/shapes';
import { isPoint, Projector, TABLE_PACE, type Flash as FlashOf, type Shown as ShownOf } from '../film';

export type GloryScene = SceneOf<'forglory'>;
/** What can be chosen; which of its fields are there depends on its kind. */
export type Option = OptionOf<'forglory'>;
/** Where a unit gets, what it watches and whom it sees. */
export type Look = LookOf<'forglory'>;
export type Side = GloryScene['side'];
export const SIDES: readonly Side[] = ['south', 'north'];
export type Phase = GloryScene['phase'];
/** A brigade or a battery. */
export type Unit = GloryScene['units'][number];
export type Category = Unit['category'];
export type Quality = Unit['quality'];
export type Span = keyof GloryScene['span'];
/** The named lengths, the shortest first. */
export const spansOf = ({ span }: Pick<GloryScene, 'span'>): Span[] => Object.keys(span) as Span[];
/** A general of division, or the staff. */
export type Officer = GloryScene['officers'][number];
export type Edge = NonNullable<Officer['edge']>;
export type Body = Unit | Officer;
type Point = [number, number];
export type Flash = FlashOf<Body, Point>;
export type Shown = ShownOf<GloryScene, Body, Point>;
export type { Terrain };
export type Objective = GloryScene['objectives'][number];
export type Division = GloryScene['divisions'][number];
/** A division or a detachment in the order of activation. */
export type Group = GloryScene['groups'][number];
export type Marker = GloryScene['markers'][number];

export type Points = GloryScene['score'][Side];
export type Column = Exclude<keyof Points, 'total'>;
/** What points are counted for, in the order of the score sheet. */
export const columnsOf = ({ total: _, ...points }: Points): Column[] => Object.keys(points) as Column[];
export type Moment = NonNullable<GloryScene['window']>['moment'];

export type Chances = NonNullable<Option['chances']>;
export type FireChances = Extract<Chances, { kind: 'fire' }>;
export type MeleeChances = Extract<Chances, { kind: 'melee' }>;
export type CheckChances = Extract<Chances, { kind: 'check' }>;
export type Modifier = FireChances['modifiers'][number];
export type FireRow = keyof FireChances['rows'];
export type MeleeRow = keyof NonNullable<MeleeChances['rows']>['won'];

export const isMelee = (chances: Chances | null | undefined): chances is MeleeChances => chances?.kind === 'melee';
export const isFire = (chances: Chances | null | undefined): chances is FireChances => chances?.kind === 'fire';

/** Whether a unit gets to a place, and what it costs. */
export type Judged = NonNullable<Look['place']>;
export type Seen = Look['seen'][number];
export type Hider = Seen['hidden_by'][number];

export const gloryScene = (scene: Scene): GloryScene => sceneOf(scene, 'forglory');

export const isOfficer = (body: Body): body is Officer => 'staff' in body;
export const unitOf = (units: readonly Unit[], id: number | null | undefined): Unit | undefined => units.find((unit) => unit.id === id);
export const officerOf = (scene: Pick<GloryScene, 'officers'>, id: number | null | undefined): Officer | undefined =>
  scene.officers.find((officer) => officer.id === id);
export const bodyOf = (scene: Pick<GloryScene, 'units' | 'officers'>, id: number | null | undefined): Body | undefined =>
  id === null || id === undefined ? undefined : (unitOf(scene.units, id) ?? officerOf(scene, id));

/** A body as actions name it: "s3" a unit, "ng2" a general, "ss" a staff. */
export const textOf = (scene: GloryScene, id: number | null | undefined): string => bodyOf(scene, id)?.text ?? '';
export const standing = <B extends Body>(bodies: readonly B[]): B[] => bodies.filter((body) => body.state === 'table');
export const divisionOf = (scene: GloryScene, id: number | null | undefined): Division | undefined =>
  scene.divisions.find((division) => division.id === id);
export const staffOf = (scene: GloryScene, side: Side): Officer | undefined =>
  scene.officers.find((officer) => officer.staff && officer.side === side);

export const otherSide = (side: Side): Side => (side === 'south' ? 'north' : 'south');

/** The group that is activated now. */
export const activeGroup = (scene: GloryScene): Group | undefined => scene.groups.find((group) => group.active);

/** How it is played on the table. */
export const film = new Projector<GloryScene, Body, Point>({
  read: gloryScene,
  pieces: ({ units, officers }) => [...units, ...officers],
  change: (scene, by) => ({ ...scene, units: by(scene.units), officers: by(scene.officers) }),
  spotOf: (body) => (body.state === 'table' ? [body.x, body.y] : null),
  isSpot: isPoint,
  pace: TABLE_PACE,
});
