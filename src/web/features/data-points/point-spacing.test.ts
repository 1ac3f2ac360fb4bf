import { describe, expect, it } from "vitest";
import { findCloseNeighbour } from "./point-spacing.ts";

const here = { latitude: 38.51834, longitude: -78.43701 };
/** A metre to the north in degrees. */
const meter = 1 / 111_320;
const at = (meters: number, decision?: "denied" | "accepted") => ({
  coordinates: `${here.latitude + meters * meter},${here.longitude}`,
  review: decision ? { decision, comment: null, reviewed_by: "admin", reviewed_at: "" } : null,
});

describe("one's own points", () => {
  it("are told of where the nearest is nearer than the quest asks for, by its number", () => {
    const found = findCloseNeighbour(here, [at(9), at(40), at(7)], 10);
    expect(found?.number).toBe(3);
    expect(found?.meters).toBeCloseTo(7, 3);
  });

  it.each([
    ["far enough", [at(10.5), at(11)], 10],
    ["denied", [at(3, "denied")], 10],
    ["without a position", [{ coordinates: null, review: null }], 10],
    ["of a quest that asks for no distance", [at(1)], undefined],
  ])("are let be when they are %s", (_, points, spacing) => {
    expect(findCloseNeighbour(here, points, spacing)).toBeUndefined();
  });

  it("are let be while the position is not known", () => {
    expect(findCloseNeighbour(undefined, [at(1)], 10)).toBeUndefined();
  });
});
