// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { describe, expect, it } from "vitest";
import type { NumberedProtocol } from "./columns.ts";
import type { Field } from "./field.ts";
import { type PositionPrecision, publicValues, publicVersions } from "./public-fields.ts";

const listOfNests = 7;
const version = (number: number, fields: unknown[]): NumberedProtocol => ({
  version: number,
  protocol: { fields: fields.map((field) => ({ label: "Label", ...(field as object) })) as Field[] },
});
const keysOf = (versions: readonly NumberedProtocol[], positions: PositionPrecision) =>
  publicVersions(versions, positions, ({ id }) => id === listOfNests).map(({ protocol }) =>
    protocol.fields.map(({ key }) => key),
  );

describe("which answers are public", () => {
  it("leaves out texts, codes and files unless the protocol says so", () => {
    const closed = ["text", "barcode", "photo", "audio", "file"].map((kind) => ({ key: kind, kind }));
    const opened = closed.map(({ key, kind }) => ({ key: `open_${key}`, kind, public: true }));
    const number = { key: "depth", kind: "number" };
    expect(keysOf([version(1, [...closed, ...opened, number])], "exact")).toEqual([
      ["open_text", "open_barcode", "open_photo", "open_audio", "depth"],
    ]);
  });

  it("follows the newest version that has the key, so that closing a question closes old answers", () => {
    const note = (isPublic: boolean) => [{ key: "note", kind: "text", public: isPublic }];
    expect(keysOf([version(3, []), version(2, note(false)), version(1, note(true))], "exact")).toEqual([[], [], []]);
    expect(keysOf([version(2, note(true)), version(1, note(false))], "exact")).toEqual([["note"], ["note"]]);
  });

  it("opens no answers of a question that had the same key and another kind", () => {
    const proof = (kind: string, isPublic: boolean) => [{ key: "proof", kind, public: isPublic }];
    const versions = [
      version(3, proof("text", true)),
      version(2, proof("photo", true)),
      version(1, proof("text", false)),
    ];
    expect(keysOf(versions, "exact")).toEqual([["proof"], [], ["proof"]]);
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
    const [only] = publicVersions([version(1, fields)], "hidden", () => false);
    expect(only?.protocol.fields).toMatchObject([{ key: "birds", fields: [{ key: "species" }] }]);
  });
});

describe("what an answer is made of decides", () => {
  const formula = (expression: string) => ({ expression });
  const asked = [
    { key: "name", kind: "text" },
    { key: "site", kind: "text", public: true },
    { key: "spot", kind: "point" },
    { key: "began", kind: "datetime" },
    { key: "depth", kind: "number" },
    { key: "nest", kind: "choice", list: { id: listOfNests } },
    { key: "bird", kind: "choice", list: { id: 8 } },
  ];
  /** Whether an answer is public where positions are rounded, and where they are exact. */
  const isPublic = (field: object, more: object = {}) => {
    const only = version(1, [...asked, { key: "x", kind: "number", ...field }]);
    const versions = [{ ...only, protocol: { ...only.protocol, ...more } }];
    return ([0.1, "exact"] as const).map((positions) => keysOf(versions, positions)[0]?.includes("x"));
  };

  it.each<[string, object]>([
    ["a first answer", { default: formula("decimal-time(now())") }],
    ["a first answer that can't be changed", { read_only: true, default: formula("decimal-time(now())") }],
    ["a first answer from a place", { default: formula("distance(${spot}, ${spot})") }],
    ["a first text", { kind: "text", public: true, default: formula("string(${began})") }],
    ["being there", { shown_when: formula("${began} != ''") }],
    ["being there, as older forms say it", { shown_when: { field: "began", op: "=", value: "x" } }],
    ["having to be there", { required_when: formula("${began} != ''") }],
    ["a bound", { constraint: formula(". < decimal-time(${began})") }],
    ["what is offered", { kind: "choice", options: [], filter: formula("code = string(${began})").expression }],
    ["a calculation through others", { kind: "calculated", expression: "if(${nest} = 'n1', 1, 2)" }],
    ["a list with places", { kind: "choices", list: { id: listOfNests } }],
    ["a column of such a list", { kind: "calculated", expression: "attribute(${nest}, 'geometry')" }],
    ["options with places", { kind: "choice", options: [{ value: "a", label: "A", attributes: { lat: "21.97" } }] }],
    ["options that are places", { kind: "rank", options: [{ value: "a", label: "21.9712, -159.3745" }] }],
  ])("%s isn't public with what it is made of, unless positions are exact", (_, field) => {
    expect(isPublic(field)).toEqual([false, true]);
  });

  it("a list by name has places too", () => {
    const field = { kind: "calculated", expression: "lookup('nests', 'size', ${depth})" };
    const lists = (id: number) => ({ lists: [{ name: "nests", id, version: 1 }] });
    expect([isPublic(field, lists(listOfNests)), isPublic(field, lists(8))]).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  it.each<[string, object]>([
    ["a first answer", { default: formula("string-length(${name})") }],
    ["a first text", { kind: "text", public: true, default: formula("${name}") }],
    ["being there", { shown_when: formula("${name} = 'Ann'") }],
    ["a bound", { constraint: formula(". = string-length(${name})") }],
    ["what is offered", { kind: "choice", list: { id: 8, filter: "owner = ${name}" } }],
  ])("%s isn't public, if it is made of a closed answer", (_, field) => {
    expect(isPublic(field)).toEqual([false, false]);
  });

  it.each<[string, object]>([
    ["a text that asks with another answer", { label: "How deep is ${name}?" }],
    ["an open answer", { default: formula("string-length(${site})") }],
    ["the day", { kind: "date", default: formula("today()") }],
    ["the day of a moment", { kind: "calculated", expression: "date(now())" }],
    ["a day that isn't later than now", { kind: "date", constraint: formula(". <= now() and ${depth} > 1") }],
    ["a list without places", { kind: "choice", list: { id: 8, filter: "depth = string(${depth})" } }],
  ])("%s is public", (_, field) => {
    expect(isPublic(field)).toEqual([true, true]);
  });

  it("rows of a group are as closed as their number, and as what decides that the group is there", () => {
    const group = (changes: object) => [
      ...asked,
      {
        ...{ key: "birds", kind: "group", repeat: {}, ...changes },
        fields: [{ key: "species", kind: "choice", label: "Species", options: [] }],
      },
    ];
    const hasRows = (changes: object) => keysOf([version(1, group(changes))], 0.1)[0]?.includes("birds");
    expect(hasRows({})).toBe(true);
    expect(hasRows({ repeat: { count: formula("${depth}") } })).toBe(true);
    expect(hasRows({ repeat: { count: formula("string-length(${name})") } })).toBe(false);
    expect(hasRows({ shown_when: formula("${began} != ''") })).toBe(false);
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
    expect(publicValues(values, fields, false)).not.toHaveProperty("plant_id_data");
    expect(publicValues(values, fields, true)).toEqual({
      depth: 3,
      birds: [{ species: "tern" }, {}],
      list_items: { species: { tern: { label: "Tern" } } },
      plant_id_data: { bestMatch: "Mangifera indica", results: [{ score: 0.9 }] },
    });
    expect(publicValues({ note: "x" }, [], true)).toEqual({});
  });
});
