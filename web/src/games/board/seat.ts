import type { TableState } from '../../lib/table-state';

/** Whether the board is seen from Black's side: by whoever plays only Black, and, if wished, by whose turn it is. */
export function seenFromBlack(state: TableState, byTurn: boolean, turn = state.actor): boolean {
  if (state.you.length > 1) return byTurn && turn === 'black';
  return state.you[0] === 'black';
}

/** The seat that deploys at this screen: one's own, or of two the one whose turn it is. */
export function deployingSeat(state: TableState): 'white' | 'black' | null {
  const seat = state.you.length > 1 ? state.actor : state.you[0];
  return seat === 'white' || seat === 'black' ? seat : null;
}
