// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { describe, expect, it } from "vitest";
import { protocolSchema } from "../protocol-schema.ts";
import { readForm } from "./read-form.ts";
import { type WordedProtocol, writeForm } from "./write-form.ts";

const words = { other: "Other", specifyOther: "Which?" };
const read = (sheets: readonly { name: string; rows: readonly (readonly string[])[] }[]) =>
  readForm(
    sheets.map(({ name, rows }) => ({ name, rows: rows.map((cells, index) => ({ number: index + 1, cells })) })),
    words,
  );

it("a group without a limit has fewer rows if the form would take too long, and this is told", () => {
  const sums = Array.from({ length: 60 }, (_, index) => [
    "calculate",
    `c${index}`,
    "",
    Array(5).fill("sum(${n})").join(" + "),
  ]);
  const survey = [
    ["type", "name", "label", "calculation"],
    ["begin repeat", "g", "Birds", ""],
    ["decimal", "n", "Number", ""],
    ...sums,
    ["end repeat", "", "", ""],
  ];
  const { protocol, report } = read([{ name: "survey", rows: survey }]);
  expect(protocol?.fields).toMatchObject([{ key: "g", repeat: { max: 50 } }]);
  expect(protocol?.fields[0]).toHaveProperty("fields.length", 61);
  expect(report.filter(({ level }) => level !== "info")).toMatchObject([
    { level: "warning", row: 2, message: { key: "xlsform.repeat.fewerRows", values: { max: 50 } } },
  ]);
});

it("calculations that take too long in any number of rows are left out, and this is told", () => {
  const areas = Array.from({ length: 300 }, (_, index) => [
    "calculate",
    `c${index}`,
    "",
    Array(15).fill("area(${a})").join(" + "),
  ]);
  const survey = [["type", "name", "label", "calculation"], ["geoshape", "a", "Plot", ""], ...areas];
  const { protocol, report } = read([{ name: "survey", rows: survey }]);
  expect(protocol && protocolSchema.safeParse(protocol).success).toBe(true);
  const told = report.filter(({ level }) => level === "error");
  expect(told.length).toBeGreaterThan(200);
  expect(told[0]).toMatchObject({ message: { issue: { params: { text: "validation.protocol.tooMuchWork" } } } });
});

it("a group that repeats becomes a repeat, with what its expressions mean by lists", () => {
  const birds = {
    key: "birds",
    kind: "group",
    label: { en: "Birds", de: "Vögel" },
    shown_when: { field: "minutes", op: ">", value: 0 },
    repeat: { max: 30, count: { expression: "${seen}" } },
    row_label: "${count} × ${species}",
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
  expect(read(writeForm(protocol, identity, { yes: "Yes", no: "No", noFields: "None" }))).toEqual({
    protocol,
    report: [],
  });
});

const survey = (...rows: string[][]) => {
  const headings = ["type", "name", "label", "relevant", "calculation", "repeat_count", "constraint"];
  const { protocol, report } = read([{ name: "survey", rows: [headings, ...rows] }]);
  return {
    protocol,
    lines: report.map(({ row, column, message }) => [row, column, "key" in message ? message.key : ""]),
  };
};

describe("a repeat of another program", () => {
  it("becomes a group, with groups in it as headings and conditions", () => {
    const { protocol, lines } = survey(
      ["text", "site", "Site"],
      ["begin repeat", "birds", "Birds", "${site} != ''", "", "${n}"],
      ["begin group", "seen", "What was seen"],
      ["text", "species", "Species"],
      ["integer", "count", "Count", "${species} != ''", "", "", ". <= ${n}"],
      ["end group"],
      ["end repeat"],
      ["integer", "n", "How many?"],
      ["calculate", "total", "", "", "sum(${count})"],
      ["calculate", "rows", "", "", "count(${birds})"],
    );
    expect(lines).toEqual([]);
    expect(protocol?.fields).toMatchObject([
      { key: "site" },
      {
        key: "birds",
        kind: "group",
        label: "Birds",
        shown_when: { expression: "${site} != ''" },
        repeat: { count: { expression: "${n}" } },
        fields: [
          { key: "species", heading: "What was seen" },
          { key: "count", shown_when: { expression: "${species} != ''" }, constraint: { expression: ". <= ${n}" } },
        ],
      },
      { key: "n" },
      { key: "total", expression: "sum(${count})" },
      { key: "rows", expression: "count(${birds})" },
    ]);
    expect(protocol?.fields[0]).not.toHaveProperty("heading");
  });

  it("knows the number of its row, and answers in rows of others", () => {
    const { protocol, lines } = survey(
      ["begin repeat", "stops", "Stops"],
      ["begin group", "birds", "Birds"],
      ["integer", "count", "Count", "position(../..) > 1"],
      ["end group"],
      ["begin repeat", "nests", "Nests", "position(..) < 3"],
      ["calculate", "number", "", "", "concat(position(../..), '-', position(..))"],
      ["end repeat"],
      ["end repeat"],
      ["calculate", "second", "", "", "indexed-repeat(${count}, ${stops}, 2)"],
    );
    expect(lines).toEqual([[6, "type", "xlsform.group.goesOn"]]);
    expect(protocol?.fields).toMatchObject([
      {
        key: "stops",
        fields: [
          { key: "count", shown_when: { expression: "position(${stops}) > 1" } },
          {
            key: "nests",
            shown_when: { expression: "position(${stops}) < 3" },
            fields: [{ key: "number", expression: "concat(position(${stops}), '-', position(${nests}))" }],
          },
        ],
      },
      { key: "second", expression: "indexed-repeat(${count}, ${stops}, 2)" },
    ]);
    const written = writeForm(
      protocol as WordedProtocol,
      { title: "T", id: "t", version: "1" },
      { ...words, yes: "Y", no: "N", noFields: "" },
    );
    const [headings = [], ...rows] = written[0]?.rows ?? [];
    const cellsIn = (heading: string) => rows.map((row) => row[headings.indexOf(heading)]).filter(Boolean);
    expect(cellsIn("relevant")).toEqual(["position(../..) > 1", "position(../..) < 3"]);
    expect(cellsIn("calculation")).toEqual([
      "concat(position(../../..), '-', position(..))",
      "indexed-repeat(${count}, ${stops}, 2)",
    ]);
    expect(read(written).protocol).toEqual(protocol);
  });

  it("outside of a repeat, or in a group of its own, a row has no number", () => {
    const { lines } = survey(
      ["calculate", "x", "", "", "position(..)"],
      ["begin repeat", "a", "A"],
      ["begin group", "b", "B"],
      ["calculate", "y", "", "", "position(..)"],
      ["text", "z", "Z"],
      ["end group"],
      ["end repeat"],
    );
    expect(lines).toEqual([
      [2, "calculation", "xlsform.calculation.notRead"],
      [5, "calculation", "xlsform.calculation.notRead"],
    ]);
  });

  it("has texts in rows, which have no sum", () => {
    const { lines } = survey(
      ["begin repeat", "birds", "Birds"],
      ["text", "ring", "Ring"],
      ["end repeat"],
      ["calculate", "total", "", "", "sum(${ring})"],
    );
    expect(lines).toEqual([[5, "calculation", "xlsform.calculation.notRead"]]);
  });

  it("in three others is reported, and asked once in each row", () => {
    const { protocol, lines } = survey(
      ...["a", "b", "c", "d"].map((name) => ["begin repeat", name, name]),
      ["text", "x", "X"],
      ...Array(4).fill(["end repeat"]),
    );
    expect(lines).toEqual([[5, "type", "xlsform.group.repeat"]]);
    expect(protocol?.fields).toMatchObject([
      { key: "a", fields: [{ key: "b", fields: [{ key: "c", fields: [{ key: "x", heading: "d" }] }] }] },
    ]);
  });

  it("without questions is left out", () => {
    const { protocol, lines } = survey(["text", "x", "X"], ["begin repeat", "a", "A"], ["end repeat"]);
    expect([protocol?.fields.length, lines]).toEqual([1, [[3, "label", "xlsform.group.empty"]]]);
  });

  it("loses what it can't have, at its place", () => {
    const { protocol, lines } = survey(
      ["begin repeat", "a", "A", "", "", "position(..)"],
      ["integer", "x", "X", "", "", "", ". > ${nowhere}"],
      ["text", "y", "Y", "${z} = 1"],
      ["end repeat"],
      ["begin repeat", "b", "B", "", "", "4"],
      ["integer", "z", "Z"],
      ["end repeat"],
    );
    expect(lines.map(([row, column]) => [row, column])).toEqual([
      [2, "repeat_count"],
      [3, "constraint"],
      [4, "relevant"],
    ]);
    expect(protocol?.fields).toMatchObject([
      { key: "a", repeat: {}, fields: [{ key: "x" }, { key: "y" }] },
      { key: "b", repeat: { min: 4, max: 4 } },
    ]);
    expect(JSON.stringify(protocol)).not.toMatch(/shown_when|constraint/);
  });
});
