import { describe, expect, it } from "vitest";
import { drawOverlay } from "./static-maps.ts";
import { drawText, textWidthPx } from "./text-outlines.ts";

const draw = (text: string) => drawText(text, 0, 12, 12);

describe("outlines of a text", () => {
  it("are beside one another", () => {
    expect(draw("LI")).toBe(draw("L") + drawText("I", textWidthPx("L", 12), 12, 12));
    expect(textWidthPx("L L", 12)).toBeCloseTo(2 * textWidthPx("L", 12) + textWidthPx(" ", 12));
    expect(textWidthPx("LL", 24)).toBeCloseTo(4 * textWidthPx("L", 12));
  });

  it("exist for every letter of the usual attributions", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;-–/|()'\"!?+&_·©…éÄß";
    expect([...letters].filter((letter) => draw(letter) === "")).toEqual([]);
  });

  it("omit accents that the font lacks, and use a space for other letters", () => {
    expect(draw("ḏ")).toBe(draw("d"));
    expect(draw("树")).toBe("");
    expect(textWidthPx("树", 12)).toBe(textWidthPx(" ", 12));
    expect(draw("<script>")).not.toContain("<");
  });

  it("need no font on the machine", () => {
    expect(drawOverlay("© OpenStreetMap contributors")).not.toMatch(/<text|font/);
  });
});
