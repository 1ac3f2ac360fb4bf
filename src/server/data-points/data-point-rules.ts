import { createHash } from "node:crypto";
import type { ZodMiniType } from "zod/mini";
import {
  type MeasuredFields,
  measuredFieldsSchema,
  type RevisionFacts,
  sha256Text,
  type UploadFacts,
  uploadFactsSchema,
  uploadMomentSchema,
} from "../../contract/data-points.ts";
import type { ReviewDecision } from "../../contract/enums.ts";
import { checkAnswers, photoWish } from "../../protocol/check-values.ts";
import { exportedText } from "../../protocol/exported-text.ts";
import {
  type FileKind,
  fileKinds,
  type LocalizedText,
  type Protocol,
  takesFile,
  type Values,
} from "../../protocol/field.ts";
import type { FindItem } from "../../protocol/lists/choice-columns.ts";
import { fieldAt } from "../../protocol/places.ts";
import { fieldCountMax } from "../../protocol/protocol-limits.ts";
import { chooseLanguage } from "../../texts/choose-language.ts";
import { saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { DomainError, describeAll, type FieldRefusal, fieldRefusalsOf } from "../refusals/domain-error.ts";

/** A protocol with the items of lists that it looks up. */
type CheckedForm = { protocol: Protocol; findItem?: FindItem | undefined };

/** The protocol that a data point answers; version null is the specification's form. */
export type AskedForm = CheckedForm & { version: number | null };

/** The path of the data point's own photo, and its form part. No field has this key. */
export const ownPhotoPath = "file";

/** A file that came: its kind as its form part says, if it does. `other`: the part has no meaning. */
export type SentFile = { path: string; kind?: FileKind | "other" | undefined };
/** Kinds of files by path. */
export type SentFiles = ReadonlyMap<string, SentFile["kind"]>;

const partOfField = new RegExp(`^(${fileKinds.join("|")}):(?!${ownPhotoPath}$)(.*)$`, "s");

/** Reads the name of a form part: `file` is the data point's own photo, `photo:birds.0.picture` a field's in a row. */
export function fileOfPart(part: string): SentFile {
  if (part === ownPhotoPath) return { path: ownPhotoPath, kind: "photo" };
  const [, kind, path = part] = partOfField.exec(part) ?? [];
  return { path, kind: (kind as FileKind | undefined) ?? "other" };
}

export const partOf = ({ path, kind = "photo" }: SentFile): string =>
  path === ownPhotoPath || kind === "other" ? path : `${kind}:${path}`;

/** The kind of the file that a field asks for. */
export function fileKindAt({ fields }: Pick<Protocol, "fields">, path: string): FileKind | undefined {
  const field = fieldAt(fields, path);
  return field && takesFile(field) ? field.kind : undefined;
}

/** The text fields of an upload; `refusals` lists those that couldn't be read. */
export type ReadFields<Facts extends RevisionFacts = UploadFacts> = {
  facts: Facts | undefined;
  measured: MeasuredFields | undefined;
  /** The files' hashes as the client gave them, by path. */
  hashes: ReadonlyMap<string, string>;
  refusals: FieldRefusal[];
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id made by the client; undefined if it isn't a UUID. */
export const readId = (text: string | undefined): string | undefined =>
  text !== undefined && uuid.test(text) ? text.toLowerCase() : undefined;

/** The hash of a file, if a field before it gave one. */
export function readHash(texts: FormTexts, path: string): string | undefined {
  return sha256Text.safeParse(texts[path === ownPhotoPath ? "sha256" : `sha256:${path}`]).data?.toLowerCase();
}

type FormTexts = Readonly<Record<string, string>>;

/** Versions of UUIDs that hold the moment when they were made; ids of data points are public, and their times may not be. */
const idWithTime = /^.{14}[1267]/;

export function readFields(texts: FormTexts): ReadFields {
  const read = readFieldsBy(uploadFactsSchema, texts);
  const tellsTime = read.facts?.id !== undefined && idWithTime.test(read.facts.id);
  const refusal = { path: "id", message: saying("refusals.validation_failed.idTellsTime") };
  return tellsTime ? { ...read, refusals: [...read.refusals, refusal] } : read;
}

/** @param factsSchema the fields apart from the values */
export function readFieldsBy<Facts extends RevisionFacts>(
  factsSchema: ZodMiniType<Facts>,
  texts: FormTexts,
): ReadFields<Facts> {
  const measured = measuredFieldsSchema.safeParse(texts, { reportInput: true });
  const facts = factsSchema.safeParse(texts, { reportInput: true });
  const hashes = new Map<string, string>();
  const issues = [...(measured.error?.issues ?? []), ...(facts.error?.issues ?? [])];
  const refusals = fieldRefusalsOf(issues);
  if (facts.data?.sha256) hashes.set(ownPhotoPath, facts.data.sha256.toLowerCase());
  for (const [name, text] of Object.entries(texts)) {
    if (!name.startsWith("sha256:") || text === "") continue;
    const hash = sha256Text.safeParse(text, { reportInput: true });
    if (hash.success) hashes.set(name.slice("sha256:".length), hash.data.toLowerCase());
    else refusals.push(...fieldRefusalsOf(hash.error.issues).map(({ message }) => ({ path: name, message })));
  }
  return { facts: facts.data, measured: measured.data, hashes, refusals };
}

/**
 * Checks the fields and the files that came with them.
 * @param form the protocol; undefined if the quest has no such version or the fields don't name one
 * @throws DomainError `validation_failed` with every wrong field; `photo_required`
 */
export function requireValues<Facts extends RevisionFacts>(
  read: ReadFields<Facts>,
  form: AskedForm | undefined,
  files: SentFiles,
): { asked: AskedForm; facts: Facts; values: Values } {
  const { facts, measured, hashes } = read;
  const refusals = [...read.refusals];
  if (measured && !form) {
    refusals.push({ path: "protocol_version", message: saying("refusals.validation_failed.protocolVersion") });
  }
  const checked = measured && form && checkValues(form, measured, files);
  if (checked) refusals.push(...checked.refusals);
  for (const path of hashes.keys()) {
    if (path === ownPhotoPath || files.has(path)) continue;
    const part = partOf({ path, kind: form && fileKindAt(form.protocol, path) });
    refusals.push({ path: part, message: saying("validation.required") });
  }
  if (refusals.length > 0 || !facts || !form || !checked) throw refusalOf(refusals);
  if (!files.has(ownPhotoPath) && (photoWish(form.protocol) === "required" || hashes.has(ownPhotoPath))) {
    throw new DomainError("photo_required", { field: ownPhotoPath });
  }
  const { user_supplied_latitude, user_supplied_longitude } = facts;
  return { asked: form, facts, values: { ...checked.values(), user_supplied_latitude, user_supplied_longitude } };
}

/** The values by their keys; the circumference may have a field of its own. */
export function valuesOf({ measurements = {}, tree_width }: MeasuredFields): Values {
  return tree_width === undefined ? measurements : { ...measurements, tree_width };
}

/**
 * A hash of the values and the position, whose order and way of writing don't matter. What the phone adds of itself may
 * differ at the next attempt, as a newer app may say more. Undefined if they can't be read.
 */
export function digestOfSent({ facts, measured }: ReadFields): Buffer | undefined {
  if (!facts || !measured) return undefined;
  const { latitude, longitude } = facts;
  return createHash("sha256")
    .update(JSON.stringify(inOrder([valuesOf(measured), latitude, longitude])))
    .digest();
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => [key, inOrder(each)]);
}

/** `values` are those to keep if nothing is refused. */
function checkValues(
  { protocol, findItem }: CheckedForm,
  measured: MeasuredFields,
  files: SentFiles,
): { refusals: FieldRefusal[]; values: () => Values } {
  const { measurements = {}, tree_width } = measured;
  const inMeasurements = (key: string) => Object.hasOwn(measurements, key);
  const refusals: FieldRefusal[] = [];
  if (tree_width !== undefined && (measurements.tree_width ?? tree_width) !== tree_width) {
    refusals.push({ path: "measurements.tree_width", message: saying("refusals.validation_failed.treeWidthTwice") });
  }
  const pathOf = (key: string) => {
    if (inMeasurements(key)) return `measurements.${key}`;
    if (key === "tree_width") return key;
    const kind = fileKindAt(protocol, key);
    return kind ? partOf({ path: key, kind }) : `measurements.${key}`;
  };
  const filePaths = new Set<string>();
  const notAsked: FieldRefusal[] = [];
  for (const [path, kind] of files) {
    const asked = fileKindAt(protocol, path);
    if (asked && (kind ?? asked) === asked) filePaths.add(path);
    else if (path !== ownPhotoPath)
      notAsked.push({ path: partOf({ path, kind }), message: saying("validation.notAsked") });
  }
  const { problems, values } = checkAnswers(protocol, valuesOf(measured), filePaths, undefined, findItem);
  for (const { key, text, values: said, message } of problems) {
    const words = { key: text, values: said };
    refusals.push({ path: pathOf(key), message: message === undefined ? words : (texts) => wordsOf(message, texts) });
  }
  refusals.push(...notAsked);
  return { refusals, values };
}

/** A text of the protocol in the request's language, otherwise as it is exported. */
function wordsOf(text: LocalizedText, { wishes, language }: Texts): string {
  if (typeof text === "string") return exportedText(text);
  const { code } = chooseLanguage(wishes ?? { chosen: language.code }, Object.keys(text));
  return exportedText(text[code] ?? text);
}

/** Former paths of files by the paths they have now. */
export type MovedPaths = ReadonlyMap<string, string>;

/**
 * Rows may have other places than before, and their files go with them. Files that nothing is said about keep their
 * place, unless another file has it now.
 * @param paths of the former files
 * @param from their former paths, by new path
 */
export function movePaths(
  paths: Iterable<string>,
  from: Readonly<Record<string, string>> = {},
): { moved: MovedPaths; refusals: FieldRefusal[] } {
  const left = new Set(paths);
  const moved = new Map<string, string>();
  const refusals: FieldRefusal[] = [];
  for (const [path, former] of Object.entries(from)) {
    if (former !== ownPhotoPath && left.delete(former)) moved.set(path, former);
    else refusals.push({ path: `photos_from.${path}`, message: saying("validation.request.photosFrom") });
  }
  for (const path of left) if (!moved.has(path)) moved.set(path, path);
  return { moved, refusals };
}

/**
 * Checks edited values like those of an upload; the files stay.
 * @param files its files
 * @throws DomainError `validation_failed` with every wrong field
 */
export function requireEditedValues(
  form: CheckedForm,
  { measurements, photos_from: from }: { measurements: Values; photos_from?: Record<string, string> | undefined },
  files: SentFiles,
): { values: Values; moved: MovedPaths } {
  const { moved, refusals } = movePaths(files.keys(), from);
  const now = new Map([...moved].map(([path, former]) => [path, files.get(former)]));
  const checked = checkValues(form, { measurements }, now);
  refusals.push(...checked.refusals);
  const kept = new Set(moved.values());
  for (const [path, kind] of files) {
    if (!kept.has(path)) refusals.push({ path: partOf({ path, kind }), message: saying("validation.notAsked") });
  }
  // An edit has no separate field for it.
  const info = refusals.map((each) =>
    each.path === "tree_width" ? { ...each, path: "measurements.tree_width" } : each,
  );
  if (info.length > 0) throw refusalOf(info);
  return { values: checked.values(), moved };
}

/** Reviewed data points don't change. @throws DomainError `data_point_reviewed` */
export function requireUnreviewed({ review_decision }: { review_decision: ReviewDecision | null }): void {
  if (review_decision !== null) throw new DomainError("data_point_reviewed");
}

/** Limits the answer to a request with many unknown keys. */
const refusalsMax = fieldCountMax + 50;
const pathLengthMax = 300;

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

/** Nothing was measured for a quest before; clocks without a battery show 1970. */
const capturedMsMin = Date.UTC(2000, 0, 1);

/**
 * The time of capture by the server's clock, corrected by the offset that the device knew, and never later than the
 * arrival. An offset that leads before 2000 is wrong and counts for nothing. Null if the time is unknown. Whatever the
 * clock says, a data point isn't refused for it: the phone could never mend it.
 */
export function correctCapturedAt({ captured_at, clock_offset = 0 }: UploadMoment, arrivedAt: Date): Date | null {
  if (captured_at === undefined) return null;
  const byDevice = Date.parse(captured_at);
  const corrected = byDevice + Math.round(clock_offset * 1000);
  const believable = [corrected, byDevice].find((ms) => ms >= capturedMsMin);
  return believable === undefined ? null : new Date(Math.min(believable, arrivedAt.getTime()));
}

/** Checks the hashes that the client gave. @throws DomainError `photo_checksum_mismatch` */
export function requireSameBytes(
  files: ReadonlyMap<string, { kind: FileKind; sha256: string }>,
  hashes: ReadonlyMap<string, string>,
): void {
  for (const [path, sentSha256] of hashes) {
    const file = files.get(path);
    if (file?.sha256 === sentSha256) continue;
    throw new DomainError("photo_checksum_mismatch", { field: partOf({ path, kind: file?.kind }) });
  }
}
