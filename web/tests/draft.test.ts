import { describe, expect, it } from 'vitest';

import { draftsIn } from '../src/games/tactics/draft';
import type { Option, PieceClass } from '../src/games/tactics/scene';
import { scene } from './tactics-fixtures';

const pieces: PieceClass[] = ['axe', 'axe', 'bow', 'guard'];
const zone = { home: ['a1', 'b1', 'd1', 'e1', 'a2'], guard: ['d1', 'e1'] };
const drafts = draftsIn(scene());
const place = (unit: PieceClass, to: string): Option => ({ action: '', kind: 'place', unit, to });
const empty = drafts.emptyDraft(pieces);

describe('a draft', () => {
  it('starts with all pieces in the tray, the guard first', () => {
    expect(empty).toEqual({ placed: {}, tray: ['guard', 'axe', 'axe', 'bow'] });
  });

  it('takes pieces from the tray', () => {
    const draft = drafts.place(empty, 'axe', 'a1', zone);
    expect(draft).toEqual({ placed: { a1: 'axe' }, tray: ['guard', 'axe', 'bow'] });
  });

  it('keeps to the zones', () => {
    expect(drafts.place(empty, 'axe', 'h8', zone)).toBe(empty);
    expect(drafts.place(empty, 'guard', 'a1', zone)).toBe(empty);
    expect(drafts.place(empty, 'mage', 'a1', zone)).toBe(empty);
  });

  it('sends a piece that was placed upon back to the tray', () => {
    const draft = drafts.place(drafts.place(empty, 'axe', 'a1', zone), 'bow', 'a1', zone);
    expect(draft.placed).toEqual({ a1: 'bow' });
    expect(draft.tray).toEqual(['guard', 'axe', 'axe']);
  });

  it('lets pieces move and change places', () => {
    const two = drafts.place(drafts.place(empty, 'axe', 'a1', zone), 'bow', 'b1', zone);
    expect(drafts.shift(two, 'a1', 'a2', zone).placed).toEqual({ a2: 'axe', b1: 'bow' });
    expect(drafts.shift(two, 'a1', 'b1', zone).placed).toEqual({ a1: 'bow', b1: 'axe' });
    expect(drafts.shift(two, 'a1', 'h8', zone)).toBe(two);
  });

  it('sends a guard to the tray that cannot change places', () => {
    const two = drafts.place(drafts.place(empty, 'axe', 'a1', zone), 'guard', 'd1', zone);
    const draft = drafts.shift(two, 'a1', 'd1', zone);
    expect(draft.placed).toEqual({ d1: 'axe' });
    expect(draft.tray).toContain('guard');
  });

  it('gives pieces back', () => {
    const one = drafts.place(empty, 'bow', 'a1', zone);
    expect(drafts.takeBack(one, 'a1')).toEqual(empty);
    expect(drafts.takeBack(one, 'b1')).toBe(one);
  });

  it('is made from placements and becomes placements, the guard first', () => {
    const draft = drafts.fromOptions([place('axe', 'a1'), place('bow', 'b1'), place('axe', 'a2'), place('guard', 'e1')], pieces, zone);
    expect(drafts.isComplete(draft)).toBe(true);
    expect(drafts.toActions(draft)).toEqual(['K@e1', 'A@a1', 'A@a2', 'B@b1']);
  });

  it('at random stands where it may', () => {
    for (const lot of [0, 0.3, 0.99]) {
      const draft = drafts.randomDraft(pieces, zone, () => lot);
      expect(drafts.isComplete(draft)).toBe(true);
      expect(drafts.isMadeOf(draft, pieces)).toBe(true);
      const throne = Object.entries(draft.placed).find(([, piece]) => piece === 'guard')?.[0];
      expect(zone.guard).toContain(throne);
    }
  });

  it('is gone on with only if the pieces are the same', () => {
    expect(drafts.isMadeOf(drafts.place(empty, 'axe', 'a1', zone), pieces)).toBe(true);
    expect(drafts.isMadeOf(empty, ['axe', 'guard'])).toBe(false);
  });
});
