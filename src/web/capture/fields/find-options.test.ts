import { describe, expect, it } from "vitest";
import type { LocalizedText } from "../../../protocol/field.ts";
import { findOptions, shownOptionsMax } from "./searched-choices.tsx";

const textOf = (label: LocalizedText) => (typeof label === "string" ? label : (label.en ?? ""));
const options = ["Plátano", "Oak", "White oak", "Łęg oak", "Straße", "Cork Oak tree"].map((label, index) => ({
  value: `tree_${index}`,
  label,
}));
const find = (query: string) =>
  findOptions(options, query, { language: "en", textOf }).found.map(({ label }) => textOf(label));

describe("a search in options", () => {
  it("ignores case and accents on both sides", () => {
    expect(find("PLATANO")).toEqual(["Plátano"]);
    expect(find("óak")).toEqual(["Oak", "White oak", "Łęg oak", "Cork Oak tree"]);
    expect(find("leg")).toEqual(["Łęg oak"]);
    expect(find("strasse")).toEqual(["Straße"]);
  });

  it("has what begins with the words first, and all words in any order", () => {
    expect(find("oak")[0]).toBe("Oak");
    expect(find("tree cork")).toEqual(["Cork Oak tree"]);
    expect(find("birch")).toEqual([]);
  });

  it("finds an option by its value", () => {
    expect(find("tree_4")).toEqual(["Straße"]);
  });

  it("shows a part of many and says how many there are", () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ value: `s${index}`, label: `Species ${index}` }));
    const { found, count } = findOptions(many, "", { language: "en", textOf });
    expect([found.length, count]).toEqual([shownOptionsMax, 10_000]);
    expect(findOptions(many, "species 9999", { language: "en", textOf }).found).toEqual([many[9999]]);
  });
});
