import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metersPerDegree } from "../../../protocol/distance.ts";
import { newDraft } from "../../outbox/new-records.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { ownPlacesOf, spacingOf } from "./spacing.ts";

const here = { latitude: 38.51834, longitude: -78.43701, accuracyMeters: 6 };
const latitudeAt = (meters: number) => here.latitude + meters / metersPerDegree;
const arrived = (meters: number, changes: Partial<Parameters<typeof ownPlacesOf>[0][number]> = {}) => ({
  id: `${meters}`,
  number: 1,
  coordinates: `${latitudeAt(meters)},${here.longitude}`,
  accuracy: 8,
  review: null,
  captured_at: null,
  created_at: "2026-05-01T10:00:00Z",
  ...changes,
});
const waiting = (meters: number, changes: Partial<PointRecord> = {}): PointRecord => ({
  ...newDraft("alice", { id: 7, name: "Bark" }, 0, Date.parse("2026-05-01T11:00:00Z")),
  state: "waiting",
  position: {
    latitude: latitudeAt(meters),
    longitude: here.longitude,
    accuracyMeters: null,
    fixedAtMs: null,
    source: "map",
  },
  ...changes,
});

describe("one's own points", () => {
  it("are those of the list with their numbers, those before them, and those that wait here", () => {
    const denied = { decision: "denied", comment: null, reviewed_by: "admin", reviewed_at: "" } as const;
    const known = waiting(3);
    const places = ownPlacesOf(
      [
        arrived(7, { number: 6, id: known.id }),
        arrived(5, { number: 5, coordinates: null }),
        arrived(4, { number: 4, review: denied }),
        arrived(9, { number: 3 }),
      ],
      [known, waiting(12), waiting(16, { position: null }), waiting(17, { state: "refused" })],
      {
        first_number: 1,
        places: [2, 1, 9, 4, 5, 7].map((meters) => [latitudeAt(meters), here.longitude, 8, meters === 1]),
      },
    );
    expect(
      places.map(({ number, latitude }) => [number, Math.round((latitude - here.latitude) * metersPerDegree)]),
    ).toEqual([
      [1, 2],
      [6, 7],
      [3, 9],
      [undefined, 12],
      [undefined, 17],
    ]);
  });

  it("are told of by the last and by the nearest, with the uncertainty of both positions", () => {
    const spacing = spacingOf(here, ownPlacesOf([arrived(40), arrived(9, { number: 2 })], [waiting(24)]), 10);
    expect(spacing?.nearest.to.number).toBe(2);
    expect(spacing?.nearest.meters).toBeCloseTo(9, 3);
    expect(spacing?.nearest.uncertaintyMeters).toBe(10);
    expect(spacing?.last.to.number).toBeUndefined();
    expect(spacing?.last.meters).toBeCloseTo(24, 3);
    expect(spacing?.isTooClose).toBe(true);
    expect(spacingOf(here, [], 10)).toBeUndefined();
  });

  it("are too close exactly where the nearest is nearer than asked for, and unsure where only the uncertainty is", async () => {
    const meters = fc.double({ min: 0.1, max: 500, noNaN: true });
    await fc.assert(
      fc.property(
        fc.array(meters, { minLength: 1, maxLength: 8 }),
        fc.double({ min: 1, max: 100, noNaN: true }),
        (away, asked) => {
          const spacing = spacingOf(
            here,
            ownPlacesOf(
              away.map((each) => arrived(each)),
              [],
            ),
            asked,
          );
          const nearest = Math.min(...away);
          expect(spacing?.nearest.meters).toBeCloseTo(nearest, 2);
          if (Math.abs(nearest - asked) < 0.01) return;
          expect(spacing?.isTooClose).toBe(nearest < asked);
          if (Math.abs(nearest - 10 - asked) < 0.01) return;
          expect(spacing?.isUnsure).toBe(nearest >= asked && nearest - 10 < asked);
        },
      ),
    );
  });
});
