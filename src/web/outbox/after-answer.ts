import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { FieldError } from "../../contract/errors.ts";
import { t as appText } from "../texts/app.ts";
import { t } from "../texts/outbox.ts";
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

/** How an attempt to send something ended. */
export type Outcome = Failure | ReceiptOutcome | { kind: "arrived" };

/** The server has the data point with these photos. A message or a completion, which have none, has just `arrived`. */
export type ReceiptOutcome = Receipt & {
  kind: "receipt";
  /** The whole of it, as far as this app can read it. */
  dataPoint?: QuestDataPoint | undefined;
};

/** How an attempt ended after which the server does not have it, as far as the app knows. */
export type Failure =
  /** A refusal of the contract. */
  | {
      kind: "refusal";
      status: number;
      code: string;
      detail: string;
      fieldErrors: readonly FieldError[];
      retryAfterMs?: number | undefined;
    }
  /** An answer that is not our server's: a hot spot that wants a password, a proxy's error page. */
  | { kind: "strange"; status: number; retryAfterMs?: number | undefined }
  /** No answer. `brokeUnderway`: after some of it had gone up. `isOffline`: the device knew that it had no connection. */
  | { kind: "no-line"; brokeUnderway: boolean; isOffline: boolean }
  | { kind: "cancelled" }
  /** Nobody is signed in, or somebody else is. */
  | { kind: "signed-out" }
  /** The browser no longer has a photo that the record names. */
  | { kind: "photo-gone" }
  /** The browser cannot read a photo at the moment. */
  | { kind: "photo-unreadable" }
  /** The photo on this device is no longer the one whose hash was made. */
  | { kind: "photo-changed" }
  /** An earlier form of it has been reviewed, and can no longer be withdrawn. */
  | { kind: "not-withdrawn"; status: number; code: string; detail: string };

/**
 * A record after an attempt to send it. `stopsAllMs`: nothing at all is sent for so long, as the server asked; `slowsAll`: nothing is
 * sent for a pause that grows with failures in a row.
 */
export type Next<Sent extends OutboxRecord = OutboxRecord> = {
  record: Sent;
  stopsAllMs: number;
  slowsAll: boolean;
};

/** Codes of refusals that pass by themselves: nobody has to mend the data point. */
const passing = new Set([
  // What arrived was cut off on its way.
  "invalid_request",
  // The call is not there (yet): the server is being updated.
  "not_found",
  "too_many_requests",
  "upload_quota_exhausted",
  // A part that a network repeated, or whose answer was lost: the next attempt asks where the upload stands.
  "upload_conflict",
  "tus_version_unsupported",
]);
/** An upload in parts that the server does not have, or not whole: it begins anew. */
const ofParts = new Set(["upload_unknown", "upload_incomplete"]);
const damagedPhoto = "photo_checksum_mismatch";
const takenId = "data_point_id_taken";

const hourMs = 60 * 60_000;

/**
 * The record after an attempt to send it. A data point is delivered by a receipt with the hashes of all its photos and by nothing else.
 * No outcome forgets the record.
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

/** Whether the server says that it has this very thing: a data point, or the answer to its reviewers, with each of these photos. */
function hasArrived(record: OutboxRecord, outcome: ReceiptOutcome | { kind: "arrived" }): boolean {
  if (!isMeasured(record)) return outcome.kind === "arrived";
  if (outcome.kind !== "receipt") return false;
  const isAnswer = record.kind === "answer";
  if (outcome.id.toLowerCase() !== (isAnswer ? record.dataPointId : record.id).toLowerCase()) return false;
  if (isAnswer && outcome.revision <= record.revision) return false;
  const stored = new Map(outcome.photos.map(({ key, sha256 }) => [key, sha256.toLowerCase()]));
  return record.photos.every(({ key, sha256 }) => sha256 !== null && stored.get(key) === sha256.toLowerCase());
}

/** Whether the record waits for its next attempt, or for the volunteer. */
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
  // Longer than the sender's own pause after the same failure: another one has its turn meanwhile.
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
  const refused = (why: OutboxProblem): Next<Sent> => ({
    record: { ...record, state: "refused", attempts, nextAttemptAtMs: 0, problem: why },
    stopsAllMs: 0,
    slowsAll: false,
  });

  switch (outcome.kind) {
    case "refusal": {
      const { status, code, detail, fieldErrors, retryAfterMs: asked } = outcome;
      if (code === "forbidden" || status === 401) return waits(problem(status, code, t("outbox.problem.signIn")));
      if (ofParts.has(code) || code === takenId) return waits(problem(status, code, detail), { slowsAll: false });
      if (code === damagedPhoto) return waits(problem(status, code, detail));
      const isNotAsked = record.kind === "answer" && code === "change_not_requested";
      const message = isNotAsked ? t("outbox.problem.changeNotRequested") : detail;
      const why = problem(status, code, message, fieldErrors);
      if (status >= 500 || status === 429 || status === 408 || passing.has(code)) {
        return asked === undefined
          ? waits(why)
          : waits(why, { pauseMs: Math.max(asked, ownPauseMs), stopsAllMs: asked });
      }
      return refused(withVerbatim(why, t("outbox.uploadRefused", { status, detail })));
    }
    case "strange": {
      const { status, retryAfterMs: asked = 0 } = outcome;
      // What is too large for something between here and the server may pass it in parts.
      const code = status === 413 ? "line_broke" : "strange_answer";
      const why = problem(status, code, t("outbox.problem.strangeAnswer", { status }));
      return waits(why, { pauseMs: Math.max(asked, ownPauseMs), stopsAllMs: asked });
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

/** What the next attempt has to do otherwise: begin uploads in parts anew, or go under another id. */
function afterFailureOfUpload<Sent extends MeasuredRecord>(record: Sent, outcome: Failure): Sent {
  if (outcome.kind !== "refusal" || record.state !== "waiting") return record;
  if (ofParts.has(outcome.code)) return { ...record, uploads: {} };
  if (outcome.code === damagedPhoto) return { ...record, uploads: undamaged(record.uploads, outcome.fieldErrors) };
  // Whatever this id stands for there, it is not this data point.
  return outcome.code === takenId ? withNewId(record) : record;
}

/** Whether its large photos are sent in parts that can be continued: after a line that broke under one. */
export function goesInParts({ problem, uploads }: Pick<MeasuredRecord, "problem" | "uploads">): boolean {
  return problem?.code === "line_broke" || Object.keys(uploads).length > 0;
}

/** The uploads in parts that are whole. One that arrived damaged stays damaged; where the server does not say which, any may be. */
function undamaged(uploads: MeasuredRecord["uploads"], fieldErrors: readonly FieldError[]): MeasuredRecord["uploads"] {
  const damaged = new Set(fieldErrors.map(({ path }) => path.replace(/^photo:/, "")));
  return Object.fromEntries(Object.entries(uploads).filter(([key]) => damaged.size > 0 && !damaged.has(key)));
}

/** What becomes of a withdrawal: undefined once there is nothing left to withdraw. */
export function afterWithdrawal(
  withdrawal: Withdrawal,
  outcome: Failure | { kind: "withdrawn" },
  nowMs: number,
  random: number,
): Withdrawal | undefined {
  // One that has been reviewed stays: its adventurer may not take it back.
  if (outcome.kind === "withdrawn" || outcome.kind === "not-withdrawn") return undefined;
  const attempts = withdrawal.attempts + 1;
  return { ...withdrawal, attempts, nextAttemptAtMs: nowMs + pauseAfter(attempts, random) };
}
