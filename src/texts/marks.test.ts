import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardMarks, splitMarks } from "./marks.ts";

describe("tags in a text", () => {
  it("are separated from the words around them", () => {
    expect(splitMarks("Read <link>the guide</link> and <strong>go</strong>.")).toEqual([
      "Read ",
      { mark: "link", words: "the guide" },
      " and ",
      { mark: "strong", words: "go" },
      ".",
    ]);
    expect(splitMarks("3 < 4")).toEqual(["3 < 4"]);
  });

  it("never come from a value", () => {
    const { name } = guardMarks({ name: "<strong>Eve</strong>" });
    expect(splitMarks(`<strong>${name}</strong>!`)).toEqual([{ mark: "strong", words: "<strong>Eve</strong>" }, "!"]);
    fc.assert(
      fc.property(fc.string(), (value) => {
        fc.pre(!value.includes("\uE000"));
        expect(splitMarks(`<b>${guardMarks({ value }).value}</b>`)).toEqual([{ mark: "b", words: value }]);
      }),
    );
  });
});
