import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { FieldError } from "../../contract/errors.ts";
import { t as appText } from "../texts/app.ts";
import { t } from "../texts/outbox.ts";
import { pauseAfter } from "./pauses.ts";
import type { Receipt } from "./read-receipt.ts";
import {
  type CompletionRecord,
  type MeasuredRecord,
  type MessageRecord,
  type OutboxProblem,
  type PointRecord,
  type Withdrawal,
  withNewId,
} from "./record.ts";

/** How an attempt to send something ended. */
export type Outcome =
  /** The server has it: with these photos, by its own word. */
  | (Receipt & {
      kind: "receipt";
      /** The whole of it, as far as this app can read it. */
      dataPoint?: QuestDataPoint | undefined;
    })
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

/** How an attempt ended that brought no receipt. */
export type Failure = Exclude<Outcome, { kind: "receipt" }>;

/**
 * What becomes of a data point or an answer. `freesPhotos`: its photos may go. `stopsAllMs`: nothing at all is sent for so long, as the
 * server asked; `slowsAll`: nothing is sent for a pause that grows with failures in a row.
 */
export type Next<Sent extends MeasuredRecord = MeasuredRecord> = {
  record: Sent;
  freesPhotos: boolean;
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

const hourMs = 60 * 60_000;

/**
 * What becomes of a data point or an answer that was sent. Nothing but a receipt with the hashes of all its photos lets these go, and
 * nothing at all forgets the record.
 */
export function afterAnswer<Sent extends MeasuredRecord>(
  record: Sent,
  outcome: Outcome,
  nowMs: number,
  random: number,
): Next<Sent> {
  const attempts = record.attempts + 1;
  const problem = (status: number | null, code: string, message: string, fieldErrors: readonly FieldError[] = []) =>
    ({ atMs: nowMs, status, code, message, fieldErrors }) satisfies OutboxProblem;
  // Longer than the sender's own pause after the same failure: another one has its turn meanwhile.
  const ownPauseMs = 2 * pauseAfter(attempts, random);
  const waits = (why: OutboxProblem, { pauseMs = ownPauseMs, stopsAllMs = 0, slowsAll = true } = {}) => ({
    record: { ...record, state: "waiting", attempts, nextAttemptAtMs: nowMs + pauseMs, problem: why } as const,
    freesPhotos: false,
    stopsAllMs,
    slowsAll,
  });
  const refused = (why: OutboxProblem) => ({
    record: { ...record, state: "refused", attempts, nextAttemptAtMs: 0, problem: why } as const,
    freesPhotos: false,
    stopsAllMs: 0,
    slowsAll: false,
  });

  switch (outcome.kind) {
    case "receipt": {
      if (!isReceiptOf(record, outcome))
        return refused(problem(null, "receipt_mismatch", t("outbox.problem.receiptMismatch")));
      const delivered = {
        ...record,
        state: "delivered",
        attempts,
        problem: null,
        deliveredAtMs: nowMs,
        uploads: {},
        ...(outcome.photos.some(({ unreadable_at }) => unreadable_at !== undefined) && { hasUnreadablePhoto: true }),
      } as const;
      return { record: delivered, freesPhotos: true, stopsAllMs: 0, slowsAll: false };
    }
    case "refusal": {
      const { status, code, detail, fieldErrors } = outcome;
      if (code === "forbidden" || status === 401) return waits(problem(status, code, t("outbox.problem.signIn")));
      if (ofParts.has(code)) {
        const next = waits(problem(status, code, detail), { slowsAll: false });
        return { ...next, record: { ...next.record, uploads: {} } };
      }
      if (code === "photo_checksum_mismatch") {
        const next = waits(problem(status, code, detail));
        return { ...next, record: { ...next.record, uploads: undamaged(record.uploads, fieldErrors) } };
      }
      if (code === "data_point_id_taken") {
        // Whatever this id stands for there, it is not this data point: it goes under another one.
        const next = waits(problem(status, code, detail), { slowsAll: false });
        return { ...next, record: withNewId(next.record) };
      }
      const isNotAsked = record.kind === "answer" && code === "change_not_requested";
      const message = isNotAsked ? t("outbox.problem.changeNotRequested") : detail;
      const why = problem(status, code, message, fieldErrors);
      if (status >= 500 || status === 429 || status === 408 || passing.has(code)) {
        const { retryAfterMs: asked } = outcome;
        if (asked === undefined) return waits(why);
        return waits(why, { pauseMs: Math.max(asked, ownPauseMs), stopsAllMs: asked });
      }
      if (record.kind === "answer") return refused(why);
      return refused({ ...why, verbatim: t("outbox.uploadRefused", { status, detail }) });
    }
    case "strange": {
      const { status, retryAfterMs: asked = 0 } = outcome;
      // What is too large for something between here and the server may pass it in parts.
      const code = status === 413 ? "line_broke" : "strange_answer";
      const pauseMs = Math.max(asked, ownPauseMs);
      return waits(problem(status, code, t("outbox.problem.strangeAnswer", { status })), {
        pauseMs,
        stopsAllMs: asked,
      });
    }
    case "no-line": {
      const code = outcome.brokeUnderway || goesInParts(record) ? "line_broke" : "no_line";
      const why = t("outbox.problem.noLine");
      if (outcome.isOffline && !outcome.brokeUnderway) {
        // Nothing was tried.
        const next = waits(problem(null, code, why));
        return { ...next, record: { ...next.record, attempts: record.attempts } };
      }
      if (record.kind === "answer") return waits(problem(null, code, why));
      const verbatim = t("outbox.uploadFailed", { error: appText("app.signIn.networkError") });
      return waits({ ...problem(null, code, why), verbatim });
    }
    case "cancelled": {
      const cancelled = waits(problem(null, "cancelled", t("outbox.problem.cancelled")), {
        pauseMs: hourMs,
        slowsAll: false,
      });
      return { ...cancelled, record: { ...cancelled.record, attempts: record.attempts } };
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
      return refused({ ...problem(status, code, detail), verbatim: t("outbox.uploadRefused", { status, detail }) });
    }
  }
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

/** Whether the server says that it has this data point, or the answer to its reviewers, with each of these very photos. */
function isReceiptOf(record: MeasuredRecord, receipt: Extract<Outcome, { kind: "receipt" }>): boolean {
  const isAnswer = record.kind === "answer";
  if (receipt.id.toLowerCase() !== (isAnswer ? record.dataPointId : record.id).toLowerCase()) return false;
  if (isAnswer && receipt.revision <= record.revision) return false;
  const stored = new Map(receipt.photos.map(({ key, sha256 }) => [key, sha256.toLowerCase()]));
  return record.photos.every(({ key, sha256 }) => sha256 !== null && stored.get(key) === sha256.toLowerCase());
}

/** What becomes of what has no photos; `arrived`: the server has it. */
export function afterTelling<Told extends MessageRecord | CompletionRecord>(
  record: Told,
  outcome: Failure | { kind: "arrived" },
  nowMs: number,
  random: number,
): { record: Told; stopsAllMs: number; slowsAll: boolean } {
  if (outcome.kind === "arrived") {
    const delivered = { ...record, state: "delivered", problem: null, deliveredAtMs: nowMs } as const;
    return { record: { ...delivered, attempts: record.attempts + 1 }, stopsAllMs: 0, slowsAll: false };
  }
  const { record: point, stopsAllMs, slowsAll } = afterAnswer(asPoint(record), outcome, nowMs, random);
  const { state, attempts, nextAttemptAtMs } = point;
  if (!point.problem)
    return { record: { ...record, state, attempts, nextAttemptAtMs, problem: null }, stopsAllMs, slowsAll };
  // No data point failed to be uploaded.
  const { verbatim: _ofDataPoints, ...problem } = point.problem;
  return { record: { ...record, state, attempts, nextAttemptAtMs, problem }, stopsAllMs, slowsAll };
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

/** The same rules hold for what has no photos and no position. */
const asPoint = (record: MessageRecord | CompletionRecord): PointRecord => ({
  ...record,
  kind: "point",
  id: "",
  supersededIds: [],
  mayHaveArrived: false,
  protocolVersion: 0,
  answers: {},
  values: {},
  userPosition: {},
  photos: [],
  position: null,
  fixes: [],
  capturedAtMs: null,
  clockOffsetSeconds: null,
  spacingReason: null,
  uploads: {},
});
