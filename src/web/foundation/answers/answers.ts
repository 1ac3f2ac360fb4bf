import type { AdditionalData } from "../../../contract/data-points.ts";
import { type Fault, findFault, inputStepOf, isUnexpected } from "../../../protocol/check-value.ts";
import { findOwnFault } from "../../../protocol/check-values.ts";
import {
  type Field,
  type FileKind,
  type IntegerField,
  type NumberField,
  type Protocol,
  takesAnswer,
  takesFile,
  type Value,
} from "../../../protocol/field.ts";
import { type Geometry, geometryTypes, isGeometry, isGeometryKind } from "../../../protocol/geometry.ts";
import { offsetOf } from "../../../protocol/moments.ts";
import { allFields } from "../../../protocol/places.ts";
import { readNumber } from "../../../protocol/read-number.ts";
import { timesOfClock } from "../clock/local-clock.ts";
import { findFileFault, isUnfinished } from "./file-kinds.ts";
import { answersByPath } from "./rows.ts";

/** A typed number after a confirmation; typing turns it into text again. */
export type SettledNumber = {
  text: string;
  /** Resolves an ambiguous text. */
  meant?: number | undefined;
  /** The volunteer confirmed an unexpected value. */
  isSure?: boolean | undefined;
};

/** A point, line or area, which may still be walked. */
export type Drawing = Geometry & { walking?: true };

/** A control's state: typed text, an option, options, yes or no, a photo or another file, a geometry, or the ids of rows. */
export type Answer = string | boolean | readonly string[] | File | SettledNumber | Drawing;
/** By path; see `rows.ts`. */
export type Answers = Readonly<Record<string, Answer | undefined>>;

export type Reading =
  | { kind: "none" }
  | { kind: "value"; value: Value }
  | { kind: "file"; file: File }
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
  if (takesFile(field)) return readFile(field.kind, answer);
  if (!takesAnswer(field) || field.kind === "group") return { kind: "none" };
  if (field.kind === "number" || field.kind === "integer") return readTypedNumber(field, answer);
  if (answer === undefined || answer === "" || (Array.isArray(answer) && answer.length === 0)) return { kind: "none" };
  if (typeof answer === "object" && "walking" in answer) return unfinishedWalk;
  const fault = findOwnFault(field, answer) ?? (field.kind === "datetime" ? findClockFault(textOf(answer)) : undefined);
  return fault ? { kind: "fault", fault } : { kind: "value", value: answer as Value };
}

/** Only this device knows how its clock is changed. What has an offset was on some clock. */
function findClockFault(text: string): Fault | undefined {
  if (offsetOf(text) !== undefined) return undefined;
  const count = timesOfClock(text).length;
  if (count === 1) return undefined;
  return { text: count === 0 ? "validation.clock.never" : "validation.clock.twice" };
}

const unfinishedWalk: Reading = { kind: "fault", fault: { text: "validation.geometry.walking" } };

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

function readFile(kind: FileKind, answer: Answer | undefined): Reading {
  if (!(answer instanceof File)) return { kind: "none" };
  const fault = isUnfinished(answer) ? ({ text: "validation.recording" } as const) : findFileFault(kind, answer);
  return fault ? { kind: "fault", fault } : { kind: "file", file: answer };
}

/** The answers that fit the protocol's fields; another version may use another kind for the same key. */
export function fittingAnswers({ fields }: Protocol, answers: Answers): Answers {
  const kinds = new Map(allFields(fields).map(({ key, kind }) => [key, kind]));
  return Object.fromEntries(
    Object.entries(answers).filter(([path, answer]) => {
      // A cleared answer fits any field.
      if (answer === undefined) return true;
      const kind = kinds.get(path.slice(path.lastIndexOf(".") + 1));
      // The position and the data point's own photo have no field.
      if (kind === undefined) return typeof answer === "string" || answer instanceof File;
      if (takesFile({ kind })) return answer instanceof File;
      if (isGeometryKind(kind)) return isGeometry(answer) && answer.type === geometryTypes[kind];
      if (kind === "yes_no") return typeof answer === "boolean";
      if (kind === "choices" || kind === "rank" || kind === "group") return Array.isArray(answer);
      return typeof answer === "string" || ((kind === "number" || kind === "integer") && isSettled(answer));
    }),
  );
}

/** A data point's values as answers. Its numbers count as confirmed. */
export function answersOf({ fields }: Pick<Protocol, "fields">, data: AdditionalData | null): Answers {
  const byKey = new Map(allFields(fields).map((field) => [field.key, field]));
  return answersByPath(data ?? {}, (key, value) => {
    const field = byKey.get(key);
    if (!field || value === null || value === undefined) return undefined;
    if (typeof value === "number" && (field.kind === "number" || field.kind === "integer")) {
      // `meant`, because the text could be ambiguous.
      return { text: String(value), meant: value, isSure: true };
    }
    return value as Answer;
  });
}

/** What a form shows for the result of a field's default. */
export const answerOfResult = (field: Field, result: unknown): Answer | undefined =>
  answersOf({ fields: [field] }, { [field.key]: result })[field.key];
