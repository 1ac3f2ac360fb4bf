import type { ZodMiniType } from "zod/mini";
import {
  type RevisionFacts,
  sha256Text,
  type UploadAnswers,
  type UploadFacts,
  uploadAnswersSchema,
  uploadFactsSchema,
  uploadMomentSchema,
} from "../../contract/data-points.ts";
import type { ReviewDecision } from "../../contract/enums.ts";
import { findProblems, givenValues, photoWish } from "../../protocol/check-values.ts";
import { exportedText } from "../../protocol/columns.ts";
import type { LocalizedText, Protocol, Values } from "../../protocol/field.ts";
import { fieldAt } from "../../protocol/places.ts";
import { fieldCountMax } from "../../protocol/protocol-limits.ts";
import { chooseLanguage } from "../../texts/choose-language.ts";
import { saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { DomainError, type FieldRefusal } from "../refusals/domain-error.ts";
import { describeAll, fieldRefusalsOf } from "../refusals/invalid-fields.ts";

/** The protocol that a data point answers; version null is the specification's form. */
export type AskedForm = { version: number | null; protocol: Protocol };

/** The form part of a photo: `file` for the data point's own, `photo:KEY` for a field's, `photo:birds.0.picture` in a row. */
export const ownPhotoPart = "file";
const fieldPhotoPart = "photo:";
export const partOfField = (key: string) => fieldPhotoPart + key;
export const partOfPhoto = (key: string) => (key === ownPhotoPart ? ownPhotoPart : partOfField(key));
export const fieldOfPart = (part: string) =>
  part.startsWith(fieldPhotoPart) ? part.slice(fieldPhotoPart.length) : undefined;

/** The text fields of an upload; `refusals` lists those that couldn't be read. */
export type ReadFields<Facts extends RevisionFacts = UploadFacts> = {
  facts: Facts | undefined;
  answers: UploadAnswers | undefined;
  /** The photos' hashes as the client gave them, by form part. */
  hashes: ReadonlyMap<string, string>;
  refusals: FieldRefusal[];
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id made by the client; undefined if it isn't a UUID. */
export const readId = (text: string | undefined): string | undefined =>
  text !== undefined && uuid.test(text) ? text.toLowerCase() : undefined;

/** The hash of a photo, if a field before it gave one. */
export function readHash(texts: FormTexts, part: string): string | undefined {
  const key = fieldOfPart(part);
  return sha256Text.safeParse(texts[key === undefined ? "sha256" : `sha256:${key}`]).data?.toLowerCase();
}

type FormTexts = Readonly<Record<string, string>>;

export const readFields = (texts: FormTexts): ReadFields => readFieldsBy(uploadFactsSchema, texts);

/** @param factsSchema the fields apart from the answers */
export function readFieldsBy<Facts extends RevisionFacts>(
  factsSchema: ZodMiniType<Facts>,
  texts: FormTexts,
): ReadFields<Facts> {
  const answers = uploadAnswersSchema.safeParse(texts, { reportInput: true });
  const facts = factsSchema.safeParse(texts, { reportInput: true });
  const hashes = new Map<string, string>();
  const issues = [...(answers.error?.issues ?? []), ...(facts.error?.issues ?? [])];
  const refusals = fieldRefusalsOf(issues);
  if (facts.data?.sha256) hashes.set(ownPhotoPart, facts.data.sha256.toLowerCase());
  for (const [name, text] of Object.entries(texts)) {
    if (!name.startsWith("sha256:") || text === "") continue;
    const hash = sha256Text.safeParse(text, { reportInput: true });
    if (hash.success) hashes.set(partOfField(name.slice("sha256:".length)), hash.data.toLowerCase());
    else refusals.push(...fieldRefusalsOf(hash.error.issues).map(({ message }) => ({ path: name, message })));
  }
  return { facts: facts.data, answers: answers.data, hashes, refusals };
}

/**
 * Checks the fields and the photos that came with them.
 * @param form the protocol; undefined if the quest has no such version or the fields don't name one
 * @throws DomainError `validation_failed` with every wrong field; `photo_required`
 */
export function requireAnswers<Facts extends RevisionFacts>(
  read: ReadFields<Facts>,
  form: AskedForm | undefined,
  parts: ReadonlySet<string>,
): { asked: AskedForm; facts: Facts; values: Values } {
  const { facts, answers, hashes } = read;
  const refusals = [...read.refusals];
  const sentValues = answers && valuesOf(answers);
  if (answers && !form) {
    refusals.push({ path: "protocol_version", message: saying("refusals.validation_failed.protocolVersion") });
  }
  if (answers && form && sentValues) refusals.push(...findAnswerRefusals(form.protocol, answers, sentValues, parts));
  for (const part of hashes.keys()) {
    if (part !== ownPhotoPart && !parts.has(part))
      refusals.push({ path: part, message: saying("validation.required") });
  }
  if (refusals.length > 0 || !facts || !form || !sentValues) throw refusalOf(refusals);
  if (!parts.has(ownPhotoPart) && (photoWish(form.protocol) === "required" || hashes.has(ownPhotoPart))) {
    throw new DomainError("photo_required", { field: ownPhotoPart });
  }
  const { user_supplied_latitude, user_supplied_longitude } = facts;
  const values = { ...givenValues(form.protocol, sentValues), user_supplied_latitude, user_supplied_longitude };
  return { asked: form, facts, values };
}

/** The circumference may be a field of its own. */
function valuesOf({ measurements = {}, tree_width }: UploadAnswers): Values {
  return tree_width === undefined ? measurements : { ...measurements, tree_width };
}

function findAnswerRefusals(
  protocol: Protocol,
  { measurements = {}, tree_width }: UploadAnswers,
  values: Values,
  parts: ReadonlySet<string>,
): FieldRefusal[] {
  const inMeasurements = (key: string) => Object.hasOwn(measurements, key);
  const refusals: FieldRefusal[] = [];
  if (tree_width !== undefined && (measurements.tree_width ?? tree_width) !== tree_width) {
    refusals.push({ path: "measurements.tree_width", message: saying("refusals.validation_failed.treeWidthTwice") });
  }
  const isPhoto = (path: string) => fieldAt(protocol.fields, path)?.kind === "photo";
  const pathOf = (key: string) => {
    if (inMeasurements(key)) return `measurements.${key}`;
    if (key === "tree_width") return key;
    return isPhoto(key) ? partOfField(key) : `measurements.${key}`;
  };
  const photoKeys = new Set<string>();
  const notAsked: FieldRefusal[] = [];
  for (const part of parts) {
    const key = fieldOfPart(part);
    if (key !== undefined && isPhoto(key)) photoKeys.add(key);
    else if (part !== ownPhotoPart) notAsked.push({ path: part, message: saying("validation.notAsked") });
  }
  for (const { key, text, values: said, message } of findProblems(protocol, values, photoKeys)) {
    const words = { key: text, values: said };
    refusals.push({ path: pathOf(key), message: message === undefined ? words : (texts) => wordsOf(message, texts) });
  }
  refusals.push(...notAsked);
  return refusals;
}

/** A text of the protocol in the request's language, otherwise as it is exported. */
function wordsOf(text: LocalizedText, { wishes, language }: Texts): string {
  if (typeof text === "string") return text;
  const offered = Object.keys(text).map((code) => ({ ...language, code }));
  const { code } = chooseLanguage(wishes ?? { chosen: language.code }, offered);
  return text[code] ?? exportedText(text);
}

/** Former form parts of photos by the parts they have now. */
export type MovedParts = ReadonlyMap<string, string>;

/**
 * Rows may have other places than before, and their photos go with them. Photos that nothing is said about keep their
 * place, unless another photo has it now.
 * @param parts of the former photos
 * @param from their former paths, by new path
 */
export function moveParts(
  parts: Iterable<string>,
  from: Readonly<Record<string, string>> = {},
): { moved: MovedParts; refusals: FieldRefusal[] } {
  const left = new Set(parts);
  const moved = new Map<string, string>();
  const refusals: FieldRefusal[] = [];
  for (const [path, former] of Object.entries(from)) {
    const part = partOfField(former);
    if (left.delete(part)) moved.set(partOfField(path), part);
    else refusals.push({ path: `photos_from.${path}`, message: saying("validation.photosFrom") });
  }
  for (const part of left) if (!moved.has(part)) moved.set(part, part);
  return { moved, refusals };
}

/**
 * Checks edited values like those of an upload; the photos stay.
 * @param parts the form parts of its photos
 * @throws DomainError `validation_failed` with every wrong field
 */
export function requireEditedValues(
  protocol: Protocol,
  { measurements, photos_from: from }: { measurements: Values; photos_from?: Record<string, string> | undefined },
  parts: ReadonlySet<string>,
): { values: Values; moved: MovedParts } {
  const { moved, refusals } = moveParts(parts, from);
  refusals.push(...findAnswerRefusals(protocol, { measurements }, measurements, new Set(moved.keys())));
  const kept = new Set(moved.values());
  for (const part of parts) {
    if (!kept.has(part)) refusals.push({ path: part, message: saying("validation.notAsked") });
  }
  // An edit has no separate field for it.
  const info = refusals.map((each) =>
    each.path === "tree_width" ? { ...each, path: "measurements.tree_width" } : each,
  );
  if (info.length > 0) throw refusalOf(info);
  return { values: givenValues(protocol, measurements), moved };
}

/** Reviewed data points don't change. @throws DomainError `data_point_reviewed` */
export function requireUnreviewed({ review_decision }: { review_decision: ReviewDecision | null }): void {
  if (review_decision !== null) throw new DomainError("data_point_reviewed");
}

/** Limits the answer to a request with many unknown keys. */
const refusalsMax = fieldCountMax + 50;
const pathLengthMax = 250;

function refusalOf(refusals: readonly FieldRefusal[]): DomainError {
  const info = refusals
    .slice(0, refusalsMax)
    .map(({ path, message }) => ({ path: path.slice(0, pathLengthMax), message }));
  return new DomainError("validation_failed", { detail: describeAll(info), info });
}

/** The time of capture by the device's clock, and how far that clock was off. */
export type UploadMoment = Pick<UploadFacts, "captured_at" | "clock_offset">;

/** Reads the moment from the fields before a photo; undefined if it may still follow or can't be read. */
export function readMoment(texts: Readonly<Record<string, string>>): UploadMoment | undefined {
  if (texts.captured_at === undefined || texts.clock_offset === undefined) return undefined;
  return uploadMomentSchema.safeParse(texts).data;
}

/**
 * The time of capture by the server's clock, corrected by the offset that the device knew, and never later than the
 * arrival.
 */
export function correctCapturedAt({ captured_at, clock_offset = 0 }: UploadMoment, arrivedAt: Date): Date | null {
  if (captured_at === undefined) return null;
  return new Date(Math.min(Date.parse(captured_at) + Math.round(clock_offset * 1000), arrivedAt.getTime()));
}

/** Checks the hashes that the client gave. @throws DomainError `photo_checksum_mismatch` */
export function requireSameBytes(
  photos: ReadonlyMap<string, { sha256: string }>,
  hashes: ReadonlyMap<string, string>,
): void {
  for (const [part, sentSha256] of hashes) {
    if (photos.get(part)?.sha256 === sentSha256) continue;
    throw new DomainError("photo_checksum_mismatch", { field: part });
  }
}
