import type { Game, GameEvent, Scene, Seat, Square, Step } from '../../lib/protocol';
import { sideOf } from '../../lib/seats';
import { sceneOf, type OptionOf, type SceneOf } from '../../lib/shapes';
import type { TableState } from '../../lib/table-state';
import type { Extent, Way } from '../board/geometry';

/** The scene of a game that has none of its own. */
export type GenericScene = SceneOf<'generic'>;
export type Option = OptionOf<'generic'>;
/** A piece by its id: on a square, or somewhere on a table without squares, in tenths of a millimetre. */
export type Piece = GenericScene['pieces'][number];

export type Placed = Piece & { square: Square };
export type Measured = Piece & { x: number; y: number; radius: number };

export const genericScene = (scene: Scene): GenericScene => sceneOf(scene, 'generic');

export const isPlaced = (piece: Piece): piece is Placed => piece.square !== undefined;
export const isMeasured = (piece: Piece): piece is Measured => piece.x !== undefined && piece.y !== undefined;

/** How many squares the board of a game has; null where there are none. */
export function extentOf(game: Game): Extent | null {
  return game.board?.kind === 'grid' ? { columns: game.board.width, rows: game.board.height } : null;
}

/** The dice that an event tells of. */
export const facesOf = (event: GameEvent): number[] => event.dice;

/** The dice that were thrown last, and how many throws there have been. */
export function thrown(steps: Step[]): { dice: number[]; throws: number } {
  const throws = steps.map((step) => step.events.flatMap(facesOf)).filter((faces) => faces.length > 0);
  return { dice: throws.at(-1) ?? [], throws: throws.length };
}

/** From square to square, where a step took a piece. */
export function wayOf(step: Step | null | undefined): Way | null {
  const move = step?.changes.find((change) => change.kind === 'move');
  const [at, to] = [move?.way[0], move?.way.at(-1)];
  return typeof at === 'string' && typeof to === 'string' && at !== to ? { at, to } : null;
}

/** Whether the board is seen from the second side: by whoever plays only that, and, if wished, by whose turn it is. */
export function seenFromSecond(game: Game, state: TableState, byTurn: boolean): boolean {
  const second = (seat: Seat | null | undefined) => !!seat && sideOf(game, seat) === game.sides[1];
  return state.you.length > 1 ? byTurn && second(state.actor) : second(state.you[0]);
}

/** The options that lead to each square. */
export function targetsOf(options: Option[]): Map<Square, Option[]> {
  const found = new Map<Square, Option[]>();
  for (const option of options) if (option.to) found.set(option.to, [...(found.get(option.to) ?? []), option]);
  return found;
}

/** An action from one square to another as the game would write it, to ask why it is not allowed; null where no kind of
 * action is written with two squares. Of several kinds the last is meant where somebody is on the square. */
export function writtenWay(game: Game, { at, to }: Way, taken: boolean): string | null {
  const forms = Object.values(game.forms).filter(
    (form) => form.replace('{at}', '').replace('{to}', '').search(/[{}]/) < 0 && form.includes('{at}') && form.includes('{to}'),
  );
  const form = taken ? forms.at(-1) : forms[0];
  return form?.replace('{at}', at).replace('{to}', to) ?? null;
}
