// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts refer to answers with them
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryValues } from "../../test/arbitrary-values.ts";
import { protocolArbitrary } from "../../test/protocol-arbitrary.ts";
import { cellOfColumn, columnsOf, type NumberedProtocol } from "./columns.ts";
import { defaultProtocol } from "./default-protocol.ts";
import type { Field, Protocol, Values } from "./field.ts";
import { isGeometry } from "./geometry.ts";
import { cellOfGeometry } from "./geometry-cells.ts";
import { listedItemsKey } from "./lists/listed-items.ts";
import { cellOf } from "./measurements.ts";
import { reservedKeys } from "./reserved-keys.ts";

const number = (key: string, unit?: string): Field => ({ key, kind: "number", label: key, unit });
const text = (key: string): Field => ({ key, kind: "text", label: key });
const choice = (key: string, labels: Record<string, string>, kind: "choice" | "choices" = "choice"): Field => ({
  key,
  kind,
  label: key,
  options: Object.entries(labels).map(([value, label]) => ({ value, label })),
});
const versionsOf = (...newestFirst: Field[][]): NumberedProtocol[] =>
  newestFirst.map((fields, index) => ({ version: newestFirst.length - index, protocol: { fields } }));
const namesOf = (versions: NumberedProtocol[], taken?: Iterable<string>) =>
  columnsOf(versions, taken).map(({ name }) => name);

const point = (
  protocol_version: number | null,
  additional_data: Values,
  photo_sha256s: Record<string, string> = {},
) => ({
  protocol_version,
  additional_data,
  photo_sha256s,
});
const rowOf = (versions: NumberedProtocol[], ...given: Parameters<typeof point>) =>
  Object.fromEntries(columnsOf(versions).map((column) => [column.name, cellOfColumn(column, point(...given))]));

describe("columns", () => {
  it("a ranking has its values in order, and their labels", () => {
    const rank = { ...choice("r", { a: "Ash", b: "Beech" }), kind: "rank" } as Field;
    expect(rowOf(versionsOf([rank]), 1, { r: ["b", "a"] })).toEqual({ r: "b;a", r_label: "Beech; Ash" });
  });

  it("labels have neither markup nor the answers that they refer to", () => {
    const side = choice("side", { n: "_North_ of ${site}" });
    expect(rowOf(versionsOf([text("site"), side]), 1, { site: "Mole", side: "n" })).toMatchObject({
      side_label: "North of …",
    });
  });

  it("notes have none, also beside another version's question under their key", () => {
    const note: Field = { key: "a", kind: "note", label: "Wear gloves" };
    expect(namesOf(versionsOf([note, number("b")], [text("a")]))).toEqual(["b", "a"]);
  });

  it("are one per key: the newest version's in its order, then those of older versions", () => {
    const versions = versionsOf([number("b"), text("note"), number("a")], [text("gone"), number("a")], [text("old")]);
    expect(namesOf(versions)).toEqual(["b", "note", "a", "gone", "old"]);
    expect(rowOf(versions, 2, { a: 3, gone: "x" })).toEqual({ b: null, note: null, a: 3, gone: "x", old: null });
  });

  it("separate values of different units; the newest unit has the plain name", () => {
    const versions = versionsOf(
      [number("depth", "m")],
      [number("depth", "cm")],
      [number("depth")],
      [number("depth", "m")],
    );
    expect(namesOf(versions)).toEqual(["depth", "depth_cm", "depth_no_unit"]);
    expect([4, 3, 2, 1].map((version) => rowOf(versions, version, { depth: 5 }))).toEqual([
      { depth: 5, depth_cm: null, depth_no_unit: null },
      { depth: null, depth_cm: 5, depth_no_unit: null },
      { depth: null, depth_cm: null, depth_no_unit: 5 },
      { depth: 5, depth_cm: null, depth_no_unit: null },
    ]);
  });

  it("separate values of different kinds, but not integers from numbers", () => {
    const whole: Field = { key: "count", kind: "integer", label: "count" };
    expect(namesOf(versionsOf([text("count")], [number("count", "m")], [whole], [number("count")]))).toEqual([
      "count",
      "count_number_m",
      "count_number",
    ]);
    expect(namesOf(versionsOf([choice("soil", { a: "A" })], [choice("soil", { b: "B" }, "choices")]))).toEqual([
      "soil",
      "soil_label",
    ]);
  });

  it("show options by value and, in another column, by their version's label", () => {
    const versions = versionsOf(
      [choice("soil", { clay: "Heavy clay", sand: "Sand" }, "choices")],
      [choice("soil", { clay: "Clay", peat: "Peat" })],
    );
    expect(rowOf(versions, 2, { soil: ["clay", "sand"] })).toEqual({
      soil: "clay;sand",
      soil_label: "Heavy clay; Sand",
    });
    expect(rowOf(versions, 1, { soil: "clay" })).toEqual({ soil: "clay", soil_label: "Clay" });
    expect(rowOf(versions, 1, {})).toEqual({ soil: null, soil_label: null });
  });

  it("have options of a list that can be told apart again, whatever their codes and labels are", () => {
    const list = { id: 1, version: 1 };
    const versions = versionsOf(
      [{ key: "taxa", kind: "choices", label: "Taxa", list } as Field],
      [{ key: "taxa", kind: "choice", label: "Taxa", list } as Field],
    );
    const cellsOf = (version: number, codes: string | string[]) => {
      const labels = Object.fromEntries([codes].flat().map((code) => [code, { label: `of ${code}` }]));
      const { taxa, taxa_label } = rowOf(versions, version, { taxa: codes, [listedItemsKey]: { taxa: labels } });
      return [taxa, taxa_label];
    };
    expect(cellsOf(2, ["A;1", "B"])).toEqual(["A\\;1;B", "of A\\;1; of B"]);
    const code = fc.stringMatching(/^[a;\\]{1,4}( [a;\\]{1,3})?$/);
    const answer = fc.oneof(code, fc.uniqueArray(code, { minLength: 1, maxLength: 4 }));
    const read = (cell: unknown) =>
      [...String(cell).matchAll(/(?:^|;)((?:\\.|[^;\\])*)/g)].map(([, part = ""]) => part.replace(/\\(.)/g, "$1"));
    fc.assert(
      fc.property(answer, fc.constantFrom(1, 2), (codes, version) => {
        const [taxa, labels] = cellsOf(version, codes);
        expect(read(taxa)).toEqual([codes].flat());
        expect(read(labels).map((label) => label.trimStart())).toEqual([codes].flat().map((each) => `of ${each}`));
      }),
    );
  });

  it("have labels in English, or else in the first language", () => {
    const field = choice("soil", { clay: "x" }) as Extract<Field, { kind: "choice" }>;
    const say = (label: Record<string, string>) =>
      rowOf(versionsOf([{ ...field, options: [{ value: "clay", label }] }]), 1, { soil: "clay" }).soil_label;
    expect([say({ fr: "Argile", en: "Clay" }), say({ fr: "Argile", de: "Ton" })]).toEqual(["Clay", "Argile"]);
  });

  it("a line has WKT and its figures", () => {
    const coordinates = [
      [0, 0],
      [0, 0.001],
    ];
    const walked = { type: "LineString", coordinates, accuracies: [4, 6.5], method: "walked" };
    const versions = versionsOf([{ key: "way", kind: "line", label: "Way" }]);
    expect(rowOf(versions, 1, { way: walked })).toEqual({
      way: "LINESTRING (0 0, 0 0.001)",
      way_length_m: 111.2,
      way_accuracy_m: 6.5,
      way_method: "walked",
    });
    expect(rowOf(versions, 1, {})).toEqual({
      way: null,
      way_length_m: null,
      way_accuracy_m: null,
      way_method: null,
    });
  });

  it("contain a photo's hash", () => {
    const versions = versionsOf([{ key: "shore", kind: "photo", label: "Shore" }]);
    expect(rowOf(versions, 1, {}, { shore: "ab", file: "cd" })).toEqual({ shore: "ab" });
    expect(rowOf(versions, 1, {})).toEqual({ shore: null });
  });

  it("[ROUTE-10] keep the name of the specification's circumference, unless a version of the quest uses it", () => {
    const form: NumberedProtocol = { version: null, protocol: defaultProtocol };
    expect(namesOf([form])).toEqual(["tree_circumference_cm"]);
    const versions = [...versionsOf([number("tree_width", "cm"), text("note")]), form];
    expect(namesOf(versions)).toEqual(["tree_width", "note"]);
    expect(rowOf(versions, null, { tree_width: 87.5 })).toEqual({ tree_width: 87.5, note: null });
  });

  it("have unique names", () => {
    const versions = versionsOf(
      [choice("soil", { a: "A" }), text("soil_label"), number("depth", "m"), text("depth_cm")],
      [number("depth", "cm"), number("depth_m", "m")],
      [number("depth_m", "cm")],
    );
    expect(namesOf(versions, ["depth"])).toEqual([
      "soil",
      "soil_label_2",
      "soil_label",
      "depth_2",
      "depth_cm",
      "depth_cm_2",
      "depth_m",
      "depth_m_cm",
    ]);
  });

  it("of any versions have unique names, and every value has exactly one column", () => {
    const history = fc.array(protocolArbitrary, { minLength: 1, maxLength: 4 }).chain((protocols) => {
      const versions = protocols.map((protocol, index) => ({ version: protocols.length - index, protocol }));
      return fc.tuple(fc.constant(versions), ...protocols.map((protocol: Protocol) => arbitraryValues(protocol)));
    });
    fc.assert(
      fc.property(history, ([versions, ...all]) => {
        const columns = columnsOf(versions, reservedKeys);
        const names = columns.map(({ name }) => name);
        expect(new Set([...names, ...reservedKeys]).size).toBe(names.length + reservedKeys.size);
        for (const [index, { version, protocol }] of versions.entries()) {
          const values = all[index] ?? {};
          const photos = Object.fromEntries(
            protocol.fields.flatMap(({ kind, key }) => (kind === "photo" ? [[key, `hash of ${key}`]] : [])),
          );
          const cells = columns
            .filter(({ shows }) => shows === "value")
            .flatMap((column) => {
              const cell = cellOfColumn(column, point(version, values, photos));
              return cell === null ? [] : [[column.key, cell]];
            });
          const wanted = { ...values, ...photos };
          expect(cells).toHaveLength(Object.keys(wanted).length);
          for (const [key, cell] of cells) {
            const value = wanted[key as string];
            expect(cell).toEqual(isGeometry(value) ? cellOfGeometry(value, "value") : cellOf(value));
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
