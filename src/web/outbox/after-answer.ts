import { t as appText } from "../../../generated/web-texts/app.ts";
import { t } from "../../../generated/web-texts/outbox.ts";
import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { FieldError } from "../../contract/errors.ts";
import { pauseAfter } from "./pauses.ts";
import type { Receipt } from "./read-receipt.ts";
import {
  isMeasured,
  type MeasuredRecord,
  type OutboxProblem,
  type OutboxRecord,
  type Withdrawal,
  withNewId,
} from "./record.ts";

/** The outcome of an attempt to send a record. */
export type Outcome = Failure | ReceiptOutcome | { kind: "arrived" };

/** The server has the data point with these photos. Messages and completions have no photos and are just `arrived`. */
export type ReceiptOutcome = Receipt & {
  kind: "receipt";
  /** The full data point, if this app can read it. */
  dataPoint?: QuestDataPoint | undefined;
};

/** An outcome after which, as far as the app knows, the server does not have the record. */
export type Failure =
  /** The server rejected it with an error of the contract. */
  | {
      kind: "refusal";
      status: number;
      code: string;
      detail: string;
      fieldErrors: readonly FieldError[];
      retryAfterMs?: number | undefined;
    }
  /** The response is not from our server: a hotspot's login page or a proxy's error page. */
  | { kind: "strange"; status: number; retryAfterMs?: number | undefined }
  /** No response. `brokeUnderway`: part of the body was sent. `isOffline`: the device reported no connection. */
  | { kind: "no-line"; brokeUnderway: boolean; isOffline: boolean }
  | { kind: "cancelled" }
  /** The user is signed out, or another user is signed in. */
  | { kind: "signed-out" }
  /** The browser no longer has a photo that the record names. */
  | { kind: "photo-gone" }
  /** The browser cannot read a photo at the moment. */
  | { kind: "photo-unreadable" }
  /** The photo no longer matches its hash. */
  | { kind: "photo-changed" }
  /** An earlier version has been reviewed and can no longer be withdrawn. */
  | { kind: "not-withdrawn"; status: number; code: string; detail: string };

/**
 * A record after an attempt. `stopsAllMs`: the server asked to pause all sending for this long. `slowsAll`: sending
 * pauses for a time that grows with consecutive failures.
 */
export type Next<Sent extends OutboxRecord = OutboxRecord> = {
  record: Sent;
  stopsAllMs: number;
  slowsAll: boolean;
};

/** Error codes of temporary failures, which the volunteer does not have to fix. */
const passing = new Set([
  // The request was truncated in transit.
  "invalid_request",
  // The server is being updated and does not have the call yet.
  "not_found",
  "too_many_requests",
  "upload_quota_exhausted",
  // A part was repeated or its response was lost. The next attempt requests the current offset.
  "upload_conflict",
  "tus_version_unsupported",
]);
/** The server does not have the resumable upload, or only part of it. The upload starts again. */
const ofParts = new Set(["upload_unknown", "upload_incomplete"]);
const damagedPhoto = "photo_checksum_mismatch";
const takenId = "data_point_id_taken";

const hourMs = 60 * 60_000;

/**
 * Returns the record after an attempt. Only a receipt with all photo hashes marks a data point as delivered.
 * No outcome deletes the record.
 */
export function afterAnswer<Sent extends OutboxRecord>(
  record: Sent,
  outcome: Outcome,
  nowMs: number,
  random: number,
): Next<Sent> {
  if (outcome.kind !== "receipt" && outcome.kind !== "arrived") {
    const next = afterFailure(record, outcome, nowMs, random);
    return isMeasured(next.record) ? { ...next, record: afterFailureOfUpload(next.record, outcome) } : next;
  }
  const attempts = record.attempts + 1;
  const pace = { stopsAllMs: 0, slowsAll: false };
  if (!hasArrived(record, outcome)) {
    const problem: OutboxProblem = {
      atMs: nowMs,
      status: null,
      code: "receipt_mismatch",
      message: t("outbox.problem.receiptMismatch"),
      fieldErrors: [],
    };
    return { record: { ...record, state: "refused", attempts, nextAttemptAtMs: 0, problem }, ...pace };
  }
  const delivered = { ...record, state: "delivered", attempts, problem: null, deliveredAtMs: nowMs } as const;
  if (!isMeasured(delivered) || outcome.kind !== "receipt") return { record: delivered, ...pace };
  const hasUnreadablePhoto = outcome.photos.some(({ unreadable_at }) => unreadable_at !== undefined);
  return { record: { ...delivered, uploads: {}, ...(hasUnreadablePhoto && { hasUnreadablePhoto }) }, ...pace };
}

/** Whether the server confirms that it has this record with all its photos. */
function hasArrived(record: OutboxRecord, outcome: ReceiptOutcome | { kind: "arrived" }): boolean {
  if (!isMeasured(record)) return outcome.kind === "arrived";
  if (outcome.kind !== "receipt") return false;
  const isAnswer = record.kind === "answer";
  if (outcome.id.toLowerCase() !== (isAnswer ? record.dataPointId : record.id).toLowerCase()) return false;
  if (isAnswer && outcome.revision <= record.revision) return false;
  const stored = new Map(outcome.photos.map(({ key, sha256 }) => [key, sha256.toLowerCase()]));
  return record.photos.every(({ key, sha256 }) => sha256 !== null && stored.get(key) === sha256.toLowerCase());
}

/** Decides whether the record waits for its next attempt or for the volunteer. */
function afterFailure<Sent extends OutboxRecord>(
  record: Sent,
  outcome: Failure,
  nowMs: number,
  random: number,
): Next<Sent> {
  const attempts = record.attempts + 1;
  const problem = (status: number | null, code: string, message: string, fieldErrors: readonly FieldError[] = []) =>
    ({ atMs: nowMs, status, code, message, fieldErrors }) satisfies OutboxProblem;
  /** The specification has a sentence for data points only. */
  const withVerbatim = (why: OutboxProblem, verbatim: string): OutboxProblem =>
    record.kind === "point" ? { ...why, verbatim } : why;
  // Longer than the sender's own pause after the same failure, so that another record gets a turn.
  const ownPauseMs = 2 * pauseAfter(attempts, random);
  const waits = (
    why: OutboxProblem,
    { pauseMs = ownPauseMs, stopsAllMs = 0, slowsAll = true, hasTried = true } = {},
  ): Next<Sent> => ({
    record: {
      ...record,
      state: "waiting",
      attempts: hasTried ? attempts : record.attempts,
      nextAttemptAtMs: nowMs + pauseMs,
      problem: why,
    },
    stopsAllMs,
    slowsAll,
  });
  const waitsAsAsked = (why: OutboxProblem, askedMs = 0) =>
    waits(why, { pauseMs: Math.max(askedMs, ownPauseMs), stopsAllMs: askedMs });
  const refused = (why: OutboxProblem): Next<Sent> => ({
    record: { ...record, state: "refused", attempts, nextAttemptAtMs: 0, problem: why },
    stopsAllMs: 0,
    slowsAll: false,
  });
  const afterRefusal = ({ status, code, detail, fieldErrors, retryAfterMs }: Extract<Failure, { kind: "refusal" }>) => {
    if (code === "forbidden" || status === 401) return waits(problem(status, code, t("outbox.problem.signIn")));
    if (ofParts.has(code) || code === takenId) return waits(problem(status, code, detail), { slowsAll: false });
    if (code === damagedPhoto) return waits(problem(status, code, detail));
    const isNotAsked = record.kind === "answer" && code === "change_not_requested";
    const message = isNotAsked ? t("outbox.problem.changeNotRequested") : detail;
    const why = problem(status, code, message, fieldErrors);
    if (status >= 500 || status === 429 || status === 408 || passing.has(code)) return waitsAsAsked(why, retryAfterMs);
    return refused(withVerbatim(why, t("outbox.uploadRefused", { status, detail })));
  };

  switch (outcome.kind) {
    case "refusal":
      return afterRefusal(outcome);
    case "strange": {
      const { status, retryAfterMs } = outcome;
      // A proxy may reject the whole body but accept it in parts.
      const code = status === 413 ? "line_broke" : "strange_answer";
      return waitsAsAsked(problem(status, code, t("outbox.problem.strangeAnswer", { status })), retryAfterMs);
    }
    case "no-line": {
      const goesOn = outcome.brokeUnderway || (isMeasured(record) && goesInParts(record));
      const why = problem(null, goesOn ? "line_broke" : "no_line", t("outbox.problem.noLine"));
      if (outcome.isOffline && !outcome.brokeUnderway) return waits(why, { hasTried: false });
      return waits(withVerbatim(why, t("outbox.uploadFailed", { error: appText("app.signIn.networkError") })));
    }
    case "cancelled": {
      const why = problem(null, "cancelled", t("outbox.problem.cancelled"));
      return waits(why, { pauseMs: hourMs, slowsAll: false, hasTried: false });
    }
    case "signed-out":
      return waits(problem(401, "unauthenticated", t("outbox.problem.signIn")));
    case "photo-unreadable":
      return waits(problem(null, "photo_unreadable_here", t("outbox.problem.photoUnreadable")), { slowsAll: false });
    case "photo-gone":
      return refused(problem(null, "photo_gone", t("outbox.problem.photoGone")));
    case "photo-changed":
      return refused(problem(null, "photo_changed", t("outbox.problem.photoChanged")));
    case "not-withdrawn": {
      const { status, code, detail } = outcome;
      return refused(withVerbatim(problem(status, code, detail), t("outbox.uploadRefused", { status, detail })));
    }
  }
}

/** Prepares the next attempt: restarts resumable uploads or assigns a new id. */
function afterFailureOfUpload<Sent extends MeasuredRecord>(record: Sent, outcome: Failure): Sent {
  if (outcome.kind !== "refusal" || record.state !== "waiting") return record;
  if (ofParts.has(outcome.code)) return { ...record, uploads: {} };
  if (outcome.code === damagedPhoto) return { ...record, uploads: undamaged(record.uploads, outcome.fieldErrors) };
  // The server uses this id for something else.
  return outcome.code === takenId ? withNewId(record) : record;
}

/** Large photos use resumable uploads after a connection broke during an upload. */
export function goesInParts({ problem, uploads }: Pick<MeasuredRecord, "problem" | "uploads">): boolean {
  return problem?.code === "line_broke" || Object.keys(uploads).length > 0;
}

/** Drops damaged uploads, or all of them if the server does not say which are damaged. */
function undamaged(uploads: MeasuredRecord["uploads"], fieldErrors: readonly FieldError[]): MeasuredRecord["uploads"] {
  const damaged = new Set(fieldErrors.map(({ path }) => path.replace(/^(photo|audio|file):/, "")));
  return Object.fromEntries(Object.entries(uploads).filter(([key]) => damaged.size > 0 && !damaged.has(key)));
}

/** @returns undefined once there is nothing left to withdraw */
export function afterWithdrawal(
  withdrawal: Withdrawal,
  outcome: Failure | { kind: "withdrawn" },
  nowMs: number,
  random: number,
): Withdrawal | undefined {
  // A volunteer cannot withdraw a reviewed data point.
  if (outcome.kind === "withdrawn" || outcome.kind === "not-withdrawn") return undefined;
  const attempts = withdrawal.attempts + 1;
  return { ...withdrawal, attempts, nextAttemptAtMs: nowMs + pauseAfter(attempts, random) };
}
