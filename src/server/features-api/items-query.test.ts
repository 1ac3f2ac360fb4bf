import { describe, expect, it } from "vitest";
import type { PublicColumn } from "../results/public-columns.ts";
import { FeaturesError, limitMax, readItemsQuery } from "./items-query.ts";

const columns = [{ name: "id", isInFeature: true }, { name: "depth" }] as unknown as PublicColumn[];
const read = (text: string) => readItemsQuery(Object.fromEntries(new URLSearchParams(text)), columns);

describe("the parameters of items", () => {
  it("have defaults, and limits that the standard allows", () => {
    expect(read("")).toEqual({ bbox: undefined, datetime: undefined, limit: 100, after: undefined, filters: [] });
    expect(read("limit=1000000").limit).toBe(limitMax);
    expect(read("depth=3").filters).toEqual([{ column: { name: "depth" }, value: "3" }]);
  });

  it("take boxes across the antimeridian and with heights", () => {
    expect(read("bbox=170,-20,-170,10").bbox).toEqual([170, -20, -170, 10]);
    expect(read("bbox=1,2,0,3,4,9").bbox).toEqual([1, 2, 3, 4]);
  });

  it("take instants, days, which are those of the place, and intervals that may be open", () => {
    const intervalOf = (text: string) => read(`datetime=${text}`).datetime;
    const at = (text: string) => ({ at: new Date(text) });
    const day = { day: "2026-05-04" };
    expect(intervalOf("2026-05-04")).toEqual({ from: day, until: day });
    const instant = at("2026-05-04T10:00:00Z");
    expect(intervalOf("2026-05-04T10:00:00Z")).toEqual({ from: instant, until: instant });
    expect(intervalOf("2026-05-04T12:00:00%2B02:00/2026-05-04")).toEqual({ from: instant, until: day });
    expect(intervalOf("../2026-05-04")).toEqual({ from: undefined, until: day });
    expect(intervalOf("2026-05-04/")).toEqual({ from: day, until: undefined });
  });

  it.each([
    ...["bbox=1,2,3", "bbox=a,b,c,d", "bbox=,,,", "bbox=0,10,1,-10", "bbox=-181,0,1,1", "bbox=0,-91,1,1", "bbox="],
    ...[
      "datetime=yesterday",
      "datetime=../..",
      "datetime=2026-13-01",
      "datetime=2026-05-05/2026-05-04",
      "datetime=2026",
    ],
    ...["datetime=1/2/3", "limit=0", "limit=-1", "limit=ten", "limit=", "after=1", "f=xml", "colour=red", "id=1"],
  ])("are refused with a reason: %s", (text) => {
    expect(() => read(text)).toThrow(FeaturesError);
    expect(() => readItemsQuery({ limit: ["1", "2"] }, columns)).toThrow(/more than once/);
  });
});
