import { describe, expect, it } from "vitest";
import { betterFix, type Fix, isOfNow, positionOptions, toFix } from "./fixes.ts";

const nowMs = 1_800_000_000_000;
const fix = (changes: Partial<Fix> = {}): Fix => ({
  latitude: 21.9712,
  longitude: -159.3701,
  accuracyMeters: 8,
  fixedAtMs: nowMs,
  isRemembered: false,
  ...changes,
});
const position = (timestamp: number) =>
  ({ coords: { latitude: 1, longitude: 2, accuracy: 8 }, timestamp }) as GeolocationPosition;

describe("a fix", () => {
  it("[CONST-01] is asked for with 30000 ms and nothing cached, with high accuracy only on demand", () => {
    expect(positionOptions(false)).toEqual({ timeout: 30000, maximumAge: 0, enableHighAccuracy: false });
    expect(positionOptions(true)).toEqual({ timeout: 30000, maximumAge: 0, enableHighAccuracy: true });
  });

  it("[CONST-01] is of now for 20 s, and never where it is older than the question", () => {
    expect(isOfNow(fix(), nowMs + 20_000)).toBe(true);
    expect(isOfNow(fix(), nowMs + 20_001)).toBe(false);
    expect(isOfNow(toFix(position(nowMs), nowMs), nowMs)).toBe(true);
    expect(isOfNow(toFix(position(nowMs - 1), nowMs), nowMs)).toBe(false);
  });

  it("[CONST-01] that was remembered gives way to one of now, however rough", () => {
    const rough = fix({ accuracyMeters: 90 });
    expect(betterFix(fix({ isRemembered: true, accuracyMeters: 3 }), rough)).toBe(rough);
  });

  it("gives way to a better one, to any once it is old, and to one somewhere else", () => {
    const kept = fix();
    const rougher = fix({ accuracyMeters: 30, fixedAtMs: nowMs + 1_000 });
    expect(betterFix(undefined, rougher)).toBe(rougher);
    expect(betterFix(kept, rougher)).toBe(kept);
    const better = fix({ accuracyMeters: 5, fixedAtMs: nowMs + 1_000 });
    expect(betterFix(kept, better)).toBe(better);
    const later = fix({ accuracyMeters: 30, fixedAtMs: nowMs + 20_001 });
    expect(betterFix(kept, later)).toBe(later);
    // 0.001° of latitude are 111 m, more than both radii together.
    const moved = fix({ accuracyMeters: 30, latitude: 21.9722 });
    expect(betterFix(kept, moved)).toBe(moved);
  });
});
