import { portraitOf } from '../../barracks/at-table';
import type { Scene, Square } from '../../lib/protocol';
import { sceneOf, type LookOf, type OptionOf, type SceneOf } from '../../lib/shapes';
import type { Way } from '../board/geometry';
import { BOARD_PACE, isSquare, Projector, type Flash as FlashOf, type Shown as ShownOf } from '../film';

type Sent = SceneOf<'escarmouche'>;
/** As the server tells it, with the pictures that the Barracks of this device have for its units. */
export type EscarmoucheScene = Omit<Sent, 'units'> & { units: (Sent['units'][number] & { portrait?: string })[] };
export type Option = OptionOf<'escarmouche'>;
export type Look = LookOf<'escarmouche'>;
export type Side = EscarmoucheScene['side'];
export type Phase = EscarmoucheScene['phase'];
export type Unit = EscarmoucheScene['units'][number];
export type Status = Unit['statuses'][number];
export type StatusId = Status['id'];
export type Ask = NonNullable<EscarmoucheScene['ask']>;
export type GuardianAsk = Extract<Ask, { kind: 'guardian' }>;
/** What an attack does, and to whom else its owner may turn it. */
export type Effect = NonNullable<Option['effect']>[number];
/** Damage to one unit, and what becomes of it. */
export type Blow = NonNullable<Effect['guards']>[number];

export type Flash = FlashOf<Unit, Square>;
export type Shown = ShownOf<EscarmoucheScene, Unit, Square>;

/** A unit that stands on the board. */
export type Standing = Unit & { square: Square };

export const SIDES: readonly Side[] = ['white', 'black'];

/** Both sides, the one first that sits at the near edge of the board. */
export const sidesFrom = (flipped: boolean): readonly Side[] => (flipped ? SIDES.toReversed() : SIDES);

export function escarmoucheScene(scene: Scene): EscarmoucheScene {
  const sent = sceneOf(scene, 'escarmouche');
  const units = sent.units.map((unit) => {
    const portrait = portraitOf(sent.squads[unit.side].name, unit);
    return portrait ? { ...unit, portrait } : unit;
  });
  return { ...sent, units };
}

export const unitOf = (units: Unit[], id: number | null | undefined): Unit | undefined => units.find((unit) => unit.id === id);

export const standing = (units: Unit[]): Standing[] => units.filter((unit): unit is Standing => unit.square !== null);

export const unitOn = (units: Unit[], square: Square): Standing | undefined => standing(units).find((unit) => unit.square === square);

/** How many actions are left once the one that is being carried out is done. */
export const actionsLeft = ({ phase, actions }: EscarmoucheScene): number =>
  phase === 'forward' || phase === 'guardian' ? Math.max(0, actions - 1) : actions;

/** How it is played on the board. */
export const film = new Projector<EscarmoucheScene, Unit, Square>({
  read: escarmoucheScene,
  pieces: ({ units }) => units,
  change: (scene, by) => ({ ...scene, units: by(scene.units) }),
  spotOf: ({ square }) => square,
  isSpot: isSquare,
  dice: ({ dice }) => dice,
  pace: BOARD_PACE,
});

/** Where an option takes a unit: its own, an ally that is called, or one that it changes places with. */
export function wayOf(option: Option, units: Unit[]): Way | null {
  const target = unitOf(units, option.target)?.square;
  const at = option.ability === 'forward' ? target : option.at;
  const to = option.to ?? (option.ability === 'feint' ? target : undefined);
  return at && to ? { at, to } : null;
}

/** Arrows for an option: the way somebody goes, then the line of the attack. */
export function arrowsOf(option: Option | undefined, units: Unit[]): Way[] {
  if (!option?.at) return [];
  const way = wayOf(option, units);
  const target = unitOf(units, option.target)?.square;
  const struck = target && option.ability !== 'forward' && option.ability !== 'feint' ? [{ at: option.to ?? option.at, to: target }] : [];
  return [...(way ? [way] : []), ...struck];
}
