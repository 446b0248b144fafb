import { distance, type Point } from '../table/geometry';
import { onGrid, onTable } from './geometry';
import { bandAlong } from './stamps';
import type { Road, TableMap } from './types';

/** What is drawn as a line: a road, or a piece of so much width along it. */
export interface Line {
  kind: string;
  /** 0 for a road, which is the line itself. */
  width: number;
  most: number;
}

export const ROAD = 'road';
/** A press so near to the last point, in pixels, says that the line is done. */
const AGAIN = 8;

/** A line that is drawn on the table point by point. */
export class Drawing {
  line = $state.raw<Line | null>(null);
  points = $state.raw<Road>([]);
  /** Where the pointer is, for the stretch that would come next. */
  over = $state.raw<Point | null>(null);

  start(line: Line): void {
    this.line = line;
    this.points = [];
    this.over = null;
  }

  stop(): void {
    this.line = null;
    this.points = [];
    this.over = null;
  }

  /** One more point; whether the line is done with it. */
  put(at: Point, pixels: (length: number) => number, grid: number, map: TableMap): boolean {
    if (!this.line) return false;
    const last = this.points.at(-1);
    if (last && pixels(distance(last, at)) < AGAIN) return this.points.length > 1;
    const place = onTable(onGrid(at, grid), map);
    if (!last || distance(last, place) > 0) this.points = [...this.points, place];
    return this.points.length >= this.line.most;
  }

  back(): void {
    this.points = this.points.slice(0, -1);
  }

  /** The line as far as it goes, with the stretch to the pointer. */
  get shown(): Road {
    return this.over && this.points.length ? [...this.points, this.over] : this.points;
  }

  /** What has been drawn as the outline of a piece; null where it is no more than a point. */
  outline(points: Road): Point[] | null {
    return this.line && this.line.width > 0 && points.length > 1 ? bandAlong(points, this.line.width) : null;
  }
}
