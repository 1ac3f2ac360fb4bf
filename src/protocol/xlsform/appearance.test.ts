// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are what forms refer to answers with
import { expect, it } from "vitest";
import { readForm } from "./read-form.ts";
import type { Sheet } from "./table.ts";

const sheet = (name: string, ...rows: string[][]): Sheet => ({
  name,
  rows: rows.map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => cell || undefined) })),
});
const choices = sheet("choices", ["list_name", "name", "label"], ["trees", "oak", "Oak"], ["trees", "ash", "Ash"]);

/** Reads rows of `type`, `name`, `label`, `appearance`. */
function read(rows: readonly string[][], ...others: Sheet[]) {
  const survey = sheet("survey", ["type", "name", "label", "appearance", "default", "parameters"], ...rows);
  const { protocol, report } = readForm([survey, choices, ...others], { other: "Other", specifyOther: "Which?" });
  return { protocol, report: report.map(({ level, row, column }) => [level, row, column]) };
}

it("a counter is one, and layouts of other programs are not reported", () => {
  const { protocol, report } = read([
    ["integer", "birds", "Birds", "Counter"],
    ["range", "nests", "Nests", "counter", "", "start=0 end=5"],
    ["decimal", "depth", "Depth", "counter"],
    ["select_one trees", "tree", "Tree", "columns-2 quickcompact"],
    ["select_one trees", "other", "Other tree", "horizontal-compact"],
  ]);
  expect(protocol?.fields).toMatchObject([
    { kind: "integer", counter: true },
    { kind: "integer", counter: true, max: 5 },
    { kind: "number" },
    { kind: "choice" },
    { kind: "choice" },
  ]);
  expect(protocol?.fields.filter((field) => "counter" in field)).toHaveLength(2);
  expect(report).toEqual([]);
});

it("a photo asks for a scale, and for an outline if it has a picture of ours", () => {
  const survey = sheet(
    "survey",
    ["type", "name", "label", "appearance", "media::image", "cairn_alt"],
    ["image", "leaf", "Leaf", "outline scale new", "1b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01.webp", "A leaf"],
    ["image", "bark", "Bark", "outline", "bark.jpg"],
    ["text", "notes", "Notes", "scale"],
  );
  const { protocol, report } = readForm([survey], { other: "Other", specifyOther: "Which?" });
  const [leaf, bark, notes] = protocol?.fields ?? [];
  expect(leaf).toMatchObject({ kind: "photo", outline: true, scale: true });
  for (const field of [bark, notes]) expect(["outline", "scale"].filter((name) => name in (field ?? {}))).toEqual([]);
  expect(report.map(({ row, column }) => [row, column])).toEqual([[3, "media::image"]]);
});

it("a question's own last answer is the same as last time, also before another default", () => {
  const { protocol, report } = read([
    ["text", "observer", "Observer", "", "${last-saved#observer}"],
    ["text", "site", "Site", "", "coalesce(${last-saved#site}, concat('North', ' bank'))"],
    ["text", "other", "Other", "", "${last-saved#site}"],
    ["image", "picture", "Picture", "", "${last-saved#picture}"],
  ]);
  const [observer, site, other, picture] = protocol?.fields ?? [];
  expect(observer).toMatchObject({ same_as_last: true });
  expect(site).toMatchObject({ same_as_last: true, default: { expression: "concat('North', ' bank')" } });
  for (const field of [other, picture]) {
    expect(field).not.toHaveProperty("same_as_last");
    expect(field).not.toHaveProperty("default");
  }
  expect(report).toEqual([
    ["info", 4, "default"],
    ["info", 5, "default"],
  ]);
});

it("a compact group is a folded section", () => {
  const { protocol } = read([
    ["begin group", "more", "More", "compact"],
    ["text", "a", "A"],
    ["text", "b", "B"],
    ["end group"],
  ]);
  expect(protocol?.fields).toEqual([
    { key: "a", kind: "text", label: "A", heading: "More", folded: true },
    { key: "b", kind: "text", label: "B" },
  ]);
});

it("in a form in pages, questions of a field-list share one, and quick ones move on", () => {
  const rows = [
    ["select_one trees", "tree", "Tree", "quick"],
    ["begin group", "size", "Size", "field-list"],
    ["integer", "height", "Height"],
    ["integer", "width", "Width"],
    ["end group"],
    ["text", "remarks", "Remarks"],
  ];
  const settings = sheet("settings", ["style"], ["theme-grid pages"]);
  const { protocol, report } = read(rows, settings);
  expect(protocol).toMatchObject({ pages: true, fields: [{ quick: true }, {}, { same_page: true }, {}] });
  expect(protocol?.fields.map((field) => field.same_page)).toEqual([undefined, undefined, true, undefined]);
  expect(report).toEqual([["info", 7, "type"]]);

  const { protocol: whole } = read(rows);
  expect(whole).not.toHaveProperty("pages");
  expect(whole?.fields.flatMap((field) => ["quick" in field, field.same_page])).not.toContain(true);
});
