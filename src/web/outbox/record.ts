import type { PositionSource } from "../../contract/enums.ts";
import type { FieldError } from "../../contract/errors.ts";
import type { Values } from "../../protocol/field.ts";
import type { Answers } from "../components/protocol-fields/answers.ts";

/**
 * What the outbox keeps until it has arrived: data points, quests that are completed, answers to requests for change and
 * messages to reviewers.
 */

/**
 * `draft`: being written. `waiting`: saved, to be sent. `sending`: the sender of some tab has it. `delivered`: the server
 * has it, with these very photos. `refused`: the server will not take it as it is; the volunteer mends or discards it.
 */
export type OutboxState = "draft" | "waiting" | "sending" | "delivered" | "refused";

/** A position as the device, a photo or the volunteer gave it, in degrees. */
export type Position = {
  latitude: number;
  longitude: number;
  /** Radius; null where nobody knows it. */
  accuracyMeters: number | null;
  /** By this device's clock; null where nobody knows it. */
  fixedAtMs: number | null;
  source: PositionSource;
};

/** The photo of the data point itself, among those of fields. */
export const ownPhotoKey = "file";

/** A photo that the outbox holds; its bytes are kept apart, under the record's `localId` and this key. */
export type KeptPhoto = {
  /** `ownPhotoKey`, or the key of the field that asked for it. */
  key: string;
  name: string;
  type: string;
  sizeBytes: number;
  /** In hexadecimal; null until it is made. Nothing is sent without it. */
  sha256: string | null;
  /** When it was taken, by this device's clock or the photo's own; null where nobody knows. */
  takenAtMs: number | null;
};

/** Why a record still waits, or was refused. */
export type OutboxProblem = {
  atMs: number;
  /** Of the answer; null without one. */
  status: number | null;
  /** Of the contract, where the server said one. */
  code: string | null;
  /** For the volunteer, in a sentence or more. */
  message: string;
  /** The same as the specification words it, of a data point; shown below the message. */
  verbatim?: string;
  fieldErrors: readonly FieldError[];
};

type Delivery = {
  /** Names the record on this device, and never changes. */
  localId: string;
  account: string;
  questId: number;
  questName: string;
  state: OutboxState;
  createdAtMs: number;
  /** When the volunteer saved it; null for a draft. */
  savedAtMs: number | null;
  deliveredAtMs: number | null;
  /** How often it was tried since it was saved. */
  attempts: number;
  /** Not before. */
  nextAttemptAtMs: number;
  problem: OutboxProblem | null;
};

/** What a form measures. */
type Measured = Delivery & {
  /** Under which the server knows it: a UUID. */
  id: string;
  /** Whether a request with this id may have reached the server. */
  mayHaveArrived: boolean;
  /** 0: the specification's form. */
  protocolVersion: number;
  /** As typed, by key, without photos: what the form shows when it is opened again. */
  answers: Answers;
  /** As checked; empty in a draft. */
  values: Values;
  photos: readonly KeptPhoto[];
  /** By its receipt, no picture can be made of one of them. */
  hasUnreadablePhoto?: true;
  position: Position | null;
  /** Every fix that was seen while it was measured, and the photo's own position. */
  fixes: readonly Position[];
  /** When it was measured, by this device's clock: when its first photo was taken, or else when it was saved. */
  capturedAtMs: number | null;
  /** Seconds by which this device's clock went behind the server's then; null where it was not known. */
  clockOffsetSeconds: number | null;
  /** Addresses of uploads in parts that have begun, by the photo's key. */
  uploads: Readonly<Record<string, string>>;
};

/** A data point. It is not sent before it has a position. */
export type PointRecord = Measured & {
  kind: "point";
  /** Ids that it had before it was changed, which may have arrived: the server is told to forget them before it is sent. */
  supersededIds: readonly string[];
  /** Of a position that the volunteer gave beside it, by name, in degrees. */
  userPosition: Readonly<Record<string, number>>;
  /** Why it stands nearer to another point than the protocol asks for. */
  spacingReason: string | null;
};

/**
 * An answer to a reviewer who asked for a change of a data point. Its `answers` are those that differ, its `values` all of them or,
 * where none differs, none; without a position, that of the data point stays. `id` names the request.
 */
export type AnswerRecord = Measured & {
  kind: "answer";
  dataPointId: string;
  /** The one that a change was asked of. */
  revision: number;
  /** A word to the reviewers; may be empty. */
  message: string;
  /** The position of the data point stays, whatever the new photo's is. */
  keepsPosition: boolean;
};

export type MeasuredRecord = PointRecord | AnswerRecord;

/** A message to the reviewers of a data point. `id` names it on the server, too. */
export type MessageRecord = Delivery & { kind: "message"; id: string; dataPointId: string; text: string };

/** The volunteer has completed the quest. Sent once none of its points waits any more. */
export type CompletionRecord = Delivery & { kind: "completion" };

export type OutboxRecord = MeasuredRecord | CompletionRecord | MessageRecord;

export const isMeasured = (record: OutboxRecord | undefined): record is MeasuredRecord =>
  record?.kind === "point" || record?.kind === "answer";

/** An id that may have reached the server and whose data point the volunteer discarded: the server is told to forget it. */
export type Withdrawal = {
  id: string;
  account: string;
  questId: number;
  createdAtMs: number;
  attempts: number;
  nextAttemptAtMs: number;
};

/** Whether the server has still to hear of it: what the header counts. */
export const isUndelivered = ({ state }: Pick<OutboxRecord, "state">): boolean =>
  state === "waiting" || state === "sending" || state === "refused";

/** Whether anything was entered. */
export function isBegun(record: MeasuredRecord): boolean {
  if (record.photos.length > 0) return true;
  // What its data point has is not in it.
  if (record.kind === "answer") {
    return Object.keys(record.answers).length > 0 || record.position !== null || record.message.trim() !== "";
  }
  return Object.values(record.answers).some(
    (answer) => answer !== undefined && answer !== "" && !(Array.isArray(answer) && answer.length === 0),
  );
}

/** Whether nothing but time and a line is missing to send it. */
export const isWhole = (record: MeasuredRecord): boolean => record.kind === "answer" || record.position !== null;

/** Whether the sender may take it now. */
export function isSendable(record: OutboxRecord, all: readonly OutboxRecord[], nowMs: number): boolean {
  if (record.state !== "waiting" || record.nextAttemptAtMs > nowMs) return false;
  if (isMeasured(record)) return isWhole(record);
  if (record.kind === "message") return true;
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

/** Under another id; the one that a data point had is to be withdrawn first. An answer is taken once, whatever its id. */
export function withNewId<Changed extends MeasuredRecord>(record: Changed): Changed {
  const renamed = { ...record, id: newId(), mayHaveArrived: false, uploads: {} };
  return record.kind === "answer" ? renamed : { ...renamed, supersededIds: [...record.supersededIds, record.id] };
}
