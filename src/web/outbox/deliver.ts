import { fileKindOf } from "../foundation/answers/file-kinds.ts";
import { type AddressParts, addressOf } from "../foundation/api/addresses.ts";
import { parseBody, readAnswer } from "../foundation/api/answers.ts";
import { ApiError } from "../foundation/api/api-error.ts";
import { type Failure, goesInParts, type Outcome, type ReceiptOutcome } from "./after-answer.ts";
import { retryAfterMs } from "./pauses.ts";
import { readReceipt } from "./read-receipt.ts";
import { type CompletionRecord, type MeasuredRecord, ownPhotoKey, type RecordWithoutPhotos } from "./record.ts";
import { CancelledError, LineError, type Reply, SignedOutError, sendAuthorized } from "./send-request.ts";
import { sha256Of } from "./sha256.ts";
import { formOf } from "./upload-fields.ts";

/** The outbox functions that photo delivery needs. */
type PhotoMeans = {
  findPhoto: (key: string) => Promise<File | undefined>;
  /** Called and awaited when a resumable upload starts or no longer exists. */
  keepUpload: (key: string, address: string | undefined) => Promise<void>;
  /** Share of the bytes sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Sending a smaller photo again is faster than negotiating a resumable upload. */
const partsFromBytes = 100_000;

type Photo = { key: string; photo: File; sha256: string };

/** Sends a data point or an answer with its photos, which must have hashes. Never throws: errors are outcomes. */
export function deliverMeasured(record: MeasuredRecord, means: PhotoMeans): Promise<Outcome> {
  return outcomeOf<Outcome>(async () => {
    const failure = await withdrawSuperseded(record, means.signal);
    if (failure) return failure;
    const photos = await readPhotos(record, means);
    if (!Array.isArray(photos)) return photos;
    const wholeBytes = bytesOf(photos);
    const tellAfter = (goneBytes: number) => (sentBytes: number) =>
      means.onProgress(wholeBytes === 0 ? 0 : Math.min(1, (goneBytes + sentBytes) / wholeBytes));
    const uploads = await uploadLargePhotos(record, photos, means, tellAfter);
    const reply = await sendAuthorized({
      method: "POST",
      address: addressFor(record),
      headers: { Accept: "application/json" },
      body: formWith(record, photos, uploads),
      onProgress: tellAfter(bytesOf(photos.filter(({ key }) => uploads.has(key)))),
      signal: means.signal,
    });
    const outcome = await readReply(reply, () => receiptIn(record, reply));
    const isDamaged = outcome.kind === "refusal" && outcome.code === "photo_checksum_mismatch";
    // Either the connection or the device damaged the photo.
    return isDamaged && !(await areAsHashed(photos)) ? { kind: "photo-changed" } : outcome;
  });
}

/** @returns why an earlier version could not be withdrawn */
async function withdrawSuperseded(record: MeasuredRecord, signal: AbortSignal): Promise<Failure | undefined> {
  for (const id of record.kind === "point" ? record.supersededIds : []) {
    const outcome = await withdraw(record, id, signal);
    if (outcome.kind !== "withdrawn") return outcome;
  }
  return undefined;
}

async function readPhotos(record: MeasuredRecord, { findPhoto }: PhotoMeans): Promise<Photo[] | Failure> {
  const photos: Photo[] = [];
  for (const { key, sha256 } of record.photos) {
    const photo = await findPhoto(key);
    if (!photo) return { kind: "photo-gone" };
    if (sha256 === null) return { kind: "photo-unreadable" };
    photos.push({ key, photo, sha256 });
  }
  return photos;
}

const bytesOf = (photos: readonly Photo[]) => photos.reduce((sum, { photo }) => sum + photo.size, 0);

/** Uploads large photos in parts after the connection broke. @returns the ids of these uploads, by photo key */
async function uploadLargePhotos(
  record: MeasuredRecord,
  photos: readonly Photo[],
  { keepUpload, signal }: PhotoMeans,
  tellAfter: (goneBytes: number) => (sentBytes: number) => void,
): Promise<Map<string, string>> {
  const uploads = new Map<string, string>();
  if (!goesInParts(record)) return uploads;
  let goneBytes = 0;
  for (const { key, photo } of photos) {
    const address = record.uploads[key];
    if (address === undefined && photo.size < partsFromBytes) continue;
    // Most photos don't need it.
    const { uploadInParts } = await import("./upload-in-parts.ts");
    const keepAddress = (kept: string | undefined) => keepUpload(key, kept);
    const upload = await uploadInParts(photo, { address, keepAddress, onProgress: tellAfter(goneBytes), signal });
    if (upload === undefined) continue;
    uploads.set(key, upload);
    goneBytes += photo.size;
  }
  return uploads;
}

function addressFor(record: MeasuredRecord): string {
  if (record.kind === "answer") return addressOf("reviseDataPoint", { params: { id: record.dataPointId } });
  const { account: username, questId: id } = record;
  return addressOf("uploadDataPoint", { params: { username, id }, query: { data_type: "image" } });
}

function formWith(record: MeasuredRecord, photos: readonly Photo[], uploads: ReadonlyMap<string, string>): FormData {
  const form = formOf(record);
  for (const { key, sha256 } of photos) form.append(key === ownPhotoKey ? "sha256" : `sha256:${key}`, sha256);
  for (const [key, id] of uploads) form.append(`upload:${key}`, id);
  // The server reads the parts as a stream: files go last, the data point's own photo after those of fields.
  const whole = photos.filter(({ key }) => !uploads.has(key));
  whole.sort((one, other) => Number(one.key === ownPhotoKey) - Number(other.key === ownPhotoKey));
  for (const { key, photo } of whole)
    form.append(key === ownPhotoKey ? key : `${fileKindOf(photo.type)}:${key}`, photo, photo.name);
  return form;
}

async function receiptIn({ kind }: MeasuredRecord, reply: Reply): Promise<ReceiptOutcome> {
  const receipt = readReceipt(reply.text);
  if (!receipt) throw new ApiError(reply.status, reply.text);
  const { id, revision, photos } = receipt;
  // Only screens need the full data point, and they can fetch it again.
  const call = kind === "point" ? "uploadDataPoint" : "reviseDataPoint";
  const dataPoint = await readAnswer(call, reply).catch(() => undefined);
  return { kind: "receipt", id, revision, photos, dataPoint };
}

async function areAsHashed(photos: readonly Photo[]): Promise<boolean> {
  for (const { photo, sha256 } of photos) {
    const now = await sha256Of(photo);
    if (now !== undefined && now !== sha256) return false;
  }
  return true;
}

/** Deletes an id on the server, whether it has arrived or not. */
export function deliverWithdrawal(
  of: { account: string; questId: number; id: string },
  signal: AbortSignal,
): Promise<Failure | { kind: "withdrawn" }> {
  return outcomeOf<Failure | { kind: "withdrawn" }>(() => withdraw(of, of.id, signal));
}

async function withdraw(
  { account, questId }: { account: string; questId: number },
  id: string,
  signal: AbortSignal,
): Promise<Failure | { kind: "withdrawn" }> {
  const params = { username: account, id: questId, data_point_id: id };
  const reply = await sendAuthorized({
    method: "DELETE",
    address: addressOf("deleteDataPoint", { params }),
    headers: { Accept: "application/json" },
    signal,
  });
  if (reply.status === 204) return { kind: "withdrawn" };
  const outcome = await readReply<Failure>(reply, async () => ({ kind: "strange", status: reply.status }));
  if (outcome.kind !== "refusal") return outcome;
  const { status, code, detail } = outcome;
  // The data point does not exist on the server. `not_found` would mean that the call does not exist.
  if (status === 404 && code !== "not_found") return { kind: "withdrawn" };
  return status === 409 ? { kind: "not-withdrawn", status, code, detail } : outcome;
}

type ToldOutcome = Failure | { kind: "arrived" };

/** Sends a message or an attempt, or completes the quest. All are idempotent. */
export function deliverTold(record: RecordWithoutPhotos, signal: AbortSignal): Promise<ToldOutcome> {
  return outcomeOf<ToldOutcome>(async () => {
    if (record.kind === "message") {
      const { dataPointId, id, text } = record;
      return tell("POST", "writeMessage", { id: dataPointId }, { text, id }, signal);
    }
    if (record.kind === "attempt") {
      const { account, questId, id, version, answers } = record;
      const at = { started_at: instantOf(record.startedAtMs), ended_at: instantOf(record.endedAtMs) };
      const params = { username: account, id: questId };
      return tell("POST", "sendLessonAttempt", params, { id, version, ...at, answers }, signal);
    }
    return complete(record, signal);
  });
}

const instantOf = (ms: number) => new Date(ms).toISOString();

async function complete({ account, questId }: CompletionRecord, signal: AbortSignal): Promise<ToldOutcome> {
  const params = { username: account, id: questId };
  const asked = await ask("GET", "getAdventurerQuest", params, undefined, signal);
  const found = await readReply(asked, async () => ({
    kind: "found" as const,
    participation: await readAnswer("getAdventurerQuest", asked),
  }));
  const hasNotJoined = found.kind === "refusal" && found.code === "not_joined";
  if (found.kind !== "found" && !hasNotJoined) return found;
  const participation = found.kind === "found" ? found.participation : { quest_id: questId };
  if ("status" in participation && participation.status === "completed") return { kind: "arrived" };
  return tell("PATCH", "updateAdventurerQuest", params, { ...participation, status: "completed" }, signal);
}

type ToldCall = "writeMessage" | "sendLessonAttempt" | "updateAdventurerQuest";

async function tell(method: string, call: ToldCall, params: Params, body: object, signal: AbortSignal) {
  const reply = await ask(method, call, params, body, signal);
  return readReply<ToldOutcome>(reply, async () => {
    await readAnswer(call, reply);
    return { kind: "arrived" };
  });
}

type Params = AddressParts["params"];

function ask(
  method: string,
  call: ToldCall | "getAdventurerQuest",
  params: Params,
  body: object | undefined,
  signal: AbortSignal,
): Promise<Reply> {
  return sendAuthorized({
    method,
    address: addressOf(call, { params }),
    headers: { Accept: "application/json", ...(body && { "Content-Type": "application/json" }) },
    body: body ? JSON.stringify(body) : null,
    signal,
  });
}

/** Turns errors into outcomes. */
async function outcomeOf<Ended>(work: () => Promise<Ended>): Promise<Ended | Failure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CancelledError) return { kind: "cancelled" };
    if (error instanceof SignedOutError) return { kind: "signed-out" };
    if (error instanceof LineError) return noLine(error.brokeUnderway);
    if (error instanceof ApiError) return refusalOf(error, undefined);
    if (isPartRefused(error))
      return readReply<Failure>(error.reply, async () => ({ kind: "strange", status: error.reply.status }));
    // The token could not be renewed or a chunk could not be loaded. Both need a connection.
    console.error(error);
    return noLine(false);
  }
}

const noLine = (brokeUnderway: boolean) =>
  ({ kind: "no-line", brokeUnderway, isOffline: !navigator.onLine }) satisfies Failure;

/** Checks the shape, because the class's module is loaded on demand. */
const isPartRefused = (error: unknown): error is { reply: Reply } =>
  typeof error === "object" && error !== null && "reply" in error;

async function readReply<Read extends { kind: string }>(
  reply: Reply,
  read: () => Promise<Read>,
): Promise<Read | Failure> {
  const serverNowMs = Date.parse(reply.header("date") ?? "") || Date.now();
  const retryMs = retryAfterMs(reply.header("retry-after"), serverNowMs);
  if (reply.status >= 200 && reply.status < 300) {
    try {
      return await read();
    } catch (error) {
      if (error instanceof ApiError) return { kind: "strange", status: reply.status, retryAfterMs: retryMs };
      throw error;
    }
  }
  return refusalOf(new ApiError(reply.status, parseBody(reply.text)), retryMs);
}

function refusalOf(error: ApiError, retryMs: number | undefined): Failure {
  const { status, code, detail, fieldErrors } = error;
  if (code === undefined) {
    return status === 401 ? { kind: "signed-out" } : { kind: "strange", status, retryAfterMs: retryMs };
  }
  return { kind: "refusal", status, code, detail: detail ?? code, fieldErrors, retryAfterMs: retryMs };
}
