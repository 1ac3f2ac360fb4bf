import { photoBytesMax } from "../../../contract/limits.ts";
import { type Fault, findFault, inputStepOf, isUnexpected, missingText } from "../../../protocol/check-value.ts";
import { shownFields } from "../../../protocol/check-values.ts";
import {
  type Field,
  fieldKinds,
  type IntegerField,
  type NumberField,
  type Protocol,
  type Value,
  type Values,
} from "../../../protocol/field.ts";
import { readNumber } from "../../../protocol/read-number.ts";

/** A number that was asked about once more; typing anything makes a plain text of it again. */
export type SettledNumber = {
  text: string;
  /** Which number was meant, where the text can be read as two. */
  meant?: number | undefined;
  /** It is as unexpected as it looks. */
  isSure?: boolean | undefined;
};

/** What a control holds: text as typed, an option, options, yes or no, a picture. */
export type Answer = string | boolean | readonly string[] | File | SettledNumber;
export type Answers = Readonly<Record<string, Answer | undefined>>;

export type Reading =
  | { kind: "none" }
  | { kind: "value"; value: Value }
  | { kind: "photo"; photo: File }
  /** It lies outside what is expected, and nobody has said yet that it is right. */
  | { kind: "unexpected"; value: number }
  | { kind: "ambiguous"; values: readonly [number, number] }
  | { kind: "fault"; fault: Fault };

export const isSettled = (answer: Answer | undefined): answer is SettledNumber =>
  typeof answer === "object" && "text" in answer && typeof answer.text === "string";

/** The text of an answer that is typed. */
export function textOf(answer: Answer | undefined): string {
  if (typeof answer === "string") return answer;
  return isSettled(answer) ? answer.text : "";
}

/** What an answer says, by the rules that the server has too. */
export function readAnswer(field: Field, answer: Answer | undefined): Reading {
  if (field.kind === "photo") return readPhoto(answer);
  if (field.kind === "number" || field.kind === "integer") return readTypedNumber(field, answer);
  if (answer === undefined || answer === "" || (Array.isArray(answer) && answer.length === 0)) return { kind: "none" };
  const fault = findFault(field, answer);
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
        : // The browser has read it, and writes it with a point.
          ({ kind: "number", value: Number(text) } as const);
  if (reading.kind === "ambiguous") return reading;
  const value = reading.kind === "number" ? reading.value : Number.NaN;
  const fault = findFault(field, value);
  if (fault) return { kind: "fault", fault };
  return isUnexpected(field, value) && !settled?.isSure ? { kind: "unexpected", value } : { kind: "value", value };
}

/** Some phones give an iPhone's picture no type. */
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
  /** The fields that are asked with these answers. */
  shown: readonly Field[];
  /** The keys of those that have an answer, right or wrong. */
  answered: ReadonlySet<string>;
  /** Of the fields that are asked, what was given and is right. */
  values: Values;
  photos: ReadonlyMap<string, File>;
  /** What speaks against an answer, a missing one too. */
  faults: ReadonlyMap<string, Fault>;
  /** Fields whose number waits for a word: which was meant, or whether it is right. */
  questions: ReadonlySet<string>;
};

/** Reads what the form holds. Answers to fields that are hidden now stay in the form, and are no values. */
export function readAnswers(protocol: Protocol, answers: Answers): ReadAnswers {
  const readings = new Map(protocol.fields.map((field) => [field.key, readAnswer(field, answers[field.key])]));
  const known: Record<string, Value> = {};
  for (const [key, reading] of readings) {
    if (reading.kind === "value" || reading.kind === "unexpected") known[key] = reading.value;
  }
  const shown = shownFields(protocol, known);
  const values: Record<string, Value> = {};
  const photos = new Map<string, File>();
  const faults = new Map<string, Fault>();
  const questions = new Set<string>();
  const answered = new Set<string>();
  for (const field of shown) {
    const { key, kind, required } = field;
    const reading = readings.get(key) ?? { kind: "none" };
    if (reading.kind !== "none") answered.add(key);
    if (reading.kind === "value") values[key] = reading.value;
    else if (reading.kind === "photo") photos.set(key, reading.photo);
    else if (reading.kind === "fault") faults.set(key, reading.fault);
    else if (reading.kind !== "none") questions.add(key);
    // Where a field is of a kind that is newer than the app, what was measured is saved without it.
    else if (required && fieldKinds.includes(kind)) faults.set(key, { text: missingText(field) });
  }
  return { shown, answered, values, photos, faults, questions };
}

/** Of answers that were kept, those that a control of the protocol can hold: another version may ask for the same in another way. */
export function fittingAnswers({ fields }: Protocol, answers: Answers): Answers {
  const kinds = new Map(fields.map(({ key, kind }) => [key, kind]));
  return Object.fromEntries(
    Object.entries(answers).filter(([key, answer]) => {
      const kind = kinds.get(key);
      // What no field asks for is the position and the photo of the point itself.
      if (kind === undefined) return typeof answer === "string" || answer instanceof File;
      if (kind === "photo") return answer instanceof File;
      if (kind === "yes_no") return typeof answer === "boolean";
      if (kind === "choices") return Array.isArray(answer);
      return typeof answer === "string" || ((kind === "number" || kind === "integer") && isSettled(answer));
    }),
  );
}
