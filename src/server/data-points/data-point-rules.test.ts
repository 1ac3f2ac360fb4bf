import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { correctCapturedAt } from "./data-point-rules.ts";

describe("the time of capture", () => {
  const arrivedAt = new Date("2026-05-01T12:00:00Z");
  const corrected = (captured_at: string | undefined, clock_offset?: number) =>
    correctCapturedAt({ captured_at, clock_offset }, arrivedAt)?.toISOString() ?? null;

  it("is the device's, corrected by its clock's offset", () => {
    expect(corrected("2026-05-01T10:00:00+02:00")).toBe("2026-05-01T08:00:00.000Z");
    expect(corrected("2026-05-01T08:00:00Z", 90.5)).toBe("2026-05-01T08:01:30.500Z");
    // A phone whose clock is in 2031.
    expect(corrected("2031-05-01T08:00:00Z", -5 * 365.25 * 86_400)).toBe("2026-05-01T02:00:00.000Z");
    expect(corrected(undefined, 90)).toBeNull();
  });

  it("is never before 2000: an offset that leads there counts for nothing", () => {
    expect(corrected("1985-05-01T08:00:00Z", -6e8)).toBeNull();
    expect(corrected("2011-05-01T08:00:00Z", -6e8)).toBe("2011-05-01T08:00:00.000Z");
    // A clock without a battery.
    expect(corrected("1970-01-02T00:00:00Z")).toBeNull();
    expect(corrected("1970-01-02T00:00:00Z", 1_777_000_000)).toBe("2026-04-25T03:06:40.000Z");
  });

  it("is never later than the arrival, and otherwise moves only by the offset", () => {
    const instant = fc.date({ min: new Date(0), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true });
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: -3_155_760_000, max: 3_155_760_000 }),
        instant,
        (captured, offset, arrived) => {
          const moment = { captured_at: captured.toISOString(), clock_offset: offset };
          const at = correctCapturedAt(moment, arrived)?.getTime();
          const moved = captured.getTime() + offset * 1000;
          if (moved >= Date.UTC(2000, 0, 1)) expect(at).toBe(moved > arrived.getTime() ? arrived.getTime() : moved);
          else expect([undefined, captured.getTime(), arrived.getTime()]).toContain(at);
        },
      ),
    );
  });
});
