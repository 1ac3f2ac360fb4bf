import { boundsOf } from "./check-value.ts";
import { photoWish } from "./check-values.ts";
import { printExpression } from "./expressions/print-expression.ts";
import {
  type DateField,
  type DateTimeField,
  type Field,
  type FieldKind,
  type FieldText,
  type GroupField,
  type IntegerField,
  listOf,
  type NumberField,
  type Option,
  ownOptions,
  type Protocol,
  type TimeField,
} from "./field.ts";
import { conditionOf } from "./field-expressions.ts";
import { unitOf } from "./measurements.ts";
import { type Place, placesOf } from "./places.ts";
import { rowsPerGroupMax } from "./protocol-limits.ts";

/** What an edit means for earlier data points. `label` is the field's current or last label. */
export type VersionChange =
  /** Values stay with their version and in exports. */
  | { change: "removed"; key: string; label: FieldText }
  /** Earlier data points have no answer. */
  | { change: "added"; key: string; label: FieldText }
  /** The same question under another key, so exports use another column. */
  | { change: "renamed"; key: string; label: FieldText; from: string }
  | { change: "kind"; key: string; label: FieldText; from: FieldKind; to: FieldKind }
  /** Earlier values keep their unit, in a separate column. */
  | { change: "unit"; key: string; label: FieldText; from: string | undefined; to: string | undefined }
  /** Some previously valid values are now rejected. */
  | { change: "tighter"; key: string; label: FieldText }
  | { change: "optionsRemoved"; key: string; label: FieldText; options: readonly Option[] }
  /** Other choices, or other ones of them. */
  | { change: "list"; key: string; label: FieldText }
  /** The same values with other labels. */
  | { change: "optionsReworded"; key: string; label: FieldText; options: readonly Option[] }
  | { change: "required"; key: string; label: FieldText }
  | { change: "condition"; key: string; label: FieldText }
  /** Later results are calculated in another way. */
  | { change: "calculation"; key: string; label: FieldText }
  /** Into another group, or out of one. */
  | { change: "moved"; key: string; label: FieldText }
  | { change: "reworded"; key: string; label: FieldText }
  /** The data point's own photo is newly asked for, or newly required. */
  | { change: "photoRequired" }
  | { change: "targetCount"; from: number | undefined; to: number | undefined };

/**
 * Changes that affect existing data points: removals first, then in the new version's field order. Looser rules, new
 * options, hints, notes or translations and reordering are left out.
 */
export function compareVersions(before: Protocol, after: Protocol): VersionChange[] {
  const [placesBefore, placesAfter] = [placesWithValues(before), placesWithValues(after)];
  const fieldsBefore = new Map(placesBefore.map(({ field }) => [field.key, field]));
  const groupsBefore = new Map(placesBefore.map(({ field, groups }) => [field.key, groupKeys(groups)]));
  const keysAfter = new Set(placesAfter.map(({ field }) => field.key));
  const gone = placesBefore.map(({ field }) => field).filter(({ key }) => !keysAfter.has(key));
  const renamed = new Map<string, Field>();
  for (const { field } of placesAfter) {
    if (fieldsBefore.has(field.key)) continue;
    const taken = new Set([...renamed.values()].map(({ key }) => key));
    const former = gone.find((each) => !taken.has(each.key) && isSameQuestion(each, field));
    if (former) renamed.set(field.key, former);
  }
  const formerKeys = new Set([...renamed.values()].map(({ key }) => key));
  return [
    ...gone
      .filter(({ key }) => !formerKeys.has(key))
      .map(({ key, label }): VersionChange => ({ change: "removed", key, label })),
    ...placesAfter.flatMap(({ field, groups }): VersionChange[] => {
      const { key, label } = field;
      const former = renamed.get(key);
      if (former) return [{ change: "renamed", key, label, from: former.key }];
      const same = fieldsBefore.get(key);
      if (!same) return [{ change: "added", key, label }];
      const isMoved = groupsBefore.get(key) !== groupKeys(groups);
      return [...(isMoved ? [{ change: "moved", key, label } as const] : []), ...compareFields(same, field)];
    }),
    ...(photoWish(after) === "required" && photoWish(before) !== "required"
      ? [{ change: "photoRequired" } as const]
      : []),
    ...(before.target_count === after.target_count
      ? []
      : [{ change: "targetCount", from: before.target_count, to: after.target_count } as const]),
  ];
}

const placesWithValues = ({ fields }: Protocol) => [...placesOf(fields)].filter(({ field }) => field.kind !== "note");

const groupKeys = (groups: Place["groups"]) => groups.map(({ key }) => key).join(".");

const isSameQuestion = (one: Field, other: Field) => one.kind === other.kind && isSameText(one.label, other.label);

function compareFields(before: Field, after: Field): VersionChange[] {
  const { key, label } = after;
  const changes: VersionChange[] = [];
  if (before.kind !== after.kind) {
    changes.push({ change: "kind", key, label, from: before.kind, to: after.kind });
  } else {
    const units = { from: unitOf(before), to: unitOf(after) };
    if (units.from !== units.to) changes.push({ change: "unit", key, label, ...units });
    else if (isTighter(before, after)) changes.push({ change: "tighter", key, label });
    changes.push(...compareOptions(before, after), ...compareLists(before, after));
  }
  if (isMoreRequired(before, after)) changes.push({ change: "required", key, label });
  if (before.kind === "calculated" && after.kind === "calculated" && before.expression !== after.expression) {
    changes.push({ change: "calculation", key, label });
  }
  if (printedCondition(before) !== printedCondition(after)) changes.push({ change: "condition", key, label });
  if (isReworded(before.label, label)) changes.push({ change: "reworded", key, label });
  return changes;
}

const isMoreRequired = (before: Field, after: Field) =>
  !before.required &&
  (after.required === true ||
    (after.required_when !== undefined && after.required_when.expression !== before.required_when?.expression));

/** Whether some previously valid values are now rejected. */
function isTighter(before: Field, after: Field): boolean {
  if (after.constraint !== undefined && after.constraint.expression !== before.constraint?.expression) return true;
  if (isNumeric(before) && isNumeric(after)) {
    return hasTighterBounds(boundsOf(before), boundsOf(after)) || hasOtherSteps(before, after);
  }
  if (isMoment(before) && isMoment(after)) return hasTighterBounds(before, after);
  if (before.kind === "group" && after.kind === "group") {
    const { count } = after.repeat;
    const isCounted = count !== undefined && count.expression !== before.repeat.count?.expression;
    return isCounted || hasTighterBounds(rowBoundsOf(before), rowBoundsOf(after));
  }
  if (before.kind === "text" && after.kind === "text") {
    return after.pattern !== undefined && after.pattern !== before.pattern;
  }
  return false;
}

const rowBoundsOf = ({ repeat: { min = 0, max = rowsPerGroupMax } }: GroupField) => ({ min, max });

const isNumeric = (field: Field): field is NumberField | IntegerField =>
  field.kind === "number" || field.kind === "integer";
const isMoment = (field: Field): field is DateField | TimeField | DateTimeField =>
  field.kind === "date" || field.kind === "time" || field.kind === "datetime";

type Bounds<T> = { min?: T | undefined; max?: T | undefined };

function hasTighterBounds<T extends number | string>(before: Bounds<T>, after: Bounds<T>): boolean {
  const isMinHigher = after.min !== undefined && (before.min === undefined || after.min > before.min);
  const isMaxLower = after.max !== undefined && (before.max === undefined || after.max < before.max);
  return isMinHigher || isMaxLower;
}

/** Whether an old step can fall between the new ones. Steps count from the lower bound. */
function hasOtherSteps(before: NumberField | IntegerField, after: NumberField | IntegerField): boolean {
  const stepBefore = before.step ?? (before.kind === "integer" ? 1 : undefined);
  if (after.step === undefined) return false;
  if (stepBefore === undefined) return true;
  const startsApart = (boundsOf(before).min ?? 0) - (boundsOf(after).min ?? 0);
  return !isWhole(stepBefore / after.step) || !isWhole(startsApart / after.step);
}

const isWhole = (ratio: number) => Math.abs(ratio - Math.round(ratio)) < 1e-9;

function compareOptions(before: Field, after: Field): VersionChange[] {
  const [optionsBefore, optionsAfter] = [ownOptions(before), ownOptions(after)];
  if (optionsBefore.length === 0 || optionsAfter.length === 0) return [];
  const { key, label } = after;
  const now = new Map(optionsAfter.map((option) => [option.value, option]));
  const removed = optionsBefore.filter(({ value }) => !now.has(value));
  const reworded = optionsBefore.flatMap((option) => {
    const same = now.get(option.value);
    return same && isReworded(option.label, same.label) ? [same] : [];
  });
  return [
    ...(removed.length > 0 ? [{ change: "optionsRemoved", key, label, options: removed } as const] : []),
    ...(reworded.length > 0 ? [{ change: "optionsReworded", key, label, options: reworded } as const] : []),
  ];
}

function compareLists(before: Field, after: Field): VersionChange[] {
  const sourceOf = (field: Field) => {
    const { id, version, filter = "filter" in field ? field.filter : undefined } = listOf(field) ?? {};
    return JSON.stringify([id, version, filter]);
  };
  const { key, label } = after;
  return sourceOf(before) === sourceOf(after) ? [] : [{ change: "list", key, label }];
}

/** However it is written. */
function printedCondition(field: Field): string | undefined {
  const condition = conditionOf(field);
  return condition && printExpression(condition);
}

const isSameText = (one: FieldText, other: FieldText) => JSON.stringify(one) === JSON.stringify(other);

/** Whether a text was changed or removed; added translations don't count. */
function isReworded(before: FieldText, after: FieldText): boolean {
  if (isSameText(before, after)) return false;
  const wordsBefore = wordsOf(before);
  const wordsAfter = wordsOf(after);
  // A text without a language tag matches any language.
  if (typeof before === "string" || typeof after === "string") {
    const [one] = Object.values(wordsBefore);
    return !(one !== undefined && Object.values(wordsAfter).includes(one));
  }
  return Object.entries(wordsBefore).some(([language, text]) => wordsAfter[language] !== text);
}

const wordsOf = (text: FieldText): Readonly<Record<string, string>> =>
  typeof text === "string" ? { "": text } : (text as Readonly<Record<string, string>>);
