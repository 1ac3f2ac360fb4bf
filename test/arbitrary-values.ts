import fc from "fast-check";
import { findFault } from "../src/protocol/check-value.ts";
import { type DrawnPoint, geometryOf } from "../src/protocol/drawn-points.ts";
import { type Field, ownOptions, type Protocol, type Row, type Value, type Values } from "../src/protocol/field.ts";

import type { Geometry, GeometryKind } from "../src/protocol/geometry.ts";

/** Random answers to any protocol (`protocol-arbitrary.ts`), for property tests. */

const words = fc
  .string({ minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() !== "" && !text.includes("\u0000"));

const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true }).map((value) => Number(value.toFixed(5)));
export const arbitraryPoint: fc.Arbitrary<DrawnPoint> = fc.record({
  position: fc.tuple(degrees(179), degrees(80)),
  accuracyMeters: fc.option(fc.constantFrom(0, 3.5, 12)),
});

/** Mostly valid: the sides of an area may cross. */
export const arbitraryGeometry = (kind: GeometryKind): fc.Arbitrary<Geometry> =>
  fc
    .tuple(
      fc.array(arbitraryPoint, {
        minLength: { point: 1, line: 2, area: 3 }[kind],
        maxLength: kind === "point" ? 1 : 6,
      }),
      fc.constantFrom("tapped" as const, kind === "point" ? ("located" as const) : ("walked" as const)),
    )
    .map(([points, method]) => geometryOf(kind, points, method));

/** A valid value for a field, or undefined; photos have none. */
const arbitraryValue = (of: Field): fc.Arbitrary<Value | undefined> =>
  // Close bounds may leave no valid step between them.
  likelyValue(of).map((value) => (findFault(of, value) === undefined ? value : undefined));

function likelyValue(of: Field): fc.Arbitrary<Value | undefined> {
  switch (of.kind) {
    case "number":
    case "integer":
      return fc.integer({ min: 0, max: 20 }).map((steps) => {
        const start = of.min ?? (of.max === undefined ? 0 : of.max - 100);
        const value = Number(((of.min ?? 0) + steps * (of.step ?? 1)).toFixed(6));
        const free =
          of.step === undefined ? Number((start + steps / (of.kind === "integer" ? 1 : 4)).toFixed(6)) : value;
        return of.max !== undefined && free > of.max ? of.min : free;
      });
    case "choice":
      return fc.constantFrom(...ownOptions(of).map(({ value }) => value));
    case "choices":
      return fc.subarray(
        ownOptions(of).map(({ value }) => value),
        { minLength: 1 },
      );
    case "rank":
      return fc.shuffledSubarray(
        of.options.map(({ value }) => value),
        { minLength: of.options.length },
      );
    case "yes_no":
      return fc.boolean();
    case "text":
      return (of.pattern === undefined ? words : fc.stringMatching(new RegExp(`^(?:${of.pattern})$`, "u"))).filter(
        (text) => text.trim() !== "",
      );
    case "barcode":
      return words.filter((text) => text.trim() !== "");
    case "datetime":
      return fc.constantFrom(of.min ?? of.max ?? "2026-05-31T14:05");
    case "date":
    case "time":
      return fc.constantFrom(of.min ?? of.max ?? (of.kind === "date" ? "2026-05-31" : "14:05"));
    case "point":
    case "line":
    case "area":
      return arbitraryGeometry(of.kind);
    case "photo":
    case "audio":
    case "file":
    case "calculated":
    case "note":
      return fc.constant(undefined);
    case "group":
      return fc.array(arbitraryValues(of) as fc.Arbitrary<Row>, { maxLength: 3 });
  }
}

/** Answers to some of the fields, including hidden ones. */
export const arbitraryValues = ({ fields }: Pick<Protocol, "fields">): fc.Arbitrary<Values> =>
  fc
    .tuple(...fields.map((each) => fc.option(arbitraryValue(each), { nil: undefined })))
    .map((values) =>
      Object.fromEntries(
        fields.flatMap(({ key: name }, index) => (values[index] === undefined ? [] : [[name, values[index]]])),
      ),
    );
