import type { AdditionalData } from "../../../contract/data-points.ts";
import { photoBytesMax } from "../../../contract/limits.ts";
import { type Fault, findFault, inputStepOf, isUnexpected, missingText } from "../../../protocol/check-value.ts";
import { findConstraintFault, findOwnFault, isRequired } from "../../../protocol/check-values.ts";
import {
  type Field,
  fieldKinds,
  type IntegerField,
  type NumberField,
  type Protocol,
  takesAnswer,
  type Value,
  type Values,
} from "../../../protocol/field.ts";
import { type FormState, settleForm } from "../../../protocol/form-state.ts";
import { readNumber } from "../../../protocol/read-number.ts";
import { localIso } from "../local-iso.ts";

/** A typed number after a confirmation; typing turns it into text again. */
export type SettledNumber = {
  text: string;
  /** Resolves an ambiguous text. */
  meant?: number | undefined;
  /** The volunteer confirmed an unexpected value. */
  isSure?: boolean | undefined;
};

/** A control's state: typed text, an option, options, yes or no, or a photo. */
export type Answer = string | boolean | readonly string[] | File | SettledNumber;
export type Answers = Readonly<Record<string, Answer | undefined>>;

export type Reading =
  | { kind: "none" }
  | { kind: "value"; value: Value }
  | { kind: "photo"; photo: File }
  /** Outside the expected range and not confirmed yet. */
  | { kind: "unexpected"; value: number }
  | { kind: "ambiguous"; values: readonly [number, number] }
  | { kind: "fault"; fault: Fault };

export const isSettled = (answer: Answer | undefined): answer is SettledNumber =>
  typeof answer === "object" && "text" in answer && typeof answer.text === "string";

export function textOf(answer: Answer | undefined): string {
  if (typeof answer === "string") return answer;
  return isSettled(answer) ? answer.text : "";
}

/** Reads an answer with the same rules as the server. */
export function readAnswer(field: Field, answer: Answer | undefined): Reading {
  if (field.kind === "photo") return readPhoto(answer);
  if (!takesAnswer(field)) return { kind: "none" };
  if (field.kind === "number" || field.kind === "integer") return readTypedNumber(field, answer);
  if (answer === undefined || answer === "" || (Array.isArray(answer) && answer.length === 0)) return { kind: "none" };
  const fault = findOwnFault(field, answer);
  return fault ? { kind: "fault", fault } : { kind: "value", value: answer as Value };
}

function readTypedNumber(field: NumberField | IntegerField, answer: Answer | undefined): Reading {
  const text = textOf(answer);
  if (text.trim() === "") return { kind: "none" };
  const settled = isSettled(answer) ? answer : undefined;
  const reading =
    settled?.meant !== undefined
      ? ({ kind: "number", value: settled.meant } as const)
      : inputStepOf(field) === undefined
        ? readNumber(text, (value) => findFault(field, value) === undefined)
        : // `<input type="number">` always uses a point.
          ({ kind: "number", value: Number(text) } as const);
  if (reading.kind === "ambiguous") return reading;
  const value = reading.kind === "number" ? reading.value : Number.NaN;
  const fault = findOwnFault(field, value);
  if (fault) return { kind: "fault", fault };
  return isUnexpected(field, value) && !settled?.isSure ? { kind: "unexpected", value } : { kind: "value", value };
}

/** Some phones don't set a type for HEIC photos. */
function readPhoto(answer: Answer | undefined): Reading {
  if (!(answer instanceof File)) return { kind: "none" };
  if (!/^(image\/|$)/.test(answer.type) || answer.size === 0) {
    return { kind: "fault", fault: { text: "validation.imageRequired" } };
  }
  return answer.size <= photoBytesMax
    ? { kind: "photo", photo: answer }
    : {
        kind: "fault",
        fault: { text: "validation.photoTooLarge", values: { megabytes: String(photoBytesMax / 1_000_000) } },
      };
}

export type ReadAnswers = {
  /** The fields to show. */
  shown: readonly Field[];
  /** Keys of the shown fields with an answer, valid or not. */
  answered: ReadonlySet<string>;
  /** Valid values of the shown fields. */
  values: Values;
  photos: ReadonlyMap<string, File>;
  /** By key; includes missing answers. */
  faults: ReadonlyMap<string, Fault>;
  /** Keys of numbers to confirm. */
  questions: ReadonlySet<string>;
  /** Valid answers of shown fields, including unconfirmed numbers, and calculated results. */
  known: ReadonlyMap<string, unknown>;
};

/** Reads the form. Answers to hidden fields stay in the form, but aren't values. */
export function readAnswers(protocol: Protocol, answers: Answers): ReadAnswers {
  const readings = new Map(protocol.fields.map((field) => [field.key, readAnswer(field, answers[field.key])]));
  const valid: Record<string, Value> = {};
  for (const [key, reading] of readings) {
    if (reading.kind === "value" || reading.kind === "unexpected") valid[key] = reading.value;
  }
  const now = localIso(new Date());
  const state = settleForm(protocol, valid, now);
  const shown = protocol.fields.filter(({ key }) => state.shown.get(key) !== false);
  const values: Record<string, Value> = {};
  const photos = new Map<string, File>();
  const faults = new Map<string, Fault>();
  const questions = new Set<string>();
  const answered = new Set<string>();
  for (const field of shown) {
    const { key, kind } = field;
    if (kind === "calculated") {
      const result = state.values.get(key);
      if (result !== undefined) values[key] = result as Value;
      continue;
    }
    const reading = readings.get(key) ?? { kind: "none" };
    const fault = findReadingFault(field, reading, state);
    if (fault) faults.set(key, fault);
    if (reading.kind !== "none") answered.add(key);
    if (reading.kind === "value") values[key] = reading.value;
    else if (reading.kind === "photo") photos.set(key, reading.photo);
    else if (reading.kind === "unexpected" || reading.kind === "ambiguous") questions.add(key);
  }
  return { shown, answered, values, photos, faults, questions, known: state.values };
}

function findReadingFault(field: Field, reading: Reading, state: FormState): Fault | undefined {
  switch (reading.kind) {
    case "fault":
      return reading.fault;
    case "value":
    case "unexpected":
      return findConstraintFault(field, reading.value, state);
    case "none":
      // A field of an unknown, newer kind can't be answered, so it must not block saving.
      return isRequired(field, state) && fieldKinds.includes(field.kind) ? { text: missingText(field) } : undefined;
    default:
      return undefined;
  }
}

/** The answers that fit the protocol's fields; another version may use another kind for the same key. */
export function fittingAnswers({ fields }: Protocol, answers: Answers): Answers {
  const kinds = new Map(fields.map(({ key, kind }) => [key, kind]));
  return Object.fromEntries(
    Object.entries(answers).filter(([key, answer]) => {
      // A cleared answer fits any field.
      if (answer === undefined) return true;
      const kind = kinds.get(key);
      // The position and the data point's own photo have no field.
      if (kind === undefined) return typeof answer === "string" || answer instanceof File;
      if (kind === "photo") return answer instanceof File;
      if (kind === "yes_no") return typeof answer === "boolean";
      if (kind === "choices" || kind === "rank") return Array.isArray(answer);
      return typeof answer === "string" || ((kind === "number" || kind === "integer") && isSettled(answer));
    }),
  );
}

/** A data point's values as answers. Its numbers count as confirmed. */
export function answersOf({ fields }: Protocol, data: AdditionalData | null): Answers {
  return Object.fromEntries(
    fields.flatMap((field): [string, Answer][] => {
      const value = data?.[field.key];
      if (value === null || value === undefined) return [];
      if (typeof value === "number" && (field.kind === "number" || field.kind === "integer")) {
        // `meant`, because the text could be ambiguous.
        return [[field.key, { text: String(value), meant: value, isSure: true }]];
      }
      return [[field.key, value as Answer]];
    }),
  );
}

/** The answers of a data point. Fields that it left empty have an empty answer, so that they don't get their defaults. */
export function answersOfPoint(protocol: Protocol, data: AdditionalData | null): Answers {
  const given = answersOf(protocol, data);
  const shown = new Set(readAnswers(protocol, given).shown);
  const empty = protocol.fields.filter((field) => !field.default || shown.has(field));
  return { ...Object.fromEntries(empty.map(({ key }) => [key, undefined])), ...given };
}
