import { describe, expect, it } from "vitest";
import type { ListItem } from "../../../protocol/lists/list-item.ts";
import { ListIndex, shownItemsMax } from "./list-desk.ts";

const trees: ListItem[] = [
  {
    code: "gbif:1",
    label: { en: "English oak", de: "Stieleiche" },
    synonyms: ["Pedunculate oak"],
    taxon: { scientific_name: "Quercus robur" },
    attributes: { region: "north" },
  },
  { code: "gbif:2", label: "Plátano", attributes: { region: "south" } },
  { code: "gbif:3", label: "White willow", attributes: { region: "north" } },
  { code: "gbif:4", label: "Oak fern", attributes: { region: "south" } },
];
const search = (query: string, more: Partial<Parameters<ListIndex["search"]>[0]> = {}, index = new ListIndex(trees)) =>
  index
    .search({ query, language: "en", used: [], isOffered: undefined, offeredId: "", ...more })
    .found.map(({ code }) => code);

describe("a search in a list", () => {
  it("finds labels of all languages, synonyms, scientific names and codes, whatever their accents", () => {
    expect(search("platano")).toEqual(["gbif:2"]);
    expect(search("STIEL")).toEqual(["gbif:1"]);
    expect(search("pedunc")).toEqual(["gbif:1"]);
    expect(search("robur oak")).toEqual(["gbif:1"]);
    expect(search("gbif:3")).toEqual(["gbif:3"]);
    expect(search("birch")).toEqual([]);
  });

  it("has what begins with the words first, and before it what was used last", () => {
    expect(search("oak")).toEqual(["gbif:4", "gbif:1"]);
    expect(search("oak", { used: ["gbif:1"] })).toEqual(["gbif:1", "gbif:4"]);
    expect(search("", { used: ["gbif:3", "gbif:2", "gone"] })).toEqual(["gbif:3", "gbif:2", "gbif:1", "gbif:4"]);
  });

  it("looks only at what the filter offers, and again when that changes", () => {
    const index = new ListIndex(trees);
    const within = (region: string) => ({
      isOffered: ({ attributes }: ListItem) => attributes?.region === region,
      offeredId: region,
    });
    expect(search("oa", within("north"), index)).toEqual(["gbif:1"]);
    expect(search("oak", within("south"), index)).toEqual(["gbif:4"]);
    expect(search("", within("south"), index)).toEqual(["gbif:2", "gbif:4"]);
  });

  it("finds more again when less is typed", () => {
    const index = new ListIndex(trees);
    expect(search("oak fe", {}, index)).toEqual(["gbif:4"]);
    expect(search("oak", {}, index)).toEqual(["gbif:4", "gbif:1"]);
    expect(search("willow", {}, index)).toEqual(["gbif:3"]);
  });

  it("shows a part of many, and says how many there are", () => {
    const many = Array.from({ length: 50_000 }, (_each, index) => ({ code: `s${index}`, label: `Species ${index}` }));
    const index = new ListIndex(many);
    const { found, count, total } = index.search({
      query: "s4999",
      language: "en",
      used: [],
      isOffered: undefined,
      offeredId: "",
    });
    expect([found.length, found[0]?.code, count, total]).toEqual([11, "s4999", 11, 50_000]);
    expect(search("species", {}, index)).toHaveLength(shownItemsMax);
  });
});
