import { untrack } from 'svelte';

import { Editing } from '../barracks/editing.svelte';
import { announcer } from '../lib/announce.svelte';
import { capital, t } from '../lib/i18n.svelte';
import { keep, recall } from '../lib/storage';
import { extentOf, isInside, type Point } from '../table/geometry';
import type { Drag } from '../table/pointers.svelte';
import type { View } from '../table/view.svelte';
import { Drawing, ROAD } from './drawing.svelte';
import * as edit from './edit';
import { fieldOf } from './fields';
import { centreOf, onGrid, onTable, toGrid } from './geometry';
import { growth, handleAt, handlesOf, hasRoom, lineHandles, turnBetween, type Handle } from './handles';
import { atlas, shelf } from './maps.svelte';
import { addPoint, addRoad, movePoint, moveRoad, removeRoad, twinRoad } from './roads';
import { freePlace } from './room';
import { tidyName } from './shape';
import { pressed, shapedAs, stampOf, type Shape } from './stamps';
import { fromOneHalf, twinObjective, twinOf } from './symmetry';
import type { Limits, Road, TableMap } from './types';
import { LISTS, under, type Picked } from './under';
import { kindName } from './words';

export const GRIDS = [0, 50, 100, 500] as const;
const MOUSE_REACH = 14;
const TOUCH_REACH = 24;
/** Within a piece its handles reach less far, so that thin ones can be moved. */
const REACH_WITHIN = 11;
/** Of a road that is laid without being drawn. */
const STRAIGHT = 3000;
const BAND = 200;

const TWINS = { piece: twinOf, objective: twinObjective, road: twinRoad };

/** A map under work: what is chosen, how things are moved, and every change with a way back. */
export class Editor {
  readonly editing: Editing<TableMap>;
  readonly drawing = new Drawing();
  picked = $state.raw<Picked | null>(null);
  /** How things look while they are dragged. */
  dragged = $state.raw<TableMap | null>(null);
  grip = $state<Handle['what'] | Picked['what'] | 'stamp' | ''>('');
  symmetric = $state(recall('maps.symmetric', false));
  grid = $state<number>(recall('maps.grid', 50));
  #stamps = 0;

  constructor(
    readonly id: string,
    start: TableMap,
    readonly view: View,
    readonly limits: Limits,
  ) {
    this.editing = new Editing(start, (map) => this.#save(map));
  }

  get map(): TableMap {
    return this.dragged ?? this.editing.now;
  }

  get piece() {
    return this.picked?.what === 'piece' ? this.map.terrain[this.picked.index] : undefined;
  }

  get objective() {
    return this.picked?.what === 'objective' ? this.map.objectives[this.picked.index] : undefined;
  }

  get road() {
    return this.picked?.what === 'road' ? this.map.roads[this.picked.index] : undefined;
  }

  /** How large objectives are. */
  get patch(): number {
    return this.limits.patch ?? fieldOf(this.map.game).patch;
  }

  get roadWidth(): number {
    return this.limits.road_width ?? BAND;
  }

  get handles(): Handle[] {
    if (this.road) return lineHandles(this.road, this.#seen, this.limits.points ?? Infinity);
    return this.piece ? handlesOf(this.piece.corners, this.#seen, this.limits.corners) : [];
  }

  /** It is in the very middle of a symmetric map, and stays there. */
  get fixed(): boolean {
    const { picked, map } = this;
    if (!picked || !this.symmetric) return false;
    return TWINS[picked.what](map, picked.index) === picked.index;
  }

  /** Its corners are out of reach until it is seen larger. */
  get cramped(): boolean {
    return this.piece !== undefined && !hasRoom(this.piece.corners, this.#seen);
  }

  setSymmetric(on: boolean): void {
    this.symmetric = on;
    keep('maps.symmetric', on);
  }

  setGrid(step: number): void {
    this.grid = step;
    keep('maps.grid', step);
  }

  change(next: TableMap, field = ''): void {
    if (next !== this.editing.now) this.editing.change(next, field);
    const { picked } = this;
    if (picked && picked.index >= next[LISTS[picked.what]].length) this.picked = null;
  }

  pick(what: Picked['what'], index: number): void {
    this.picked = { what, index };
  }

  unpick(): void {
    this.picked = null;
  }

  nameOf(index: number): string {
    const { terrain, game } = this.map;
    return terrain[index] ? `${index + 1}. ${capital(kindName(game, terrain[index].kind))}` : '';
  }

  /** What is chosen, by name. */
  get pickedName(): string {
    const { what, index } = this.picked ?? { what: 'piece', index: -1 };
    if (what === 'piece') return this.nameOf(index);
    return t(what === 'road' ? 'maps.roadOf' : 'maps.objectiveOf', { number: index + 1 });
  }

  /** A new piece of a kind, at a place or where there is room near the middle of what is seen. */
  add(kind: string, shape: Shape, at?: Point): void {
    const index = this.editing.now.terrain.length;
    this.change(this.#stamped(kind, shape, at ?? this.#free((place) => this.#outline(kind, shape, place))));
    this.#stamps += 1;
    this.pick('piece', index);
    announcer.tell(t('maps.added', { name: this.nameOf(index) }));
  }

  /** A road as it was drawn, or a straight one in the middle of what is seen. */
  addRoad(points?: Road): void {
    const index = this.editing.now.roads.length;
    const [x, y] = onGrid(this.#middle, this.grid);
    const half = Math.min(STRAIGHT, this.map.width) / 2;
    this.change(
      addRoad(
        this.editing.now,
        points ?? [
          [x - half, y],
          [x + half, y],
        ],
        this.symmetric,
      ),
    );
    this.pick('road', index);
    announcer.tell(t('maps.added', { name: this.pickedName }));
  }

  /** A line that shall be drawn on the table: a road, or a piece along a line. */
  draw(kind: string): void {
    const { points = Infinity, corners } = this.limits;
    const road = kind === ROAD;
    this.picked = null;
    this.drawing.start({ kind, width: road ? 0 : (stampOf(kind).line ?? 0), most: road ? points : Math.floor(corners / 2) });
    announcer.tell(t('maps.drawText'));
  }

  /** The line is done: what has been drawn so far is laid down. */
  drawn(): void {
    const { line, points } = this.drawing;
    const outline = this.drawing.outline(points);
    this.drawing.stop();
    if (!line || points.length < 2) return;
    if (!outline) return this.addRoad(points);
    const index = this.editing.now.terrain.length;
    const corners = outline.map((corner) => onTable(corner, this.editing.now));
    this.change(edit.addPiece(this.editing.now, { kind: line.kind, roles: this.#rolesOf(line.kind), corners }, this.symmetric));
    this.pick('piece', index);
    announcer.tell(t('maps.added', { name: this.nameOf(index) }));
  }

  /** Instead of drawing it, the usual thing in the middle. */
  drawUsual(): void {
    const { line } = this.drawing;
    this.drawing.stop();
    if (line?.kind === ROAD) this.addRoad();
    else if (line) this.add(line.kind, stampOf(line.kind).shape);
  }

  remove(): void {
    const { picked } = this;
    if (!picked || picked.what === 'objective') return;
    const name = this.pickedName;
    this.picked = null;
    const removed = picked.what === 'road' ? removeRoad : edit.removePiece;
    this.change(removed(this.editing.now, picked.index, this.symmetric));
    announcer.tell(t('barracks.removed', { name }));
  }

  duplicate(): void {
    if (this.picked?.what !== 'piece') return;
    const index = this.editing.now.terrain.length;
    this.change(edit.duplicatePiece(this.editing.now, this.picked.index, this.symmetric));
    this.pick('piece', index);
    announcer.tell(t('maps.added', { name: this.nameOf(index) }));
  }

  turn(degrees: number): void {
    if (this.picked?.what === 'piece') this.change(edit.turnPiece(this.editing.now, this.picked.index, degrees, this.symmetric), 'turn');
  }

  /** By so much on the table. */
  shift(by: Point): void {
    const { picked } = this;
    const map = this.editing.now;
    if (picked?.what === 'piece') this.change(edit.movePiece(map, picked.index, by, this.symmetric), `move ${picked.index}`);
    if (picked?.what === 'road') this.change(moveRoad(map, picked.index, by, this.symmetric), `road ${picked.index}`);
    const place = this.objective;
    if (picked && place) {
      const to: Point = [place[0] + by[0], place[1] + by[1]];
      this.change(edit.moveObjective(map, picked.index, to, this.symmetric), `objective ${picked.index}`);
    }
  }

  shiftCorner(corner: number, by: Point): void {
    const at = (this.road ?? this.piece?.corners)?.[corner];
    if (!this.picked || !at) return;
    const to: Point = [at[0] + by[0], at[1] + by[1]];
    const moved = this.road ? movePoint : edit.moveCorner;
    this.change(moved(this.editing.now, this.picked.index, corner, to, this.symmetric), `corner ${corner}`);
  }

  makeSymmetric(): void {
    this.picked = null;
    this.setSymmetric(true);
    this.change(fromOneHalf(this.editing.now));
  }

  /** What was pressed without dragging: each press at the same place goes one thing deeper. */
  press(point: Point, touch: boolean): void {
    if (this.drawing.line) {
      if (this.drawing.put(point, (length) => length / this.view.px(1), this.grid, this.map)) this.drawn();
      return;
    }
    if (this.#handleAt(point, touch)) return;
    const found = this.#under(point, touch);
    const { picked } = this;
    const at = found.findIndex((one) => one.what === picked?.what && one.index === picked.index);
    this.picked = found.length ? found[(at + 1) % found.length]! : null;
  }

  grab(point: Point, touch: boolean): Drag | null {
    if (this.drawing.line) return null;
    const handle = this.#handleAt(point, touch);
    if (handle && this.picked) return this.road ? this.#dragPoint(this.picked, handle) : this.#dragHandle(this.picked.index, handle, point);
    const found = this.#under(point, touch);
    const { picked } = this;
    const mine = found.find((one) => one.what === picked?.what && one.index === picked.index);
    // A finger pushes the table about; what it shall move it presses first.
    const wanted = mine ?? (touch ? undefined : found[0]);
    if (!wanted) return null;
    if (wanted.what === 'piece') return this.#dragPiece(wanted, point);
    return wanted.what === 'road' ? this.#dragRoad(wanted, point) : this.#dragObjective(wanted, point);
  }

  /** A stamp that is pulled from the palette over the table. */
  hover(kind: string, shape: Shape, at: Point | null): void {
    const inside = at && at[0] >= 0 && at[1] >= 0 && at[0] <= this.map.width && at[1] <= this.map.height;
    this.grip = inside ? 'stamp' : '';
    this.dragged = inside ? this.#stamped(kind, shape, at) : null;
  }

  settle(): void {
    this.dragged = null;
    this.grip = '';
  }

  /** The map with one more piece; each comes out a little different. */
  #stamped(kind: string, shape: Shape, at: Point): TableMap {
    const corners = this.#outline(kind, shape, at);
    return edit.addPiece(this.editing.now, { kind, roles: this.#rolesOf(kind), corners }, this.symmetric);
  }

  #outline(kind: string, shape: Shape, at: Point): Point[] {
    return pressed(shapedAs(stampOf(kind, this.map.game), shape), onGrid(at, this.grid), this.#stamps);
  }

  /** What a piece of a kind does at first; where the kind decides it, the piece says nothing. */
  #rolesOf(kind: string): string[] {
    const { game } = this.map;
    return fieldOf(game).freeRoles ? [...(atlas.of(game).kind(kind)?.roles ?? [])] : [];
  }

  #dragPiece(wanted: Picked, from: Point): Drag {
    const map = this.editing.now;
    const [x, y] = centreOf(map.terrain[wanted.index]!.corners);
    return this.#drag('piece', wanted, (to) => {
      const [across, down] = [to[0] - from[0], to[1] - from[1]];
      const by: Point = [across + toGrid(x + across, this.grid), down + toGrid(y + down, this.grid)];
      return edit.movePiece(map, wanted.index, by, this.symmetric);
    });
  }

  #dragRoad(wanted: Picked, from: Point): Drag {
    const map = this.editing.now;
    const [x, y] = map.roads[wanted.index]![0]!;
    return this.#drag('road', wanted, (to) => {
      const [across, down] = [to[0] - from[0], to[1] - from[1]];
      const by: Point = [across + toGrid(x + across, this.grid), down + toGrid(y + down, this.grid)];
      return moveRoad(map, wanted.index, by, this.symmetric);
    });
  }

  #dragPoint(picked: Picked, { what, number }: Handle): Drag {
    const map = this.editing.now;
    const place = (to: Point) => onGrid(to, this.grid);
    return this.#drag(what, picked, (to) =>
      what === 'edge'
        ? addPoint(map, picked.index, number, this.symmetric, place(to))
        : movePoint(map, picked.index, number, place(to), this.symmetric),
    );
  }

  #dragObjective(wanted: Picked, from: Point): Drag {
    const map = this.editing.now;
    const [x, y] = map.objectives[wanted.index]!;
    return this.#drag('objective', wanted, (to) =>
      edit.moveObjective(map, wanted.index, onGrid([x + to[0] - from[0], y + to[1] - from[1]], this.grid), this.symmetric),
    );
  }

  #dragHandle(index: number, { what, number }: Handle, from: Point): Drag {
    const map = this.editing.now;
    const { corners } = map.terrain[index]!;
    const picked: Picked = { what: 'piece', index };
    if (what === 'turn') {
      const centre = centreOf(corners);
      const step = this.grid ? 5 : 1;
      return this.#drag(what, picked, (to) =>
        edit.turnPiece(map, index, Math.round(turnBetween(centre, from, to) / step) * step, this.symmetric),
      );
    }
    if (what === 'size') {
      const { left, top } = extentOf(corners.map((corner) => this.view.toScreen(corner)));
      const anchor = this.view.fromScreen([left, top]);
      return this.#drag(what, picked, (to) => edit.scalePiece(map, index, growth(anchor, from, to), this.symmetric, anchor));
    }
    const place = (to: Point) => onGrid(to, this.grid);
    return this.#drag(what, picked, (to) =>
      what === 'corner'
        ? edit.moveCorner(map, index, number, place(to), this.symmetric)
        : edit.addCorner(map, index, number, this.symmetric, place(to)),
    );
  }

  #drag(grip: typeof this.grip, picked: Picked, change: (to: Point) => TableMap): Drag {
    return {
      move: (to) => {
        this.picked = picked;
        this.grip = grip;
        this.dragged = change(to);
      },
      drop: (to) => {
        this.settle();
        this.change(change(to));
      },
      cancel: () => this.settle(),
    };
  }

  #handleAt(point: Point, touch: boolean): Handle | null {
    const within = this.piece !== undefined && isInside(point, this.piece.corners);
    const reach = within ? REACH_WITHIN : touch ? TOUCH_REACH : MOUSE_REACH;
    return handleAt(this.handles, this.view.toScreen(point), reach);
  }

  #under(point: Point, touch: boolean): Picked[] {
    const slack = this.view.px(touch ? TOUCH_REACH : MOUSE_REACH);
    return under(this.editing.now, point, { objective: Math.max(this.patch, slack), road: Math.max(this.roadWidth / 2, slack / 2) });
  }

  get #middle(): Point {
    const { width, height } = this.view.screen;
    return this.view.fromScreen([width / 2, height / 2]);
  }

  #free(laid: (at: Point) => Point[]): Point {
    return freePlace(this.editing.now, onTable(this.#middle, this.map), laid, this.symmetric);
  }

  get #seen() {
    const { view } = this;
    return { screen: view.screen, toScreen: (point: Point) => view.toScreen(point), fromScreen: (point: Point) => view.fromScreen(point) };
  }

  /** What is kept is always whole: while the name is empty, the last one stays. */
  #save(map: TableMap): void {
    const before = untrack(() => shelf.of(this.id));
    if (before) shelf.put(this.id, { ...map, name: tidyName(map.name) || before.name });
  }
}
