// biome-ignore-all lint/suspicious/noTemplateCurlyInString: forms refer to answers with them
import { describe, expect, it } from "vitest";
import type { Field, Protocol } from "../field.ts";
import { readForm } from "./read-form.ts";
import type { Sheet } from "./table.ts";
import { type WordedProtocol, writeForm } from "./write-form.ts";

const words = { yes: "Yes", no: "No", other: "Other", specifyOther: "Please specify", noFields: "No questions." };

const sheet = (name: string, ...rows: string[][]): Sheet => ({
  name,
  rows: rows.map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => cell || undefined) })),
});

const asked = (key: string, kind: Field["kind"], more: object = {}) => ({ key, kind, label: key, ...more }) as Field;
const options = ["mud", "sand"].map((value) => ({ value, label: value }));

const survey = (...fields: Field[]): Protocol => ({
  fields: [
    asked("depth", "number"),
    asked("wet", "yes_no"),
    asked("day", "date"),
    asked("hour", "time"),
    asked("ground", "choice", { options }),
    asked("meta", "text"),
    ...fields,
  ],
});
const lineOf = (field: Field): Record<string, string> => {
  const [written] = writeForm(survey(field) as WordedProtocol, { title: "T", id: "t", version: "1" }, words);
  const [headings = [], ...rows] = written?.rows ?? [];
  return Object.fromEntries(
    headings.flatMap((heading, index) => {
      const cell = rows.at(-1)?.[index] ?? "";
      return cell === "" ? [] : [[heading, cell]];
    }),
  );
};

describe("an exported expression means the same in ODK", () => {
  it.each([
    ["${depth} != 5", "${depth} != '' and ${depth} != 5"],
    ["not(${ground} = 'mud') or ${depth} > 1", "not(${ground} = 'mud') or ${depth} > 1"],
    ["${wet} and ${depth} < 2", "${wet} = 'yes' and ${depth} < 2"],
    ["${wet} = false()", "${wet} = 'no'"],
    ["${day} >= '2026-01-01'", "${day} >= date('2026-01-01')"],
    ["${hour} < '12:00'", "decimal-time(${hour}) < 0.5"],
    ["${hour} = '12:00'", "format-date-time(${hour}, '%H:%M') = '12:00'"],
    ["${meta} = ''", "${meta_field} = ''"],
    ["sum(${depth}, 1) > 2", "coalesce(${depth}, 0) + coalesce(1, 0) > 2"],
    ["count(${depth}, ${meta}) = 2", "if(${depth} != '', 1, 0) + if(${meta_field} != '', 1, 0) = 2"],
    ["coalesce(${depth}, 1, 2) = 1", "coalesce(${depth}, coalesce(1, 2)) = 1"],
    ["(${depth} + 1) * 2 > 3", "(${depth} + 1) * 2 > 3"],
    ["label(${ground}) = 'Mud'", "jr:choice-name(${ground}, '${ground}') = 'Mud'"],
    ["label('mud', ${ground}) = 'Mud'", "jr:choice-name('mud', '${ground}') = 'Mud'"],
    ["attribute(${ground}, 'grain') = '1'", "instance('ground')/root/item[name = ${ground}]/grain = '1'"],
  ])("%s", (expression, xpath) => {
    expect(lineOf(asked("q", "text", { shown_when: { expression } }))).toMatchObject({ relevant: xpath });
  });

  it("writes the columns of all rules", () => {
    const field = asked("q", "number", {
      label: "How much of ${meta}, ${nothing}?",
      min: 0,
      required_when: { expression: "${wet}" },
      constraint: { expression: ". < ${depth} or ${wet}", message: "Too much of ${meta}" },
      default: { expression: "3" },
      read_only: true,
    });
    expect(lineOf(field)).toEqual({
      type: "decimal",
      name: "q",
      label: "How much of ${meta_field}, $\u2060{nothing}?",
      required: "${wet} = 'yes'",
      constraint: ". >= 0 and (. < ${depth} or ${wet} = 'yes')",
      constraint_message: "Too much of ${meta_field}",
      default: "3",
      read_only: "yes",
    });
    expect(lineOf(asked("q", "calculated", { expression: "${depth} * 2", unit: "m" }))).toEqual({
      type: "calculate",
      name: "q",
      label: "q",
      calculation: "${depth} * 2",
      cairn_unit: "m",
    });
  });
});

describe("an imported form", () => {
  const columns =
    "type name label relevant constraint constraint_message required default read_only calculation trigger".split(" ");
  const read = (...rows: string[][]) => {
    const { protocol, report } = readForm(
      [
        sheet("survey", columns, ...rows),
        sheet("choices", ["list_name", "name", "label"], ["yn", "yes", "Yes"], ["yn", "no", "No"], ["n", "1", "One"]),
      ],
      words,
    );
    return {
      fields: protocol?.fields,
      report: report.map(({ row, column, message }) => [
        row,
        column,
        "key" in message ? message.key : message.issue.message,
      ]),
    };
  };

  it("reads a day beside a date as exports write it", () => {
    const { fields, report } = read(
      ["date", "day", "Day"],
      ["text", "q", "Q", "${day} != date('2026-01-01') or date('2026-02-30') = ${day}"],
    );
    expect(report).toEqual([]);
    expect(fields?.[1]?.shown_when).toEqual({
      expression: "not(${day} = '2026-01-01') or date('2026-02-30') = ${day}",
    });
  });

  it("keeps calculations, wherever they are used, with their types", () => {
    const { fields, report } = read(
      ["calculate", "Total", "", "", "", "", "", "", "", "coalesce(${Adults}, 0) + coalesce(${young}, 0)"],
      ["integer", "Adults", "Adults"],
      ["integer", "young", "Young of ${Adults}"],
      ["text", "behaviour", "Behaviour", "${Total} > 3"],
    );
    expect(report).toEqual([]);
    expect(fields).toMatchObject([
      { key: "Total", kind: "calculated", expression: "coalesce(${Adults}, 0) + coalesce(${young}, 0)" },
      { key: "Adults" },
      { key: "young", label: "Young of ${Adults}" },
      { key: "behaviour", shown_when: { expression: "${Total} > 3" } },
    ]);
  });

  it("keeps rules with their messages", () => {
    const { fields, report } = read(
      ["select_one n", "q", "Q"],
      ["decimal", "depth", "Depth", "${q} = 1", ". > 0 and . < 5", "Too deep", "${q} = '1'", "2.5"],
      ["date", "day", "Day", "", ". <= today()", "", "", "today()", "yes"],
    );
    expect(report).toEqual([]);
    expect(fields?.slice(1)).toMatchObject([
      {
        shown_when: { field: "q", op: "=", value: "1" },
        constraint: { expression: ". > 0 and . < 5", message: "Too deep" },
        required_when: { expression: "${q} = '1'" },
        default: { expression: "2.5" },
      },
      { constraint: { expression: ". <= today()" }, default: { expression: "today()" }, read_only: true },
    ]);
  });

  it.each([
    ["decimal", ". >= 0 and . <= 40", { min: 0, max: 40 }],
    ["integer", ". > 0 and . < 10", { min: 1, max: 9 }],
    ["decimal", ". > 0 and . < ${depth}", { min: 0 }],
    ["date", ". >= date('2026-01-01')", { min: "2026-01-01" }],
    ["integer", ". >= 9 and . <= 1", {}],
    ["integer", ". = 0.5", {}],
    ["text", "regex(., '[a-z]+')", {}],
    ["range", ". >= 0 and . < 8", { min: 1, max: 10 }],
  ])("keeps the bounds of %s, %s, and its message", (type, expression, bounds) => {
    const row = [type, "q", "Q", "", expression, "Between the banks"];
    const { fields, report } = read(["decimal", "depth", "Depth"], row);
    const [, field] = fields ?? [];
    expect(report).toEqual([]);
    const { min, max, constraint } = field as { min?: unknown; max?: unknown; constraint?: unknown };
    expect({ min, max }).toEqual({ min: undefined, max: undefined, ...bounds });
    expect(constraint).toEqual({ expression, message: "Between the banks" });
    // Exporting and importing it again doesn't repeat the bounds.
    if (type !== "range") {
      const line = lineOf(field as Field);
      expect(line).toMatchObject({ constraint: expression, constraint_message: "Between the banks" });
    }
  });

  it("finds questions in groups by name and by path, though names repeat", () => {
    const { fields, report } = read(
      ["begin group", "tree", "Tree"],
      ["integer", "width", "Width", "../width &gt; 1 or ${width} = 2"],
      ["begin group", "crown", "Crown", "../../tree/width > 1"],
      ["integer", "width", "Width", "", "", "", "../../width > 3"],
      ["calculate", "twice", "", "", "", "", "", "", "", "2 * ${width}"],
      ["end group"],
      ["end group"],
      ["text", "q", "Crown ${twice}", "/data/tree/crown/width > 1"],
    );
    expect(report).toEqual([
      [3, "relevant", "xlsform.relevant.notRead"],
      [5, "name", "xlsform.name.inGroup"],
      [9, "type", "xlsform.group.goesOn"],
    ]);
    expect(fields).toMatchObject([
      { key: "width" },
      {
        key: "crown_width",
        shown_when: { field: "width", op: ">", value: 1 },
        required_when: { expression: "${width} > 3" },
      },
      { key: "twice", expression: "2 * ${crown_width}" },
      { key: "q", label: "Crown ${twice}", shown_when: { field: "crown_width", op: ">", value: 1 } },
    ]);
  });

  it("finds a question that was moved into another group by the end of its path, if no other one has its name", () => {
    const { fields, report } = read(
      ["begin group", "site", "Site"],
      ["text", "kind", "Kind"],
      ["text", "twin", "Twin"],
      ["end group"],
      ["integer", "height", "Height", "../kind = 'tree'"],
      ["integer", "width", "Width", "../twin = 'x'"],
      ["integer", "depth", "Depth", "../other/kind = 'x'"],
      ["begin group", "crown", "Crown"],
      ["text", "twin", "Twin"],
      ["end group"],
    );
    expect(report.filter(([, , key]) => /relevant|path/.test(String(key)))).toEqual([
      [6, "relevant", "xlsform.path.elsewhere"],
      [7, "relevant", "xlsform.relevant.noField"],
      [8, "relevant", "xlsform.relevant.noField"],
    ]);
    const [, , height, width, depth] = fields ?? [];
    expect(height?.shown_when).toEqual({ field: "kind", op: "=", value: "tree" });
    expect([width?.shown_when, depth?.shown_when]).toEqual([undefined, undefined]);
  });

  it("calculates what the form records itself, if it refers to it, and results in questions that can't be answered", () => {
    const { fields, report } = read(
      ["today", "day"],
      ["start", "begun"],
      ["hidden", "unit", "", "", "", "", "", "cm"],
      ["hidden", "other"],
      ["hidden", "filled"],
      ["integer", "age", "Age on ${day}", "${other} = 'x'"],
      ["integer", "twice", "Twice", "", "", "", "", "", "yes", "${age} * 2"],
      ["text", "q", "", "boolean(${age})"],
      ["common questions"],
    );
    expect(fields).toMatchObject([
      { key: "day", kind: "calculated", expression: "once(today())" },
      { key: "unit", kind: "calculated", expression: "'cm'" },
      { key: "age", shown_when: { expression: "'' = 'x'" } },
      { key: "twice", kind: "calculated", label: "Twice", expression: "${age} * 2" },
      { key: "q", label: "q", shown_when: { field: "age", op: "!=", value: 0 } },
    ]);
    expect(report).toEqual([
      [3, "type", "xlsform.type.moment"],
      [5, "type", "xlsform.type.neverGiven"],
      [6, "type", "xlsform.type.neverGiven"],
      [9, "label", "xlsform.label.missing"],
      [10, "type", "xlsform.row.comment"],
    ]);
  });

  it("a question's calculation is its first answer, made when its trigger is answered; that of a note is shown", () => {
    const { fields, report } = read(
      ["integer", "age", "Age", "", "", "", "", "7"],
      ["decimal", "half", "Half", "", "", "", "", "1", "", "${age} div 2"],
      ["calculate", "seen_at", "", "", "", "", "", "", "", "now()", "${age}"],
      ["note", "sum", "Sum", "", "", "", "", "", "", "${age} + ${half}"],
      ["text", "never", "Never", "FALSE"],
      ["set form title", "", "Survey"],
      ["get today", "day"],
      ["q date", "born", "Born"],
    );
    expect(fields).toMatchObject([
      { key: "age" },
      { key: "half", default: { expression: "coalesce(${age} div 2, 1)" } },
      { key: "seen_at", expression: "if(${age} != '', once(now()), '')" },
      { key: "sum", kind: "calculated", label: "Sum", expression: "${age} + ${half}" },
      { key: "never", shown_when: { expression: "false()" } },
      { key: "born", kind: "date" },
    ]);
    expect(report).toEqual([
      [3, "calculation", "xlsform.column.calculation"],
      [7, "type", "xlsform.settings.notTaken"],
      [8, "type", "xlsform.type.moment"],
    ]);
  });

  it("knows functions of other programs, and what is never asked counts as empty everywhere", () => {
    const { fields, report } = read(
      ["hidden", "source"],
      ["date", "born", "Born"],
      ["calculate", "years", "", "", "", "", "", "", "", "cht:difference-in-years(${born}, today())"],
      ["calculate", "weeks", "", "", "", "", "", "", "", "difference-in-weeks(${born}, today())"],
      ["calculate", "due", "", "", "", "", "", "", "", "add-date(${born}, 1, 2, 3)"],
      ["calculate", "said", "", "", "", "", "", "", "", "format-date(${source}, '%Y')"],
      ["calculate", "first", "", "", "", "", "", "", "", "coalesce(${years}, coalesce(${weeks}, NULL))"],
    );
    expect(fields?.map((field) => "expression" in field && field.expression)).toEqual([
      false,
      "int(difference-in-months(${born}, today()) div 12)",
      "int((date(today()) - date(${born})) div 7)",
      "add-months(date(${born}), 1 * 12 + 2) + 3",
      "format-date(date(''), '%Y')",
      "coalesce(${years}, ${weeks}, '')",
    ]);
    expect(report).toEqual([[2, "type", "xlsform.type.neverGiven"]]);
  });

  it("says which comparisons are never met, because the question has no such option", () => {
    const { fields, report } = read(
      ["select_one n", "many", "How many?"],
      ["text", "where", "Where?", "${many} = '7' and ${many} != ''"],
      ["calculate", "double", "", "", "", "", "", "", "", "if(${many} = '8', 2, 1)"],
    );
    expect(fields).toMatchObject([
      { key: "many" },
      { key: "where", shown_when: { expression: "false() and ${many} != ''" } },
      { key: "double", expression: "if(false(), 2, 1)" },
    ]);
    expect(report).toEqual([
      [3, "relevant", "xlsform.choices.noOption"],
      [4, "calculation", "xlsform.choices.noOption"],
    ]);
  });

  it("shows the volunteer's name in texts, and uses it nowhere else", () => {
    const { fields, report } = read(
      ["username", "who", ""],
      ["note", "hello", "Hello ${who}, ${ who }"],
      ["text", "team", "Team", "${who} = 'alice'"],
      ["calculate", "copy", "", "", "", "", "", "", "", "${who}"],
    );
    expect(fields).toEqual([
      { key: "hello", kind: "note", label: "Hello ${adventurer}, ${adventurer}" },
      { key: "team", kind: "text", label: "Team" },
    ]);
    expect(report).toEqual([
      [2, "type", "xlsform.type.metadata"],
      [4, "relevant", "xlsform.relevant.noField"],
      [5, "calculation", "xlsform.calculation.notRead"],
    ]);
  });

  it("finds the volunteer's name in an export of ours again, beside a question of that name", () => {
    const protocol = {
      fields: [asked("username", "text"), asked("q", "choice", { options: [{ value: "a", label: "${adventurer}" }] })],
    } as WordedProtocol;
    const sheets = writeForm(protocol, { title: "T", id: "t", version: "1" }, words);
    const [written, choices] = sheets.map(({ rows }) => rows.flat());
    expect(written).toEqual(expect.arrayContaining(["username_2"]));
    expect(choices).toContain("${username_2}");
    const again = readForm(
      sheets.map(({ name, rows }) => sheet(name, ...rows.map((row) => [...row]))),
      words,
    );
    expect(again.protocol).toEqual(protocol);
  });

  it("reports what it can't express, at its place", () => {
    const { fields, report } = read(
      ["calculate", "a", "", "", "", "", "", "", "", "pulldata(${c}, 'x', 'y', 'z')"],
      ["calculate", "b", "", "", "", "", "", "", "", "${a} + 1"],
      ["text", "c", "See ${nobody}", "${b} > 1"],
    );
    expect(fields).toEqual([{ key: "c", kind: "text", label: "See ${nobody}" }]);
    expect(report).toEqual([
      [2, "calculation", "xlsform.calculation.notRead"],
      [3, "calculation", "xlsform.calculation.notRead"],
      [4, "relevant", "xlsform.relevant.notRead"],
      [4, "label", "xlsform.text.reference"],
    ]);
  });
});
