import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { clockIso, timesOfClock } from "./local-clock.ts";

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

/** Another implementation of zones shows an instant like this. */
function shownIn(timeZone: string) {
  const clock = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" });
  return (instant: number) => clock.format(instant).replace(" ", "T");
}

const quarterMs = 15 * 60_000;
const zones = {
  "Europe/Berlin": ["2026-03-29T02:30", "2026-10-25T02:30"],
  "Australia/Lord_Howe": ["2026-10-04T02:15", "2026-04-05T01:45"],
  "Pacific/Apia": ["2011-12-30T12:00", "2026-01-01T00:00"],
  "Africa/Casablanca": ["2026-02-15T02:30", "2026-03-22T02:30"],
  "Asia/Kathmandu": ["2026-03-29T02:30", "2026-10-25T02:30"],
  "America/St_Johns": ["2026-03-08T02:30", "2026-11-01T01:30"],
};

describe.each(Object.entries(zones))("on a clock of %s", (timeZone, atChanges) => {
  it("a time occurs as often as clocks show it, each time with its offset", () => {
    process.env.TZ = timeZone;
    const shown = shownIn(timeZone);
    const drawn = fc.integer({ min: Date.UTC(1995, 0), max: Date.UTC(2035, 0) }).map((at) => shown(at));
    const near = fc
      .tuple(fc.constantFrom(...atChanges), fc.integer({ min: -12, max: 12 }))
      .map(([at, quarters]) => new Date(Date.parse(`${at}Z`) + quarters * quarterMs).toISOString().slice(0, 16));
    fc.assert(
      fc.property(fc.oneof(drawn, near), (clock) => {
        const around = Array.from(
          { length: 4 * 32 },
          (_, quarter) => Date.parse(`${clock}Z`) + (quarter - 64) * quarterMs,
        );
        const expected = around.filter((instant) => shown(instant) === clock);
        const times = timesOfClock(clock);
        expect(times.map((time) => Date.parse(time))).toEqual(expected);
        expect(expected.map((instant) => clockIso(new Date(instant)))).toEqual(times);
      }),
    );
  });
});
