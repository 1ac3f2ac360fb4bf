// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are what forms refer to answers with

import { describe, expect, it } from "vitest";
import { fieldCountMax, optionCountMax } from "../protocol-limits.ts";
import { readForm } from "./read-form.ts";
import type { Sheet } from "./table.ts";

const words = { other: "Other", specifyOther: "Please specify" };

/** Builds a sheet from headings and rows, with cells by position; the first row is number 1. */
const sheet = (name: string, ...rows: string[][]): Sheet => ({
  name,
  rows: rows.map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => cell || undefined) })),
});

const headings = ["type", "name", "label", "hint", "required", "relevant", "constraint", "appearance", "parameters"];

/** Reads `survey` rows with these headings and `choices` rows `list name label`. */
function read(rows: string[][], choices: string[][] = [], ...others: Sheet[]) {
  const lists = sheet("choices", ["list_name", "name", "label"], ...choices);
  const { protocol, report } = readForm([sheet("survey", headings, ...rows), lists, ...others], words);
  return {
    fields: protocol?.fields,
    report: report.map(({ level, sheet: where, row, column, message }) => [
      level,
      where === "survey" ? row : `${where} ${row}`,
      column,
      "key" in message
        ? message.key.replace("xlsform.", "")
        : message.issue.code === "custom"
          ? message.issue.params?.text
          : message.issue.code,
    ]),
  };
}

it("a formula without a stored value is reported at its cell", () => {
  const survey: Sheet = {
    name: "survey",
    rows: [
      { number: 1, cells: ["type", "name", "label"] },
      { number: 2, cells: ["text", "a", "A"], unknown: [2, 27] },
    ],
  };
  const { protocol, report } = readForm([survey], words);
  expect(protocol?.fields).toEqual([{ key: "a", kind: "text", label: "A" }]);
  expect(report).toEqual([
    { level: "warning", sheet: "survey", row: 2, column: "label", message: { key: "xlsform.cell.formula" } },
    { level: "warning", sheet: "survey", row: 2, column: "AB", message: { key: "xlsform.cell.formula" } },
  ]);
});

it("recordings can be public; PDFs can't, which is said where a form asks for it", () => {
  const columns = ["type", "name", "label", "cairn_public"];
  const rows = [
    ["audio", "song", "Song", "yes"],
    ["file", "paper", "Paper", "yes"],
    ["file", "other", "Other", "no"],
  ];
  const { protocol, report } = readForm([sheet("survey", columns, ...rows)], words);
  expect(protocol?.fields).toMatchObject([
    { key: "song", public: true },
    { key: "paper", public: true },
    { key: "other" },
  ]);
  expect(report).toMatchObject([
    { level: "warning", row: 3, column: "cairn_public", message: { key: "xlsform.column.neverPublic" } },
  ]);
});

it("groups are read 30 deep; a deeper one is reported and ends the form", () => {
  const nested = (depth: number) => [
    ...[...Array(depth).keys()].map((n) => ["begin group", `g${n}`]),
    ["text", "a", "A"],
    ...Array<string[]>(depth).fill(["end group"]),
  ];
  expect(read([["text", "b", "B"], ...nested(30)])).toMatchObject({ fields: [{ key: "b" }, { key: "a" }], report: [] });
  expect(read([["text", "b", "B"], ...nested(31)])).toEqual({
    fields: [{ key: "b", kind: "text", label: "B" }],
    report: [["error", 33, "type", "group.tooDeep"]],
  });
});

const shores = [
  ["shores", "sand", "Sand"],
  ["shores", "rock", "Rock"],
];

describe("types", () => {
  it.each([
    ["text", { kind: "text" }],
    ["string", { kind: "text" }],
    ["integer", { kind: "integer" }],
    ["INT", { kind: "integer" }],
    ["decimal", { kind: "number" }],
    ["date", { kind: "date" }],
    ["time", { kind: "time" }],
    ["image", { kind: "photo" }],
    ["photo", { kind: "photo" }],
  ])("%s is read directly", (type, field) => {
    expect(read([[type, "q", "Question"]])).toEqual({
      fields: [{ key: "q", label: "Question", ...field }],
      report: [],
    });
  });

  it.each([
    ["select_one shores", "choice"],
    ["select one shores", "choice"],
    ["select one from shores", "choice"],
    ["select1 shores", "choice"],
    ["select_multiple shores", "choices"],
    ["select all that apply from shores", "choices"],
    ["select  all that apply  shores", "choices"],
  ])("%s has the options of its list", (type, kind) => {
    const options = [
      { value: "sand", label: "Sand" },
      { value: "rock", label: "Rock" },
    ];
    expect(read([[type, "shore", "Shore"]], shores)).toEqual({
      fields: [{ key: "shore", label: "Shore", kind, options }],
      report: [],
    });
  });

  it.each([
    ["start=0 end=14 step=0.1", { kind: "number", min: 0, max: 14, step: 0.1 }],
    ["start=1;end=5;step=1", { kind: "integer", min: 1, max: 5, step: 1 }],
    ["", { kind: "integer", min: 1, max: 10, step: 1 }],
  ])("a range of %j is a number with bounds and a step", (parameters, field) => {
    expect(read([["range", "ph", "pH", "", "", "", "", "", parameters]])).toEqual({
      fields: [{ key: "ph", label: "pH", ...field }],
      report: [],
    });
  });

  it("acknowledge becomes a required yes or no, and can be a condition", () => {
    expect(
      read([
        ["acknowledge", "seen", "I have read the instructions"],
        ["text", "note", "Note", "", "", "${seen} = 'OK'"],
      ]),
    ).toEqual({
      fields: [
        { key: "seen", kind: "yes_no", label: "I have read the instructions", required: true },
        { key: "note", kind: "text", label: "Note", shown_when: { field: "seen", op: "=", value: true } },
      ],
      report: [["info", 2, "type", "type.acknowledge"]],
    });
  });

  it.each([
    ["geopoint", "info", "type.position"],
    ["background-geopoint", "warning", "type.geometry"],
    ["start", "info", "type.moment"],
    ["deviceid", "info", "type.metadata"],
    ["username", "info", "type.metadata"],
    ["hidden", "info", "type.neverGiven"],
    ["video", "warning", "type.media"],
    ["background-audio", "warning", "type.media"],
    ["osm", "warning", "type.other"],
    ["teleport", "error", "type.unknown"],
  ])("%s is omitted and reported", (type, level, key) => {
    const { fields, report } = read([
      [type, "q", "Question"],
      ["text", "t", "Text"],
    ]);
    expect(fields?.map((field) => field.key)).toEqual(["t"]);
    expect(report).toEqual([[level, 2, "type", key]]);
  });

  it("a trace becomes a line, a shape an area, and calculations measure them", () => {
    expect(
      read([
        ["start-geopoint", "started", "Started"],
        ["geotrace", "way", "Way"],
        ["geoshape", "plot", "Plot"],
        ["note", "large", "Large", "", "", "area(${plot}) > 10000 and distance(${way}) > 100"],
      ]),
    ).toEqual({
      fields: [
        { key: "way", kind: "line", label: "Way" },
        { key: "plot", kind: "area", label: "Plot" },
        {
          key: "large",
          kind: "note",
          label: "Large",
          shown_when: { expression: "area(${plot}) > 10000 and distance(${way}) > 100" },
        },
      ],
      report: [["info", 2, "type", "type.position"]],
    });
  });

  it("a position is the data point's own only once, and never in a row; others are points", () => {
    const { fields, report } = read([
      ["geopoint", "here", "Here"],
      ["geopoint", "there", "There"],
      ["begin_repeat", "trees", "Trees"],
      ["gps", "stem", "Stem"],
      ["text", "name", "Name"],
      ["end_repeat"],
    ]);
    expect(fields).toMatchObject([
      { key: "there", kind: "point", label: "There" },
      { key: "trees", fields: [{ key: "stem", kind: "point", label: "Stem" }, { key: "name" }] },
    ]);
    expect(report).toEqual([["info", 2, "type", "type.position"]]);
  });

  it("a position that the form refers to is asked, and isn't the data point's own", () => {
    const { fields, report } = read([
      ["geopoint", "here", "Here"],
      ["geopoint", "there", "There"],
      ["text", "where", "Where is ${here}?", "", "", "selected-at(${here}, 3) < 10"],
    ]);
    expect(fields).toMatchObject([
      { key: "here", kind: "point" },
      { key: "there", kind: "point" },
      { label: "Where is ${here}?", shown_when: { expression: "number(selected-at(string(${here}), 3)) < 10" } },
    ]);
    expect(report).toEqual([]);
  });

  it("or_other adds an option and a question that depends on it", () => {
    expect(read([["select_multiple shores or_other", "shore", "Shore"]], shores)).toEqual({
      fields: [
        {
          key: "shore",
          kind: "choices",
          label: "Shore",
          options: [
            { value: "sand", label: "Sand" },
            { value: "rock", label: "Rock" },
            { value: "other", label: "Other" },
          ],
        },
        {
          key: "shore_other",
          kind: "text",
          label: "Please specify",
          shown_when: { field: "shore", op: "includes", value: "other" },
        },
      ],
      report: [["info", 2, "type", "type.orOther"]],
    });
  });
});

describe("groups and notes", () => {
  it("a group's label becomes the heading of its first field, and its condition applies to each", () => {
    expect(
      read(
        [
          ["select_one shores", "shore", "Shore"],
          ["begin group", "g", "On the sand", "", "", "${shore} = 'sand'"],
          ["integer", "pieces", "Pieces"],
          ["text", "which", "Which?", "", "", "${pieces} > 0"],
          ["end group"],
        ],
        shores,
      ).fields?.slice(1),
    ).toEqual([
      {
        key: "pieces",
        kind: "integer",
        label: "Pieces",
        heading: "On the sand",
        shown_when: { field: "shore", op: "=", value: "sand" },
      },
      // `pieces` is only shown on sand, so this implies both
      { key: "which", kind: "text", label: "Which?", shown_when: { field: "pieces", op: ">", value: 0 } },
    ]);
  });

  it("the conditions of a question and its group are combined", () => {
    const { fields, report } = read([
      ["integer", "a", "A"],
      ["integer", "b", "B"],
      ["begin group", "g", "", "", "", "${a} > 1"],
      ["text", "c", "C", "", "", "${b} > 2"],
      ["end group"],
    ]);
    expect(fields?.[2]?.shown_when).toEqual({ expression: "${a} > 1 and ${b} > 2" });
    expect(report).toEqual([]);
  });

  it("a group without a begin or an end is an error", () => {
    const { report } = read([["end group"], ["begin group", "g", "G"], ["text", "a", "A"]]);
    expect(report).toEqual([
      ["error", 2, "type", "group.notBegun"],
      ["error", 3, "type", "group.notEnded"],
    ]);
  });

  it("dates with times, rankings and codes have their kinds, and rules use them", () => {
    const { fields, report } = read(
      [
        ["dateTime", "at", "At", "", "", "", ". >= date-time('2026-05-31T06:00')"],
        ["rank shores", "best", "Best"],
        ["barcode", "label", "Label"],
        ["text", "why", "Why", "", "", "selected-at(${best}, 0) = 'rock' and ${label} != ''"],
        ["note", "dark", "Dark", "", "", "${at} > date-time('2026-05-31T20:00')"],
      ],
      shores,
    );
    expect(fields).toEqual([
      { key: "at", kind: "datetime", label: "At", min: "2026-05-31T06:00" },
      {
        key: "best",
        kind: "rank",
        label: "Best",
        options: [
          { value: "sand", label: "Sand" },
          { value: "rock", label: "Rock" },
        ],
      },
      { key: "label", kind: "barcode", label: "Label" },
      {
        key: "why",
        kind: "text",
        label: "Why",
        shown_when: { expression: "selected-at(${best}, 0) = 'rock' and ${label} != ''" },
      },
      { key: "dark", kind: "note", label: "Dark", shown_when: { field: "at", op: ">", value: "2026-05-31T20:00" } },
    ]);
    expect(report).toEqual([]);
  });

  it("a note stays a note, with its own condition and references", () => {
    const { fields, report } = read([
      ["begin group", "g", "In the water"],
      ["note", "n1", "Wear gloves.", "Rubber ones."],
      ["integer", "a", "A"],
      ["end group"],
      ["note", "", "You saw ${a}.", "", "", "${a} > 3"],
      ["note", "n3", "", "Thank you."],
    ]);
    expect(fields).toEqual([
      { key: "n1", kind: "note", label: "Wear gloves.", hint: "Rubber ones.", heading: "In the water" },
      { key: "a", kind: "integer", label: "A" },
      {
        key: "generated_note_name_6",
        kind: "note",
        label: "You saw ${a}.",
        shown_when: { field: "a", op: ">", value: 3 },
      },
      { key: "n3", kind: "note", label: "Thank you." },
    ]);
    expect(report).toEqual([["info", 6, "type", "group.goesOn"]]);
  });

  it("what only questions have is reported of a note, and so is a note without words", () => {
    const { fields, report } = read([
      ["note", "n1", "Stop", "", "yes", "", ". != ''"],
      ["note", "n2"],
      ["text", "a", "A", "", "", "${n1} = ''"],
    ]);
    expect(fields).toEqual([
      { key: "n1", kind: "note", label: "Stop" },
      // a note has no answer
      { key: "a", kind: "text", label: "A", shown_when: { expression: "'' = ''" } },
    ]);
    expect(report).toEqual([
      ["info", 2, "required", "note.rules"],
      ["info", 2, "constraint", "note.rules"],
      ["info", 3, "label", "note.empty"],
    ]);
  });

  it("a question after a group is reported, because it shows under the group's heading", () => {
    const rows = [["begin group", "g", "G"], ["text", "a", "A"], ["end group"], ["text", "b", "B"]];
    expect(read(rows).report).toEqual([["info", 5, "type", "group.goesOn"]]);
  });
});

describe("constraint", () => {
  it.each([
    ["decimal", ". >= 0 and . <= 40", { min: 0, max: 40 }],
    ["decimal", "(.>=-1.5) and (40>=.)", { min: -1.5, max: 40 }],
    ["decimal", ". >= .5", { min: 0.5 }],
    ["integer", ". > 0 and . < 10", { min: 1, max: 9 }],
    ["integer", ".=7", { min: 7, max: 7 }],
    ["text", "regex(., '^[A-Z]{3}$')", { pattern: "^[A-Z]{3}$" }],
    ["text", 'regex(., "it\'s")', { pattern: "it's" }],
    ["text", "regex(., ‘[0-9]+’)", { pattern: "[0-9]+" }],
    ["date", ". >= date('2026-01-01') and . < '2027-01-01'", { min: "2026-01-01", max: "2026-12-31" }],
    ["time", "decimal-time(.) >= 0.25", { min: "06:00" }],
  ])("of %s: %s", (type, constraint, parts) => {
    const { fields, report } = read([[type, "q", "Q", "", "", "", constraint]]);
    expect(fields?.[0]).toMatchObject(parts);
    expect(report).toEqual([]);
  });

  it.each([
    ["integer", ". >= 1 and . <= ${max}", { min: 1 }, "constraint.notRead"],
    ["text", "regex(., '(a+)+", {}, "constraint.notRead"],
    ["image", ". != ''", {}, "constraint.notRead"],
    ["integer", "((((", {}, "constraint.notRead"],
    ["integer", "(".repeat(4_000), {}, "constraint.notRead"],
  ])("of %s reports what it can't express: %s", (type, constraint, parts, key) => {
    const { fields, report } = read([[type, "q", "Q", "", "", "", constraint]]);
    expect(fields?.[0]).toMatchObject({ key: "q", ...parts });
    expect(report).toEqual([["warning", 2, "constraint", key]]);
  });

  it.each([
    ["date", ". <= today()", {}],
    ["decimal", ". > 0", { min: 0 }],
    ["integer", ". < 1 or . > 9", {}],
    ["text", "string-length(.) < 5", {}],
    ["integer", ". != '5' and . <= 9", { max: 9 }, "not(. = 5)"],
    ["text", "regex(., '[a-z]+') and . != 'x'", { pattern: "[a-z]+" }, "not(. = 'x')"],
    ["select_one shores", "not(selected(., 'sand'))", {}],
  ])("of %s is an expression: %s", (type, constraint, bounds, expression = constraint) => {
    const { fields, report } = read([[type, "q", "Q", "", "", "", constraint]], shores);
    expect(fields?.[0]).toMatchObject({ key: "q", constraint: { expression }, ...bounds });
    expect(report).toEqual([]);
  });

  it("an invalid pattern or invalid bounds are omitted and reported as errors", () => {
    const { fields, report } = read([
      ["text", "a", "A", "", "", "", "regex(., '(x+x+)+y')"],
      ["integer", "b", "B", "", "", "", ". >= 9 and . <= 1"],
      ["text", "c", "C", "", "", "", "regex(., '(?:a|[ab]){201}')"],
      ["text", "d", "D", "", "", "", "regex(., '(?:a|[ab]){201,}')"],
    ]);
    expect(fields).toEqual([
      { key: "a", kind: "text", label: "A" },
      { key: "b", kind: "integer", label: "B", max: 1 },
      { key: "c", kind: "text", label: "C" },
      { key: "d", kind: "text", label: "D" },
    ]);
    expect(report).toEqual([
      ["error", 2, "constraint", "validation.protocol.pattern.tooManyWays"],
      ["error", 3, "constraint", "validation.protocol.bounds"],
      ["error", 4, "constraint", "validation.protocol.pattern.tooOften"],
      ["error", 5, "constraint", "validation.protocol.pattern.tooOften"],
    ]);
  });
});

describe("relevant", () => {
  const asked = [
    ["select_one shores", "shore", "Shore"],
    ["select_multiple shores", "seen", "Seen"],
    ["decimal", "depth", "Depth"],
    ["text", "who", "Who"],
    ["date", "day", "Day"],
    ["time", "at", "At"],
  ];
  it.each([
    ["${shore} = 'sand'", { field: "shore", op: "=", value: "sand" }],
    ["'sand' = ${shore}", { field: "shore", op: "=", value: "sand" }],
    ["selected(${shore}, 'rock')", { field: "shore", op: "=", value: "rock" }],
    ['selected(${seen}, "rock")', { field: "seen", op: "includes", value: "rock" }],
    ["${shore} != '' and ${shore} != 'sand'", { field: "shore", op: "!=", value: "sand" }],
    ["( ${depth}>=1.5 )", { field: "depth", op: ">=", value: 1.5 }],
    ["${depth} < -2", { field: "depth", op: "<", value: -2 }],
    ["3 < ${depth}", { field: "depth", op: ">", value: 3 }],
    ["${depth} = '5'", { field: "depth", op: "=", value: 5 }],
    ["${who} = 'Ada'", { field: "who", op: "=", value: "Ada" }],
    ["${day} > date('2026-01-01')", { field: "day", op: ">", value: "2026-01-01" }],
    ["decimal-time(${at}) < 0.5", { field: "at", op: "<", value: "12:00" }],
    ["${depth} = concat('5')", { expression: "${depth} = number(concat('5'))" }],
    ["${who} = true()", { expression: "${who} = string(true())" }],
    ["${who} = ‘Ada’", { field: "who", op: "=", value: "Ada" }],
    ["${who} = 'the ‘Ada’'", { field: "who", op: "=", value: "the ‘Ada’" }],
  ])("%s", (relevant, condition) => {
    const { fields, report } = read([...asked, ["text", "q", "Q", "", "", relevant]], shores);
    expect(fields?.at(-1)?.shown_when).toEqual(condition);
    expect(report).toEqual([]);
  });

  it.each([
    ["${shore} != 'sand'", "not(${shore} = 'sand')"],
    ["not(selected(${shore}, 'sand'))", "not(selected(${shore}, 'sand'))"],
    ["${shore} = 'sand' or ${shore} = 'rock'", "${shore} = 'sand' or ${shore} = 'rock'"],
    ["count-selected(${seen}) > 1", "count-selected(${seen}) > 1"],
    ["${who} != ''", "${who} != ''"],
    ["${depth} > '2' + 1", "${depth} > 2 + 1"],
    ["${seen} = 'sand'", "string(${seen}) = 'sand'"],
    ["decimal-time(${at}) < 'noon'", "decimal-time(${at}) < number('noon')"],
    ["${depth} > ${who}", "${depth} > number(${who})"],
    ["${after} = “x”", "${after} = 'x'"],
    ["today() > date('2026-01-01')", "today() > date('2026-01-01')"],
  ])("%s is an expression", (relevant, expression) => {
    const { fields, report } = read([...asked, ["text", "q", "Q", "", "", relevant], ["text", "after", "A"]], shores);
    expect(fields?.at(-2)?.shown_when).toEqual({ expression });
    expect(report).toEqual([]);
  });

  const ada = { field: "who", op: "=", value: "Ada" };
  it.each([
    ["${shore} = 'sand'", ada],
    ["${shore} != ''", ada],
    // Also met if the shore isn't asked for.
    ["${shore} != 'sand'", { expression: "${depth} > 1 and ${who} = 'Ada'" }],
  ])("that others imply is left out: behind %s", (relevant, expected) => {
    const survey = [
      ["decimal", "depth", "Depth"],
      ["select_one shores", "shore", "Shore", "", "", "${depth} > 1"],
      ["text", "who", "Who", "", "", relevant],
      ["text", "q", "Q", "", "", "${depth} > 1 and ${who} = 'Ada'"],
    ];
    expect(read(survey, shores).fields?.at(-1)?.shown_when).toEqual(expected);
  });

  it.each([
    ["${nobody} = 1", "relevant.noField", undefined],
    ["${nobody} = 1 and ${shore} = 'sand'", "relevant.noField", { field: "shore", op: "=", value: "sand" }],
    ["${q} = 'later'", "relevant.notRead", undefined],
    ["teleport(${depth}) and ${depth} + 1 > 1", "relevant.notRead", { expression: "${depth} + 1 > 1" }],
    ["(", "relevant.notRead", undefined],
  ])("%s is reported, and what can be read is kept", (relevant, key, condition) => {
    const { fields, report } = read([...asked, ["text", "q", "Q", "", "", relevant]], shores);
    expect(fields?.at(-1)?.shown_when).toEqual(condition);
    expect(report).toEqual([["warning", 8, "relevant", key]]);
  });
});

describe("languages", () => {
  const form = (labels: string[], settings: string[][] = []) =>
    readForm(
      [
        sheet("survey", ["type", "name", ...labels], ["text", "a", ...labels.map((label) => `in ${label}`)]),
        ...(settings.length > 0 ? [sheet("settings", ...settings)] : []),
      ],
      words,
    );

  it.each([
    [
      ["label::English (en)", "label::Español (es)"],
      ["en", "es"],
    ],
    [
      ["label::English", "label::Français"],
      ["en", "fr"],
    ],
    [
      ["Label : Deutsch (de)", "label::pt-BR"],
      ["de", "pt-BR"],
    ],
  ])("%j", (headingsOfLabels, languages) => {
    const { protocol, report } = form(headingsOfLabels);
    expect(Object.keys(protocol?.fields[0]?.label ?? {})).toEqual(languages);
    expect(report).toEqual([]);
  });

  it("a column without a language is in the form's default language", () => {
    const { protocol, report } = form(["label", "label::Deutsch (de)"], [["default_language"], ["Español (es)"]]);
    expect(protocol?.fields[0]?.label).toEqual({ es: "in label", de: "in label::Deutsch (de)" });
    expect(report).toEqual([]);
  });

  it("without a default language it counts as English, which is reported", () => {
    const { protocol, report } = form(["label", "label::Deutsch (de)"]);
    expect(protocol?.fields[0]?.label).toEqual({ en: "in label", de: "in label::Deutsch (de)" });
    expect(report).toMatchObject([{ level: "info", message: { key: "xlsform.language.unnamed" } }]);
  });

  it("an unknown language is kept with a code made from its name, which is reported at its heading", () => {
    const { protocol, report } = form(["label::English (en)", "label::Dothraki"]);
    expect(protocol?.fields[0]?.label).toEqual({
      en: "in label::English (en)",
      "mis-dothraki": "in label::Dothraki",
    });
    expect(report).toMatchObject([
      {
        level: "info",
        sheet: "survey",
        row: 1,
        column: "label::Dothraki",
        message: { key: "xlsform.language.uncoded", values: { tag: "mis-dothraki" } },
      },
    ]);
  });
});

describe("an invalid form", () => {
  it("reports each error at its place, and the rest is read", () => {
    const { fields, report } = read(
      [
        ["text", "1st", "First"],
        ["text", "with space", "Space"],
        ["text", "", "No name"],
        ["text", "a", ""],
        ["text", "b", "B"],
        ["integer", "b", "B again"],
        ["select_one nowhere", "c", "C"],
        ["select_multiple spaced", "d", "D"],
        ["text", "e", `E${"e".repeat(2_500)}`],
        ["", "f", "F"],
      ],
      [
        ["spaced", "with space", "With space"],
        ["spaced", "x", "X"],
        ["spaced", "x", "X again"],
        ["", "lost", "Lost"],
        ["spaced", "", "Nameless"],
        ["spaced", "y", ""],
      ],
    );
    expect(fields).toEqual([
      { key: "a", kind: "text", label: "a" },
      { key: "b", kind: "text", label: "B" },
      {
        key: "d",
        kind: "choices",
        label: "D",
        options: [
          { value: "x", label: "X" },
          { value: "y", label: "y" },
        ],
      },
    ]);
    expect(report).toEqual([
      ["error", 2, "name", "name.invalid"],
      ["error", 3, "name", "name.invalid"],
      ["error", 4, "name", "name.missing"],
      ["info", 5, "label", "label.missing"],
      ["error", 7, "name", "name.twice"],
      ["error", 8, "type", "choices.noSuchList"],
      ["error", 10, "label", "too_big"],
      ["error", 11, "type", "row.noType"],
      ["error", "choices 2", "name", "validation.protocol.optionSpace"],
      ["error", "choices 4", "name", "validation.protocol.optionTwice"],
      ["error", "choices 5", "list_name", "choices.noList"],
      ["error", "choices 6", "name", "choices.noName"],
      ["info", "choices 7", "label", "choices.noLabel"],
    ]);
  });

  it("names stay as they are; those that can't be keys are changed, with all references to them", () => {
    const { fields, report } = read([
      ["integer", "WaterTemp", "Water"],
      ["integer", "id", "Id"],
      ["integer", "año", "Año"],
      ["text", "Site-Name.1", "Site", "", "", "${WaterTemp} > 3"],
    ]);
    expect(fields?.map((field) => field.key)).toEqual(["WaterTemp", "id_2", "ano", "Site-Name_1"]);
    expect(fields?.[3]?.shown_when).toMatchObject({ field: "WaterTemp" });
    expect(report).toEqual([3, 4, 5].map((row) => ["info", row, "name", "name.changed"]));
  });

  it(`has at most ${fieldCountMax} fields, and at most ${optionCountMax} options in one`, () => {
    const many = Array.from({ length: fieldCountMax + 1 }, (_each, index) => ["text", `q${index}`, "Q"]);
    const { fields, report } = read(many);
    expect(fields).toHaveLength(fieldCountMax);
    expect(report).toEqual([["error", fieldCountMax + 2, "type", "fields.tooMany"]]);
    const options = Array.from({ length: optionCountMax + 1 }, (_each, index) => ["l", `o${index}`, "O"]);
    expect(
      read(
        [
          ["select_one l", "a", "A"],
          ["text", "b", "B"],
        ],
        options.slice(1),
      ).report,
    ).toEqual([]);
    const tooMany = read(
      [
        ["select_one l", "a", "A"],
        ["text", "b", "B"],
      ],
      options,
    );
    expect(tooMany.fields?.map((field) => field.key)).toEqual(["b"]);
    expect(tooMany.report).toEqual([["error", 2, "type", "too_big"]]);
  });

  it("a form that is too large to save ends early", () => {
    const options = Array.from({ length: 9_000 }, (_each, index) => ["l", `o${index}`, "水".repeat(80)]);
    const { fields, report } = read(
      Array.from({ length: 5 }, (_each, index) => ["select_one l", `q${index}`, "Q"]),
      options,
    );
    expect(fields).toHaveLength(1);
    expect(Buffer.byteLength(JSON.stringify(fields))).toBeLessThan(5_000_000);
    expect(report.map(([level, row, , key]) => [level, row, key])).toEqual(
      [3, 4, 5, 6].map((row) => ["error", row, "fields.tooLarge"]),
    );
  });

  it("without a sheet or a column there is no protocol; without a question there are only position, time and photo", () => {
    expect(readForm([sheet("choices", ["list_name"])], words)).toMatchObject({
      protocol: null,
      report: [{ level: "error", sheet: null, message: { key: "xlsform.survey.missing" } }],
    });
    expect(readForm([sheet("Survey", ["type", "label"], ["text", "A"])], words)).toMatchObject({
      protocol: null,
      report: [{ level: "error", row: 1, column: "name", message: { key: "xlsform.survey.noColumn" } }],
    });
    expect(read([["geopoint", "a", "A"]])).toEqual({
      fields: [],
      report: [
        ["info", 2, "type", "type.position"],
        ["info", null, null, "survey.noFields"],
      ],
    });
  });

  it("a report has a maximum length", () => {
    const { report } = read(Array.from({ length: 2_000 }, (_each, index) => ["teleport", `q${index}`, "Q"]));
    expect(report).toHaveLength(302);
    expect(report.at(-1)).toEqual(["error", "null null", null, "report.more"]);
    const harmless = read(Array.from({ length: 500 }, (_each, index) => ["text", `q${index}`, ""]));
    expect(harmless.report.at(-1)).toEqual(["info", "null null", null, "report.more"]);
  });
});

describe("what a form says besides its questions", () => {
  const readCells = (...rows: string[][]) => readForm([sheet("survey", ...rows)], words);
  const told = ({ report }: ReturnType<typeof readForm>) =>
    report.map(({ level, row, message }) => [level, row, "key" in message && message.key]);

  it("keeps guidance, behind the hint", () => {
    const form = readCells(
      ["type", "name", "label", "hint", "guidance_hint"],
      ["text", "a", "A", "Look up.", "At **${b}**"],
      ["text", "b", "B", "", "Only if dry"],
      ["text", "c", "C", "h".repeat(1_999), "too long"],
      ["begin group", "g", "G", "", "In a group"],
      ["text", "d", "D"],
      ["end group"],
    );
    expect(form.protocol?.fields.map(({ hint }) => hint)).toEqual([
      "Look up.\nAt **${b}**",
      "Only if dry",
      "h".repeat(1_999),
      undefined,
    ]);
    expect(told(form)).toEqual([
      ["info", 2, "xlsform.column.guidanceInHint"],
      ["info", 3, "xlsform.column.guidanceInHint"],
      ["warning", 4, "xlsform.column.guidance"],
      ["warning", 5, "xlsform.column.guidance"],
    ]);
  });

  it("reads 1 and 0 as whether a question is read-only", () => {
    const form = readCells(
      ["type", "name", "label", "read_only"],
      ["text", "a", "A", "1"],
      ["text", "b", "B", "0"],
      ["text", "c", "C", "${a} = 'x'"],
    );
    expect(form.protocol?.fields.map((field) => field.read_only)).toEqual([true, undefined, undefined]);
    expect(told(form)).toEqual([["warning", 4, "xlsform.column.readOnly"]]);
  });

  it("leaves out style sheets", () => {
    const style = "<style>.x { color: red; }</style>";
    const form = readCells(["type", "name", "label"], ["note", "a", `${style}Look up.`], ["note", "b", style]);
    expect([form.protocol?.fields.map(({ label }) => label), told(form)]).toEqual([
      ["Look up."],
      [["info", 3, "xlsform.note.empty"]],
    ]);
  });
});

describe("cells without a counterpart in a protocol", () => {
  it("are reported, each at its place", () => {
    const columns = [
      "type",
      "name",
      "label",
      "required",
      "appearance",
      "default",
      "constraint_message",
      "choice_filter",
      "media::image",
      "read_only",
      "calculation",
      "mood",
      "cairn_unit",
    ];
    const { protocol, report } = readForm(
      [
        sheet("survey", columns, [
          "text",
          "a",
          "A <b>bold</b><img src='x'> ${x}",
          "${b} > 1",
          "multiline numbers",
          "7",
          "No!",
          "x = 1",
          "a.jpg",
          "no",
          "1 + 1",
          "sad",
          "cm",
        ]),
        sheet(
          "settings",
          ["form_title", "form_id", "version", "public_key", "cairn_target_count"],
          ["T", "t", "1", "k", "some"],
        ),
      ],
      words,
    );
    const kept = { default: { expression: "coalesce(string(1 + 1), '7')" } };
    expect(protocol).toEqual({ fields: [{ key: "a", kind: "text", label: "A <b>bold</b> ${x}", ...kept }] });
    expect(
      report.map(({ level, sheet: where, row, column, message }) => [
        level,
        where,
        row,
        column,
        "key" in message && message.key.replace("xlsform.", ""),
      ]),
    ).toEqual([
      ["warning", "survey", 2, "label", "text.markup"],
      ["info", "survey", 2, "appearance", "column.appearance"],
      ["warning", "survey", 2, "cairn_unit", "column.numbersOnly"],
      ["info", "survey", 2, "media::image", "picture.upload"],
      ["info", "survey", 2, "constraint_message", "column.message"],
      ["warning", "survey", 2, "required", "required.notRead"],
      ["info", "survey", 2, "calculation", "column.calculation"],
      ["warning", "survey", 2, "label", "text.reference"],
      ["info", "survey", null, "choice_filter", "column.unknown"],
      ["info", "survey", null, "mood", "column.unknown"],
      ["info", "settings", 2, "public_key", "settings.notTaken"],
      ["error", "settings", 2, "cairn_target_count", "cell.number"],
    ]);
  });

  it("takes no number that can be read as another one a thousand times larger", () => {
    const rows = ["1,500", "-2,000", "1,5", "0,125", "1.500"].map((written, index) => [
      "decimal",
      `n${index}`,
      "N",
      written,
    ]);
    const { protocol, report } = readForm(
      [sheet("survey", ["type", "name", "label", "cairn_expected_max"], ...rows)],
      words,
    );
    expect(protocol?.fields.map((field) => "expected_max" in field && field.expected_max)).toEqual([
      ...[false, false],
      ...[1.5, 0.125, 1.5],
    ]);
    expect(report.map(({ level, row }) => [level, row])).toEqual([
      ["error", 2],
      ["error", 3],
    ]);
  });
});
