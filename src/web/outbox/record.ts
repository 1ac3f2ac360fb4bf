import type { PositionSource } from "../../contract/enums.ts";
import type { FieldError } from "../../contract/errors.ts";
import type { LessonAnswers } from "../../contract/lessons.ts";
import type { StationName } from "../../contract/stations.ts";
import type { Values } from "../../protocol/field.ts";
import type { Answers } from "../foundation/answers/answers.ts";
import { fileKindOf } from "../foundation/answers/file-kinds.ts";

/** The outbox stores data points, quest completions, answers, messages and attempts at lessons until they are delivered. */

/**
 * `draft`: being edited. `waiting`: saved, ready to send. `sending`: a tab is sending it. `delivered`: the server has
 * it with all its photos. `refused`: the server rejected it; the volunteer has to fix or discard it.
 */
export type OutboxState = "draft" | "waiting" | "sending" | "delivered" | "refused";

/** A position in degrees, from the device, a photo or the volunteer. */
export type Position = {
  latitude: number;
  longitude: number;
  /** Radius; null if unknown. */
  accuracyMeters: number | null;
  /** By this device's clock; null if unknown. */
  fixedAtMs: number | null;
  source: PositionSource;
};

/** Key of the data point's own photo, as opposed to photos of fields. */
export const ownPhotoKey = "file";

/** Metadata of a stored photo or another file of a field. The bytes are stored separately under the record's `localId` and this key. */
export type KeptPhoto = {
  /** `ownPhotoKey` or the path of a field's answer. */
  key: string;
  /** The key that it is stored under until this record is written. */
  storedAs?: string;
  name: string;
  type: string;
  sizeBytes: number;
  /** Hexadecimal; null until computed. Required before sending. */
  sha256: string | null;
  /** Capture time, by this device's clock or the photo's metadata; null if unknown. */
  takenAtMs: number | null;
};

/** The photos among the files of a record. */
export const photosOf = ({ photos }: Pick<MeasuredRecord, "photos">): KeptPhoto[] =>
  photos.filter(({ type }) => fileKindOf(type) === "photo");

/** Why a record is still waiting or was refused. */
export type OutboxProblem = {
  atMs: number;
  /** HTTP status; null without a response. */
  status: number | null;
  /** Error code of the contract, if the server sent one. */
  code: string | null;
  /** Message for the volunteer. */
  message: string;
  /** The specification's wording, for data points only; shown below the message. */
  verbatim?: string;
  fieldErrors: readonly FieldError[];
};

type Delivery = {
  /** Identifies the record on this device; never changes. */
  localId: string;
  account: string;
  questId: number;
  questName: string;
  state: OutboxState;
  createdAtMs: number;
  /** When the volunteer saved it; null for a draft. */
  savedAtMs: number | null;
  deliveredAtMs: number | null;
  /** Attempts since it was saved. */
  attempts: number;
  /** Earliest time of the next attempt. */
  nextAttemptAtMs: number;
  problem: OutboxProblem | null;
};

/** Fields shared by the records that a form produces. */
type Measured = Delivery & {
  /** The server's id: a UUID. */
  id: string;
  /** Whether a request with this id may have reached the server. */
  mayHaveArrived: boolean;
  /** 0 is the specification's form. */
  protocolVersion: number;
  /** Answers as they were typed, by path, without photos; they restore the form. */
  answers: Answers;
  /** Keys of the answers that the form filled in and nobody changed. */
  defaults?: readonly string[];
  /** Validated values; empty in a draft. */
  values: Values;
  photos: readonly KeptPhoto[];
  /** The receipt says that the server cannot decode one of the photos. */
  hasUnreadablePhoto?: true;
  position: Position | null;
  /** Every fix seen while measuring, plus the photo's own position. */
  fixes: readonly Position[];
  /** By this device's clock: when the first photo was taken, otherwise when the record was saved. */
  capturedAtMs: number | null;
  /** Seconds by which this device's clock was behind the server's at that time; null if unknown. */
  clockOffsetSeconds: number | null;
  /** URLs of started resumable uploads, by photo key. */
  uploads: Readonly<Record<string, string>>;
};

/** What an earlier version of the form asked and the one that replaced it doesn't, as people read it. */
export type LeftAnswer = {
  label: string;
  text: string;
  /** Key of a file that is kept with the draft. */
  fileKey?: string;
};

/** A data point. It needs a position before it can be sent. */
export type PointRecord = Measured & {
  kind: "point";
  /** Earlier ids that may have reached the server. They are withdrawn before this record is sent. */
  supersededIds: readonly string[];
  /** Coordinates that the volunteer entered in addition, by name, in degrees. */
  userPosition: Readonly<Record<string, number>>;
  /** Answers that the volunteer can copy. */
  left?: readonly LeftAnswer[] | undefined;
  /** The page that its form was left at. */
  page?: string | undefined;
  /** Why it is closer to another data point than the protocol allows. */
  spacingReason: string | null;
  /** Where it was measured, if the volunteer chose one. */
  station?: StationName | undefined;
};

/**
 * An answer to a reviewer's change request. `answers` has only the changed fields; `values` has all fields, or none if
 * nothing changed. Without a position, the data point keeps its own. `id` identifies the request.
 */
export type AnswerRecord = Measured & {
  kind: "answer";
  dataPointId: string;
  /** The revision that the change request refers to. */
  revision: number;
  /** Message to the reviewers; may be empty. */
  message: string;
  /** Keeps the data point's position even if the new photo has another. */
  keepsPosition: boolean;
};

export type MeasuredRecord = PointRecord | AnswerRecord;

/** A message to the reviewers of a data point. The server uses the same `id`. */
export type MessageRecord = Delivery & { kind: "message"; id: string; dataPointId: string; text: string };

/** A lesson that the volunteer has gone through, with all answers by card. The server uses the same `id`. */
export type AttemptRecord = Delivery & {
  kind: "attempt";
  id: string;
  version: number;
  startedAtMs: number;
  endedAtMs: number;
  answers: LessonAnswers;
};

/** The volunteer has completed the quest. Sent after all its data points. */
export type CompletionRecord = Delivery & { kind: "completion" };

export type OutboxRecord = MeasuredRecord | CompletionRecord | MessageRecord | AttemptRecord;

/** Records that are sent as JSON, without photos. */
export type RecordWithoutPhotos = Exclude<OutboxRecord, MeasuredRecord>;

export const isMeasured = (record: OutboxRecord | undefined): record is MeasuredRecord =>
  record?.kind === "point" || record?.kind === "answer";

/** Tells the server to delete a discarded data point that may have arrived. */
export type Withdrawal = {
  id: string;
  account: string;
  questId: number;
  createdAtMs: number;
  attempts: number;
  nextAttemptAtMs: number;
};

export const isUndelivered = ({ state }: Pick<OutboxRecord, "state">): boolean =>
  state === "waiting" || state === "sending" || state === "refused";

/** Counts undelivered records other than completions. */
export const countUndelivered = (records: readonly OutboxRecord[]): number =>
  records.filter((record) => record.kind !== "completion" && isUndelivered(record)).length;

/** Whether the volunteer has entered anything. */
export function isBegun(record: MeasuredRecord): boolean {
  if (record.photos.length > 0) return true;
  // An answer contains only what differs from its data point.
  if (record.kind === "answer") {
    return Object.keys(record.answers).length > 0 || record.position !== null || record.message.trim() !== "";
  }
  const { answers, defaults = [] } = record;
  return Object.entries(answers).some(
    ([key, answer]) =>
      answer !== undefined &&
      answer !== "" &&
      !(Array.isArray(answer) && answer.length === 0) &&
      !defaults.includes(key),
  );
}

/** Whether the record is complete enough to send. */
export const isWhole = (record: MeasuredRecord): boolean => record.kind === "answer" || record.position !== null;

/** Also if the clock ran ahead when the pause began, and has been put back since. */
const isPauseOver = ({ nextAttemptAtMs, problem }: OutboxRecord, nowMs: number) =>
  nextAttemptAtMs <= nowMs || (problem !== null && problem.atMs > nowMs);

/** Whether the sender may take it now. */
export function isSendable(record: OutboxRecord, all: readonly OutboxRecord[], nowMs: number): boolean {
  if (record.state !== "waiting" || !isPauseOver(record, nowMs)) return false;
  if (isMeasured(record)) return isWhole(record);
  if (record.kind !== "completion") return true;
  return !all.some(
    (other) =>
      other.kind === "point" &&
      other.questId === record.questId &&
      other.account === record.account &&
      (other.state === "waiting" || other.state === "sending"),
  );
}

/** A random UUID; `crypto.randomUUID` is missing on plain http. */
export function newId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Assigns a new id. A data point's old id is withdrawn first; the server accepts an answer once, whatever its id. */
export function withNewId<Changed extends MeasuredRecord>(record: Changed): Changed {
  const renamed = { ...record, id: newId(), mayHaveArrived: false, uploads: {} };
  return record.kind === "answer" ? renamed : { ...renamed, supersededIds: [...record.supersededIds, record.id] };
}
