import type { Place, Point } from '../../table/geometry';
import { placedText } from './notation';
import { textOf, unitOf, type CafeScene, type Chances, type Judged, type Look, type Option, type Seen } from './scene';

/** A card that is being played: what of it is said already. */
export interface Playing {
  card: string;
  unit: number | null;
  target: number | null;
}

/** What is still to be said of a card. */
export type Open = 'unit' | 'target' | 'seat' | 'place' | 'nothing';

/** The options that are left by what was said of a card. */
export function candidates(legal: Option[], { card, unit, target }: Playing): Option[] {
  return legal.filter(
    (option) =>
      option.kind === 'card' &&
      option.card === card &&
      (unit === null || option.unit === unit) &&
      (target === null || option.target === target),
  );
}

const several = <T>(values: (T | undefined)[]): boolean => new Set(values).size > 1;

export function openOf(legal: Option[], playing: Playing): Open {
  const left = candidates(legal, playing);
  if (playing.unit === null && left.some((option) => option.unit !== undefined)) return 'unit';
  if (playing.target === null && several(left.map((option) => option.target))) return 'target';
  if (left.some((option) => option.x !== undefined)) return 'place';
  return several(left.map((option) => option.seat)) ? 'seat' : 'nothing';
}

/** A card as far as it says itself: with the only unit that could be meant. */
export function startPlaying(legal: Option[], card: string): Playing {
  const playing: Playing = { card, unit: null, target: null };
  const units = new Set(candidates(legal, playing).map((option) => option.unit));
  const [only] = units;
  return units.size === 1 && only !== undefined ? { ...playing, unit: only } : playing;
}

export const playable = (legal: Option[]): Set<string> =>
  new Set(legal.flatMap((option) => (option.kind === 'card' && option.card ? [option.card] : [])));

const AIMED = ['shoot', 'fight', 'heal', 'trap', 'support'];

/** For each unit that can be pressed instead of a button: the options it stands for. */
export function offers(legal: Option[], playing: Playing | null): Map<number, Option[]> {
  const found = new Map<number, Option[]>();
  const add = (unit: number | undefined, option: Option) => {
    if (unit !== undefined) found.set(unit, [...(found.get(unit) ?? []), option]);
  };
  if (playing) {
    const open = openOf(legal, playing);
    for (const option of candidates(legal, playing)) {
      if (open === 'unit') add(option.unit, option);
      else if (open === 'target') add(option.target, option);
    }
  } else {
    for (const option of legal) if (AIMED.includes(option.kind)) add(option.target ?? option.unit, option);
  }
  return found;
}

/** The units that can be activated. */
export const usable = (legal: Option[]): Set<number> =>
  new Set(legal.flatMap((option) => (option.kind === 'use' && option.unit !== undefined ? [option.unit] : [])));

/** Who is to be moved now: one that could be activated and is in hand, or the one whose way is open. */
export function moverOf(scene: CafeScene, legal: Option[], unit: number | null): number | null {
  if (scene.phase === 'turn') return unit !== null && usable(legal).has(unit) ? unit : null;
  if (scene.phase === 'move') return scene.activation?.unit ?? null;
  return scene.phase === 'way' ? (scene.way?.unit ?? null) : null;
}

export type Mode = 'walk' | 'run' | 'go';

/** The ways to a place that make sense now. */
export const modesOf = (scene: CafeScene): Mode[] => (scene.phase === 'way' ? ['go'] : ['walk', 'run']);

/** What a look says of going there in this way. */
export function judged(look: Look | null, mode: Mode): Judged | null {
  if (!look?.place) return null;
  return mode === 'run' ? look.place.run : look.place.walk;
}

/** What is sent to go to a place: the unit is activated first where it is not yet. */
export function goActions(scene: CafeScene, mover: number, mode: Mode, place: Place, bend = false): string[] {
  return [...activation(scene, mover), ...legActions(scene, mover, mode, place, [], bend)];
}

/** The legs of a way, one action each; `bend`: it goes on from its end. */
export function legActions(scene: CafeScene, mover: number, mode: Mode, place: Place, bends: Place[], bend = false): string[] {
  const facing = unitOf(scene.units, mover)?.facing;
  return [...bends, place].map((to, i) => {
    const turns = bend || i < bends.length;
    const first = i === 0 && mode !== 'go';
    const word = first ? `${mode}${turns ? '>' : '@'}` : turns ? 'bend@' : 'go@';
    return `${word}${placedText(to, turns ? to.facing : facing)}`;
  });
}

/** What is sent to stay, or for anything else a unit does in its activation. */
export const stayActions = (scene: CafeScene, mover: number): string[] => [...activation(scene, mover), 'hold'];

export const activation = (scene: CafeScene, mover: number): string[] =>
  scene.phase === 'turn' ? [`use ${textOf(scene.units, mover)}`] : [];

/** Where an option of a lattice would take somebody. */
export function placesOf(scene: CafeScene, legal: Option[], playing: Playing | null): Option[] {
  if (playing) return candidates(legal, playing).filter((option) => option.x !== undefined);
  if (scene.phase === 'move') return legal.filter((option) => option.kind === 'walk' || option.kind === 'run');
  return scene.phase === 'way' ? legal.filter((option) => option.kind === 'go') : [];
}

/** Each place once, walks before runs. */
export function uniquePlaces(options: Option[]): Place[] {
  const seen = new Map<string, Place>();
  for (const { x, y, facing } of options) {
    if (x !== undefined && y !== undefined && !seen.has(`${x},${y}`)) seen.set(`${x},${y}`, { x, y, facing: facing ?? 0 });
  }
  return [...seen.values()];
}

/** How an attack on somebody would be made from where a look was taken: close combat goes first. */
export function attackOn(targets: Seen[], unit: number | null): { word: 'shoot' | 'fight'; seen: Seen; chances: Chances } | null {
  const seen = targets.find((one) => one.unit === unit);
  if (!seen?.chances) return null;
  return { word: seen.close ? 'fight' : 'shoot', seen, chances: seen.chances };
}

/** The same after a move: whoever ran does not shoot. */
export function attackAfter(mode: Mode, targets: Seen[], unit: number | null): ReturnType<typeof attackOn> {
  const attack = attackOn(targets, unit);
  return attack?.word === 'shoot' && mode === 'run' ? null : attack;
}

/** Something that is to follow as soon as it can: an attack after a move. */
export interface Intent {
  action: string;
  unit: number;
  at: Point;
}

export function stillMeant(intent: Intent, scene: CafeScene, legal: Option[]): boolean {
  const unit = unitOf(scene.units, intent.unit);
  const there = unit?.x === intent.at[0] && unit.y === intent.at[1];
  return there && scene.phase === 'attack' && legal.some((option) => option.action === intent.action);
}

/** Whom options that follow each other are about, and where they take it first. */
export function wayOf(line: Option[], active: number | null): { unit: number; place: Point | null } | null {
  let unit = active;
  for (const { kind, card, x, y, unit: named } of line) {
    if (kind === 'use' || kind === 'support' || card === 'tactical') unit = named ?? unit;
    if (unit !== null && x !== undefined && y !== undefined) return { unit, place: [x, y] };
  }
  return unit === null ? null : { unit, place: null };
}
