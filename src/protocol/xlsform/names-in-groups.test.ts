import { describe, expect, it } from "vitest";
import { NamesInGroups } from "./names.ts";

describe("names in groups", () => {
  const names = new NamesInGroups<number>();
  names.add("site", [], 1);
  names.add("width", ["tree"], 2);
  names.add("width", ["tree", "crown"], 3);
  names.add("width", ["bush"], 4);

  it.each([
    ["site", ["tree", "crown", "x"], 1],
    ["width", ["tree", "x"], 2],
    ["width", ["tree", "crown", "x"], 3],
    ["width", ["bush", "thorns", "x"], 4],
    ["width", ["x"], 2],
    ["../width", ["bush", "x"], 4],
    ["../crown/width", ["tree", "x"], 3],
    ["../../site", ["bush", "x"], 1],
    ["./width", ["bush"], 4],
    ["/data/tree/crown/width", ["x"], 3],
    ["../width", ["x"], undefined],
    ["/data/width", ["x"], undefined],
    ["nobody", ["x"], undefined],
  ])("%s from %j", (written, from, found) => {
    expect(names.find(written, from)).toBe(found);
  });

  it("finds what alone has a name", () => {
    expect(["site", "width", "nobody"].map((name) => names.findOnly(name))).toEqual([1, undefined, undefined]);
  });
});
