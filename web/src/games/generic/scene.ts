import type { Game, GameEvent, Option, Scene, Seat, Square, Step } from '../../lib/protocol';
import { sideOf } from '../../lib/seats';
import type { TableState } from '../../lib/table-state';
import type { Extent, Way } from '../board/geometry';

/** A piece by its id: on a square, or somewhere on a table without squares, in tenths of a millimetre. */
export interface Piece {
  id: number;
  side: string;
  kind: string;
  letter: string;
  /** What is left of it, where the game counts that. */
  health: number | null;
  acted: boolean;
  square?: Square;
  x?: number;
  y?: number;
  radius?: number;
  facing?: number | null;
}

export type Placed = Piece & { square: Square };
export type Measured = Piece & { x: number; y: number; radius: number };

/** The scene of a game that has none of its own. */
export interface GenericScene {
  phase: string;
  side: string | null;
  winner: string | null;
  turns: number;
  turn_limit: number;
  dice: number[];
  secret: boolean;
  pieces: Piece[];
  table?: { width: number; height: number };
}

export const genericScene = (scene: Scene): GenericScene => scene as unknown as GenericScene;

export const isPlaced = (piece: Piece): piece is Placed => piece.square !== undefined;
export const isMeasured = (piece: Piece): piece is Measured => piece.x !== undefined && piece.y !== undefined;

/** How many squares the board of a game has; null where there are none. */
export function extentOf(game: Game): Extent | null {
  return game.board?.kind === 'grid' ? { columns: game.board.width, rows: game.board.height } : null;
}

/** The dice that an event tells of. */
export const facesOf = (event: GameEvent): number[] => event.dice ?? [];

/** The dice that were thrown last, and how many throws there have been. */
export function thrown(steps: Step[]): { dice: number[]; throws: number } {
  const throws = steps.map((step) => step.events.flatMap(facesOf)).filter((faces) => faces.length > 0);
  return { dice: throws.at(-1) ?? [], throws: throws.length };
}

/** From where to where a step went: the first two squares that one of its events names. */
export function wayOf(step: Step | null | undefined): Way | null {
  const squares = step?.events.map((event) => event.squares ?? []).find((named) => named.length > 1);
  return squares ? { at: squares[0]!, to: squares[1]! } : null;
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
  const forms = Object.values(game.forms).filter((form) => form.replace('{at}', '').replace('{to}', '').search(/[{}]/) < 0 && form.includes('{at}') && form.includes('{to}'));
  const form = taken ? forms.at(-1) : forms[0];
  return form?.replace('{at}', at).replace('{to}', to) ?? null;
}
