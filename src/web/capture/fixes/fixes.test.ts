import { describe, expect, it } from "vitest";
import { isOfMoment } from "../positions/moment-rules.ts";
import { locateOnce, positionOptions, toFix } from "./fixes.ts";

const nowMs = 1_800_000_000_000;
const position = (timestamp: number) =>
  ({ coords: { latitude: 1, longitude: 2, accuracy: 8 }, timestamp }) as GeolocationPosition;

describe("a fix", () => {
  it("[CONST-01] is requested with 30000 ms and nothing cached, with high accuracy only on demand", () => {
    expect(positionOptions(false)).toEqual({ timeout: 30000, maximumAge: 0, enableHighAccuracy: false });
    expect(positionOptions(true)).toEqual({ timeout: 30000, maximumAge: 0, enableHighAccuracy: true });
  });

  it("[CONST-01] belongs to the moment for 30 s, and never if it is older than the request", () => {
    const fix = toFix(position(nowMs), nowMs);
    expect(isOfMoment(fix, nowMs + 30_000)).toBe(true);
    expect(isOfMoment(fix, nowMs + 30_001)).toBe(false);
    expect(isOfMoment(toFix(position(nowMs - 1), nowMs), nowMs)).toBe(false);
  });

  it("that was requested counts as current, whatever the receiver's clock says", async () => {
    const before = Date.now();
    const getCurrentPosition = (succeed: PositionCallback) => succeed(position(before - 60_000));
    Object.defineProperty(navigator, "geolocation", { configurable: true, value: { getCurrentPosition } });
    const fix = await locateOnce(false);
    expect(fix.fixedAtMs).toBeGreaterThanOrEqual(before);
    expect(isOfMoment(fix, before)).toBe(true);
  });
});
