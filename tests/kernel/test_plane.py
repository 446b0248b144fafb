"""The table's geometry against shapely on random cases, more than a million of them with --long, and the exact ties."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import shapely

from escaramuza.kernel import plane
from escaramuza.kernel.jit import CHECKED, COMPILED, MODE, PLAIN

CASES = {COMPILED: 40_000, CHECKED: 20_000, PLAIN: 300}[MODE]
LONG_SERIES = 200_000
NEAR = 1e-6
SPAN = 1500


@pytest.fixture
def cases(request: pytest.FixtureRequest) -> int:
    """How many cases a test draws."""
    return LONG_SERIES if MODE == COMPILED and request.config.getoption("--long") else CASES


def boxes(lots: np.random.Generator, count: int) -> np.ndarray:
    """Boxes at any angle, near enough to each other to meet often."""
    corners = np.zeros((count, 4, 2), np.int64)
    x, y = lots.integers(-SPAN, SPAN, (2, count))
    length, width = 2 * lots.integers(5, 400, (2, count))
    # Right angles often: there the ties are.
    angle = np.where(lots.random(count) < 0.3, 900 * lots.integers(0, 4, count), lots.integers(0, 3600, count))
    for i in range(count):
        plane.write_box(corners[i], x[i], y[i], length[i], width[i], angle[i])
    return corners


def stars(lots: np.random.Generator, count: int) -> Iterator[np.ndarray]:
    """Simple shapes of three to nine corners, hollow ones too: corners around a middle in order."""
    for _ in range(count):
        corners = int(lots.integers(3, 10))
        angles = (np.arange(corners) + lots.random(corners) * 0.8) * (2 * math.pi / corners)
        reach = lots.integers(60, 900, corners)
        middle = lots.integers(-SPAN // 2, SPAN // 2, 2)
        shape = np.rint(middle + reach[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)).astype(np.int64)
        yield shape[:: int(lots.choice([1, -1]))].copy()


def shapes(lots: np.random.Generator, count: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Random shapes with shapely's own of each; the few that came out with crossing edges are left out."""
    drawn = list(stars(lots, count))
    polygons = np.array([shapely.Polygon(shape) for shape in drawn])
    good = shapely.is_valid(polygons) & (shapely.area(polygons) > 0)
    return [shape for shape, fine in zip(drawn, good, strict=True) if fine], polygons[good]


def lines(lots: np.random.Generator, count: int) -> np.ndarray:
    """Segments, along the axes often."""
    ends = lots.integers(-SPAN, SPAN, (count, 2, 2))
    straight = lots.random(count) < 0.3
    axis = lots.integers(0, 2, count)
    ends[straight, 1, axis[straight]] = ends[straight, 0, axis[straight]]
    return ends[(ends[:, 0] != ends[:, 1]).any(axis=1)]


def test_gaps_between_boxes(cases: int) -> None:
    lots = np.random.default_rng(1)
    first, second = boxes(lots, cases), boxes(lots, cases)
    exact = shapely.distance(shapely.polygons(first), shapely.polygons(second))
    found = np.array([plane.gap(a, 4, b, 4) for a, b in zip(first, second, strict=True)])
    assert (found >= exact - NEAR).all()
    assert (found < exact + 1 - NEAR).all()
    assert ((found == 0) == (exact == 0)).all()
    assert (found == 0).sum() > cases // 50


def test_gaps_to_shapes_and_points(cases: int) -> None:
    lots = np.random.default_rng(2)
    drawn, polygons = shapes(lots, cases // 2)
    near = boxes(lots, len(drawn))
    exact = shapely.distance(shapely.polygons(near), polygons)
    found = np.array([plane.gap(a, 4, b, len(b)) for a, b in zip(near, drawn, strict=True)])
    assert (found >= exact - NEAR).all()
    assert (found < exact + 1 - NEAR).all()
    x, y = lots.integers(-SPAN, SPAN, (2, len(drawn)))
    points = shapely.points(x, y)
    exact = shapely.distance(points, polygons)
    found = np.array([plane.point_gap(x[i], y[i], b, len(b)) for i, b in enumerate(drawn)])
    assert (found >= exact - NEAR).all()
    assert (found < exact + 1 - NEAR).all()
    places = np.array([plane.where(x[i], y[i], 1, b, len(b)) for i, b in enumerate(drawn)])
    assert ((places == plane.INSIDE) == shapely.contains_properly(polygons, points)).all()
    assert ((places == plane.OUTSIDE) == shapely.disjoint(polygons, points)).all()


def swept(box: np.ndarray, way: np.ndarray) -> Any:
    return shapely.convex_hull(shapely.multipoints(np.concatenate([box, box + way[:, None, :]], axis=1)))


@pytest.mark.parametrize("still", [True, False], ids=["standing", "on its way"])
def test_overlaps_with_boxes_and_shapes(cases: int, still: bool) -> None:
    lots = np.random.default_rng(3 + still)
    drawn, polygons = shapes(lots, cases // 2)
    movers, others = boxes(lots, len(drawn)), boxes(lots, len(drawn))
    way = np.zeros((len(drawn), 2), np.int64) if still else lots.integers(-900, 900, (len(drawn), 2))
    hulls = swept(movers, way)
    for targets, corners in ((polygons, drawn), (shapely.polygons(others), list(others))):
        exact = shapely.relate_pattern(hulls, targets, "T********")
        rows = zip(movers, way.tolist(), corners, strict=True)
        found = np.array([bool(plane.overlap(a, 4, dx, dy, b, len(b))) for a, (dx, dy), b in rows])
        assert (found == exact).all()
        assert 0.05 < found.mean() < 0.95


@pytest.mark.parametrize("still", [False, True])
def test_discs_on_the_way_of_boxes(cases: int, still: bool) -> None:
    lots = np.random.default_rng(15 + still)
    movers = boxes(lots, cases // 4)
    way = np.zeros((len(movers), 2), np.int64) if still else lots.integers(-900, 900, (len(movers), 2))
    points, radius = lots.integers(-SPAN, SPAN, (len(movers), 2)), lots.integers(1, 400, len(movers))
    exact = np.ceil(shapely.distance(swept(movers, way), shapely.points(points)) - NEAR) < radius
    rows = zip(movers, way.tolist(), points.tolist(), radius.tolist(), strict=True)
    found = np.array([bool(plane.disc_on_way(a, 4, dx, dy, x, y, r)) for a, (dx, dy), (x, y), r in rows])
    assert (found == exact).all()
    assert 0.05 < found.mean() < 0.95


def test_lines_through_shapes(cases: int) -> None:
    lots = np.random.default_rng(5)
    drawn, polygons = shapes(lots, cases // 2)
    ends = lines(lots, len(drawn) + cases)[: len(drawn)]
    segments = shapely.linestrings(ends)
    exact = shapely.relate_pattern(segments, polygons, "T********")
    found = np.array([bool(plane.crosses(*e.ravel(), b, len(b))) for e, b in zip(ends, drawn, strict=True)])
    assert (found == exact).all()
    within = shapely.length(shapely.intersection(segments, polygons))
    along = shapely.length(shapely.intersection(segments, shapely.boundary(polygons)))
    measured = np.array([plane.length_inside(*e.ravel(), b, len(b)) for e, b in zip(ends, drawn, strict=True)])
    assert np.abs(measured - (within - along)).max() <= 0.5 + NEAR * 10


def test_lines_between_corners_of_shapes(cases: int) -> None:
    """Diagonals, edges and lines that only touch: where every case is a tie."""
    lots = np.random.default_rng(6)
    drawn, polygons = shapes(lots, cases // 4)
    ends = []
    for shape in drawn:
        first, second = lots.choice(len(shape), 2, replace=False)
        ends.append((shape[first], shape[second] + (shape[second] - shape[first]) * int(lots.integers(0, 2))))
    segments = shapely.linestrings(np.array(ends))
    exact = shapely.relate_pattern(segments, polygons, "T********")
    found = np.array([bool(plane.crosses(*np.ravel(e), b, len(b))) for e, b in zip(ends, drawn, strict=True)])
    assert (found == exact).all()
    assert 0.05 < found.mean() < 0.95


def test_shares_of_a_box_inside_a_shape(cases: int) -> None:
    lots = np.random.default_rng(7)
    drawn, polygons = shapes(lots, cases // 2)
    near = boxes(lots, len(drawn))
    outlines = shapely.polygons(near)
    exact = 1000 * shapely.area(shapely.intersection(outlines, polygons)) / shapely.area(outlines)
    scratch = np.zeros((2, 16, 2), np.int64)
    found = np.array([plane.share_inside(a, 4, b, len(b), scratch) for a, b in zip(near, drawn, strict=True)])
    assert np.abs(found - exact).max() <= 0.6
    assert (found == 1000).sum() > 0
    assert (found == 0).sum() > 0


def test_boxes_are_rounded_once_and_turned_evenly() -> None:
    corners = np.zeros((4, 2), np.int64)
    plane.write_box(corners, 100, 50, 200, 150, 0)
    assert corners.tolist() == [[200, 125], [0, 125], [0, -25], [200, -25]]
    plane.write_box(corners, 100, 50, 200, 150, 900)
    assert corners.tolist() == [[25, 150], [25, -50], [175, -50], [175, 150]]
    for angle in range(0, 3600, 7):
        plane.write_box(corners, 0, 0, 200, 150, angle)
        radius = np.hypot(corners[:, 0], corners[:, 1])
        assert np.abs(radius - 125).max() <= 0.75


def test_the_exact_ties() -> None:
    """Touching is not an overlap, a line along an edge or through a corner no crossing, a gap of exactly d within d."""
    first, second = np.zeros((4, 2), np.int64), np.zeros((4, 2), np.int64)
    plane.write_box(first, 0, 0, 200, 150, 0)
    plane.write_box(second, 200, 0, 200, 150, 0)
    assert plane.gap(first, 4, second, 4) == 0
    assert not plane.overlap(first, 4, 0, 0, second, 4)
    assert plane.overlap(first, 4, 1, 0, second, 4)
    plane.write_box(second, 500, 0, 200, 150, 0)
    assert plane.gap(first, 4, second, 4) == 300
    assert not plane.overlap(first, 4, 300, 0, second, 4)
    assert plane.overlap(first, 4, 301, 0, second, 4)
    assert not plane.crosses(-500, 75, 500, 75, first, 4)
    assert plane.crosses(-500, 74, 500, 74, first, 4)
    assert not plane.crosses(0, 175, 200, -25, first, 4)
    assert plane.length_inside(-500, 75, 500, 75, first, 4) == 0
    assert plane.length_inside(-500, 0, 500, 0, first, 4) == 200
    assert plane.where(100, 0, 1, first, 4) == plane.EDGE
    # 3-4-5: exactly 500, and a hair more than 500 is 501.
    point = np.array([[300, 400], [300, 900], [900, 900]])
    assert plane.point_gap(0, 0, point, 3) == 500
    assert plane.point_gap(-1, 0, point, 3) == 501
