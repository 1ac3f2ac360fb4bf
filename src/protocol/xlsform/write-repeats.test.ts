// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { expect, it } from "vitest";
import { protocolSchema } from "../protocol-schema.ts";
import { type WordedProtocol, writeForm } from "./write-form.ts";

it("a group that repeats becomes a repeat, with what its expressions mean by lists", () => {
  const birds = {
    key: "birds",
    kind: "group",
    label: { en: "Birds", de: "Vögel" },
    shown_when: { expression: "${minutes} > 0" },
    repeat: { count: { expression: "${seen}" } },
    fields: [
      { key: "species", kind: "choice", label: "Species", options: [{ value: "h", label: "Heron" }], heading: "One" },
      { key: "count", kind: "integer", label: "Count" },
      { key: "double", kind: "calculated", label: "Double", expression: "${count} * 2" },
    ],
  };
  const protocol = {
    fields: [
      { key: "seen", kind: "integer", label: "Seen" },
      {
        key: "total",
        kind: "calculated",
        label: "Total",
        expression: "sum(${count}) + count(${birds}) + count(${count})",
      },
      {
        key: "stops",
        kind: "group",
        label: "Stops",
        repeat: { min: 3, max: 3 },
        fields: [{ key: "minutes", kind: "integer", label: "Minutes" }, birds],
      },
      { key: "end", kind: "text", label: "End" },
    ],
  } as unknown as WordedProtocol;
  expect(protocolSchema.safeParse(protocol).error?.issues).toBeUndefined();
  const identity = { title: "Birds", id: "quest_1", version: "1" };
  const [survey, choices] = writeForm(protocol, identity, { yes: "Yes", no: "No", noFields: "None" });
  const [headings = [], ...rows] = survey?.rows ?? [];
  const cells = rows.map((row) => Object.fromEntries(headings.map((heading, index) => [heading, row[index]])));
  expect(cells.map(({ type, name }) => [type, name ?? ""].join(" ").trim())).toEqual([
    "integer seen",
    "calculate total",
    "begin repeat stops",
    "integer minutes",
    "begin repeat birds",
    "begin group part",
    "select_one species species",
    "integer count",
    "calculate double",
    "end group",
    "end repeat",
    "end repeat",
    "text end",
  ]);
  const lineOf = (name: string) => cells.find((line) => line.name === name);
  expect(lineOf("total")?.calculation).toBe("sum(${count}) + count(${birds}) + count-non-empty(${count})");
  expect(lineOf("double")?.calculation).toBe("${count} * 2");
  expect(lineOf("stops")?.repeat_count).toBe("3");
  expect(lineOf("birds")).toMatchObject({
    repeat_count: "${seen}",
    relevant: "${minutes} > 0",
    "label::English (en)": "Birds",
  });
  expect(choices?.rows).toHaveLength(2);
});
