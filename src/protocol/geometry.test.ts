import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryGeometry, arbitraryPoint } from "../../test/arbitrary-values.ts";
import { findFault } from "./check-value.ts";
import {
  type DrawnPoint,
  geometryOf,
  metersFromSide,
  pointsOf,
  simplify,
  usableAccuracyMeters,
  type Walk,
  walkedPoints,
  withFix,
} from "./drawn-points.ts";
import { areaOf, distanceOf, type GeometryKind, pointCountMax } from "./geometry.ts";
import { cellOfGeometry } from "./geometry-cells.ts";

const faultOf = (kind: GeometryKind, value: unknown) => {
  const { text, values } = findFault({ key: "g", kind, label: "G" }, value) ?? {};
  return text === undefined ? undefined : [text.replace("validation.geometry.", ""), ...Object.values(values ?? {})];
};
const line = (...coordinates: unknown[]) => ({ type: "LineString", coordinates });
const area = (...ring: unknown[]) => ({ type: "Polygon", coordinates: [ring] });
const point = (...coordinates: unknown[]) => ({ type: "Point", coordinates });
const square = area([0, 0], [1, 0], [1, 1], [0, 1], [0, 0]);

describe("a point, a line or an area", () => {
  it("is GeoJSON, with or without accuracies and method", () => {
    expect(faultOf("point", point(-159.37, 21.97))).toBeUndefined();
    expect(faultOf("point", { ...point(0, 0), accuracies: [4.5], method: "located" })).toBeUndefined();
    expect(faultOf("line", line([-159.37, 21.97], [-159.36, 21.98]))).toBeUndefined();
    expect(faultOf("area", square)).toBeUndefined();
    expect(faultOf("area", { ...square, accuracies: [4, null, 0, 12.5], method: "walked" })).toBeUndefined();
  });

  it.each<[string, GeometryKind, unknown, unknown[]]>([
    ["a text", "line", "LINESTRING (0 0, 1 1)", ["line"]],
    [
      "a list",
      "line",
      [
        [0, 0],
        [1, 1],
      ],
      ["line"],
    ],
    ["a line for a point", "point", line([0, 0], [1, 1]), ["point"]],
    ["a walked point", "point", { ...point(0, 0), method: "walked" }, ["point"]],
    ["a located line", "line", { ...line([0, 0], [1, 1]), method: "located" }, ["line"]],
    ["a point without coordinates", "point", { type: "Point", coordinates: null }, ["pointDegrees"]],
    ["a point with NaN", "point", point(0, Number.NaN), ["pointDegrees"]],
    ["a point with an altitude", "point", point(0, 0, 5), ["pointDegrees"]],
    ["a point beyond the pole", "point", point(0, 90.1), ["pointDegrees"]],
    ["a point with two accuracies", "point", { ...point(0, 0), accuracies: [1, 2] }, ["accuracies"]],
    [
      "a point with an infinite accuracy",
      "point",
      { ...point(0, 0), accuracies: [JSON.parse("1e999")] },
      ["accuracies"],
    ],
    ["an area for a line", "line", square, ["line"]],
    ["a line for an area", "area", line([0, 0], [1, 1], [1, 0], [0, 0]), ["area"]],
    ["other properties", "line", { ...line([0, 0], [1, 1]), bbox: [0, 0, 1, 1] }, ["line"]],
    ["another method", "line", { ...line([0, 0], [1, 1]), method: "guessed" }, ["line"]],
    ["coordinates that are no list", "line", { type: "LineString", coordinates: null }, ["line"]],
    ["no ring", "area", { type: "Polygon", coordinates: [] }, ["area"]],
    ["a hole", "area", { type: "Polygon", coordinates: [square.coordinates[0], []] }, ["area"]],
    ["NaN", "line", line([0, 0], [Number.NaN, 1]), ["degrees", "2"]],
    ["infinity, which JSON has as 1e999", "line", line([0, 0], [0, JSON.parse("1e999")]), ["degrees", "2"]],
    ["null", "line", line([0, 0], [null, 1]), ["degrees", "2"]],
    ["a number as text", "line", line(["0", 0], [1, 1]), ["degrees", "1"]],
    ["a longitude beyond 180", "line", line([0, 0], [180.1, 0]), ["degrees", "2"]],
    ["latitude first", "line", line([0, 0], [21.97, -159.37]), ["degrees", "2"]],
    ["an altitude", "line", line([0, 0, 5], [1, 1, 5]), ["degrees", "1"]],
    ["one point", "line", line([0, 0]), ["few", "2"]],
    ["the same point twice", "line", line([0, 0], [0, 0]), ["few", "2"]],
    ["nothing", "area", area(), ["open"]],
    ["an open ring", "area", area([0, 0], [1, 0], [1, 1], [0, 1]), ["open"]],
    ["two points", "area", area([0, 0], [1, 1], [0, 0]), ["few", "3"]],
    ["too few accuracies", "area", { ...square, accuracies: [1, 2, 3] }, ["accuracies"]],
    ["a negative accuracy", "line", { ...line([0, 0], [1, 1]), accuracies: [1, -1] }, ["accuracies"]],
    ["the antimeridian", "line", line([179.99, 0], [-179.99, 0]), ["antimeridian"]],
    ["an area across the antimeridian", "area", area([179, 0], [-179, 0], [-179, 1], [179, 0]), ["antimeridian"]],
    ["a bow tie", "area", area([0, 0], [1, 1], [1, 0], [0, 1], [0, 0]), ["crosses"]],
    ["a corner on a side", "area", area([0, 0], [2, 0], [2, 2], [1, 0], [0, 2], [0, 0]), ["crosses"]],
    ["a corner twice", "area", area([0, 0], [1, 1], [2, 0], [2, 2], [1, 1], [0, 2], [0, 0]), ["crosses"]],
    ["a spike", "area", area([0, 0], [2, 0], [1, 0], [1, 1], [0, 0]), ["crosses"]],
    ["no width", "area", area([0, 0], [1, 1], [2, 2], [0, 0]), ["crosses"]],
  ])("isn't %s", (_, kind, value, fault) => {
    expect(faultOf(kind, value)).toEqual(fault);
  });

  it("has at most 2,000 points", () => {
    const zigzag = (count: number) =>
      Array.from({ length: count }, (_, index) => [index / 1_000, (index % 2) / 1_000 + index / 5_000]);
    expect(pointCountMax).toBe(2_000);
    expect(faultOf("line", line(...zigzag(2_000)))).toBeUndefined();
    expect(faultOf("line", line(...zigzag(2_001)))).toEqual(["many", "2000"]);
    const round = Array.from({ length: 2_000 }, (_, index) => {
      const angle = (index / 2_000) * 2 * Math.PI;
      return [Math.cos(angle), Math.sin(angle)];
    });
    expect(faultOf("area", area(...round, round[0]))).toBeUndefined();
    expect(faultOf("area", area(...round, [0, 0], round[0]))).toEqual(["many", "2000"]);
  });

  it("an outline crosses itself exactly if two of its sides do", () => {
    const corner = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(fc.uniqueArray(corner, { minLength: 3, maxLength: 7, selector: String }), (corners) => {
        expect(faultOf("area", area(...corners, corners[0]))?.[0] === "crosses").toBe(isCrossed(corners));
      }),
      { numRuns: 500 },
    );
  });

  it("comes back as the points that it was drawn with", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("point" as const, "line" as const, "area" as const),
        fc.array(arbitraryPoint, { minLength: 1, maxLength: 9 }),
        (kind, drawn) => {
          const points = kind === "point" ? drawn.slice(0, 1) : drawn;
          expect(pointsOf(geometryOf(kind, points, "tapped"))).toEqual(points);
        },
      ),
    );
  });
});

/** Slow and by another rule: points of two sides, in steps that hit every crossing of whole corners. */
function isCrossed(corners: readonly (readonly [number, number])[]): boolean {
  const at = (index: number) => corners[index % corners.length] ?? [0, 0];
  return corners.some((_, one) =>
    corners.some((_, other) => {
      if (one >= other) return false;
      const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = [at(one), at(one + 1), at(other), at(other + 1)];
      const [ux, uy, vx, vy] = [bx - ax, by - ay, dx - cx, dy - cy];
      const det = ux * vy - uy * vx;
      const isNext = other === one + 1 || (one === 0 && other === corners.length - 1);
      if (det !== 0) {
        const s = ((cx - ax) * vy - (cy - ay) * vx) / det;
        const r = ((cx - ax) * uy - (cy - ay) * ux) / det;
        return !isNext && s >= 0 && s <= 1 && r >= 0 && r <= 1;
      }
      if ((cx - ax) * uy !== (cy - ay) * ux) return false;
      const along = (x: number, y: number) => ((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy);
      const [from, to] = [along(cx, cy), along(dx, dy)].sort((a, b) => a - b) as [number, number];
      const shared = Math.min(1, to) - Math.max(0, from);
      return isNext ? shared > 0 : shared >= 0;
    }),
  );
}

describe("figures", () => {
  it("are those of a sphere: a degree of the equator, and a field between meridians and parallels", () => {
    expect(distanceOf(line([0, 0], [1, 0]))).toBeCloseTo(111_195.08, 1);
    expect(distanceOf(point(0, 0), point(1, 0))).toBeCloseTo(111_195.08, 1);
    expect(distanceOf(point(0, 0), point(1, Number.NaN))).toBeNull();
    const degree = Math.PI / 180;
    expect(areaOf(square)).toBeCloseTo(6_371_008.8 ** 2 * degree * Math.sin(degree), 0);
    expect(distanceOf(square)).toBeCloseTo((3 + Math.cos(degree)) * 111_195.08, 0);
  });

  it("an area has the same size and outline whichever way around it was walked", () => {
    fc.assert(
      fc.property(arbitraryGeometry("area"), (drawn) => {
        const turned = geometryOf("area", pointsOf(drawn).toReversed(), "walked");
        expect(areaOf(turned)).toBeCloseTo(areaOf(drawn) ?? 0, 0);
        expect(distanceOf(turned)).toBeCloseTo(distanceOf(drawn) ?? 0, 3);
      }),
    );
  });

  it("cells are WKT, metres and square metres, the largest accuracy, and the method", () => {
    const walked = { ...square, accuracies: [4, 12.5, 3, 6], method: "walked" };
    const cells = ["value", "length", "area", "perimeter", "accuracy", "method"].map((part) =>
      cellOfGeometry(walked, part),
    );
    expect(cells[0]).toBe("POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))");
    expect(cells[2]).toBe(12_363_718_145.18);
    expect(cells.slice(3)).toEqual([cells[1], 12.5, "walked"]);
    expect(cellOfGeometry(line([-159.37, 21.97], [-159.36, 21.98]), "value")).toBe(
      "LINESTRING (-159.37 21.97, -159.36 21.98)",
    );
    expect(cellOfGeometry({ ...square, accuracies: [4, null, 3, 6] }, "accuracy")).toBeNull();
    expect(cellOfGeometry(square, "accuracy")).toBeNull();
    expect(cellOfGeometry(undefined, "value")).toBeNull();
    const tree = { ...point(-159.37, 21.97), accuracies: [4.5], method: "located" };
    const parts = ["value", "latitude", "longitude", "accuracy", "method"];
    expect(parts.map((part) => cellOfGeometry(tree, part))).toEqual([
      "POINT (-159.37 21.97)",
      ...[21.97, -159.37, 4.5, "located"],
    ]);
  });
});

/** A walk with fixes that stray by up to their accuracy, and now and then a poor one. */
const arbitraryWalk = fc
  .array(
    fc.record({
      east: fc.double({ min: -8, max: 12, noNaN: true }),
      north: fc.double({ min: -10, max: 10, noNaN: true }),
      accuracyMeters: fc.constantFrom(3, 5, 8, 15, usableAccuracyMeters + 1),
    }),
    { minLength: 1, maxLength: 260 },
  )
  .map((steps) => {
    let [longitude, latitude] = [18, 59];
    return steps.map(({ east, north, accuracyMeters }): DrawnPoint => {
      [longitude, latitude] = [longitude + east / 57_000, latitude + north / 111_195];
      return { position: [longitude, latitude], accuracyMeters };
    });
  });

const metersFromLine = (point: DrawnPoint, points: readonly DrawnPoint[]) =>
  Math.min(
    ...points.map(({ position }, index) =>
      metersFromSide(point.position, position, (points[index + 1] ?? points[index])?.position ?? position),
    ),
  );

describe("a walk", () => {
  it("leaves out no fix that is further from its line than the fix's accuracy", () => {
    fc.assert(
      fc.property(arbitraryWalk, (fixes) => {
        const walk = fixes.reduce<Walk>(withFix, { kept: [], loose: [] });
        const walked = walkedPoints(walk);
        for (const fix of fixes) {
          const { accuracyMeters } = fix;
          if (accuracyMeters === null || accuracyMeters > usableAccuracyMeters) continue;
          expect(metersFromLine(fix, walked)).toBeLessThanOrEqual(accuracyMeters + 0.01);
        }
        expect(walked.every((point) => fixes.includes(point))).toBe(true);
        expect(walk.loose.length).toBeLessThan(100);
      }),
    );
  });

  it("on a straight path keeps its ends, and standing still adds nothing", () => {
    const at = (meters: number): DrawnPoint => ({ position: [18 + meters / 57_000, 59], accuracyMeters: 5 });
    expect(simplify([0, 10, 20, 30].map(at))).toEqual([at(0), at(30)]);
    expect(simplify([at(0)])).toEqual([at(0)]);
    expect(simplify([])).toEqual([]);
    const still = [0, 1, -3, 4, 2].map(at).reduce<Walk>(withFix, { kept: [], loose: [] });
    expect(still).toEqual({ kept: [at(0)], loose: [] });
    expect(withFix(still, { ...at(50), accuracyMeters: usableAccuracyMeters + 1 })).toBe(still);
    expect(withFix(still, { ...at(50), accuracyMeters: null })).toBe(still);
  });

  it("keeps points of unknown accuracy", () => {
    const unknown = [0, 1, 2].map((step): DrawnPoint => ({ position: [step, 0], accuracyMeters: null }));
    expect(simplify(unknown)).toEqual(unknown);
  });
});
