// biome-ignore-all lint/suspicious/noTemplateCurlyInString: forms refer to answers with them
import { describe, expect, it } from "vitest";
import type { Protocol } from "../field.ts";
import { readForm } from "./read-form.ts";
import type { Sheet } from "./table.ts";
import { type WordedProtocol, writeForm } from "./write-form.ts";

const words = { yes: "Yes", no: "No", other: "Other", specifyOther: "Please specify", noFields: "No questions." };
const sheet = (name: string, ...rows: string[][]): Sheet => ({
  name,
  rows: rows.map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => cell || undefined) })),
});
const told = ({ report }: ReturnType<typeof readForm>) =>
  report.map(({ level, row, column, message }) => [level, row, column, "key" in message ? message.key : message]);
const written = (protocol: Protocol | null) =>
  writeForm(protocol as WordedProtocol, { title: "T", id: "t", version: "1" }, words);

const regions = ["regions", "n", "North"];
const headings = ["list_name", "name", "label", "region", "size"];
const read = (filter: string, type = "select_one villages", choicesSheet = "choices") => {
  const villages = [headings, ["villages", "a", "Aby", "n", "12"], ["villages", "b", "Bly", "s", "7"]];
  const ownChoices = choicesSheet === "choices" ? [...villages, regions] : [headings, regions];
  return readForm(
    [
      sheet(
        "survey",
        ["type", "name", "label", "choice_filter"],
        ["select_one regions", "region", "Region", ""],
        ["integer", "least", "Least", ""],
        [type, "village", "Village", filter],
      ),
      sheet("choices", ...ownChoices),
      ...(choicesSheet === "choices" ? [] : [sheet(choicesSheet, ...villages)]),
    ],
    words,
  );
};

it("labels of choices and headings may include answers", () => {
  const form = readForm(
    [
      sheet(
        "survey",
        ["type", "name", "label"],
        ["text", "data", "Place"],
        ["begin group", "g", "At ${data}"],
        ["select_one who", "who", "Who?"],
        ["end group"],
      ),
      sheet("choices", ["list_name", "name", "label"], ["who", "a", "Somebody of ${data}"], ["who", "b", "${nobody}"]),
    ],
    words,
  );
  const { protocol } = form;
  expect(protocol?.fields[1]).toMatchObject({
    heading: "At ${data}",
    options: [{ label: "Somebody of ${data}" }, { label: "${nobody}" }],
  });
  expect(told(form)).toEqual([["warning", 4, "type", "xlsform.text.reference"]]);
  const again = written(protocol).map(({ name, rows }) => sheet(name, ...rows.map((row) => [...row])));
  expect(readForm(again, words).protocol).toEqual(protocol);
  const [survey, choices] = written(protocol);
  expect([survey?.rows[2]?.[2], choices?.rows[1]?.[2]]).toEqual(["At ${data_field}", "Somebody of ${data_field}"]);
});

describe("choices that depend on answers", () => {
  it.each([
    ["region=${region}", "region = ${region}"],
    ["size >= ${least} and region != 'x'", "size >= ${least} and not(region = 'x')"],
    ["name != ${region}", "not(code = ${region})"],
  ])("%s becomes a filter, and is written again", (cell, filter) => {
    const form = read(cell);
    const [region, least, village] = form.protocol?.fields ?? [];
    expect(told(form)).toEqual([]);
    expect(village).toMatchObject({
      filter,
      options: [
        { value: "a", label: "Aby", attributes: { region: "n", size: "12" } },
        { value: "b", label: "Bly", attributes: { region: "s", size: "7" } },
      ],
    });
    expect(region).toEqual({
      key: "region",
      kind: "choice",
      label: "Region",
      options: [{ value: "n", label: "North" }],
    });
    expect(least).toBeDefined();
    const again = written(form.protocol).map(({ name, rows }) => sheet(name, ...rows.map((row) => [...row])));
    expect(readForm(again, words).protocol).toEqual(form.protocol);
  });

  it("are all shown if the filter can't be read, which is reported", () => {
    const form = read("instance('villages')/root/item[1]/name = ${region}");
    expect(form.protocol?.fields[2]).not.toHaveProperty("filter");
    expect(told(form)).toEqual([["warning", 4, "choice_filter", "xlsform.column.choiceFilter"]]);
  });

  it("may be on the sheet external_choices", () => {
    const form = read("region=${region}", "select_one_external villages", "external_choices");
    expect(told(form)).toEqual([]);
    expect(form.protocol?.fields[2]).toMatchObject({ kind: "choice", filter: "region = ${region}" });
    expect(told(read("", "select_one_external towns", "external_choices"))).toEqual([
      ["error", 4, "type", "xlsform.choices.noSuchExternal"],
    ]);
  });

  it("of a file are a list to be chosen", () => {
    const form = read("region=${region}", "select_multiple_from_file villages.csv");
    expect(form.protocol?.fields[2]).toEqual({
      key: "village",
      kind: "choices",
      label: "Village",
      list: { id: 0, filter: "region = ${region}" },
    });
    expect(told(form)).toEqual([["info", 4, "type", "xlsform.choices.file"]]);
    const [survey] = written(form.protocol);
    expect(survey?.rows.at(-1)).toEqual(
      expect.arrayContaining(["select_multiple_from_file list-0-version-1.csv", "region = ${region}"]),
    );
  });
});

it.each([
  ["cities.geojson", "info", "file"],
  ["cities.XML", "info", "file"],
  ["cities.txt", "warning", "otherFile"],
])("choices in %s are a list to upload, or are reported", (file, level, key) => {
  expect(told(read("", `select_one_from_file ${file}`))).toEqual([[level, 4, "type", `xlsform.choices.${key}`]]);
});

it("the other option of a ranking is always put in order, so its name is always asked", () => {
  const { protocol } = readForm(
    [
      sheet("survey", ["type", "name", "label"], ["rank grounds or_other", "best", "Best first"]),
      sheet("choices", ["list_name", "name", "label"], ["grounds", "mud", "Mud"]),
    ],
    words,
  );
  expect(protocol?.fields).toEqual([
    expect.objectContaining({ kind: "rank" }),
    { key: "best_other", kind: "text", label: "Please specify" },
  ]);
});

describe("labels and columns of choices", () => {
  const readWith = (calculation: string) =>
    readForm(
      [
        sheet(
          "survey",
          ["type", "name", "label", "calculation"],
          ["select_one grounds", "ground", "Ground", ""],
          ["select_multiple grounds", "seen", "Seen", ""],
          ["calculate", "result", "", calculation],
        ),
        sheet("choices", ["list_name", "name", "label", "grain"], ["grounds", "mud", "Mud", "0.03"]),
      ],
      words,
    );
  const resultIn = (calculation: string) => {
    const { protocol, report } = readWith(calculation);
    const field = protocol?.fields.find(({ key }) => key === "result");
    return field?.kind === "calculated"
      ? field.expression
      : report.map(({ message }) => "key" in message && message.key);
  };

  it.each([
    ["jr:choice-name(${ground}, '${ground}')", "label(${ground})"],
    ["jr:choice-name( selected-at(${seen}, 0), ' ${ seen } ')", "label(selected-at(${seen}, 0), ${seen})"],
    ["jr:choice-name('mud', '${ground}')", "label('mud', ${ground})"],
    ["instance('grounds')/root/item[name = ${ground}]/grain", "attribute(${ground}, 'grain')"],
    ["instance('grounds')/root/item[name=current()/../ground]/label", "label(${ground})"],
    ["jr:itext(instance('grounds')/root/item[name=${ground}]/itextId)", "label(${ground})"],
    ["pulldata('grounds', 'grain', 'name', ${ground}) * 2", "number(attribute(${ground}, 'grain')) * 2"],
    ["pulldata('grounds', 'name', 'name', ${ground})", "${ground}"],
    ["instance('grounds')/root/item[name = concat('m', 'ud')]/label", "label(concat('m', 'ud'), ${seen})"],
    ["pulldata('grounds', 'grain', 'name', 'mud')", "attribute('mud', ${seen}, 'grain')"],
    ["coalesce(., label(${ground}))", "once(label(${ground}))"],
    ["pulldata('other.csv', 'grain-size', 'name', ${ground})", "lookup('other', 'grain_size', ${ground})"],
    ["pulldata('other', 'pos', 'pos', ${ground})", "lookup('other', 'code', ${ground})"],
    ["instance('other')/root/item[pos = ${ground}]/grain", "lookup('other', 'grain', ${ground})"],
    ["pulldata('@javascript', 'grain', 'name', ${ground})", ["xlsform.calculation.notRead"]],
    ["pulldata(${ground}, 'grain', 'name', ${ground})", ["xlsform.calculation.notRead"]],
    ["pulldata('grounds', 'grain', 'label', ${ground})", "lookup('grounds', 'grain', ${ground})"],
    ["instance('grounds')/root/item[label = ${ground}]/grain", ["xlsform.calculation.notRead"]],
    ["selected-at(concat('mud ', ${ground}), 1)", "selected-at(concat('mud ', ${ground}), 1)"],
    ["jr:choice-name(${ground}, '${none}')", ["xlsform.calculation.notRead"]],
    ["jr:choice-name(${ground}, 'ground')", ["xlsform.calculation.notRead"]],
  ])("%s", (calculation, expected) => {
    expect(resultIn(calculation)).toEqual(expected);
  });

  it("columns are kept where a rule uses them, and come back", () => {
    const { protocol } = readWith("instance('grounds')/root/item[name = ${ground}]/grain");
    expect(protocol?.fields).toMatchObject([
      { options: [{ value: "mud", attributes: { grain: "0.03" } }] },
      { options: [{ value: "mud" }] },
      {},
    ]);
    expect(protocol?.fields[1]).not.toHaveProperty("options.0.attributes");
    const written = writeForm(protocol as WordedProtocol, { title: "T", id: "t", version: "1" }, words);
    expect(
      readForm(
        written.map(({ name, rows }) => sheet(name, ...rows.map((row) => [...row]))),
        words,
      ).protocol,
    ).toEqual(protocol);
  });
});

it("pictures and sounds are files beside a form: their names are reported, and those of our own forms are known", () => {
  const survey = [
    ["type", "name", "label", "media::image::English (en)", "media::audio"],
    ["begin group", "g", "Leaves", "tree.png"],
    ["select_one shapes", "shape", "Shape", "leaf.png", "leaf.mp3"],
    ["note", "bark", "", "bark.jpg"],
    ["end group"],
  ];
  const choices = [
    ["list_name", "name", "label", "image", "video"],
    ["shapes", "round", "Round", "round.png", "round.mp4"],
  ];
  const form = readForm([sheet("survey", ...survey), sheet("choices", ...choices)], words);
  expect(form.protocol?.fields).toMatchObject([
    { key: "shape", options: [{ value: "round", label: "Round" }] },
    { key: "bark", kind: "note", label: "bark" },
  ]);
  const upload = (file: string, kind = "picture") => ({ key: `xlsform.${kind}.upload`, values: { file } });
  expect(form.report.map(({ level, sheet: where, row, message }) => [level, where, row, message])).toEqual([
    ["warning", "survey", 2, { key: "xlsform.column.media" }],
    ["info", "survey", 3, upload("leaf.png")],
    ["info", "survey", 3, upload("leaf.mp3", "sound")],
    ["info", "survey", 4, { key: "xlsform.label.missing" }],
    ["info", "survey", 4, upload("bark.jpg")],
    ["warning", "choices", 2, { key: "xlsform.column.media" }],
    ["info", "choices", 2, upload("round.png")],
  ]);

  const picture = { id: "0190a1b2-7c3d-4e5f-8a6b-000000000001", alt: { en: "A lobed leaf" } };
  const sound = { id: "0190a1b2-7c3d-4e5f-8a6b-000000000002", alt: { en: "A rustle" }, format: "ogg" } as const;
  const fields = [{ key: "look", kind: "note", label: { en: "Look", de: "Schau" }, picture, sound }] as const;
  const [[names = [], row = []] = []] = written({ fields }).map(({ rows }) => rows);
  expect(Object.fromEntries(names.map((heading, index) => [heading, row[index]]))).toMatchObject({
    "media::image::English (en)": `${picture.id}.webp`,
    "media::image::German (de)": `${picture.id}.webp`,
    "cairn_alt::English (en)": "A lobed leaf",
    "media::audio::German (de)": `${sound.id}.ogg`,
    "cairn_sound_alt::English (en)": "A rustle",
  });

  const ours = ["text", "edge", "Edge", `${picture.id}.webp`, "x".repeat(301)];
  const columns = ["type", "name", "label", "media::image", "cairn_alt"];
  const tooLong = readForm([sheet("survey", columns, ours)], words);
  expect(tooLong.protocol?.fields).toEqual([{ key: "edge", kind: "text", label: "Edge" }]);
  expect(tooLong.report.map(({ level, column }) => [level, column])).toEqual([["error", "media::image"]]);
  const unnamed = readForm([sheet("survey", columns, ours.slice(0, 4))], words);
  expect(unnamed.protocol).toEqual(tooLong.protocol);
  expect(unnamed.report.map(({ level, column }) => [level, column])).toEqual([["info", "media::image"]]);
});

describe("a file beside the form that formulas look things up in", () => {
  const readWith = (...calculations: string[]) =>
    readForm(
      [
        sheet(
          "survey",
          ["type", "name", "label", "calculation"],
          ["csv-external", "farms", "", ""],
          ["select_one_from_file plots.csv", "plot", "Plot", ""],
          ["text", "farm", "Farm", ""],
          ...calculations.map((calculation, index) => ["calculate", `c${index}`, "", calculation]),
        ),
      ],
      words,
    );
  const farms = "pulldata('farms', 'size', 'id', ${farm})";
  const ofPlot = "instance('plots')/root/item[name = ${plot}]/owner";

  it("becomes a list that the editor asks for; a file with two key columns becomes two", () => {
    const form = readWith(farms, "pulldata('farms', 'name', 'id', ${farm})", "pulldata('farms', 'id', 'owner', 'x')");
    expect(form.protocol?.lists).toEqual([
      { name: "farms", id: 0 },
      { name: "farms owner", id: 0 },
    ]);
    expect(told(form)).toEqual([
      ["info", 2, "type", "xlsform.type.file"],
      ["info", 3, "type", "xlsform.choices.file"],
      ["info", 5, "calculation", "xlsform.lookup.file"],
      ["info", 7, "calculation", "xlsform.lookup.file"],
    ]);
  });

  it("is the list of a question that takes its choices from it", () => {
    const { protocol } = readWith(ofPlot, "pulldata('plots', 'owner', 'name', 'p1')");
    expect(protocol?.lists).toBeUndefined();
    expect(protocol?.fields.slice(2)).toMatchObject([
      { expression: "attribute(${plot}, 'owner')" },
      { expression: "attribute('p1', ${plot}, 'owner')" },
    ]);
  });

  it("comes back", () => {
    const { protocol } = readWith(farms, ofPlot, "number(pulldata('farms', 'size', 'id', ${farm})) > 2");
    const sheets = written(protocol);
    const [headings = [], ...rows] = sheets.find(({ name }) => name === "survey")?.rows ?? [];
    expect(rows.map((row) => row[headings.indexOf("calculation")]).filter(Boolean)).toEqual([
      "pulldata('farms', 'size', 'code', ${farm})",
      "instance('list-0-version-1')/root/item[name = ${plot}]/owner",
      "number(pulldata('farms', 'size', 'code', ${farm})) > 2",
    ]);
    const again = sheets.map(({ name, rows: all }) => sheet(name, ...all.map((row) => [...row])));
    expect(readForm(again, words).protocol).toEqual(protocol);
  });
});

describe("a column that no choice has", () => {
  it.each([
    ["colour = 'red' or size = ${least}", "false() or size = ${least}"],
    ["colour != 'red'", "not(false())"],
    ["colour = ''", "true()"],
    ["colour != ''", "false()"],
    ["size > colour and region = ${region}", "false() and region = ${region}"],
  ])("is empty: %s", (filter, expected) => {
    const form = read(filter);
    expect(form.protocol?.fields[2]).toMatchObject({ filter: expected });
    expect(told(form)).toEqual([["info", 4, "choice_filter", "xlsform.choices.noColumn"]]);
  });

  it("is no reason to read a filter that does something else with it", () => {
    expect(told(read("contains(colour, 'r')"))).toEqual([
      ["warning", 4, "choice_filter", "xlsform.column.choiceFilter"],
    ]);
  });
});

describe("a search in the appearance", () => {
  const searching = (appearance: string, ...others: string[][]) =>
    readForm(
      [
        sheet(
          "survey",
          ["type", "name", "label", "appearance"],
          ["text", "region", "Region", ""],
          ["select_one farms", "farm", "Farm", appearance],
        ),
        sheet("choices", ["list_name", "name", "label"], ["farms", "farm_key", "farm_name"], ...others),
      ],
      words,
    );

  it.each([
    ["search('farms.csv')", undefined],
    ["minimal search('farms', 'matches', 'region_key', ${region})", "region_key = ${region}"],
    ["search('farms','matches','region_key',${region},'kind','dairy')", "region_key = ${region} and kind = 'dairy'"],
  ])("makes the file a list: %s", (appearance, filter) => {
    const form = searching(appearance);
    expect(form.protocol?.fields[1]).toEqual({
      key: "farm",
      kind: "choice",
      label: "Farm",
      list: { id: 0, ...(filter && { filter }) },
    });
    expect(form.report.slice(0, 1)).toMatchObject([
      {
        level: "info",
        message: { key: "xlsform.choices.search", values: { file: "farms", code: "farm_key", label: "farm_name" } },
      },
    ]);
  });

  it.each([
    "search(${region})",
    "search('farms', 'contains', 'farm_name', ${region})",
    "search('farms', 'matches', 'region_key')",
  ])("is reported if a list can't do it: %s", (appearance) => {
    expect(told(searching(appearance))).toContainEqual(["warning", 3, "appearance", "xlsform.column.search"]);
  });

  it("is reported beside choices of its own", () => {
    const form = searching("search('farms')", ["farms", "0", "None"]);
    expect(told(form)).toEqual([["warning", 3, "appearance", "xlsform.column.search"]]);
  });
});
