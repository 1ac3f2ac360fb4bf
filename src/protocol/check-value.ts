import type { KeyOf } from "../texts/keys.ts";
import { plus, times } from "./decimals.ts";
import { stepsOfCopy } from "./expressions/meter.ts";
import {
  type ChoiceField,
  type ChoicesField,
  type Field,
  type FieldText,
  type IntegerField,
  isSaying,
  type LocalizedText,
  type NumberField,
  type Option,
  optionsByValue,
  ownOptions,
} from "./field.ts";
import { findGeometryFault, stepsOfGeometryCheck } from "./find-geometry-fault.ts";
import { isGeometry, isGeometryKind } from "./geometry.ts";
import { isClockTime, isDay, isTimeOfDay, withoutOffset } from "./moments.ts";
import { findPatternFault, matchesPattern, stepsOfMatch } from "./patterns.ts";
import { numberMax, optionValueLengthMax, patternedTextLengthMax, textValueLengthMax } from "./protocol-limits.ts";
import { isStorable } from "./storable-text.ts";
import { withUnit } from "./units.ts";

/** Why a value is invalid: a text of `validation.json` with its parameters, or the protocol's own message. */
export type Fault = {
  text: KeyOf<"validation">;
  values?: Readonly<Record<string, string>>;
  /** The form's own message, if the text is `validation.constraint`. */
  message?: LocalizedText;
};

const fault = (text: Fault["text"], values?: Fault["values"]): Fault => (values ? { text, values } : { text });

/**
 * `tree_width` keeps the specification's rules in every protocol: at least 1 (VALID-08), in steps of 0.01 (DATA-05).
 */
export const treeWidthKey = "tree_width";
export const treeWidthMin = 1;
const treeWidthStep = 0.01;

const isTreeWidth = ({ key }: Field) => key === treeWidthKey;

/** A quest's own form has a label of its own, and the specification's words don't fit below it. */
const isOfSpecification = (field: Field) => isTreeWidth(field) && isSaying(field.label);

/** The message for an empty required field. */
export const missingText = (field: Field): KeyOf<"validation"> =>
  isOfSpecification(field) ? "validation.treeWidthRequired" : "validation.required";

/** The label beside a measured value: the specification's own for its form, otherwise that of the quest's form. */
export const shortLabelOf = (field: Field): FieldText =>
  isOfSpecification(field) ? { saying: "protocol.treeWidth.short" } : field.label;

/** The effective step of a field. */
export const stepOf = (field: NumberField | IntegerField): number | undefined =>
  isTreeWidth(field) ? Math.max(field.step ?? treeWidthStep, treeWidthStep) : field.step;

/** The step for `<input type="number">`; undefined for fields typed as text. */
export const inputStepOf = (field: NumberField | IntegerField): number | undefined =>
  isTreeWidth(field) ? stepOf(field) : undefined;

/** Steps of `findFault` and of what is checked with it, beyond those of every field. See `expressions/meter.ts`. */
export function stepsOfCheck(field: Field, value: unknown): number {
  if (typeof value === "string") {
    const pattern = field.kind === "text" ? field.pattern : undefined;
    return stepsOfCopy(value.length) + (pattern === undefined ? 0 : stepsOfMatch(pattern, value.length));
  }
  if (Array.isArray(value)) return value.length;
  return isGeometryKind(field.kind) && isGeometry(value) ? stepsOfGeometryCheck(value) : 0;
}

/** Checks a JSON value against its field; undefined if it is valid. */
export function findFault(field: Field, value: unknown): Fault | undefined {
  switch (field.kind) {
    case "number":
    case "integer":
      return findNumberFault(field, value);
    case "choice":
      return isChoice(field, value) ? undefined : noSuchOption(value);
    case "choices": {
      if (!Array.isArray(value)) return fault("validation.options");
      const wrong = value.find((each) => !isChoice(field, each));
      if (wrong !== undefined) return noSuchOption(wrong);
      return new Set(value).size < value.length ? fault("validation.optionTwice") : undefined;
    }
    case "rank": {
      if (!Array.isArray(value)) return fault("validation.rank");
      const wrong = value.find((each) => !hasOption(field.options, each));
      if (wrong !== undefined) return noSuchOption(wrong);
      const isWhole = value.length === field.options.length && new Set(value).size === value.length;
      return isWhole ? undefined : fault("validation.rank");
    }
    case "yes_no":
      return typeof value === "boolean" ? undefined : fault("validation.yesNo");
    case "text":
      return findTextFault(field.pattern, value);
    case "barcode":
      return findTextFault(undefined, value);
    case "date":
    case "time":
    case "datetime":
      return typeof value === "string" && isMoment[field.kind](value)
        ? findRangeFault(withoutOffset(value), field.min, field.max, String)
        : fault(`validation.${field.kind}`);
    case "photo":
    case "audio":
    case "file":
      return fault("validation.asFile");
    case "point":
    case "line":
    case "area":
      return findGeometryFault(field.kind, value);
    case "calculated":
      return undefined;
    case "group":
      return Array.isArray(value) ? undefined : fault("validation.rows.list");
    case "note":
      return fault("validation.notAsked");
  }
}

const isMoment = { date: isDay, time: isTimeOfDay, datetime: isClockTime };

/** Hard bounds, in the field's unit. */
export function boundsOf(field: NumberField | IntegerField): { min: number | undefined; max: number | undefined } {
  const { key, min, max } = field;
  return { min: key === treeWidthKey ? Math.max(min ?? treeWidthMin, treeWidthMin) : min, max };
}

const notANumberText = (field: Field): KeyOf<"validation"> =>
  isOfSpecification(field) ? "validation.treeWidthRequired" : "validation.number";

function findNumberFault(field: NumberField | IntegerField, value: unknown): Fault | undefined {
  if (typeof value !== "number" || !Number.isFinite(value)) return fault(notANumberText(field));
  if (field.kind === "integer" && !Number.isSafeInteger(value)) return fault("validation.integer");
  if (Math.abs(value) > numberMax) return fault("validation.number");
  const { min, max } = boundsOf(field);
  return (
    findRangeFault(value, min, max, (bound) => withUnit(String(bound), field.unit)) ?? findStepFault(field, min, value)
  );
}

function findRangeFault<T extends number | string>(
  value: T,
  min: T | undefined,
  max: T | undefined,
  write: (bound: T) => string,
): Fault | undefined {
  const isBelow = min !== undefined && value < min;
  const isAbove = max !== undefined && value > max;
  if (!isBelow && !isAbove) return undefined;
  if (min !== undefined && max !== undefined) {
    return fault("validation.between", { min: String(min), max: write(max) });
  }
  return min !== undefined
    ? fault("validation.atLeast", { min: write(min) })
    : fault("validation.atMost", { max: max === undefined ? "" : write(max) });
}

/** Tolerance in steps, for the rounding of binary fractions. */
const stepTolerance = 1e-6;

function findStepFault(field: NumberField | IntegerField, min: number | undefined, value: number): Fault | undefined {
  const { unit, max } = field;
  const step = stepOf(field);
  if (step === undefined) return undefined;
  const start = min ?? 0;
  const steps = (value - start) / step;
  const leftOver = ((Math.abs(value) + Math.abs(start)) / step) * 2 * Number.EPSILON;
  if (Math.abs(steps - Math.round(steps)) <= stepTolerance + leftOver) return undefined;
  const write = (bound: number) => withUnit(String(bound), unit);
  const at = (count: number) => plus(start, times(count, step));
  const [below, above] = [at(Math.floor(steps)), at(Math.ceil(steps))];
  return max !== undefined && above > max
    ? fault("validation.stepBelow", { step: write(step), below: write(below) })
    : fault("validation.step", { step: write(step), below: write(below), above: write(above) });
}

function findTextFault(written: string | undefined, value: unknown): Fault | undefined {
  if (typeof value !== "string") return fault("validation.text");
  if (!isStorable(value)) return fault("validation.noNul");
  // An invalid stored pattern is ignored, because volunteers couldn't fix it. The editor reports it.
  const pattern = written !== undefined && findPatternFault(written) ? undefined : written;
  const lengthMax = pattern === undefined ? textValueLengthMax : patternedTextLengthMax;
  if (value.length > lengthMax) return fault("validation.atMostCharacters", { max: String(lengthMax) });
  if (pattern === undefined || matchesPattern(pattern, value)) return undefined;
  return fault("validation.pattern.noMatch", { pattern });
}

/** Whether a list has the value, only the server knows. */
const isChoice = (field: ChoiceField | ChoicesField, value: unknown) =>
  typeof value === "string" &&
  (field.list ? value.length <= optionValueLengthMax && isStorable(value) : hasOption(ownOptions(field), value));

const hasOption = (options: readonly Option[], value: string): boolean => optionsByValue(options).has(value);

export function noSuchOption(value: unknown): Fault {
  return typeof value === "string"
    ? fault("validation.noSuchOption", { value: value.slice(0, 100) })
    : fault("validation.options");
}

/** Whether a value is outside its field's expected range. Volunteers confirm such values, and they are kept. */
export function isUnexpected(field: Field, value: unknown): boolean {
  if ((field.kind !== "number" && field.kind !== "integer") || typeof value !== "number") return false;
  const { expected_min: min, expected_max: max } = field;
  return (min !== undefined && value < min) || (max !== undefined && value > max);
}
