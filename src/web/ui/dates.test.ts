import { afterEach, describe, expect, it, vi } from "vitest";
import { daysUntil, formatDate, localToday } from "./dates.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

describe.each(["America/Los_Angeles", "UTC", "Pacific/Auckland"])("a day in %s", (zone) => {
  it("is the same day in words, whatever day it is in Greenwich", () => {
    vi.stubEnv("TZ", zone);
    expect(formatDate("2031-05-09")).toBe("May 9, 2031");
  });

  it("is as far away as the calendar there says", () => {
    vi.stubEnv("TZ", zone);
    for (const hour of [0, 9, 23]) {
      vi.setSystemTime(new Date(2031, 4, 8, hour, 30));
      expect([localToday(), daysUntil("2031-05-09"), daysUntil("2031-05-07")]).toEqual(["2031-05-08", 1, 0]);
    }
  });
});
