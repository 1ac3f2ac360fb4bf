import { type RevisionFields, revisionFactsSchema } from "../../contract/data-points.ts";
import { shownKeys } from "../../protocol/check-values.ts";
import type { Field, FileKind, Values } from "../../protocol/field.ts";
import { dependsOnMoment, ruleOfValue } from "../../protocol/field-expressions.ts";
import { saying } from "../../texts/saying.ts";
import { DomainError } from "../refusals/domain-error.ts";
import {
  type AskedForm,
  type MovedPaths,
  movePaths,
  ownPhotoPath,
  type ReadFields,
  readFieldsBy,
  requireValues,
  type SentFiles,
  valuesOf,
} from "./data-point-rules.ts";

/** The fields of an answer to a requested change, apart from the protocol's. */
export type AnswerFacts = Omit<RevisionFields, "tree_width" | "measurements" | "protocol_version">;

export const readRevision = (texts: Readonly<Record<string, string>>): ReadFields<AnswerFacts> =>
  readFieldsBy(revisionFactsSchema, texts);

type Hashed = { kind: FileKind; sha256: string };

/** Files are by path. */
export type FormerValues = { values: Values; files: ReadonlyMap<string, Hashed> };

export type Revision = {
  asked: AskedForm;
  facts: AnswerFacts;
  /** All values, old and new. */
  values: Values;
  /** The files that stay. */
  keptPaths: MovedPaths;
  /** The same files, by their new path. */
  kept: ReadonlyMap<string, Hashed>;
};

/**
 * Merges an answer to a requested change with the former data point: values and files that were left out stay if the
 * protocol still asks for them. The result is checked like an upload.
 * @param form the protocol of the result; undefined if the quest has no such version
 * @param sent all files that came or are named
 * @throws DomainError `validation_failed` with every wrong field; `photo_required`
 */
export function requireRevision(
  read: ReadFields<AnswerFacts>,
  form: AskedForm | undefined,
  sent: SentFiles,
  former: FormerValues,
): Revision {
  const merged = form && mergeValues(read, form, former.values);
  const { moved, refusals: ofMoves } = movePaths(former.files.keys(), read.facts?.photos_from);
  const keptPaths = new Map(
    [...moved].filter(([path]) => !sent.has(path) && (merged?.shown.has(path) || path === ownPhotoPath)),
  );
  const measured = merged ? merged.measured : read.measured;
  const refusals = [...read.refusals, ...positionRefusals(read.facts), ...ofMoves];
  const kept = new Map<string, Hashed>();
  for (const [path, formerPath] of keptPaths) {
    const file = former.files.get(formerPath);
    if (file) kept.set(path, file);
  }
  const kinds = new Map([...sent, ...[...kept].map(([path, { kind }]) => [path, kind] as const)]);
  const { asked, facts, values: checked } = requireValues({ ...read, measured, refusals }, form, kinds);
  const { user_supplied_latitude: _, user_supplied_longitude: __, ...values } = checked;
  return { asked, facts, values, keptPaths, kept };
}

/** The new values, and the former ones that are still asked for. */
function mergeValues({ measured }: ReadFields<AnswerFacts>, { protocol, findItem }: AskedForm, former: Values) {
  if (!measured) return undefined;
  const { measurements = {} } = measured;
  const sent = valuesOf(measured);
  const keys = new Set(protocol.fields.filter(isKept).map(({ key }) => key));
  const left = Object.entries(former).filter(([key]) => keys.has(key) && !Object.hasOwn(sent, key));
  const shown = shownKeys(protocol, { ...Object.fromEntries(left), ...sent }, undefined, findItem);
  const kept = Object.fromEntries(left.filter(([key]) => shown.has(key)));
  return { shown, measured: { ...measured, measurements: { ...kept, ...measurements } } };
}

/** Whether a former value still counts. What follows from other values is worked out again. */
function isKept(field: Field): boolean {
  const rule = ruleOfValue(field);
  return rule === undefined || dependsOnMoment(rule);
}

function positionRefusals(facts: AnswerFacts | undefined) {
  if (!facts || (facts.latitude === undefined) === (facts.longitude === undefined)) return [];
  const path = facts.latitude === undefined ? "latitude" : "longitude";
  return [{ path, message: saying("validation.required") }];
}

/** Rejects an empty answer. @throws DomainError `validation_failed` */
export function requireSomething(read: ReadFields<AnswerFacts>, sent: SentFiles): void {
  const { measured, facts } = read;
  if (!measured || !facts || sent.size > 0 || measured.measurements || measured.tree_width !== undefined) return;
  const told = [facts.latitude, facts.longitude, facts.accuracy, facts.position_source, facts.fixed_at];
  const added = [facts.user_supplied_latitude, facts.user_supplied_longitude, facts.spacing_reason, facts.fixes];
  const isSaid = [...told, ...added, facts.captured_at, facts.message?.trim() || undefined];
  if (isSaid.every((each) => each === undefined)) throw new DomainError("validation_failed.emptyAnswer");
}

/** What allows a revision: the decision that counts, and the paths of unreadable photos. */
export type RevisionReason = { decision: string | null; unreadable: ReadonlySet<string> };

/** A revision needs a requested change, or an unreadable photo and no decision yet. */
export function mayBeRevised({ decision, unreadable }: RevisionReason): boolean {
  return decision === "change_requested" || (decision === null && unreadable.size > 0);
}

/**
 * A requested change can be answered once. Without a request, the answer must replace an unreadable photo.
 * @param paths of the files that came
 * @throws DomainError `change_not_requested`
 */
export function requireRevisable(reason: RevisionReason, paths: Iterable<string>): void {
  const isReplaced = [...paths].some((path) => reason.unreadable.has(path));
  if (!mayBeRevised(reason) || (reason.decision === null && !isReplaced)) throw new DomainError("change_not_requested");
}
