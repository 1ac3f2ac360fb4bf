import fc from "fast-check";
import type { Field, Protocol, Value, Values } from "../src/protocol/field.ts";
import { conditionsOn, protocolSchema } from "../src/protocol/protocol-schema.ts";

/** Any protocol that an administrator may write, and answers to it, for property tests. */

const words = fc
  .string({ minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() !== "" && !/<[a-z/!]/i.test(text) && !text.includes("\u0000"));
const localized = fc.oneof(
  words,
  fc.dictionary(fc.constantFrom("en", "fr", "pt-BR", "zh-Hant", "ar"), words, { minKeys: 1, noNullPrototype: true }),
);
const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/);
const decimal = fc.integer({ min: -100_000, max: 100_000 }).map((hundredths) => hundredths / 100);
const ascending = <T extends number | string>(values: fc.Arbitrary<T>) =>
  fc.uniqueArray(values, { minLength: 4, maxLength: 4 }).map((four) => four.toSorted((a, b) => (a < b ? -1 : 1)));

const numeric = ascending(decimal).chain(([min, expected_min, expected_max, max]) =>
  fc.record(
    {
      min: fc.constant(min),
      max: fc.constant(max),
      expected_min: fc.constant(expected_min),
      expected_max: fc.constant(expected_max),
      step: fc.constantFrom(0.1, 0.5, 1, 2.5),
      unit: fc.constantFrom("cm", "Cel", "mg/L", "[pH]", "{birds}", "m.s-1"),
    },
    { requiredKeys: [] },
  ),
);
const whole = ascending(fc.integer({ min: -1000, max: 1000 })).chain(([min, , , max]) =>
  fc.record(
    { min: fc.constant(min), max: fc.constant(max), step: fc.constantFrom(1, 5), unit: fc.constant("{birds}") },
    { requiredKeys: [] },
  ),
);
const day = fc
  .date({ min: new Date("1900-01-01T00:00:00Z"), max: new Date("2100-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const time = fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(-13, -8));
const range = (moments: fc.Arbitrary<string>) =>
  ascending(moments).chain(([min, max]) =>
    fc.record({ min: fc.constant(min), max: fc.constant(max) }, { requiredKeys: [] }),
  );
const optionValue = fc.stringMatching(/^[A-Za-z0-9_.+=-]{1,8}$/);
const options = fc
  .uniqueArray(fc.record({ value: optionValue, label: localized }), {
    minLength: 1,
    maxLength: 8,
    selector: ({ value }) => value,
  })
  .map((all) => ({ options: all }));

const ofKind = fc.oneof(
  numeric.map((more) => ({ kind: "number", ...more })),
  whole.map((more) => ({ kind: "integer", ...more })),
  options.map((more) => ({ kind: "choice", ...more })),
  options.map((more) => ({ kind: "choices", ...more })),
  fc.constant({ kind: "yes_no" }),
  fc.record(
    { kind: fc.constant("text"), pattern: fc.constantFrom("[A-Z]{2}[0-9]+", ".+") },
    { requiredKeys: ["kind"] },
  ),
  range(day).map((more) => ({ kind: "date", ...more })),
  range(time).map((more) => ({ kind: "time", ...more })),
  fc.constant({ kind: "photo" }),
);

const common = fc.record(
  { label: localized, hint: localized, required: fc.boolean(), term: fc.constant("http://rs.tdwg.org/dwc/terms/sex") },
  { requiredKeys: ["label"] },
);

/** One field; `key` is free. */
const field = fc.tuple(common, ofKind).map(([some, more]) => ({ ...some, ...more }) as Omit<Field, "key">);

/** A value that an earlier field may have, with every comparison that suits it. */
function conditionOn(asked: Field): fc.Arbitrary<Field["shown_when"]> {
  const { ops } = conditionsOn(asked);
  if (ops.length === 0) return fc.constant(undefined);
  return fc.record({ field: fc.constant(asked.key), op: fc.constantFrom(...ops), value: comparable(asked) });
}

function comparable(asked: Field): fc.Arbitrary<string | number | boolean> {
  switch (asked.kind) {
    case "number":
    case "integer":
      return decimal;
    case "choice":
    case "choices":
      return fc.constantFrom(...asked.options.map(({ value }) => value));
    case "yes_no":
      return fc.boolean();
    case "date":
      return day;
    case "time":
      return time;
    default:
      return words;
  }
}

/** A protocol that `protocolSchema` accepts; with conditions between its fields. */
export const arbitraryProtocol: fc.Arbitrary<Protocol> = fc
  .uniqueArray(fc.tuple(key, field), { maxLength: 8, selector: ([name]) => name })
  .map((pairs) => pairs.map(([name, rest]) => ({ key: name, ...rest }) as Field))
  .filter((fields) => protocolSchema.safeParse({ fields }).success)
  .chain((fields) =>
    fc
      .tuple(
        ...fields.map((each, index) =>
          index === 0
            ? fc.constant(each)
            : fc
                .option(conditionOn(fields[index - 1] as Field))
                .map((shown_when) => (shown_when ? { ...each, shown_when } : each)),
        ),
      )
      .chain((all) =>
        fc.record(
          {
            fields: fc.constant(all as Field[]),
            target_count: fc.integer({ min: 1, max: 100 }),
            plant_id: fc.boolean(),
          },
          { requiredKeys: ["fields"] },
        ),
      ),
  );

/** A value that a field takes; photos have none. */
export function arbitraryValue(of: Field): fc.Arbitrary<Value | undefined> {
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
      return fc.constantFrom(...of.options.map(({ value }) => value));
    case "choices":
      return fc.subarray(
        of.options.map(({ value }) => value),
        { minLength: 1 },
      );
    case "yes_no":
      return fc.boolean();
    case "text":
      return of.pattern === undefined ? words : fc.stringMatching(/^[A-Z]{2}[0-9]{1,5}$/);
    case "date":
    case "time":
      return fc.constantFrom(of.min ?? of.max ?? (of.kind === "date" ? "2026-05-31" : "14:05"));
    case "photo":
      return fc.constant(undefined);
  }
}

/** Answers to some of the fields, hidden ones among them. */
export const arbitraryValues = ({ fields }: Protocol): fc.Arbitrary<Values> =>
  fc
    .tuple(...fields.map((each) => fc.option(arbitraryValue(each), { nil: undefined })))
    .map((values) =>
      Object.fromEntries(
        fields.flatMap(({ key: name }, index) => (values[index] === undefined ? [] : [[name, values[index]]])),
      ),
    );
