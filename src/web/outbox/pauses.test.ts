import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pauseAfter, retryAfterMs } from "./pauses.ts";

describe("pauses", () => {
  const random = fc.double({ min: 0, max: 1, noNaN: true });

  it("are between one second and five minutes, and don't shrink with more failures", async () => {
    await fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), random, (failures, chance) => {
        const pauseMs = pauseAfter(failures, chance);
        expect(pauseMs).toBeGreaterThanOrEqual(1_000);
        expect(pauseMs).toBeLessThanOrEqual(5 * 60_000);
        expect(pauseAfter(failures + 1, chance)).toBeGreaterThanOrEqual(pauseMs);
      }),
    );
  });

  it("read Retry-After in seconds and as a date, and limit it", async () => {
    const nowMs = Date.parse("2026-11-22T06:00:00Z");
    expect(retryAfterMs("120", nowMs)).toBe(120_000);
    expect(retryAfterMs("Sun, 22 Nov 2026 06:01:00 GMT", nowMs)).toBe(60_000);
    expect(retryAfterMs("Sun, 22 Nov 2026 05:00:00 GMT", nowMs)).toBe(0);
    expect(retryAfterMs(null, nowMs)).toBeUndefined();
    await fc.assert(
      fc.property(fc.string(), (header) => {
        const ms = retryAfterMs(header, nowMs);
        if (ms !== undefined) expect(ms >= 0 && ms <= 6 * 60 * 60_000).toBe(true);
      }),
    );
  });
});
