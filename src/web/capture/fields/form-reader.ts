import { useEffect, useMemo, useState } from "react";
import type { AdditionalData } from "../../../contract/data-points.ts";
import type { Fault } from "../../../protocol/check-value.ts";
import { missingText } from "../../../protocol/check-value.ts";
import { findConstraintFault, findRowsFault, isRequired, tooManySteps } from "../../../protocol/check-values.ts";
import type { KnownForm } from "../../../protocol/expressions/evaluate.ts";
import {
  type Field,
  fieldKinds,
  type GroupField,
  listOf,
  type Protocol,
  type Row,
  takesAnswer,
  type Value,
  type Values,
} from "../../../protocol/field.ts";
import { ruleOfValue } from "../../../protocol/field-expressions.ts";
import { type AnswerSource, FormState } from "../../../protocol/form-state.ts";
import type { FindItem } from "../../../protocol/lists/choice-columns.ts";
import { allFields, pathIn } from "../../../protocol/places.ts";
import { fileCountMax, rowCountMax } from "../../../protocol/protocol-limits.ts";
import { volunteerReference } from "../../../protocol/references.ts";
import { type Answers, answerOfResult, answersOf, type Reading, readAnswer } from "../../foundation/answers/answers.ts";
import { newRowId, rowIdsOf, rowsAround } from "../../foundation/answers/rows.ts";
import { clockIso } from "../../foundation/clock/local-clock.ts";
import { untilFetched } from "../../foundation/texts/lazily.ts";
import type { LookedUpItems } from "./looked-up-items.ts";

/**
 * Valid answers of shown fields, and calculated results, as an expression of the form or of a row knows them. Texts
 * also know the volunteer's name.
 */
export type KnownAnswers = KnownForm;

/** What the form or a row asks and says. The same object until something changes in it, or that its texts show. */
type Section = {
  /** Where its answers are: `birds.3`; empty for the form. */
  path: string;
  /** The fields to show; a group counts as one. */
  shown: readonly Field[];
  known: KnownAnswers;
  checked: readonly Checked[];
  values: Values;
};

/** A row that the form shows. */
export type ReadRow = Section & { id: string };

/** A shown field that takes an answer, or has a result. */
type Checked = {
  path: string;
  field: Field;
  isAnswered: boolean;
  value?: Value | undefined;
  file?: File | undefined;
  fault?: Fault | undefined;
  isQuestion?: boolean;
  rows?: readonly ReadRow[];
};

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
  /** Photos and other files. */
  files: ReadonlyMap<string, File>;
  /** By path; includes missing answers. */
  faults: ReadonlyMap<string, Fault>;
  /** Paths of numbers to confirm. */
  questions: ReadonlySet<string>;
  /** Valid answers of shown fields, including unconfirmed numbers, and calculated results. */
  known: KnownAnswers;
  /** Rows of shown groups, by the group's path. */
  rows: ReadonlyMap<string, readonly ReadRow[]>;
  state: FormState;
  /** What its expressions look up in lists. */
  items?: LookedUpItems | undefined;
};

/**
 * Reads the form. Answers to hidden fields stay in the form, but aren't values.
 * @param hadFiles paths of files that need not be sent again
 */
export const readAnswers = (protocol: Protocol, answers: Answers, hadFiles?: ReadonlySet<string>): ReadAnswers =>
  new FormReader(protocol, hadFiles).read(answers);

/** Reads the form at each change of its answers. @param volunteer their username */
export function useReadAnswers(
  protocol: Protocol,
  answers: Answers,
  volunteer: string | undefined,
  hadFiles?: ReadonlySet<string>,
): ReadAnswers {
  const { items, revision } = useLookedUpItems(protocol);
  const reader = useMemo(
    () => new FormReader(protocol, hadFiles, items?.find, volunteer),
    [protocol, hadFiles, items, volunteer],
  );
  return useMemo(() => ({ ...reader.read(answers, revision), items }), [reader, answers, revision, items]);
}

const noLists: NonNullable<Protocol["lists"]> = [];

/** Few forms look things up in lists, so what does is fetched for them only. */
function useLookedUpItems({ fields, lists = noLists }: Protocol) {
  const [items, setItems] = useState<LookedUpItems>();
  const [revision, setRevision] = useState(0);
  const usesLists = lists.length > 0 || allFields(fields).some(listOf);
  useEffect(() => {
    let isLeft = !usesLists;
    let made: LookedUpItems | undefined;
    const make = async () => {
      const fetched = await untilFetched(() => import("./looked-up-items.ts"));
      if (!isLeft) made = new fetched.LookedUpItems(lists, () => setRevision((count) => count + 1));
      setItems(made);
    };
    if (usesLists) void make();
    return () => {
      isLeft = true;
      made?.stop();
    };
  }, [lists, usesLists]);
  return { items, revision };
}

/** Reads a form again and again; only what its changed answers concern. */
export class FormReader implements AnswerSource {
  readonly #protocol: Protocol;
  readonly #hadFiles: ReadonlySet<string> | undefined;
  readonly #findItem: FindItem | undefined;
  readonly #volunteer: string | undefined;
  #revision = 0;
  #answers: Answers = {};
  #state: FormState | undefined;
  readonly #readings = new Map<string, Reading>();
  readonly #checked = new Map<string, Checked>();
  readonly #sections = new Map<string, ReadRow>();

  constructor(protocol: Protocol, hadFiles?: ReadonlySet<string>, findItem?: FindItem, volunteer?: string) {
    this.#volunteer = volunteer;
    this.#protocol = protocol;
    this.#hadFiles = hadFiles;
    this.#findItem = findItem;
  }

  /** @param revision another one if more items of lists are known */
  read(answers: Answers, revision = 0): ReadAnswers {
    if (revision !== this.#revision) this.#state = undefined;
    this.#revision = revision;
    const changed = pathsOfChanges(this.#answers, answers);
    this.#answers = answers;
    for (const path of changed) {
      this.#readings.delete(path);
      this.#touch(path);
    }
    const state = this.#settle(changed);
    const form = this.#section(state, "", "", this.#protocol.fields);
    return new Summary(form, state.meter.stoppedAt).result(state);
  }

  #settle(changed: readonly string[]): FormState {
    const now = clockIso(new Date());
    const before = this.#state;
    const touched = before?.now === now ? before.change(changed) : undefined;
    if (before && touched) {
      for (const path of touched) this.#touch(path);
      return before;
    }
    this.#checked.clear();
    this.#sections.clear();
    this.#state = before?.now === now ? before : new FormState(this.#protocol, this, now, this.#findItem);
    return this.#state;
  }

  /** A path is checked again, and the rows around it are new. */
  #touch(path: string): void {
    this.#checked.delete(path);
    this.#sections.delete("");
    for (const row of rowsAround(path)) this.#sections.delete(row);
  }

  answerAt(row: string, field: Field): unknown {
    const path = pathIn(row, field.key);
    if (field.kind === "group") return this.#answers[path];
    const reading = this.#readingAt(path, field);
    return reading.kind === "value" || reading.kind === "unexpected" ? reading.value : undefined;
  }

  rowsAt(row: string, group: GroupField, wanted: number | undefined): readonly string[] {
    const path = pathIn(row, group.key);
    const ids = rowIdsOf(this.#answers[path]);
    if (wanted === undefined || wanted === ids.length) return ids;
    const all = ids.slice(0, wanted);
    while (all.length < wanted) all.push(newRowId(path, all, {}));
    return all;
  }

  #readingAt(path: string, field: Field): Reading {
    const reading = this.#readings.get(path) ?? readAnswer(field, this.#answers[path]);
    this.#readings.set(path, reading);
    return reading;
  }

  #section(state: FormState, path: string, id: string, fields: readonly Field[]): ReadRow {
    const before = this.#sections.get(path);
    if (before) return before;
    const shown = fields.filter(({ key }) => state.shown.get(pathIn(path, key)) !== false);
    const checked = shown.map((field) => this.#checkedAt(state, path, field));
    const values = Object.fromEntries(
      checked.flatMap(({ field, value }) => (value === undefined ? [] : [[field.key, value]])),
    );
    const section = { id, path, shown, known: this.#known(state, path), checked, values };
    this.#sections.set(path, section);
    return section;
  }

  #known(state: FormState, path: string): KnownAnswers {
    const known = state.answersIn(path);
    return { ...known, answerOf: (key) => (key === volunteerReference ? this.#volunteer : known.answerOf(key)) };
  }

  #checkedAt(state: FormState, row: string, field: Field): Checked {
    const path = pathIn(row, field.key);
    const before = this.#checked.get(path);
    if (before && !before.rows) return before;
    const checked =
      field.kind === "group" ? this.#checkGroup(state, row, path, field) : this.#checkField(state, row, path, field);
    this.#checked.set(path, checked);
    return checked;
  }

  #checkGroup(state: FormState, row: string, path: string, group: GroupField): Checked {
    const rows = state.rowsAt(row, group).map((id) => this.#section(state, pathIn(path, id), id, group.fields));
    return {
      path,
      field: group,
      isAnswered: rows.length > 0,
      rows,
      value: rows.length > 0 ? rows.map(({ values }) => values as Row) : undefined,
      fault: state.leftOut.has(path)
        ? { text: "validation.rows.inTotal", values: { max: String(rowCountMax) } }
        : this.#findFault(state, path, () => findRowsFault(group, rows.length, state, row)),
    };
  }

  /** Checks have the steps that are left of the evaluation. */
  #findFault({ meter }: FormState, path: string, find: () => Fault | undefined): Fault | undefined {
    let found: Fault | undefined;
    meter.at = path;
    meter.run(() => {
      found = find();
    });
    return found;
  }

  #checkField(state: FormState, row: string, path: string, field: Field): Checked {
    const result = state.values.get(path) as Value | undefined;
    if (field.kind === "calculated") return { path, field, isAnswered: false, value: result };
    const reading =
      ruleOfValue(field) === undefined
        ? this.#readingAt(path, field)
        : readAnswer(field, answerOfResult(field, result));
    const isHad = reading.kind === "none" && this.#hadFiles?.has(path);
    return {
      path,
      field,
      isAnswered: reading.kind !== "none",
      value: reading.kind === "value" ? reading.value : undefined,
      file: reading.kind === "file" ? reading.file : undefined,
      fault: isHad ? undefined : this.#findFault(state, path, () => findReadingFault(field, reading, state, row)),
      isQuestion: reading.kind === "unexpected" || reading.kind === "ambiguous",
    };
  }
}

/** Everything that the sections say, in the form's order. */
class Summary {
  readonly #form: Section;
  readonly #paths: string[] = [];
  readonly #answered = new Set<string>();
  readonly #files = new Map<string, File>();
  readonly #faults = new Map<string, Fault>();
  readonly #questions = new Set<string>();
  readonly #rows = new Map<string, readonly ReadRow[]>();

  /** @param stoppedAt path of the answer at which the evaluation stopped */
  constructor(form: Section, stoppedAt: string | undefined) {
    this.#form = form;
    this.#add(form);
    if (stoppedAt !== undefined) this.#refuse(stoppedAt);
    for (const path of [...this.#files.keys()].slice(fileCountMax)) {
      this.#faults.set(path, { text: "validation.filesAtMost", values: { max: String(fileCountMax) } });
    }
  }

  /** Nobody can answer a calculation, so the first question says that the form can't be sent. */
  #refuse(stoppedAt: string): void {
    const path = this.#paths.includes(stoppedAt) ? stoppedAt : (this.#paths[0] ?? stoppedAt);
    this.#faults.set(path, { text: tooManySteps });
  }

  #add({ checked }: Section): void {
    for (const { path, field, isAnswered, file, fault, isQuestion, rows } of checked) {
      if (takesAnswer(field)) this.#paths.push(path);
      if (isAnswered) this.#answered.add(path);
      if (file) this.#files.set(path, file);
      if (fault) this.#faults.set(path, fault);
      if (isQuestion) this.#questions.add(path);
      if (!rows) continue;
      this.#rows.set(path, rows);
      for (const row of rows) this.#add(row);
    }
  }

  result(state: FormState): ReadAnswers {
    const { shown, known, values } = this.#form;
    return {
      shown,
      known,
      values,
      paths: this.#paths,
      answered: this.#answered,
      files: this.#files,
      faults: this.#faults,
      questions: this.#questions,
      rows: this.#rows,
      state,
    };
  }
}

/** Paths of answers that differ. */
function pathsOfChanges(one: Answers, other: Answers): string[] {
  const changed = Object.keys(other).filter((path) => one[path] !== other[path]);
  return [...changed, ...Object.keys(one).filter((path) => !Object.hasOwn(other, path))];
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
