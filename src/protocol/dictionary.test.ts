// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { describe, expect, it } from "vitest";
import { english } from "../texts/languages.ts";
import { textsOf } from "../texts/texts-of.ts";
import { columnsOf, type NumberedProtocol } from "./columns.ts";
import { defaultProtocol } from "./default-protocol.ts";
import { describeColumn, dictionaryHeader, dictionaryHeaderOf } from "./dictionary.ts";
import type { Field } from "./field.ts";

const { t } = textsOf(english);
const describeVersions = (...versions: [number | null, Field[]][]) =>
  columnsOf(versions.map(([version, fields]): NumberedProtocol => ({ version, protocol: { fields } }))).map((column) =>
    describeColumn(column, t),
  );

describe("the dictionary", () => {
  it("has these columns in this order", () => {
    expect(dictionaryHeader.slice(0, 7).join()).toBe("key,label,kind,unit,bounds,options,versions");
  });

  it("describes everything about a field", () => {
    const rows = describeVersions([
      1,
      [
        {
          key: "depth",
          kind: "number",
          label: { fr: "Profondeur", en: "Depth" },
          hint: "At the deepest place",
          required: true,
          unit: "m",
          min: -1,
          max: 50,
          step: 0.1,
          expected_min: 0,
          term: "http://rs.tdwg.org/dwc/terms/verbatimDepth",
        },
        { key: "day", kind: "date", label: { fr: "Jour" }, min: "2026-01-01" },
        {
          key: "code",
          kind: "text",
          label: "Code",
          pattern: "[A-Z]+",
          shown_when: { field: "depth", op: ">", value: 2 },
        },
        { key: "fish", kind: "yes_no", label: "Fish?" },
        { key: "shore", kind: "photo", label: "Shore" },
      ],
    ]);
    expect(rows).toEqual([
      {
        key: "depth",
        label: "Depth",
        kind: "number",
        unit: "m",
        bounds: "from -1 to 50, in steps of 0.1",
        options: "",
        versions: "1",
        column: "depth",
        hint: "At the deepest place",
        required: "yes",
        expected: "at least 0",
        shown_when: "",
        term: "http://rs.tdwg.org/dwc/terms/verbatimDepth",
        label_fr: "Profondeur",
        label_en: "Depth",
      },
      expect.objectContaining({
        key: "day",
        label: "Jour",
        kind: "date",
        bounds: "at least 2026-01-01",
        required: "no",
      }),
      expect.objectContaining({ key: "code", bounds: "matches [A-Z]+", shown_when: "${depth} > 2" }),
      expect.objectContaining({ key: "fish", kind: "yes_no", options: "true=yes; false=no" }),
      expect.objectContaining({ key: "shore", kind: "photo", bounds: "SHA-256 of the file, in hexadecimal" }),
    ]);
  });

  it("has the labels of all languages, and of options", () => {
    const soil = (label: Record<string, string>, option: Record<string, string>): Field => ({
      key: "soil",
      kind: "choice",
      label,
      options: [
        { value: "clay", label: option },
        { value: "7", label: "Seven" },
      ],
    });
    const rows = describeVersions(
      [1, [soil({ en: "Soil", de: "**Boden**" }, { en: "Clay" })]],
      [
        2,
        [
          soil({ en: "Soil", de: "Erde" }, { en: "Clay", "pt-BR": "Argila" }),
          { key: "depth", kind: "number", label: "Depth" },
        ],
      ],
    );
    expect(rows[0]).toMatchObject({
      label: "Soil",
      label_en: "Soil",
      label_de: "Boden (version 1); Erde (version 2)",
      options_en: "clay=Clay",
      "options_pt-BR": "clay=Argila (version 2)",
    });
    expect(rows[0]).not.toHaveProperty("options_de");
    expect(dictionaryHeaderOf(rows).slice(dictionaryHeader.length)).toEqual([
      "label_de",
      "label_en",
      "options_en",
      "options_pt-BR",
    ]);
    expect(Object.keys(rows.at(-1) ?? {}).filter((name) => name.includes("_"))).toEqual(["shown_when"]);
  });

  it("shows versions as ranges, and marks what applies to some of them", () => {
    const soil = (label: string, ...values: string[]): Field => ({
      key: "soil",
      kind: "choice",
      label,
      options: values.map((value) => ({ value, label: value.toUpperCase() })),
    });
    const rows = describeVersions(
      [6, [soil("Soil", "clay", "sand")]],
      [4, [soil("Soil", "clay", "peat")]],
      [3, [soil("Kind of soil", "clay")]],
      [2, [soil("Soil", "clay", "sand")]],
    );
    expect(rows).toEqual([
      expect.objectContaining({
        key: "soil",
        kind: "choice",
        label: "Soil (version 2, 4, 6); Kind of soil (version 3)",
        options: "clay=CLAY; sand=SAND (version 2, 6); peat=PEAT (version 4)",
        versions: "2 to 4, 6",
      }),
      expect.objectContaining({ key: "soil", kind: "label", column: "soil_label", versions: "2 to 4, 6" }),
    ]);
  });

  it("has a row for each unit", () => {
    const depth = (unit: string): Field => ({ key: "depth", kind: "number", label: "Depth", unit });
    const rows = describeVersions([3, [depth("m")]], [2, [depth("cm")]], [1, [depth("cm")]]);
    expect(rows.map(({ column, unit, versions }) => [column, unit, versions])).toEqual([
      ["depth", "m", "3"],
      ["depth_cm", "cm", "1 to 2"],
    ]);
  });

  it("describes the specification's form", () => {
    const own: Field = { key: "tree_width", kind: "number", label: "Girth", unit: "cm", max: 900 };
    const [row] = describeVersions([1, [own]], [null, [...defaultProtocol.fields]]);
    expect(row).toMatchObject({
      key: "tree_width",
      column: "tree_width",
      label: "Girth (version 1); Measurement: circumference or width (standard form)",
      bounds: "from 1 to 900 (version 1); from 1 to 10000 (standard form)",
      versions: "standard form, 1",
    });
  });

  it("includes long lists in full", () => {
    const options = Array.from({ length: 10_000 }, (_, index) => ({ value: `o${index}`, label: `Option ${index}` }));
    const [row] = describeVersions([1, [{ key: "species", kind: "choice", label: "Species", options }]]);
    expect(row?.options?.split("; ")).toHaveLength(10_000);
  });
});
