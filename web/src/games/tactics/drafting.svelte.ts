import type { Table } from '../../lib/connection.svelte';
import { t } from '../../lib/i18n.svelte';
import type { Square } from '../../lib/protocol';
import { Drafting as Base } from '../board/drafting.svelte';
import { draftsIn, type Zone } from './draft';
import type { Hand } from './hand.svelte';
import { tacticsScene, type Option, type Piece, type PieceClass, type Side } from './scene';

export class Drafting extends Base<PieceClass, Zone, Option> {
  constructor(
    table: Table,
    hand: Hand,
    override readonly side: Side,
  ) {
    super(table, hand, side, draftsIn(tacticsScene(table.state.scene!)));
    this.takeUp();
  }

  get scene() {
    return tacticsScene(this.table.state.scene!);
  }

  get toPlace(): PieceClass[] {
    return this.scene.off_board[this.side];
  }

  get standing(): Record<Square, PieceClass> {
    const mine = this.scene.pieces.filter((piece) => piece.side === this.side);
    return Object.fromEntries(mine.map((piece) => [piece.square, piece.class]));
  }

  get zone(): Zone {
    const taken = this.scene.pieces.map((piece) => piece.square);
    const { home, guard } = this.scene.zones[this.side];
    return {
      home: home.filter((square) => !taken.includes(square)),
      guard: guard.filter((square) => !taken.includes(square)),
    };
  }

  get plans() {
    return this.table.state.shape === 'tactics' ? this.table.state.shortcuts : {};
  }

  get notThere(): string {
    return t('deploy.notThere');
  }

  get pieces(): Piece[] {
    const { side } = this;
    const drafted = Object.entries(this.draft.placed).map(([square, kind]) => ({
      id: `draft-${square}`,
      side,
      class: kind,
      square,
      moved: false,
      guard: kind === 'guard',
    }));
    return [...this.scene.pieces, ...drafted];
  }
}
