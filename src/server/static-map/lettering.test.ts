import { describe, expect, it } from "vitest";
import { drawLettering } from "./lettering.ts";
import { drawOverlay } from "./overlay.ts";

describe("lettering", () => {
  it("is strokes, each letter beside the one before", () => {
    expect(drawLettering("LI", 1)).toEqual({ path: "M0 0L0 6L4 6M6 0L6 6", widthPx: 6 });
    expect(drawLettering("L L", 2).widthPx).toBe(2 * (4 + 2 + 2 + 4));
  });

  it("has every letter of the usual attributions", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;-/|()'\"!?+&_·©";
    const empty = [...letters].filter((letter) => drawLettering(letter, 1).path === "");
    expect(empty).toEqual([]);
  });

  it("makes do without accents, and leaves a space for what it does not have", () => {
    expect(drawLettering("Élève Łódź", 1)).toEqual(drawLettering("Eleve Lodz", 1));
    expect(drawLettering("“a”—", 1)).toEqual(drawLettering('"a"-', 1));
    expect(drawLettering("树", 1).path).toBe("");
    expect(drawLettering("<script>", 1).path).not.toContain("<");
  });

  it("needs no font on the machine", () => {
    const overlay = drawOverlay("© OpenStreetMap contributors");
    expect(overlay).not.toMatch(/<text|font/);
    expect(overlay).toContain(drawLettering("© OpenStreetMap contributors", 1.3).path);
  });
});
