import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HostPlaces, hostOf } from "./host-places.ts";

const host = (number: number) => `h${number}.example`;
const isOpen = (places: HostPlaces, name: string) => {
  const { except, only } = places.closed();
  return !places.isFull && !except.includes(name) && (only?.includes(name) ?? true);
};
/** Takes what is open. */
const takeAll = (places: HostPlaces, name: string) => {
  const leave: (() => void)[] = [];
  while (isOpen(places, name)) leave.push(places.take(name));
  return leave;
};

describe("places of hosts", () => {
  it("are one, and one more with each quick answer, until one is slow or doesn't come", () => {
    for (const slow of [1_000, 9_000, undefined]) {
      const places = new HostPlaces();
      const count = () => {
        const left = takeAll(places, "a.example");
        for (const leave of left) leave();
        return left.length;
      };
      expect(count()).toBe(1);
      for (let answers = 1; answers <= 20; answers++) {
        places.note("a.example", 20);
        expect(count()).toBe(Math.min(16, 1 + answers));
      }
      places.note("a.example", slow);
      expect(count()).toBe(1);
    }
  });

  it("leave room for those that answer, however many others hang", () => {
    const places = new HostPlaces();
    places.note("good.example", 20);
    for (let number = 0; number < 1_000; number++) takeAll(places, host(number));
    expect(isOpen(places, host(2_000))).toBe(false);
    expect(takeAll(places, "good.example")).toHaveLength(2);
  });

  it("are never more than there are, whatever hosts do, and all are free at last", () => {
    const step = fc.record({ host: fc.nat(60), answeredMs: fc.option(fc.nat(2_000), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const places = new HostPlaces();
        const taken: (() => void)[] = [];
        for (const { host: number, answeredMs } of steps) {
          taken.push(...takeAll(places, host(number)));
          expect(taken.length).toBeLessThanOrEqual(48);
          places.note(host(number), answeredMs);
          if (number % 3 === 0) taken.splice(0, 5).forEach((leave) => void leave());
        }
        for (const leave of taken) for (let time = 0; time < 2; time++) leave();
        expect(places.closed()).toEqual({ except: [] });
      }),
    );
  });

  it.each([
    ["https://Push.example:8443/x/y", "push.example:8443"],
    ["https://[::1]/x", "[::1]"],
    ["https:x", ""],
  ])("are those of %s's host", (address, expected) => expect(hostOf(address)).toBe(expected));
});
