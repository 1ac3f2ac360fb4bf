import { createHash } from "node:crypto";
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { JsonBoundError, jsonDepthMax, jsonValuesMax, parseBoundedJson } from "../../contract/bounded-json.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { rescuePointBytesMax } from "../../contract/limits.ts";
import { type RescueAnswer, type RescuePoint, rescuePointSchema } from "../../contract/rescue.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Identity } from "../auth/identity.ts";
import { toDomainError } from "../calls/error-handler.ts";
import type { UnreadForm } from "../calls/read-form-parts.ts";
import { findDataPoint } from "../data-points/data-point-queries.ts";
import { requireUnreviewed } from "../data-points/data-point-rules.ts";
import { deleteDataPoint } from "../data-points/delete-data-point.ts";
import type { UploadSource } from "../data-points/receive-upload.ts";
import { type UploadServices, uploadDataPoint } from "../data-points/upload-data-point.ts";
import { DomainError, fieldRefusalsOf, invalidFields } from "../refusals/domain-error.ts";
import { type OpenedBundle, openBundle } from "./open-bundle.ts";
import { receiveBundle, requireRoomFor } from "./receive-bundle.ts";
import { uploadFieldsOf } from "./rescue-rules.ts";

export type RescueServices = UploadServices & {
  rescueFolder: string;
};

type Refused = { id: string; result: "refused"; code: ErrorCode; detail: string };
type Result = { id: string; result: "stored" | "known" } | Refused;

/** Errors that affect all further data points. */
const keepsAll = (code: ErrorCode) =>
  code === "unavailable" || code === "storage_full" || code === "upload_quota_exhausted";

/**
 * Imports a bundle's data points one by one, each like an upload by the bundle's account. Errors are reported per data
 * point.
 * @throws DomainError `forbidden` unless the account is the sender's or the sender an administrator;
 * `too_many_requests` during another import by the sender; those of `receiveBundle` and `openBundle`
 */
export async function importRescue(
  services: RescueServices,
  identity: Identity,
  form: UnreadForm,
  texts: Texts,
): Promise<RescueAnswer> {
  const { uploadQuota, rescueFolder: folder } = services;
  const { username, isAdmin, subject } = identity;
  const reception = { username, uploadQuota, folder };
  await requireRoomFor(form, reception);
  await using _turn = await requireOnlyBundle(folder, username);
  await using received = await receiveBundle(form, reception);
  using bundle = await openBundle(received);
  const isOwn = bundle.account === username;
  if (!isOwn && !isAdmin) throw new DomainError("forbidden.otherAccount");

  const points: Result[] = [];
  let obstacle: Refused | undefined;
  for (const point of bundle.points) {
    // Many refusals in a row would block the process.
    await nextTurn();
    const result = await takePoint(services, { ...bundle, isOwn }, point, { texts, obstacle });
    points.push(result);
    if ("code" in result && keepsAll(result.code)) obstacle = result;
  }
  logImport(services, { importedBy: subject, isOwn }, points);
  return { points };
}

async function takePoint(
  services: RescueServices,
  bundle: OpenedBundle & { isOwn: boolean },
  json: Buffer,
  { texts, obstacle }: { texts: Texts; obstacle: Refused | undefined },
): Promise<Result> {
  let id = "";
  try {
    const written = parsePoint(json);
    id = idOf(written);
    if (obstacle) return { ...obstacle, id };
    const point = requirePoint(written);
    const whose = { username: bundle.account, questId: point.quest_id };
    const earlierIds = await requireReplaceable(services, whose, point.superseded_ids ?? [], bundle);
    const { isNew } = await uploadDataPoint(services, whose, partsOf(point, bundle));
    // Only now: the earlier one stays if the later one is refused.
    for (const earlierId of earlierIds) await deleteDataPoint(services, { ...whose, id: earlierId });
    return { id, result: isNew ? "stored" : "known" };
  } catch (error) {
    const refusal = toDomainError(error);
    if (refusal.status >= 500)
      services.logger.error({ err: error, dataPoint: id }, "a data point of a rescue bundle failed");
    const { code, detail } = refusal.toBody(texts);
    return { id, result: "refused", code, detail };
  }
}

/**
 * Earlier ids of a data point that was edited on its phone, unless they are someone else's. Others who import the
 * bundle delete nothing.
 * @throws DomainError `data_point_reviewed`, `data_point_id_taken`
 */
async function requireReplaceable(
  { db }: RescueServices,
  { username, questId }: { username: string; questId: number },
  ids: readonly string[],
  { isOwn }: { isOwn: boolean },
): Promise<string[]> {
  const replaceable: string[] = [];
  for (const id of ids.map((each) => each.toLowerCase())) {
    const arrived = await findDataPoint(db, id);
    if (arrived && (arrived.adventurer_id !== username || arrived.quest_id !== questId)) continue;
    if (arrived && !isOwn) throw new DomainError("data_point_id_taken.earlierVersion");
    if (arrived) requireUnreviewed({ review_decision: arrived.decision });
    if (isOwn) replaceable.push(id);
  }
  return replaceable;
}

/** @throws DomainError `request_too_large`, `rescue_unreadable` */
function parsePoint(json: Buffer): unknown {
  const bounds = { length: rescuePointBytesMax, depth: jsonDepthMax, values: jsonValuesMax };
  try {
    return parseBoundedJson(new TextDecoder("utf-8", { fatal: true }).decode(json), bounds);
  } catch (cause) {
    throw cause instanceof JsonBoundError ? cause : new DomainError("rescue_unreadable.manifestJson", { cause });
  }
}

/** @throws DomainError `validation_failed` */
function requirePoint(written: unknown): RescuePoint {
  const { success, data, error } = rescuePointSchema.safeParse(written, { reportInput: true });
  if (!success) throw invalidFields(fieldRefusalsOf(error.issues));
  return data;
}

function partsOf(point: RescuePoint, bundle: OpenedBundle): UploadSource {
  return async function* () {
    for (const [fieldname, value] of Object.entries(uploadFieldsOf(point))) yield { type: "field", fieldname, value };
    for (const { key, file } of point.photos) {
      yield { type: "file", path: key, open: () => bundle.openPhoto(file) };
    }
  };
}

/** The id as the bundle has it, so that its app recognises it. */
function idOf(written: unknown): string {
  const { id } = Object(written) as { id?: unknown };
  return typeof id === "string" ? id.slice(0, 100) : "";
}

/** Logs who imported whose data points: administrators may do it for others. */
function logImport(
  { logger }: RescueServices,
  about: { importedBy: string; isOwn: boolean },
  results: readonly Result[],
): void {
  const count = (result: Result["result"]) => results.filter((each) => each.result === result).length;
  const counts = { stored: count("stored"), known: count("known"), refused: count("refused") };
  logger.info({ ...about, ...counts }, "a rescue bundle was imported");
}

const renewEveryMs = 30_000;
/** A lock that a killed process left behind expires after this time. */
const staleAfterMs = 4 * renewEveryMs;

/**
 * Allows one import per account at a time, on all processes of this machine: the lock is a file in their shared folder.
 * Released at the end of its scope.
 * @throws DomainError `too_many_requests`
 */
async function requireOnlyBundle(folder: string, username: string): Promise<AsyncDisposable> {
  const path = join(folder, `${createHash("sha256").update(username).digest("hex")}.lock`);
  const former = await stat(path).catch(() => undefined);
  if (former && former.mtimeMs < Date.now() - staleAfterMs) await rm(path, { force: true });
  const lock = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? new DomainError("too_many_requests.bundle") : error;
  });
  const renewing = setInterval(() => {
    const now = new Date();
    lock.utimes(now, now).catch(() => undefined);
  }, renewEveryMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(renewing);
      await lock.close();
      await rm(path, { force: true });
    },
  };
}
