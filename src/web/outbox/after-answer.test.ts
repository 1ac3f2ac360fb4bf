import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { httpStatusOf } from "../../contract/errors.ts";
import { afterAnswer, goesInParts, type Outcome } from "./after-answer.ts";
import { newDraft } from "./new-records.ts";
import type { PointRecord } from "./record.ts";
import { newCompletion } from "./saved-records.ts";

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const keys = fc.uniqueArray(fc.constantFrom("file", "bark", "leaf", "crown"), { maxLength: 4 });

const sentPoint: fc.Arbitrary<PointRecord> = fc
  .record({ keys, hashes: fc.array(hash, { minLength: 4, maxLength: 4 }), attempts: fc.nat(40), inParts: fc.boolean() })
  .map(({ keys, hashes, attempts, inParts }) => ({
    ...newDraft("alice", { id: 7, name: "Trees" }, 1, 0),
    state: "sending",
    savedAtMs: 1,
    mayHaveArrived: true,
    attempts,
    uploads: inParts && keys[0] ? { [keys[0]]: "https://cairn.test/api/uploads/1" } : {},
    position: { latitude: 1, longitude: 2, accuracyMeters: 3, fixedAtMs: 4, source: "device" },
    photos: keys.map((key, index) => ({
      key,
      name: `${key}.jpg`,
      type: "image/jpeg",
      sizeBytes: 10,
      sha256: hashes[index] ?? null,
      takenAtMs: null,
    })),
  }));

const retryAfterMs = fc.option(fc.nat(100_000), { nil: undefined });
const refusal = fc
  .record({ code: fc.constantFrom(...Object.keys(httpStatusOf)), detail: fc.string({ minLength: 1 }), retryAfterMs })
  .map(({ code, ...rest }) => ({
    kind: "refusal" as const,
    code,
    status: httpStatusOf[code as keyof typeof httpStatusOf],
    fieldErrors: [],
    ...rest,
  }));
const failure: fc.Arbitrary<Outcome> = fc.oneof(
  refusal,
  fc.record({ kind: fc.constant("strange" as const), status: fc.integer({ min: 200, max: 599 }), retryAfterMs }),
  fc.record({ kind: fc.constant("no-line" as const), brokeUnderway: fc.boolean(), isOffline: fc.boolean() }),
  fc.constantFrom<Outcome>(
    { kind: "cancelled" },
    { kind: "signed-out" },
    { kind: "photo-gone" },
    { kind: "photo-unreadable" },
    { kind: "photo-changed" },
    { kind: "not-withdrawn", status: 409, code: "data_point_reviewed", detail: "Reviewed." },
  ),
);

const receiptOf = ({ id, photos }: PointRecord) => ({
  kind: "receipt" as const,
  id,
  revision: 1,
  photos: photos.map(({ key, sha256 }) => ({ key, sha256: (sha256 ?? "").toUpperCase() })),
});

const noLine = { kind: "no-line", brokeUnderway: false, isOffline: false } as const;

const random = fc.double({ min: 0, max: 1, noNaN: true });
const answered = (record: PointRecord, outcome: Outcome, chance = 0.5) =>
  afterAnswer(record, outcome, 1_000_000, chance);

describe("after an answer", () => {
  it("a receipt with an unreadable photo marks the data point", () => {
    const [point] = fc.sample(
      sentPoint.filter(({ photos }) => photos.length > 0),
      1,
    );
    if (!point) throw new Error("no data point");
    const receipt = receiptOf(point);
    expect(answered(point, receipt).record.hasUnreadablePhoto).toBeUndefined();
    const photos = receipt.photos.map((photo) => ({ ...photo, unreadable_at: "2026-05-02T10:00:00.000Z" }));
    expect(answered(point, { ...receipt, photos })).toMatchObject({
      record: { state: "delivered", hasUnreadablePhoto: true },
    });
  });

  it("only the receipt of these photos delivers, and the measured values never change", async () => {
    await fc.assert(
      fc.property(sentPoint, failure, random, (record, outcome, chance) => {
        const { record: next } = answered(record, outcome, chance);
        expect(["waiting", "refused"]).toContain(next.state);
        expect(next.problem?.message).toBeTruthy();
        const measured = ({ localId, account, questId, values, answers, photos, position, fixes }: PointRecord) => ({
          ...{ localId, account, questId, values, answers, photos, position, fixes },
        });
        expect(measured(next)).toEqual(measured(record));
        // An id that may be on the server is never forgotten.
        expect([next.id, ...next.supersededIds]).toContain(record.id);
        if (next.state === "waiting" && next.id === record.id) expect(next.mayHaveArrived).toBe(true);
        if (next.state === "waiting") expect(next.nextAttemptAtMs).toBeGreaterThan(1_000_000);
      }),
      { numRuns: 1000 },
    );
  });

  it("a receipt with the hash of every photo delivers, one that lacks or changes any does not", async () => {
    await fc.assert(
      fc.property(sentPoint, fc.nat(), hash, fc.boolean(), (record, which, other, lacks) => {
        const receipt = receiptOf(record);
        expect(answered(record, receipt).record.state).toBe("delivered");
        expect(answered(record, { ...receipt, id: crypto.randomUUID() }).record.state).toBe("refused");
        expect(answered(record, { kind: "arrived" }).record.state).toBe("refused");
        if (record.photos.length === 0) return;
        const index = which % record.photos.length;
        const photos = lacks
          ? receipt.photos.filter((_, each) => each !== index)
          : receipt.photos.map((photo, each) => (each === index ? { ...photo, sha256: other } : photo));
        fc.pre(lacks || other !== record.photos[index]?.sha256);
        expect(answered(record, { ...receipt, photos })).toMatchObject({
          record: { state: "refused", problem: { code: "receipt_mismatch" } },
        });
      }),
    );
  });

  const [point] = fc.sample(sentPoint, { numRuns: 1, seed: 7 });
  if (!point) throw new Error("no point");
  const refused = (code: keyof typeof httpStatusOf, status: number = httpStatusOf[code]) =>
    answered(point, { kind: "refusal", status, code, detail: "Because.", fieldErrors: [] });

  it("[ERR-04] an error that only the volunteer can fix has the response's status and detail", () => {
    for (const code of [
      "validation_failed",
      "quest_closed",
      "quest_completed",
      "not_joined",
      "photo_too_large",
    ] as const) {
      const { record } = refused(code);
      expect(record.state).toBe("refused");
      expect(record.problem).toMatchObject({
        status: httpStatusOf[code],
        code,
        message: "Because.",
        verbatim: `FAILED TO UPLOAD DATA POINT. Error Response: ${httpStatusOf[code]}, Error Details: Because.`,
      });
    }
    expect(refused("data_point_deleted").record.state).toBe("refused");
  });

  it("[ERR-04] an upload that failed without a response says so, and that nothing is lost", () => {
    const saidAfter = (outcome: Outcome) => {
      const { problem } = answered(point, outcome).record;
      return [problem?.message, problem?.verbatim];
    };
    const itWaits = "No connection. Nothing is lost, and Cairn will try again.";
    const failed = "FAILED TO UPLOAD DATA POINT. Error: Network Error";
    expect(saidAfter(noLine)).toEqual([itWaits, failed]);
    expect(saidAfter({ ...noLine, brokeUnderway: true, isOffline: true })).toEqual([itWaits, failed]);
    // Nothing was tried that could have failed.
    expect(saidAfter({ ...noLine, isOffline: true })).toEqual([itWaits, undefined]);
  });

  it("an offline device counts no attempt", () => {
    const attemptsAfter = (outcome: Outcome) => answered(point, outcome).record.attempts - point.attempts;
    expect(attemptsAfter({ ...noLine, isOffline: true })).toBe(0);
    expect(attemptsAfter({ ...noLine, isOffline: true, brokeUnderway: true })).toBe(1);
    expect(attemptsAfter(noLine)).toBe(1);
  });

  it("a completion's problem doesn't mention a data point", () => {
    const completion = newCompletion("alice", { id: 7, name: "Trees" }, 0);
    const messageAfter = (outcome: Outcome) => {
      const { problem } = afterAnswer(completion, outcome, 0, 0.5).record;
      expect(problem).not.toHaveProperty("verbatim");
      return problem?.message;
    };
    expect(messageAfter(noLine)).toBe("No connection. Nothing is lost, and Cairn will try again.");
    const refusal = {
      kind: "refusal",
      status: 409,
      code: "quest_closed",
      detail: "Because.",
      fieldErrors: [],
    } as const;
    expect(messageAfter(refusal)).toBe("Because.");
    expect(messageAfter({ ...refusal, status: 401, code: "token_expired" })).toContain("Sign in again");
  });

  it("temporary problems wait: server errors, limits, corrupted data, an expired sign-in", () => {
    const passing = [
      "internal_error",
      "unavailable",
      "storage_full",
      "too_many_requests",
      "upload_quota_exhausted",
      "photo_checksum_mismatch",
      "invalid_request",
      "not_found",
      "unauthenticated",
      "token_expired",
      "forbidden",
      "upload_unknown",
      "upload_conflict",
    ] as const;
    for (const code of passing) expect([code, refused(code).record.state]).toEqual([code, "waiting"]);
    const strange = answered(point, { kind: "strange", status: 200 });
    expect(strange.record.state).toBe("waiting");
  });

  it("an id that another data point has is replaced, and an unknown resumable upload starts again", () => {
    const { record } = refused("data_point_id_taken");
    expect(record).toMatchObject({ state: "waiting", supersededIds: [point.id], mayHaveArrived: false });
    expect(record.id).not.toBe(point.id);
    expect(refused("upload_unknown").record.uploads).toEqual({});
  });

  it("a damaged photo starts again, and the other resumable uploads stay", () => {
    const uploads = { file: "https://cairn.test/api/uploads/1", bark: "https://cairn.test/api/uploads/2" };
    const leftAfter = (...paths: string[]) => {
      const fieldErrors = paths.map((path) => ({ path, message: "Damaged." }));
      const damaged = {
        kind: "refusal",
        status: 422,
        code: "photo_checksum_mismatch",
        detail: "No.",
        fieldErrors,
      } as const;
      const { record } = answered({ ...point, uploads }, damaged);
      expect(record.state).toBe("waiting");
      return record.uploads;
    };
    expect(leftAfter("photo:bark")).toEqual({ file: uploads.file });
    expect(leftAfter("file")).toEqual({ bark: uploads.bark });
    // The server does not say which.
    expect(leftAfter()).toEqual({});
  });

  it("after a broken connection, a data point is sent in parts until it arrives", () => {
    const broken = answered({ ...point, uploads: {} }, { ...noLine, brokeUnderway: true }).record;
    expect(goesInParts(broken)).toBe(true);
    const again = answered(broken, { ...noLine, brokeUnderway: false }).record;
    expect(goesInParts(again)).toBe(true);
    expect(goesInParts(answered({ ...point, uploads: {} }, { ...noLine, brokeUnderway: false }).record)).toBe(false);
  });

  it("waits as long as the server asks", () => {
    const next = answered(point, { kind: "strange", status: 503, retryAfterMs: 90_000_000 });
    expect(next).toMatchObject({ stopsAllMs: 90_000_000, record: { nextAttemptAtMs: 91_000_000 } });
  });
});
