import { describe, expect, it } from "vitest";
import type { NumberedProtocol } from "./columns.ts";
import type { Field } from "./field.ts";
import { type PositionPrecision, publicValues, publicVersions } from "./public-fields.ts";

const version = (number: number, fields: unknown[]): NumberedProtocol => ({
  version: number,
  protocol: { fields: fields.map((field) => ({ label: "Label", ...(field as object) })) as Field[] },
});
const keysOf = (versions: readonly NumberedProtocol[], positions: PositionPrecision) =>
  publicVersions(versions, positions).map(({ protocol }) => protocol.fields.map(({ key }) => key));

describe("which answers are public", () => {
  it("leaves out texts, codes and files unless the protocol says so", () => {
    const closed = ["text", "barcode", "photo", "audio", "file"].map((kind) => ({ key: kind, kind }));
    const opened = closed.map(({ key, kind }) => ({ key: `open_${key}`, kind, public: true }));
    const number = { key: "depth", kind: "number" };
    expect(keysOf([version(1, [...closed, ...opened, number])], "exact")).toEqual([
      ["open_text", "open_barcode", "open_photo", "open_audio", "open_file", "depth"],
    ]);
  });

  it("follows the newest version that has the key, so that closing a question closes old answers", () => {
    const note = (isPublic: boolean) => [{ key: "note", kind: "text", public: isPublic }];
    expect(keysOf([version(3, []), version(2, note(false)), version(1, note(true))], "exact")).toEqual([[], [], []]);
    expect(keysOf([version(2, note(true)), version(1, note(false))], "exact")).toEqual([["note"], ["note"]]);
  });

  it.each(["hidden", 1, 0.001] as const)("leaves out places and times with positions %s", (positions) => {
    const exact = ["point", "line", "area", "time", "datetime"].map((kind) => ({ key: kind, kind }));
    const fields = [...exact, { key: "day", kind: "date" }];
    expect(keysOf([version(1, fields)], positions)).toEqual([["day"]]);
    expect(keysOf([version(1, fields)], "exact")).toEqual([["point", "line", "area", "time", "datetime", "day"]]);
  });

  it("shows a calculated answer only if all that it is made of is public, through other calculations too", () => {
    const fields = [
      { key: "name", kind: "text" },
      { key: "walk", kind: "line" },
      { key: "depth", kind: "number" },
      { key: "twice", kind: "calculated", expression: `\${depth} * 2` },
      { key: "four", kind: "calculated", expression: `\${twice} * 2` },
      { key: "greeting", kind: "calculated", expression: `concat('Hello ', \${name})` },
      { key: "loud", kind: "calculated", expression: `concat(\${greeting}, '!')` },
      { key: "length", kind: "calculated", expression: `distance(\${walk})` },
      { key: "moment", kind: "calculated", expression: "once(now())" },
      { key: "copied", kind: "choice", read_only: true, default: { expression: `\${name}` }, options: [] },
    ];
    expect(keysOf([version(1, fields)], 0.1)).toEqual([["depth", "twice", "four"]]);
    expect(keysOf([version(1, fields)], "exact")).toEqual([["walk", "depth", "twice", "four", "length", "moment"]]);
  });

  it("goes into groups, and leaves out those without public answers", () => {
    const fields = [
      {
        key: "birds",
        kind: "group",
        repeat: {},
        fields: [
          { key: "species", kind: "choice" },
          { key: "remark", kind: "text" },
        ],
      },
      { key: "people", kind: "group", repeat: {}, fields: [{ key: "person", kind: "text" }] },
    ];
    const [only] = publicVersions([version(1, fields)], "hidden");
    expect(only?.protocol.fields).toMatchObject([{ key: "birds", fields: [{ key: "species" }] }]);
  });
});

describe("the public values of a data point", () => {
  it("are the answers to public questions, with their listed items and the plant's name, and nothing else", () => {
    const values = {
      depth: 3,
      note: "Ask Ann Smith",
      user_supplied_latitude: 21.97,
      user_supplied_longitude: -159.37,
      unknown: "left by an older form",
      birds: [{ species: "tern", remark: "by Bo" }, {}],
      list_items: { species: { tern: { label: "Tern" } }, note: { secret: { label: "Secret" } } },
      plant_id_data: {
        bestMatch: "Mangifera indica",
        results: [{ score: 0.9, species: {} }, { score: 0.1 }],
        error: "x",
      },
    };
    const fields = [
      { key: "depth", kind: "number", label: "Depth" },
      {
        key: "birds",
        kind: "group",
        label: "Birds",
        repeat: {},
        fields: [{ key: "species", kind: "choice", label: "Species" }],
      },
    ] as Field[];
    expect(publicValues(values, fields)).toEqual({
      depth: 3,
      birds: [{ species: "tern" }, {}],
      list_items: { species: { tern: { label: "Tern" } } },
      plant_id_data: { bestMatch: "Mangifera indica", results: [{ score: 0.9 }] },
    });
    expect(publicValues({ note: "x" }, [])).toEqual({});
  });
});
