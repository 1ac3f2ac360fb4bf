import { photoWish } from "../../../protocol/check-values.ts";
import { type Field, listOf, type Protocol, takesAnswer, takesFile } from "../../../protocol/field.ts";
import { unitOf } from "../../../protocol/measurements.ts";
import { placesOf, rowOfPath } from "../../../protocol/places.ts";
import { userPosition } from "../../../protocol/user-position.ts";
import { type Answer, type Answers, fittingAnswers, readAnswer } from "../../foundation/answers/answers.ts";
import { fileKindOf } from "../../foundation/answers/file-kinds.ts";
import { rowIdsOf } from "../../foundation/answers/rows.ts";
import { type KeptPhoto, ownPhotoKey, type PointRecord } from "../../outbox/record.ts";

/** An answer or a file that the new form has no place for. */
export type Unfit = { path: string; answer: Answer } | { path: string; file: KeptPhoto };

/**
 * A draft for another version of its form: with its files, its position, and each answer of the same question, kind and unit
 * that the new form takes. Nothing is lost: the rest is returned. Files among it stay with the draft, under keys that no
 * question has.
 * @param from the version that it was begun with; undefined if it couldn't be loaded
 */
export function takeOver(
  point: PointRecord,
  from: Protocol | undefined,
  to: Protocol,
): { point: PointRecord; unfit: readonly Unfit[] } {
  const [before, after] = [from && fieldsByKeys(from), fieldsByKeys(to)];
  const fitsAt = (path: string, isRight: (field: Field) => boolean) => {
    const keys = keysIn(path);
    const [old, field] = [before?.get(keys), after.get(keys)];
    return field !== undefined && isRight(field) && isSameQuestion(old, field, before !== undefined);
  };
  const fits = (path: string, answer: Answer) =>
    userPosition.some(({ name }) => name === path) || fitsAt(path, (field) => takes(field, to, path, answer));
  const fileFits = ({ key, type }: KeptPhoto) =>
    key === ownPhotoKey
      ? photoWish(to) !== "none"
      : fitsAt(key, (field) => takesFile(field) && field.kind === fileKindOf(type));

  const unfit: Unfit[] = [];
  const kept: Record<string, Answer | undefined> = {};
  for (const [path, answer] of Object.entries(point.answers)) {
    if (isEmpty(answer) || fits(path, answer)) kept[path] = answer;
    // The form's own answers, and those in rows that were removed, are nobody's.
    else if (!point.defaults?.includes(path) && isInRows(path, point.answers)) unfit.push({ path, answer });
  }
  const photos = point.photos.map((photo, index) => {
    if (photo.key.startsWith(unfitStart) || fileFits(photo)) return photo;
    const file = { ...photo, key: `${unfitStart}${index}-${photo.key}`, storedAs: photo.storedAs ?? photo.key };
    unfit.push({ path: photo.key, file });
    return file;
  });
  const defaults = point.defaults?.filter((path) => path in kept);
  return {
    point: { ...point, answers: kept, photos, ...(defaults && { defaults }), page: undefined, problem: null },
    unfit,
  };
}

const unfitStart = "unfit-";

/** The keys of a path without its rows: `birds.3.count` is `birds.count`. */
export const keysIn = (path: string): string =>
  path
    .split(".")
    .filter((_, index) => index % 2 === 0)
    .join(".");

export const fieldsByKeys = ({ fields }: Pick<Protocol, "fields">): ReadonlyMap<string, Field> =>
  new Map(
    [...placesOf(fields)].map(({ field, groups }) => [[...groups, field].map(({ key }) => key).join("."), field]),
  );

const isEmpty = (answer: Answer | undefined): answer is undefined | "" =>
  answer === undefined || answer === "" || (Array.isArray(answer) && answer.length === 0);

const isCount = ({ kind }: Field) => kind === "number" || kind === "integer";

function isSameQuestion(old: Field | undefined, field: Field, isOldKnown: boolean): boolean {
  // Without the old form nobody knows what a number meant.
  if (!old) return isOldKnown || unitOf(field) === undefined;
  if (unitOf(old) !== unitOf(field) || listOf(old)?.id !== listOf(field)?.id) return false;
  return old.kind === field.kind || (isCount(old) && isCount(field));
}

function takes(field: Field, to: Protocol, path: string, answer: Answer): boolean {
  if (!takesAnswer(field) || !(path in fittingAnswers(to, { [path]: answer }))) return false;
  const reading = readAnswer(field, answer);
  // A walk may go on.
  return reading.kind !== "fault" || reading.fault.text === "validation.geometry.walking";
}

function isInRows(path: string, answers: Answers): boolean {
  const row = rowOfPath(path);
  if (row === "") return true;
  const group = rowOfPath(row);
  return rowIdsOf(answers[group]).includes(row.slice(group.length + 1)) && isInRows(group, answers);
}
