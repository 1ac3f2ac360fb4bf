import type { AdditionalData } from "../../../contract/data-points.ts";
import { photoBytesMax } from "../../../contract/limits.ts";
import { type Fault, findFault, inputStepOf, isUnexpected, missingText } from "../../../protocol/check-value.ts";
import { findConstraintFault, findOwnFault, findRowsFault, isRequired } from "../../../protocol/check-values.ts";
import {
  type Field,
  fieldKinds,
  type GroupField,
  type IntegerField,
  type NumberField,
  type Protocol,
  type Row,
  takesAnswer,
  type Value,
  type Values,
} from "../../../protocol/field.ts";
import { ruleOfValue } from "../../../protocol/field-expressions.ts";
import { type FormState, rowBounds, settleForm } from "../../../protocol/form-state.ts";
import { type Geometry, geometryTypes, isGeometry } from "../../../protocol/geometry.ts";
import { allFields, pathIn } from "../../../protocol/places.ts";
import { groupDepthMax, photoCountMax, rowCountMax } from "../../../protocol/protocol-limits.ts";
import { readNumber } from "../../../protocol/read-number.ts";
import { localIso } from "../local-iso.ts";
import { answersByPath, type FormRow, type FormRows, newRowId, rowIdsOf } from "./rows.ts";

/** A typed number after a confirmation; typing turns it into text again. */
export type SettledNumber = {
  text: string;
  /** Resolves an ambiguous text. */
  meant?: number | undefined;
  /** The volunteer confirmed an unexpected value. */
  isSure?: boolean | undefined;
};

/** A line or an area, which may still be walked. */
export type Drawing = Geometry & { walking?: true };

/** A control's state: typed text, an option, options, yes or no, a photo, a line or area, or the ids of rows. */
export type Answer = string | boolean | readonly string[] | File | SettledNumber | Drawing;
/** By path; see `rows.ts`. */
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
  if (!takesAnswer(field) || field.kind === "group") return { kind: "none" };
  if (field.kind === "number" || field.kind === "integer") return readTypedNumber(field, answer);
  if (answer === undefined || answer === "" || (Array.isArray(answer) && answer.length === 0)) return { kind: "none" };
  if (typeof answer === "object" && "walking" in answer) return unfinishedWalk;
  const fault = findOwnFault(field, answer);
  return fault ? { kind: "fault", fault } : { kind: "value", value: answer as Value };
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

/** What the form says. Answers have paths with the ids of rows; see `rows.ts`. */
export type ReadAnswers = {
  /** The fields to show; a group counts as one. */
  shown: readonly Field[];
  /** Paths of everything that the form asks now, in its order. */
  paths: readonly string[];
  /** Paths of what has an answer, valid or not. */
  answered: ReadonlySet<string>;
  /** Valid values of the shown fields. */
  values: Values;
  photos: ReadonlyMap<string, File>;
  /** By path; includes missing answers. */
  faults: ReadonlyMap<string, Fault>;
  /** Paths of numbers to confirm. */
  questions: ReadonlySet<string>;
  /** Valid answers of shown fields, including unconfirmed numbers, and calculated results. */
  known: KnownAnswers;
  /** Rows of shown groups, by the group's path. */
  rows: FormRows;
  /** The fields to show in a row. */
  shownIn: (group: GroupField, row: FormRow) => readonly Field[];
  /** What expressions of a row know. */
  knownIn: (row: FormRow) => KnownAnswers;
  state: FormState;
};

/** Valid answers of shown fields, and calculated results. */
export type KnownAnswers = { get: (key: string) => unknown };

/**
 * Reads the form. Answers to hidden fields stay in the form, but aren't values.
 * @param hadPhotos paths of photos that need not be taken again
 */
export function readAnswers(protocol: Protocol, answers: Answers, hadPhotos?: ReadonlySet<string>): ReadAnswers {
  const reading = new FormReading(protocol, answers, hadPhotos);
  reading.read();
  return reading.result();
}

class FormReading {
  readonly #protocol: Protocol;
  readonly #answers: Answers;
  readonly #hadPhotos: ReadonlySet<string> | undefined;
  readonly #now = localIso(new Date());
  readonly #readings = new Map<string, Reading>();
  /** How many rows groups have that don't let volunteers decide, by path. */
  #counts: ReadonlyMap<string, number> = new Map();
  #allRows = new Map<string, readonly FormRow[]>();
  #state: FormState;

  readonly #rows = new Map<string, readonly FormRow[]>();
  readonly #paths: string[] = [];
  readonly #photos = new Map<string, File>();
  readonly #faults = new Map<string, Fault>();
  readonly #questions = new Set<string>();
  readonly #answered = new Set<string>();
  #rowCount = 0;
  #values: Values = {};

  constructor(protocol: Protocol, answers: Answers, hadPhotos: ReadonlySet<string> | undefined) {
    this.#protocol = protocol;
    this.#answers = answers;
    this.#hadPhotos = hadPhotos;
    this.#state = this.#settle();
    // The number of rows may depend on an answer, in an outer row too.
    for (let depth = 0; depth < groupDepthMax; depth++) {
      const counts = this.#countRows(protocol.fields, "", "");
      if ([...counts].every(([path, count]) => this.#allRows.get(path)?.length === count)) break;
      this.#counts = counts;
      this.#state = this.#settle();
    }
  }

  #settle(): FormState {
    this.#allRows = new Map();
    return settleForm(this.#protocol, this.#validIn(this.#protocol.fields, "", ""), this.#now);
  }

  /** Valid answers of the form or of a row. */
  #validIn(fields: readonly Field[], row: string, at: string): Values {
    const valid: Record<string, unknown> = {};
    for (const field of fields) {
      const path = pathIn(row, field.key);
      if (field.kind === "group") {
        const rows = this.#rowsOf(path, pathIn(at, field.key));
        this.#allRows.set(path, rows);
        valid[field.key] = rows.map((each) => this.#validIn(field.fields, each.path, each.at));
        continue;
      }
      if (ruleOfValue(field) !== undefined) continue;
      const reading = this.#readings.get(path) ?? readAnswer(field, this.#answers[path]);
      this.#readings.set(path, reading);
      if (reading.kind === "value" || reading.kind === "unexpected") valid[field.key] = reading.value;
    }
    return valid;
  }

  #rowsOf(path: string, at: string): FormRow[] {
    const ids = [...rowIdsOf(this.#answers[path])];
    const count = this.#counts.get(path) ?? ids.length;
    while (ids.length < count) ids.push(newRowId(path, ids, {}));
    return ids.slice(0, count).map((id, index) => ({ id, path: pathIn(path, id), at: pathIn(at, index) }));
  }

  #countRows(fields: readonly Field[], row: string, at: string): Map<string, number> {
    const counts = new Map<string, number>();
    for (const field of fields) {
      if (field.kind !== "group") continue;
      const path = pathIn(row, field.key);
      if (field.repeat.count) counts.set(path, rowBounds(field, this.#state, at).max ?? 0);
      for (const each of this.#allRows.get(path) ?? []) {
        for (const [inner, count] of this.#countRows(field.fields, each.path, each.at)) counts.set(inner, count);
      }
    }
    return counts;
  }

  read(): void {
    this.#values = this.#valuesIn(this.#protocol.fields, "", "");
    for (const path of [...this.#photos.keys()].slice(photoCountMax)) {
      this.#faults.set(path, { text: "validation.photosAtMost", values: { max: String(photoCountMax) } });
    }
  }

  #valuesIn(fields: readonly Field[], row: string, at: string): Values {
    const values: Record<string, Value> = {};
    for (const field of this.#shownIn(fields, at)) {
      const path = pathIn(row, field.key);
      if (takesAnswer(field)) this.#paths.push(path);
      const value = field.kind === "group" ? this.#readGroup(field, path, at) : this.#readField(field, path, at);
      if (value !== undefined) values[field.key] = value;
    }
    return values;
  }

  #shownIn(fields: readonly Field[], at: string): Field[] {
    return fields.filter(({ key }) => this.#state.shown.get(pathIn(at, key)) !== false);
  }

  #readGroup(group: GroupField, path: string, at: string): Value | undefined {
    const rows = this.#allRows.get(path) ?? [];
    this.#rows.set(path, rows);
    this.#rowCount += rows.length;
    const fault =
      this.#rowCount > rowCountMax
        ? ({ text: "validation.rows.inTotal", values: { max: String(rowCountMax) } } as const)
        : findRowsFault(group, rows.length, this.#state, at);
    if (fault) this.#faults.set(path, fault);
    if (rows.length === 0) return undefined;
    this.#answered.add(path);
    return rows.map((row) => this.#valuesIn(group.fields, row.path, row.at) as Row);
  }

  #readField(field: Field, path: string, at: string): Value | undefined {
    const result = this.#state.values.get(pathIn(at, field.key)) as Value | undefined;
    if (field.kind === "calculated") return result;
    const reading =
      ruleOfValue(field) === undefined
        ? (this.#readings.get(path) ?? { kind: "none" })
        : readAnswer(field, answerOfResult(field, result));
    const isHad = reading.kind === "none" && this.#hadPhotos?.has(path);
    const fault = isHad ? undefined : findReadingFault(field, reading, this.#state, at);
    if (fault) this.#faults.set(path, fault);
    if (reading.kind !== "none") this.#answered.add(path);
    if (reading.kind === "value") return reading.value;
    if (reading.kind === "photo") this.#photos.set(path, reading.photo);
    else if (reading.kind === "unexpected" || reading.kind === "ambiguous") this.#questions.add(path);
    return undefined;
  }

  result(): ReadAnswers {
    const state = this.#state;
    return {
      shown: this.#shownIn(this.#protocol.fields, ""),
      paths: this.#paths,
      answered: this.#answered,
      values: this.#values,
      photos: this.#photos,
      faults: this.#faults,
      questions: this.#questions,
      known: { get: state.answersIn("") },
      rows: this.#rows,
      shownIn: ({ fields }, { at }) => this.#shownIn(fields, at),
      knownIn: ({ at }) => ({ get: state.answersIn(at) }),
      state,
    };
  }
}

function findReadingFault(field: Field, reading: Reading, state: FormState, row: string): Fault | undefined {
  switch (reading.kind) {
    case "fault":
      return reading.fault;
    case "value":
    case "unexpected":
      return findConstraintFault(field, reading.value, state, row);
    case "none":
      // A field of an unknown, newer kind can't be answered, so it must not block saving.
      return isRequired(field, state, row) && fieldKinds.includes(field.kind)
        ? { text: missingText(field) }
        : undefined;
    default:
      return undefined;
  }
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
      if (kind === "photo") return answer instanceof File;
      if (kind === "line" || kind === "area") return isGeometry(answer) && answer.type === geometryTypes[kind];
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

/** The answers of a data point. Fields that it left empty have an empty answer, so that they don't get their defaults. */
export function answersOfPoint(protocol: Protocol, data: AdditionalData | null): Answers {
  const given = answersOf(protocol, data);
  const read = readAnswers(protocol, given);
  const shown = new Set(read.paths);
  const empty: Record<string, undefined> = {};
  const leaveEmpty = (fields: readonly Field[], row: string) => {
    for (const field of fields) {
      const path = pathIn(row, field.key);
      if (!field.default || shown.has(path)) empty[path] = undefined;
      if (field.kind !== "group") continue;
      for (const each of read.rows.get(path) ?? []) leaveEmpty(field.fields, each.path);
    }
  };
  leaveEmpty(protocol.fields, "");
  return { ...empty, ...given };
}
