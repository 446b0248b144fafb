import type { AnalysisPoint } from './protocol';

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The last step of the axis: the point for "before step n" stands at n, and the final result after the last. */
export function span(steps: number): number {
  return Math.max(1, steps);
}

export function xOf(step: number, steps: number, frame: Frame): number {
  return frame.left + (step / span(steps)) * (frame.width - frame.left - frame.right);
}

/** Expected results run from 0 at the bottom to 1 at the top. */
export function yOf(expected: number, frame: Frame): number {
  const inside = Math.min(1, Math.max(0, expected));
  return frame.top + (1 - inside) * (frame.height - frame.top - frame.bottom);
}

/** The step nearest to a place on the drawing. */
export function stepAt(x: number, steps: number, frame: Frame): number {
  const share = (x - frame.left) / (frame.width - frame.left - frame.right);
  return Math.min(steps, Math.max(0, Math.round(share * span(steps))));
}

/** The drawn line through all points. */
export function pathOf(points: AnalysisPoint[], steps: number, frame: Frame): string {
  return points
    .map((point, i) => {
      const x = xOf(point.step, steps, frame).toFixed(1);
      return `${i === 0 ? 'M' : 'L'}${x} ${yOf(point.expected, frame).toFixed(1)}`;
    })
    .join('');
}

export interface Bar {
  y: number;
  height: number;
}

/** A bar from the middle line: up for what helped the first side, down for what hurt it. */
export function barOf(change: number, most: number, frame: Frame): Bar {
  const room = (frame.height - frame.top - frame.bottom) / 2;
  const centre = frame.top + room;
  const height = most > 0 ? (Math.min(most, Math.abs(change)) / most) * room : 0;
  return { y: change >= 0 ? centre - height : centre, height };
}

/** The largest change there is, so that bars fill their frame; never so small that noise looks like an event. */
export function largestChange(points: AnalysisPoint[]): number {
  return points.reduce((most, point) => Math.max(most, Math.abs(point.dice), Math.abs(point.decision)), 0.05);
}
