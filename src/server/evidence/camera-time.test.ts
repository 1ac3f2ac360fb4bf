import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCameraTime } from "./evidence-facts.ts";

const zurich = { latitude: 47.37, longitude: 8.54 };
const read = (takenAt: string | null, place = zurich) => {
  const time = readCameraTime(takenAt, place);
  return time && [time.at.toISOString(), time.zone];
};

describe("a camera's time", () => {
  it("uses the photo's offset, or the location's time zone, in summer and winter", () => {
    expect(read("2026-07-04T12:00:00-07:00")).toEqual(["2026-07-04T19:00:00.000Z", null]);
    expect(read("2026-07-04T12:00:00")).toEqual(["2026-07-04T10:00:00.000Z", "Europe/Zurich"]);
    expect(read("2026-01-04T12:00:00")).toEqual(["2026-01-04T11:00:00.000Z", "Europe/Zurich"]);
    const lihue = { latitude: 21.97, longitude: -159.37 };
    expect(read("2026-07-04T12:00:00", lihue)).toEqual(["2026-07-04T22:00:00.000Z", "Pacific/Honolulu"]);
    const kathmandu = { latitude: 27.7, longitude: 85.32 };
    expect(read("2026-07-04T12:00:00", kathmandu)).toEqual(["2026-07-04T06:15:00.000Z", "Asia/Kathmandu"]);
  });

  it("is right on both sides of a clock change", () => {
    expect(read("2026-03-29T01:59:59")).toEqual(["2026-03-29T00:59:59.000Z", "Europe/Zurich"]);
    expect(read("2026-03-29T03:00:00")).toEqual(["2026-03-29T01:00:00.000Z", "Europe/Zurich"]);
  });

  it("is undefined if the camera wrote none, or nonsense", () => {
    for (const text of [null, "", "yesterday", "2026-02-31", "2026-13-01T00:00:00"]) expect(read(text)).toBeUndefined();
  });

  it("is within a day of what the camera showed, anywhere", () => {
    const place = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const moment = fc.date({ min: new Date("1990-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(place, moment, (where, shown) => {
        const text = shown.toISOString().slice(0, 19);
        const at = readCameraTime(text, where)?.at.getTime() ?? Number.NaN;
        expect(Math.abs(at - Date.parse(`${text}Z`))).toBeLessThanOrEqual(15 * 3_600_000);
      }),
    );
  });
});
