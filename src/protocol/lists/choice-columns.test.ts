// biome-ignore-all lint/suspicious/noTemplateCurlyInString: filters refer to answers with them
import { describe, expect, it } from "vitest";
import { isColumnName, makeFilter } from "./choice-columns.ts";

const answerOf = (key: string) => (key === "region" ? "north" : undefined);
const oak = {
  code: "gbif:1",
  taxon: { id: "gbif:1", scientific_name: "Quercus robur", rank: "species" },
  attributes: { region: "north", constructor_: "x" },
};
const isOffered = (text: string, choice: Parameters<NonNullable<ReturnType<typeof makeFilter>>>[0] = oak) =>
  makeFilter(text, { answerOf, now: undefined })?.(choice);

describe("a filter of choices", () => {
  it("compares their columns with answers", () => {
    expect(isOffered("region = ${region}")).toBe(true);
    expect(isOffered("region = ${region}", { code: "b", attributes: { region: "south" } })).toBe(false);
    expect(isOffered("region = ${unanswered}")).toBe(false);
    expect(isOffered("${unanswered} = '' or region = ${unanswered}")).toBe(true);
  });

  it("knows code and taxon, unless the choice has a column with that name", () => {
    expect(isOffered("taxonRank = 'species' and code = 'gbif:1'")).toBe(true);
    expect(isOffered("code = 'north'", { code: "b", attributes: { code: "north" } })).toBe(true);
    expect(isOffered("constructor = ''")).toBe(true);
  });

  it("is not applied where the time isn't known, nor if it can't be read", () => {
    expect(makeFilter("until >= today()", { answerOf, now: undefined })).toBeUndefined();
    expect(
      makeFilter("until >= today()", { answerOf, now: "2026-11-24T12:00" })?.({
        code: "a",
        attributes: { until: "2026-11-23" },
      }),
    ).toBe(false);
    expect(makeFilter("until >=", { answerOf, now: undefined })).toBeUndefined();
  });

  it("evaluates equal columns once", () => {
    const filter = makeFilter("region = ${region}", { answerOf: () => "r7", now: undefined });
    const choices = Array.from({ length: 1_000 }, (_each, index) => ({
      code: `${index}`,
      attributes: { region: `r${index % 10}` },
    }));
    expect(choices.filter((each) => filter?.(each))).toHaveLength(100);
  });
});

it("names of columns are words", () => {
  expect(["region", "größe", "a-b", "_2"].filter((name) => !isColumnName(name))).toEqual([]);
  expect(["", "2a", "a b", "and", "constructor", "a:b"].filter(isColumnName)).toEqual([]);
});
