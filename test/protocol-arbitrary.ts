// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are what forms refer to answers with

import fc from "fast-check";
import { comparisonsWith } from "../src/protocol/comparisons.ts";
import {
  type Condition,
  type Field,
  type FieldKind,
  type LocalizedText,
  type Option,
  ownOptions,
  type Protocol,
  takesAnswer,
  takesFile,
} from "../src/protocol/field.ts";
import { protocolSchema } from "../src/protocol/protocol-schema.ts";
import { isClosedKind, isNeverPublic } from "../src/protocol/public-fields.ts";
import { reservedKeys } from "../src/protocol/reserved-keys.ts";

/** Random valid protocols: all kinds, languages, bounds, options, headings, conditions and photos. */

/** Typical texts, and ones that a form could misinterpret. */
const pieces = [
  "depth",
  "Wassertiefe",
  "profundità",
  "水深",
  "عمق",
  "🐟",
  "it's",
  "“so”",
  "‘no’",
  '"x"',
  "'",
  "<",
  "< 7",
  "<b>b</b><br />",
  "**b** _c_",
  "[d](https://example.org/)",
  "&",
  "&amp;",
  "${site}",
  "${",
  "$",
  "{",
  "$\u2060{",
  "\\",
  "]]>",
  "a\nb",
  "\r\n",
  "\t",
  "_x0041_",
  "=1+1",
  "TRUE",
  "1e5",
  "and",
  ".",
  "::",
  "\u0001",
  "\ufffd",
];
const text = (max: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: "grapheme", maxLength: 8 })),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((parts) => parts.join(" ").slice(0, max))
    .map((words) =>
      words
        .replace(/<(?=[a-z/!])/gi, "< ")
        .replaceAll("\u0000", "")
        .slice(0, max)
        .replace(/\p{Surrogate}/gu, ""),
    )
    .map((words) => (words.trim() === "" ? "x" : words));

const languages = ["en", "de", "pt-BR", "pt-br", "zh-Hant", "sr-Latn-RS", "ar", "und", "qqq", "gsw"];
const localized = (max: number): fc.Arbitrary<LocalizedText> =>
  fc.oneof(
    text(max),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...languages), text(max)), {
        selector: ([language]) => language,
        minLength: 1,
        maxLength: 4,
      })
      .map((pairs): LocalizedText => Object.fromEntries(pairs)),
  );

const key = fc
  .oneof(
    fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/),
    fc.constantFrom(
      "meta",
      "yes_no",
      "part",
      "part_2",
      "tree_depth",
      "meta_field",
      "other",
      "data",
      "no_fields",
      "type",
    ),
  )
  .filter((each) => !reservedKeys.has(each) && each !== "tree_width");

const number = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).map((each) => each + 0),
  fc.constantFrom(1e-7, -1e-7, 5e-324, 1.5e-10, 0.1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** `true` or absent. */
const mark = maybe(fc.constant(true));
const units = ["cm", "Cel", "mg/L", "[pH]", "{birds}", "10*3/mL", "NTU", "%", "1"];

/** Hard bounds around soft ones, in order. */
const numeric = (value: fc.Arbitrary<number>, step: fc.Arbitrary<number>) =>
  fc
    .record({
      unit: maybe(fc.constantFrom(...units)),
      bounds: fc.tuple(value, value, value, value).map((four) => four.sort((one, other) => one - other)),
      has: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
      step: maybe(step),
    })
    .map(({ unit, bounds: [min, expectedMin, expectedMax, max], has, step: each }) => ({
      unit,
      min: has[0] ? min : undefined,
      expected_min: has[1] ? expectedMin : undefined,
      expected_max: has[2] ? expectedMax : undefined,
      max: has[3] ? max : undefined,
      step: each,
    }));

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const time = fc
  .integer({ min: 0, max: 1_439 })
  .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16));
const dayAndTime = fc.tuple(day, time).map((parts) => parts.join("T"));
const moments = (moment: fc.Arbitrary<string>) =>
  fc.tuple(maybe(moment), maybe(moment)).map(([one, other]) => {
    const isTurned = one !== undefined && other !== undefined && one > other;
    return isTurned ? { min: other, max: one } : { min: one, max: other };
  });

const optionValue = (isOfMany: boolean) =>
  fc
    .oneof(
      fc.constantFrom("1", "yes", "other", "it's", 'a"b', `'"`, "${x}", "ä", "x_1", "A"),
      fc.string({ minLength: 1, maxLength: 10 }),
    )
    .map((value) =>
      value
        .trim()
        .replace(isOfMany ? /[\s;]+/g : /\s+/g, isOfMany ? "_" : " ")
        .replaceAll("\u0000", "")
        .replace(/\p{Surrogate}/gu, ""),
    )
    .filter((value) => /^\S+( \S+)*$/.test(value));
const picture = maybe(fc.record({ id: fc.uuid(), alt: localized(100) }));
const sound = maybe(
  fc.record({
    id: fc.uuid(),
    alt: localized(100),
    format: fc.constantFrom("webm" as const, "ogg" as const, "mp4" as const, "mp3" as const),
  }),
);
const options = (isOfMany: boolean): fc.Arbitrary<Option[]> =>
  fc.uniqueArray(fc.record({ value: optionValue(isOfMany), label: localized(200), picture, sound }), {
    selector: ({ value }) => value,
    minLength: 1,
    maxLength: 5,
  });

const patterns = ["[A-Z]{3}-\\d{4}", "it's", `["']+`, "\\$\\{x\\}", "[^<>]*", ".{1,10}", "\\p{L}+", "a|b"];

const ofKind: { [Kind in Exclude<FieldKind, "group">]: fc.Arbitrary<object> } = {
  number: numeric(number, fc.constantFrom(0.1, 0.5, 1, 2.5, 1e-7)),
  integer: fc
    .tuple(numeric(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 10 })), mark)
    .map(([bounds, counter]) => ({ ...bounds, counter })),
  choice: fc.record({ options: options(false), quick: mark }),
  choices: fc.record({ options: options(true) }),
  rank: options(true)
    .filter(({ length }) => length > 1)
    .map((all) => ({ options: all })),
  yes_no: fc.record({ quick: mark }),
  text: fc.record({ pattern: maybe(fc.constantFrom(...patterns)) }),
  date: moments(day),
  time: moments(time),
  datetime: moments(dayAndTime),
  barcode: fc.constant({}),
  photo: fc.record({ scale: mark }),
  audio: fc.constant({}),
  file: fc.constant({}),
  point: fc.constant({}),
  line: fc.constant({}),
  area: fc.constant({}),
  calculated: fc.record({ expression: fc.constantFrom("1 + 1", "if(true(), 'a', '')", "today()", "1 div 0") }),
  note: fc.constant({}),
};

const fieldArbitrary: fc.Arbitrary<Field> = fc
  .constantFrom(...(Object.keys(ofKind) as (keyof typeof ofKind)[]))
  .chain((kind) =>
    fc
      .tuple(
        fc.record({
          key,
          label: localized(300),
          hint: maybe(localized(1_000)),
          picture,
          sound,
          heading: maybe(localized(300)),
          required: maybe(fc.boolean()),
          same: mark,
          folded: mark,
          same_page: mark,
          shown: mark,
          term: maybe(fc.constantFrom("http://rs.tdwg.org/dwc/terms/measurementValue", "dwc:individualCount")),
        }),
        ofKind[kind],
      )
      .map(([{ required, same, folded, shown, term, ...common }, own]) => {
        const ofKind = {
          ...(common.heading !== undefined && { folded }),
          ...(kind !== "note" && { term }),
          ...(takesAnswer({ kind }) && { required }),
          ...(takesAnswer({ kind }) && kind !== "photo" && { same_as_last: same }),
          // An import says that files are never public.
          ...(isClosedKind(kind) && !isNeverPublic(kind) && { public: shown }),
          ...(kind === "photo" && common.picture && { outline: same }),
        };
        return { kind, ...common, ...ofKind, ...own } as Field;
      }),
  );

/** A value to compare an earlier field with. */
const valueFor = (field: Field): fc.Arbitrary<Condition["value"]> => {
  switch (field.kind) {
    case "number":
    case "integer":
      return number;
    case "date":
      return day;
    case "time":
      return time;
    case "datetime":
      return dayAndTime;
    case "choice":
    case "choices":
      return fc.constantFrom(...ownOptions(field).map(({ value }) => value));
    case "yes_no":
      return fc.boolean();
    default:
      return text(100);
  }
};

const conditionOn = (fields: readonly Field[]): fc.Arbitrary<Condition | undefined> => {
  const asked = fields.filter((field) => comparisonsWith(field).ops.length > 0);
  if (asked.length === 0) return fc.constant(undefined);
  return maybe(
    fc.constantFrom(...asked).chain((field) =>
      fc.record({
        field: fc.constant(field.key),
        op: fc.constantFrom(...comparisonsWith(field).ops),
        value: valueFor(field),
      }),
    ),
  );
};

const fieldsArbitrary: fc.Arbitrary<Field[]> = fc
  .uniqueArray(fieldArbitrary, { selector: (field) => field.key, maxLength: 12 })
  .chain((fields) =>
    fc
      .tuple(...fields.map((_field, index) => conditionOn(fields.slice(0, index))))
      .map((conditions) => fields.map((field, index) => ({ ...field, shown_when: conditions[index] }) as Field)),
  );

/** What only forms in pages have: a page begins with the first field, or with a heading. */
const onPages =
  (pages: boolean | undefined) =>
  (field: Field, index: number): Field => {
    const isFirst = index === 0 || field.heading !== undefined;
    return {
      ...field,
      ...((!pages || isFirst) && { same_page: undefined }),
      ...(!pages && "quick" in field && { quick: undefined }),
    };
  };

/** A protocol as the API sends it, without undefined properties. */
export const protocolArbitrary: fc.Arbitrary<Protocol> = fc
  .record({
    fields: fieldsArbitrary,
    target_count: maybe(fc.integer({ min: 1, max: 100_000 })),
    spacing_meters: maybe(fc.constantFrom(0, 0.5, 9.144, 100_000)),
    photo: maybe(fc.record({ required: fc.boolean(), hint: maybe(localized(1_000)) })),
    plant_id: maybe(fc.boolean()),
    pages: mark,
  })
  .map((protocol) => ({ ...protocol, fields: protocol.fields.map(onPages(protocol.pages)) }))
  .map((protocol) => JSON.parse(JSON.stringify(protocol)) as Protocol)
  .filter((protocol) => protocolSchema.safeParse(protocol).success);

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(null, "", true, false, [], "2026-05-31", "14:05", "yes", 0, -1, 1e9, {}),
  number,
  fc.string({ maxLength: 12 }),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
);

/** Random answers: valid ones, invalid ones, and ones without a field. */
export const valuesFor = (protocol: Protocol): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      ...protocol.fields.map((field) =>
        fc.tuple(
          fc.constant(field.key),
          fc.oneof(
            fc.constant(undefined),
            takesFile(field) ? anyValue : valueFor(field),
            field.kind === "choices" ? fc.subarray(ownOptions(field).map(({ value }) => value)) : anyValue,
          ),
        ),
      ),
      fc.tuple(fc.constantFrom("nothing_asks", "constructor"), fc.oneof(fc.constant(undefined), anyValue)),
    )
    .map((pairs) => Object.fromEntries(pairs.filter(([, value]) => value !== undefined)));

const usingKinds = ["integer", "integer", "text", "yes_no", "choice", "photo", "calculated", "group", "group"] as const;

/** Expressions of an answer, some of which only fit certain kinds. */
const expressionsOf = (used: string, other: string) => [
  `\${${used}} > 1`,
  `\${${used}} + 1`,
  `sum(\${${used}}) > count(\${${other}})`,
  `sum(\${${used}}, \${${other}})`,
  `join(',', \${${used}})`,
  `if(\${${used}} = '', \${${other}}, 2)`,
  `not(selected(\${${used}}, 'a'))`,
];

/** Groups in groups, whose rules and texts use earlier answers anywhere. Not all of them would be accepted. */
export const dependentProtocolArbitrary: fc.Arbitrary<Protocol> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...usingKinds),
      /** How many of the groups around the field before it also have this one. */
      depth: fc.nat({ max: 2 }),
      rule: fc.constantFrom("shown_when", "constraint", "required_when", "default", "read_only", "label", "none"),
      used: fc.nat(),
      other: fc.nat(),
      expression: fc.nat(),
    }),
    { minLength: 2, maxLength: 8 },
  )
  .map((drafts) => {
    const fields: Field[] = [];
    let around: { fields: Field[] }[] = [{ fields }];
    for (const [index, { kind, depth, rule, used, other, expression: chosen }] of drafts.entries()) {
      around = around.slice(0, depth + 1);
      const keyOf = (number: number) => `f${number % Math.max(1, index)}`;
      const possible = expressionsOf(keyOf(used), keyOf(other));
      const formula = { expression: (index > 0 && possible[chosen % possible.length]) || "1" };
      const field = {
        key: `f${index}`,
        kind: kind === "group" && around.length > 2 ? "text" : kind,
        label: rule === "label" ? `\${${keyOf(used)}}` : "x",
        ...(kind === "choice" && { options: [{ value: "a", label: "A" }] }),
        ...(kind === "calculated" && formula),
        ...(kind === "group" && {
          repeat: rule === "default" ? { count: formula } : {},
          row_label: `\${${keyOf(other)}}`,
        }),
        ...(rule === "read_only" && { read_only: true, default: formula }),
        ...(["shown_when", "constraint", "required_when", "default"].includes(rule) && { [rule]: formula }),
        fields: [],
      } as unknown as Field & { fields: Field[] };
      around.at(-1)?.fields.push(field);
      if (field.kind === "group") around.push(field);
    }
    return { fields };
  });
