import { describe, expect, it } from "vitest";
import type { PublicColumn } from "../results/public-columns.ts";
import { FeaturesError, limitMax, readItemsQuery } from "./read-items-query.ts";

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

  it.each([
    ["2026-05-04", "2026-05-04T00:00:00.000Z", "2026-05-04T23:59:59.999Z"],
    ["2026-05-04T10:00:00Z", "2026-05-04T10:00:00.000Z", "2026-05-04T10:00:00.000Z"],
    ["2026-05-04T10:00:00%2B02:00/2026-05-05", "2026-05-04T08:00:00.000Z", "2026-05-05T23:59:59.999Z"],
  ])("take moments and intervals: %s", (text, from, until) => {
    expect(read(`datetime=${text}`).datetime).toEqual({ from: Date.parse(from), until: Date.parse(until) });
  });

  it("take intervals that are open at one end", () => {
    expect(read("datetime=../2026-05-04").datetime?.from).toBe(Number.NEGATIVE_INFINITY);
    expect(read("datetime=2026-05-04/").datetime?.until).toBe(Number.POSITIVE_INFINITY);
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
