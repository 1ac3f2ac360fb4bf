import * as z from "zod/mini";
import type { KeyOf } from "../texts/keys.ts";
import { findExpressionProblems, isAround } from "./check-field-expressions.ts";
import { treeWidthKey } from "./check-value.ts";
import { findComparisonProblem } from "./comparisons.ts";
import { type CostlyField, findCostlyFields } from "./evaluation-cost.ts";
import { expressionLengthMax } from "./expressions/expression.ts";
import {
  type ChoiceField,
  type ChoicesField,
  comparisons,
  type Field,
  type GroupField,
  type NamedList,
  ownOptions,
  type Protocol,
  type RankField,
  soundFormats,
  takesFile,
} from "./field.ts";
import { isComparison } from "./field-expressions.ts";
import { isKey } from "./key.ts";
import { languageCode } from "./language-code.ts";
import { isColumnName } from "./lists/choice-columns.ts";
import {
  attributeNameLengthMax,
  isListName,
  listNameLengthMax,
  listNumberMax,
  listTextLengthMax,
  namedListsMax,
  unchosenList,
} from "./lists/list-limits.ts";
import { hasUnknownTag, withoutMarkup } from "./markup.ts";
import { mediaOf } from "./media.ts";
import { isDay, isDayAndTime, isTimeOfDay } from "./moments.ts";
import { findPatternFault } from "./patterns.ts";
import { type Place, placesOf } from "./places.ts";
import * as limits from "./protocol-limits.ts";
import { recordOf } from "./record-of.ts";
import { isReservedKey } from "./reserved-keys.ts";
import { isStorable } from "./storable-text.ts";
import { isUnit } from "./units.ts";

/** The message for a value that fails a check. */
const sentence = (text: KeyOf<"validation">) => ({ params: { text } });
const holds = <T>(test: (value: T) => boolean, text: KeyOf<"validation">) => z.refine<T>(test, sentence(text));

const text = (lengthMax: number) => z.string().check(z.maxLength(lengthMax), holds(isStorable, "validation.noNul"));

const words = (lengthMax: number) =>
  text(lengthMax).check(
    holds((text) => withoutMarkup(text).trim() !== "", "validation.required"),
    holds((text) => !hasUnknownTag(text), "validation.protocol.markup"),
  );

const localized = (lengthMax: number) =>
  z.union([
    words(lengthMax),
    recordOf(
      z.string().check(holds((tag) => languageCode.test(tag), "validation.protocol.language")),
      words(lengthMax),
      limits.languageCountMax,
      "validation.protocol.languages",
    ).check(holds((texts) => Object.keys(texts).length > 0, "validation.required")),
  ]);

const finite = z.number().check(z.minimum(-limits.numberMax), z.maximum(limits.numberMax));

const conditionSchema = z.strictObject({
  field: z.string(),
  op: z.enum(comparisons),
  value: z.union([finite, z.boolean(), text(limits.optionValueLengthMax)]),
});

const pixels = z.optional(z.int().check(z.minimum(1), z.maximum(limits.pictureSideMax)));
const pictureSchema = z.optional(
  z.strictObject({ id: z.uuid(), alt: localized(limits.altLengthMax), width: pixels, height: pixels }),
);

const soundSchema = z.optional(
  z.strictObject({
    id: z.uuid(),
    alt: localized(limits.altLengthMax),
    format: z.optional(z.enum(soundFormats)),
    seconds: z.optional(z.number().check(z.minimum(0))),
  }),
);
const media = { picture: pictureSchema, sound: soundSchema };

const optionSchema = z.strictObject({
  value: text(limits.optionValueLengthMax).check(
    holds((value) => /^\S+( \S+)*$/.test(value), "validation.protocol.optionValue"),
  ),
  label: localized(limits.optionLabelLengthMax),
  ...media,
  attributes: z.optional(
    recordOf(
      z.string().check(z.maxLength(attributeNameLengthMax), holds(isColumnName, "validation.protocol.attribute")),
      text(listTextLengthMax),
      limits.optionAttributesMax,
    ),
  ),
});

/** `findExpressionProblems` checks it. */
const expression = text(expressionLengthMax);
const formula = z.strictObject({ expression });

const listReference = z.strictObject({
  id: z.int().check(z.minimum(unchosenList), z.maximum(listNumberMax)),
  version: z.optional(z.int().check(z.minimum(1), z.maximum(listNumberMax))),
  filter: z.optional(expression),
});

const namedList = z.strictObject({
  name: text(listNameLengthMax).check(holds(isListName, "validation.protocol.listName")),
  id: listReference.shape.id,
  version: listReference.shape.version,
});

type ShownWhen = z.infer<typeof conditionSchema> | z.infer<typeof formula>;

/** An issue of a union has no path into its members, so this reports those of the member that was meant. */
const shownWhen = z.pipe(
  z
    .unknown()
    .check(({ value, issues }) => {
      const isFormula = typeof value === "object" && value !== null && "expression" in value;
      const { error } = (isFormula ? formula : conditionSchema).safeParse(value, { reportInput: true });
      for (const issue of error?.issues ?? []) issues.push(issue as z.core.$ZodRawIssue);
    })
    .register(z.globalRegistry, {
      anyOf: [
        { type: "object", properties: { field: { type: "string" }, op: { type: "string" }, value: {} } },
        { type: "object", properties: { expression: { type: "string", maxLength: expressionLengthMax } } },
      ],
    }),
  z.union([conditionSchema, formula]),
) as z.ZodMiniType as z.ZodMiniType<ShownWhen, ShownWhen>;

/** Properties of every kind of field. */
const described = {
  key: z.string().check(
    z.maxLength(limits.keyLengthMax),
    holds(isKey, "validation.protocol.key"),
    holds((key) => !isReservedKey(key), "validation.protocol.keyReserved"),
  ),
  label: localized(limits.labelLengthMax),
  hint: z.optional(localized(limits.hintLengthMax)),
  ...media,
  heading: z.optional(localized(limits.labelLengthMax)),
  folded: z.optional(z.boolean()),
  same_page: z.optional(z.boolean()),
  shown_when: z.optional(shownWhen),
};

/** Properties of fields with a value. */
const common = {
  ...described,
  term: z.optional(
    text(limits.termLengthMax).check(
      holds(
        (term) => /^(?!javascript:|vbscript:|data:)[a-z][a-z0-9+.-]*:[^\s<>"]+$/i.test(term),
        "validation.protocol.term",
      ),
    ),
  ),
};

/** Properties of fields that are asked. */
const asked = {
  ...common,
  required: z.optional(z.boolean()),
  required_when: z.optional(formula),
  constraint: z.optional(z.strictObject({ expression, message: z.optional(localized(limits.hintLengthMax)) })),
  default: z.optional(formula),
  read_only: z.optional(z.boolean()),
};
const repeatable = { ...asked, same_as_last: z.optional(z.boolean()) };

const closed = { public: z.optional(z.boolean()) };

const unit = z.optional(z.string().check(z.maxLength(limits.unitLengthMax), holds(isUnit, "validation.protocol.unit")));
const numeric = {
  unit,
  min: z.optional(finite),
  max: z.optional(finite),
  step: z.optional(
    z.number().check(
      z.maximum(limits.numberMax),
      holds((step) => step > 0, "validation.protocol.step"),
    ),
  ),
  expected_min: z.optional(finite),
  expected_max: z.optional(finite),
};

const moment = (isMoment: (text: string) => boolean, text: KeyOf<"validation">) =>
  z.optional(z.string().check(holds(isMoment, text)));
const days = { min: moment(isDay, "validation.date"), max: moment(isDay, "validation.date") };
const daysWithTime = {
  min: moment(isDayAndTime, "validation.datetime"),
  max: moment(isDayAndTime, "validation.datetime"),
};
const times = { min: moment(isTimeOfDay, "validation.time"), max: moment(isTimeOfDay, "validation.time") };

const optioned = {
  options: z.optional(z.array(optionSchema).check(z.maxLength(limits.optionCountMax))),
  filter: z.optional(expression),
  list: z.optional(listReference),
};

const leafSchemas = [
  z.strictObject({ ...repeatable, kind: z.literal("number"), ...numeric }),
  z.strictObject({ ...repeatable, kind: z.literal("integer"), ...numeric, counter: z.optional(z.boolean()) }),
  z.strictObject({ ...repeatable, kind: z.literal("choice"), ...optioned, quick: z.optional(z.boolean()) }),
  z.strictObject({ ...repeatable, kind: z.literal("choices"), ...optioned }),
  z.strictObject({
    ...repeatable,
    kind: z.literal("rank"),
    options: z.array(optionSchema).check(z.minLength(2), z.maxLength(limits.rankedCountMax)),
  }),
  z.strictObject({ ...repeatable, kind: z.literal("yes_no"), quick: z.optional(z.boolean()) }),
  z.strictObject({
    ...repeatable,
    kind: z.literal("text"),
    ...closed,
    pattern: z.optional(z.string().check(holds(isStorable, "validation.noNul"))),
  }),
  z.strictObject({ ...repeatable, kind: z.literal("date"), ...days }),
  z.strictObject({ ...repeatable, kind: z.literal("time"), ...times }),
  z.strictObject({ ...repeatable, kind: z.literal("datetime"), ...daysWithTime }),
  z.strictObject({ ...repeatable, kind: z.literal("barcode"), ...closed }),
  z.strictObject({
    ...asked,
    kind: z.literal("photo"),
    ...closed,
    outline: z.optional(z.boolean()),
    scale: z.optional(z.boolean()),
  }),
  z.strictObject({ ...asked, kind: z.literal("audio"), ...closed }),
  z.strictObject({ ...asked, kind: z.literal("file"), ...closed }),
  z.strictObject({ ...asked, kind: z.literal("point") }),
  z.strictObject({ ...asked, kind: z.literal("line") }),
  z.strictObject({ ...asked, kind: z.literal("area") }),
  z.strictObject({ ...common, kind: z.literal("calculated"), expression, unit }),
  z.strictObject({ ...described, kind: z.literal("note"), label: localized(limits.noteLengthMax) }),
] as const;

const rowLimit = z.int().check(z.maximum(limits.rowCountMax));

const groupSchema = <Fields extends z.ZodMiniType<readonly Field[]>>(fields: Fields) =>
  z.strictObject({
    ...common,
    kind: z.literal("group"),
    repeat: z.strictObject({
      min: z.optional(rowLimit.check(z.minimum(0))),
      max: z.optional(rowLimit.check(z.minimum(1))),
      count: z.optional(formula),
    }),
    row_label: z.optional(localized(limits.hintLengthMax)),
    fields,
  });

const listOf = <Of extends z.ZodMiniType<Field>>(field: Of) => z.array(field).check(z.maxLength(limits.fieldCountMax));

const leafSchema = z.discriminatedUnion("kind", leafSchemas);
const tooDeepGroup = z.looseObject({
  kind: z.literal("group").check(holds(() => false, "validation.protocol.groupDepth")),
});
/** Groups in the third level have fields only; the schema of a fourth level reports it. */
const innermostFieldSchema = z.discriminatedUnion("kind", [
  ...leafSchemas,
  tooDeepGroup,
]) as z.ZodMiniType as typeof leafSchema;
const innerFieldSchema = z.discriminatedUnion("kind", [...leafSchemas, groupSchema(listOf(innermostFieldSchema))]);
const rowFieldSchema = z.discriminatedUnion("kind", [...leafSchemas, groupSchema(listOf(innerFieldSchema))]);
const fieldSchema = z.discriminatedUnion("kind", [...leafSchemas, groupSchema(listOf(rowFieldSchema))]);

type Problem = {
  path: readonly (string | number)[];
  text: KeyOf<"validation">;
  values?: Readonly<Record<string, string>>;
};

/** A protocol as administrators send it, with all its rules. `version` only occurs in answers and is ignored here. */
export const protocolSchema = z
  .strictObject({
    fields: listOf(fieldSchema),
    lists: z.optional(z.array(namedList).check(z.maxLength(namedListsMax))),
    target_count: z.optional(z.int().check(z.minimum(1), z.maximum(limits.targetCountMax))),
    spacing_meters: z.optional(z.number().check(z.minimum(0), z.maximum(limits.spacingMetersMax))),
    photo: z.optional(z.strictObject({ required: z.boolean(), hint: z.optional(localized(limits.hintLengthMax)) })),
    plant_id: z.optional(z.boolean()),
    pages: z.optional(z.boolean()),
    version: z.optional(z.unknown()),
  })
  .check((context) => {
    const { fields, lists = [] } = context.value;
    const ofFields = [
      ...findProblemsBetweenFields(fields),
      ...findExpressionProblems(context.value).map(({ path, fault }) => ({ path, ...fault })),
    ].map((problem) => ({ ...problem, path: ["fields", ...problem.path] }));
    const costly = ofFields.length === 0 ? findCostlyFields(context.value).map(tooMuchWork) : [];
    const problems: Problem[] = [...findListProblems(lists), ...ofFields, ...costly];
    for (const { path, text, values } of problems.slice(0, limits.problemsToldMax)) {
      context.issues.push({
        code: "custom",
        path: [...path],
        input: context.value,
        params: { text, values },
      });
    }
  }) satisfies z.ZodMiniType<Protocol>;

const tooMuchWork = ({ path, share }: CostlyField): Problem => ({
  path: ["fields", ...path],
  text: "validation.protocol.tooMuchWork",
  values: { percent: String(Math.max(1, Math.round(share * 100))) },
});

function findListProblems(lists: readonly NamedList[]): Problem[] {
  return lists.flatMap(({ name, id }, index): Problem[] => {
    const isTwice = lists.findIndex((each) => each.name === name) < index;
    return [
      ...(isTwice ? [{ path: ["lists", index, "name"], text: "validation.protocol.listTwice" as const }] : []),
      ...(id === unchosenList
        ? [{ path: ["lists", index, "id"], text: "validation.protocol.chooseList" as const }]
        : []),
    ];
  });
}

/** Rules across fields, or across properties of one field. */
function findProblemsBetweenFields(fields: readonly Field[]): Problem[] {
  const problems: Problem[] = [];
  const places = [...placesOf(fields)];
  const earlier = new Map<string, Place>();
  for (const place of places) {
    const { field, at } = place;
    const add = (name: string, text: KeyOf<"validation">) => problems.push({ path: [...at, ...name.split(".")], text });
    if (earlier.has(field.key)) add("key", "validation.protocol.keyTwice");
    if (field.key === treeWidthKey && field.kind !== "number") add("kind", "validation.protocol.treeWidth");
    for (const [name, text] of findProblemsOf(field)) add(name, text);
    const { shown_when: shownWhen } = field;
    if (isComparison(shownWhen)) {
      const asked = earlier.get(shownWhen.field);
      const problem = findComparisonProblem(
        shownWhen,
        asked && isAround(asked, place.groups) ? asked.field : undefined,
      );
      if (problem) add(`shown_when.${problem[0]}`, problem[1]);
    }
    earlier.set(field.key, place);
  }
  for (const { at } of places.filter(({ field }) => takesFile(field)).slice(limits.fileFieldCountMax)) {
    problems.push({ path: [...at, "kind"], text: "validation.protocol.files" });
  }
  for (const [kind, text, max] of [
    ["picture", "validation.protocol.pictures", limits.pictureCountMax],
    ["sound", "validation.protocol.sounds", limits.soundCountMax],
  ] as const) {
    const first = mediaOf(places, kind)[max];
    if (first) problems.push({ path: first.at, text, values: { max: String(max) } });
  }
  for (const { at } of places.slice(limits.fieldCountMax, limits.fieldCountMax + 1)) {
    const values = { max: String(limits.fieldCountMax) };
    problems.push({ path: [...at], text: "validation.protocol.fieldsInTotal", values });
  }
  return problems;
}

type NamedProblem = [name: string, text: KeyOf<"validation">];

function findProblemsOf(field: Field): NamedProblem[] {
  switch (field.kind) {
    case "number":
    case "integer":
      return findRangeProblems(field);
    case "date":
    case "time":
    case "datetime":
      return isAbove(field.min, field.max) ? [["min", "validation.protocol.bounds"]] : [];
    case "choice":
    case "choices":
    case "rank":
      return findOptionProblems(field);
    case "text": {
      const fault = field.pattern === undefined ? undefined : findPatternFault(field.pattern);
      return fault ? [["pattern", fault]] : [];
    }
    case "group":
      return findGroupProblems(field);
    case "photo":
      return field.outline && !field.picture ? [["outline", "validation.protocol.outline"]] : [];
    case "yes_no":
    case "barcode":
    case "audio":
    case "file":
    case "point":
    case "line":
    case "area":
    case "calculated":
    case "note":
      return [];
  }
}

function findGroupProblems({ repeat, fields }: GroupField): NamedProblem[] {
  const problems: NamedProblem[] = [];
  if (isAbove(repeat.min, repeat.max ?? limits.rowsPerGroupMax))
    problems.push(["repeat.min", "validation.protocol.bounds"]);
  if (fields.length === 0) problems.push(["fields", "validation.protocol.groupEmpty"]);
  return problems;
}

const isAbove = <T extends number | string>(one: T | undefined, other: T | undefined) =>
  one !== undefined && other !== undefined && one > other;

function findRangeProblems(field: Extract<Field, { kind: "number" | "integer" }>): NamedProblem[] {
  const { kind, key, min, max, step, expected_min: expectedMin, expected_max: expectedMax } = field;
  const problems: NamedProblem[] = [];
  if (isAbove(min, max)) problems.push(["min", "validation.protocol.bounds"]);
  if (isAbove(expectedMin, expectedMax)) problems.push(["expected_min", "validation.protocol.bounds"]);
  for (const [name, expected] of [
    ["expected_min", expectedMin],
    ["expected_max", expectedMax],
  ] as const) {
    if (isAbove(min, expected) || isAbove(expected, max)) problems.push([name, "validation.protocol.expected"]);
  }
  if (key === treeWidthKey && max !== undefined && max < 1) problems.push(["max", "validation.protocol.treeWidth"]);
  if (kind !== "integer") return problems;
  for (const [name, value] of Object.entries({ min, max, step })) {
    if (value !== undefined && !Number.isInteger(value)) problems.push([name, "validation.integer"]);
  }
  return problems;
}

function findOptionProblems(field: ChoiceField | ChoicesField | RankField): NamedProblem[] {
  const options = ownOptions(field);
  const list = field.kind === "rank" ? undefined : field.list;
  if (list?.id === unchosenList) return [["list.id", "validation.protocol.chooseList"]];
  if (list) return options.length > 0 ? [["options", "validation.protocol.optionsAndList"]] : [];
  if (options.length === 0) return [["options", "validation.protocol.noOptions"]];
  const problems: NamedProblem[] = [];
  const seen = new Set<string>();
  for (const [index, { value }] of options.entries()) {
    if (seen.has(value)) problems.push([`options.${index}.value`, "validation.protocol.optionTwice"]);
    // Exports and XLSForms separate several values in one cell with these.
    if (field.kind !== "choice" && /[\s;]/.test(value)) {
      problems.push([`options.${index}.value`, "validation.protocol.optionSpace"]);
    }
    seen.add(value);
  }
  return problems;
}

const writtenWords = z.union([z.string(), z.record(z.string(), z.string())]);

/** Shared, because they occur so often. */
const writtenPicture = z.object({
  id: z.string(),
  alt: writtenWords,
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});
const writtenSound = z.object({
  id: z.string(),
  alt: writtenWords,
  format: z.optional(z.enum(soundFormats)),
  seconds: z.optional(z.number()),
});
const writtenMedia = () => ({ picture: z.optional(writtenPicture), sound: z.optional(writtenSound) });

const writtenFormula = () => z.object({ expression: z.string() });

/** New objects for each kind: shared ones would become references and enlarge the first load. */
const writtenCommon = () => ({
  key: z.string(),
  label: writtenWords,
  hint: z.optional(writtenWords),
  ...writtenMedia(),
  heading: z.optional(writtenWords),
  folded: z.optional(z.boolean()),
  same_page: z.optional(z.boolean()),
  shown_when: z.optional(
    z.union([
      writtenFormula(),
      z.object({
        field: z.string(),
        op: z.enum(comparisons),
        value: z.union([z.string(), z.number(), z.boolean()]),
      }),
    ]),
  ),
  term: z.optional(z.string()),
});
const writtenAsked = () => ({
  ...writtenCommon(),
  required: z.optional(z.boolean()),
  required_when: z.optional(writtenFormula()),
  constraint: z.optional(z.object({ expression: z.string(), message: z.optional(writtenWords) })),
  default: z.optional(writtenFormula()),
  read_only: z.optional(z.boolean()),
  same_as_last: z.optional(z.boolean()),
});
const writtenClosed = () => ({ ...writtenAsked(), public: z.optional(z.boolean()) });
const writtenNumeric = () => ({
  unit: z.optional(z.string()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  step: z.optional(z.number()),
  expected_min: z.optional(z.number()),
  expected_max: z.optional(z.number()),
});
const writtenMoments = () => ({ min: z.optional(z.string()), max: z.optional(z.string()) });
const writtenOptionList = () =>
  z.array(
    z.object({
      value: z.string(),
      label: writtenWords,
      ...writtenMedia(),
      attributes: z.optional(z.record(z.string(), z.string())),
    }),
  );
const writtenOptions = () => ({
  options: z.optional(writtenOptionList()),
  filter: z.optional(z.string()),
  list: z.optional(z.object({ id: z.int(), version: z.optional(z.int()), filter: z.optional(z.string()) })),
});

/** New schemas for each level of groups, for the same reason. */
const writtenLeaves = () =>
  [
    z.object({ kind: z.literal("number"), ...writtenAsked(), ...writtenNumeric() }),
    z.object({
      kind: z.literal("integer"),
      ...writtenAsked(),
      ...writtenNumeric(),
      counter: z.optional(z.boolean()),
    }),
    z.object({ kind: z.literal("choice"), ...writtenAsked(), ...writtenOptions(), quick: z.optional(z.boolean()) }),
    z.object({ kind: z.literal("choices"), ...writtenAsked(), ...writtenOptions() }),
    z.object({ kind: z.literal("rank"), ...writtenAsked(), options: writtenOptionList() }),
    z.object({ kind: z.literal("yes_no"), ...writtenAsked(), quick: z.optional(z.boolean()) }),
    z.object({ kind: z.literal("text"), ...writtenClosed(), pattern: z.optional(z.string()) }),
    z.object({ kind: z.literal("date"), ...writtenAsked(), ...writtenMoments() }),
    z.object({ kind: z.literal("time"), ...writtenAsked(), ...writtenMoments() }),
    z.object({ kind: z.literal("datetime"), ...writtenAsked(), ...writtenMoments() }),
    z.object({ kind: z.literal("barcode"), ...writtenClosed() }),
    z.object({
      kind: z.literal("photo"),
      ...writtenClosed(),
      outline: z.optional(z.boolean()),
      scale: z.optional(z.boolean()),
    }),
    z.object({ kind: z.literal("audio"), ...writtenClosed() }),
    z.object({ kind: z.literal("file"), ...writtenClosed() }),
    z.object({ kind: z.literal("point"), ...writtenAsked() }),
    z.object({ kind: z.literal("line"), ...writtenAsked() }),
    z.object({ kind: z.literal("area"), ...writtenAsked() }),
    z.object({
      kind: z.literal("calculated"),
      ...writtenCommon(),
      expression: z.string(),
      unit: z.optional(z.string()),
    }),
    z.object({ kind: z.literal("note"), ...writtenCommon() }),
  ] as const;

const writtenGroup = <Fields extends z.ZodMiniType>(field: Fields) =>
  z.object({
    kind: z.literal("group"),
    ...writtenCommon(),
    repeat: z.object({
      min: z.optional(z.int()),
      max: z.optional(z.int()),
      count: z.optional(writtenFormula()),
    }),
    row_label: z.optional(writtenWords),
    fields: z.array(field),
  });

const writtenInnermostField = z.discriminatedUnion("kind", writtenLeaves());
const writtenInnerField = z.discriminatedUnion("kind", [...writtenLeaves(), writtenGroup(writtenInnermostField)]);
const writtenRowField = z.discriminatedUnion("kind", [...writtenLeaves(), writtenGroup(writtenInnerField)]);

/** A protocol in answers, which may predate the current rules. */
export const writtenProtocolSchema = z.object({
  version: z.int(),
  lists: z.optional(z.array(z.object({ name: z.string(), id: z.int(), version: z.optional(z.int()) }))),
  fields: z.array(z.discriminatedUnion("kind", [...writtenLeaves(), writtenGroup(writtenRowField)])),
  target_count: z.optional(z.int()),
  spacing_meters: z.optional(z.number()),
  photo: z.optional(z.object({ required: z.boolean(), hint: z.optional(writtenWords) })),
  plant_id: z.optional(z.boolean()),
  pages: z.optional(z.boolean()),
}) satisfies z.ZodMiniType<Protocol>;

export type WrittenProtocol = z.infer<typeof writtenProtocolSchema>;
