import { describe, expect, it } from 'vitest';

import { setSize } from '../src/maps/edit';
import { mapFile, mapsFile, readMaps } from '../src/maps/files';
import { lineHandles } from '../src/maps/handles';
import { addPoint, addRoad, farFrom, movePoint, moveRoad, prolonged, removePoint, removeRoad, twinRoad } from '../src/maps/roads';
import { newMap, readMap, readWire, sentOf } from '../src/maps/shape';
import { bandAlong, stampOf } from '../src/maps/stamps';
import { fromOneHalf, isSymmetric } from '../src/maps/symmetry';
import type { TableMap } from '../src/maps/types';
import { under } from '../src/maps/under';
import { distance, isInside, type Point } from '../src/table/geometry';

const empty: TableMap = newMap('Test', 'forglory');
const line: Point[] = [
  [1000, 2000],
  [3000, 2000],
  [3000, 4000],
];
const across: Point[] = [
  [0, 3000],
  [12_000, 6000],
];
const withRoad = (points = line, symmetric = false) => addRoad(empty, points, symmetric);
const square: Point[] = [
  [2000, 1500],
  [4000, 1500],
  [4000, 2500],
  [2000, 2500],
];

describe('a road', () => {
  it('is laid, moved as a whole and bent at its points', () => {
    const map = withRoad();
    expect(moveRoad(map, 0, [500, -300], false).roads[0]![0]).toEqual([1500, 1700]);
    expect(moveRoad(map, 0, [-5000, 0], false).roads[0]![0], 'it stays on the table').toEqual([0, 2000]);
    expect(movePoint(map, 0, 1, [2500, -50], false).roads[0]).toEqual([line[0], [2500, 0], line[2]]);
    expect(addPoint(map, 0, 0, false).roads[0]).toEqual([line[0], [2000, 2000], line[1], line[2]]);
    expect(addPoint(map, 0, 2, false), 'after the last there is no stretch').toBe(map);
    expect(prolonged(map, 0, [3000, 5000], false).roads[0]).toEqual([...line, [3000, 5000]]);
    expect(removePoint(map, 0, 1, 2, false).roads[0]).toEqual([line[0], line[2]]);
    const short = removePoint(map, 0, 1, 2, false);
    expect(removePoint(short, 0, 0, 2, false), 'two points are the least').toBe(short);
    expect(removeRoad(map, 0, false).roads).toEqual([]);
    expect(map.roads).toEqual([line]);
  });

  it('has its twin across a symmetric table', () => {
    const map = withRoad(line, true);
    expect(map.roads).toHaveLength(2);
    expect(twinRoad(map, 0)).toBe(1);
    expect(isSymmetric(map)).toBe(true);
    expect(isSymmetric({ ...map, roads: [line] })).toBe(false);
    const bent = movePoint(map, 0, 2, [3100, 4100], true);
    expect(bent.roads[1]![2]).toEqual([8900, 4900]);
    expect(addPoint(bent, 1, 0, true).roads.map((road) => road.length)).toEqual([4, 4]);
    expect(removeRoad(bent, 1, true).roads).toEqual([]);
  });

  it('through the very middle is its own twin, and stays so', () => {
    const map = withRoad(across, true);
    expect(map.roads).toHaveLength(1);
    expect(moveRoad(map, 0, [100, 0], true)).toBe(map);
    const turned = movePoint(map, 0, 0, [0, 4000], true);
    expect(turned.roads[0]).toEqual([
      [0, 4000],
      [12_000, 5000],
    ]);
    const centred = addPoint(map, 0, 0, true, [100, 100]);
    expect(centred.roads[0]![1]).toEqual([6000, 4500]);
    expect(movePoint(centred, 0, 1, [0, 0], true)).toBe(centred);
    const bent = addPoint(centred, 0, 0, true, [2000, 2000]);
    expect(bent.roads[0]).toEqual([across[0], [2000, 2000], [6000, 4500], [10_000, 7000], across[1]]);
    expect(twinRoad(bent, 0)).toBe(0);
    expect(removePoint(bent, 0, 3, 2, true).roads[0]).toEqual([across[0], [6000, 4500], across[1]]);
    expect(prolonged(map, 0, [11_000, 9000], true).roads[0]).toHaveLength(4);
  });

  it('is met on its line, below objectives and above the ground', () => {
    const map: TableMap = { ...withRoad(), objectives: [[2100, 2000]], terrain: [{ kind: 'crops', roles: [], corners: square }] };
    const reach = { objective: 200, road: 100 };
    expect(under(map, [2050, 2050], reach).map(({ what }) => what)).toEqual(['objective', 'road', 'piece']);
    expect(under(map, [1500, 2150], reach)).toEqual([]);
    expect(farFrom([3500, 3000], line)).toBe(500);
  });

  it('is held by its points and the middles between them', () => {
    const seen = { toScreen: ([x, y]: Point): Point => [x / 10, y / 10] };
    expect(lineHandles(line, seen, 12).map(({ what, number }) => `${what}${number}`)).toEqual([
      'corner0',
      'corner1',
      'corner2',
      'edge0',
      'edge1',
    ]);
    expect(lineHandles(line, seen, 3)).toHaveLength(3);
  });
});

describe('a map of For Glory', () => {
  const map: TableMap = { ...withRoad(), terrain: [{ kind: 'wood', roles: [], corners: square }] };

  it('is sent as the server takes it, and read as it sends it', () => {
    expect(Object.keys(sentOf(map)).toSorted()).toEqual(['height', 'name', 'objectives', 'roads', 'terrain', 'width']);
    expect(sentOf(map).terrain).toEqual([{ kind: 'wood', corners: square }]);
    expect(readWire('forglory', sentOf(map))).toEqual(map);
    expect(Object.keys(sentOf(newMap('Old')))).not.toContain('roads');
  });

  it('is kept with its game; one that names none is of the first game that had maps', () => {
    expect(readMap(JSON.parse(JSON.stringify(map)))).toEqual(map);
    expect(readMap({ ...map, game: 'chess' })).toBeNull();
    expect(readMap({ ...map, roads: [[[0, 0]]] })).toBeNull();
    const { game: _, roads: __, ...old } = newMap('Old');
    expect(readMap(old)?.game).toBe('cafe');
  });

  it('comes back out of files', () => {
    const cafe = newMap('Other');
    expect(readMaps(mapFile(map))).toEqual([map]);
    expect(readMaps(mapsFile([map, cafe]))).toEqual([map, cafe]);
    expect(readMaps(JSON.stringify(sentOf(map)))).toEqual([map]);
    expect(JSON.parse(mapFile(cafe))).not.toHaveProperty('game');
  });

  it('keeps its roads where they lie when the table grows', () => {
    expect(setSize(map, 14_000, 9000).roads[0]![0]).toEqual([2000, 2000]);
    expect(setSize(map, 14_000, 9000).gap).toBe(0);
  });

  it('is made the same for both sides from the southern half', () => {
    const south: TableMap = {
      ...map,
      roads: [
        line,
        [
          [1000, 8000],
          [4000, 7000],
        ],
      ],
      objectives: [
        [2000, 7000],
        [5000, 1000],
      ],
    };
    const both = fromOneHalf(south);
    expect(isSymmetric(both)).toBe(true);
    expect(both.terrain, 'what lay in the north gives way').toEqual([]);
    expect(both.roads).toEqual([
      [
        [1000, 8000],
        [4000, 7000],
      ],
      [
        [11_000, 1000],
        [8000, 2000],
      ],
    ]);
    expect(both.objectives).toEqual([
      [2000, 7000],
      [10_000, 2000],
    ]);
  });
});

describe('a band along a line', () => {
  it('is as wide as said, at bends too', () => {
    const band = bandAlong(
      [
        [0, 0],
        [1000, 0],
        [1000, 1000],
      ],
      200,
    );
    expect(band).toEqual([
      [0, 100],
      [900, 100],
      [900, 1000],
      [1100, 1000],
      [1100, -100],
      [0, -100],
    ]);
    for (const point of [
      [500, 50],
      [950, 500],
      [1050, -50],
    ] as Point[])
      expect(isInside(point, band)).toBe(true);
  });

  it('does not shoot out where the line turns back', () => {
    const band = bandAlong(
      [
        [0, 0],
        [1000, 0],
        [0, 50],
      ],
      200,
    );
    for (const corner of band) expect(distance(corner, [500, 0])).toBeLessThan(1000);
  });

  it('is what rivers and fences are drawn as', () => {
    expect(stampOf('river').line).toBeGreaterThan(0);
    expect(stampOf('fence').line).toBeGreaterThan(0);
    expect(stampOf('wood').line).toBeUndefined();
  });
});
