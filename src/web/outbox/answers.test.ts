import { waitFor } from "@testing-library/react";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeUpload } from "../../../test/field-device.ts";
import { dataPoint } from "../../../test/web-app.tsx";
import { httpStatusOf } from "../../contract/errors.ts";
import { connectSession } from "../foundation/api/session.ts";
import { afterAnswer } from "./after-answer.ts";
import { newAnswer, newDraft } from "./new-records.ts";
import { discard, findPhoto, findRecord, listRecords, reopen, savePoint } from "./outbox.ts";
import { chooseNext } from "./queue.ts";
import { type AnswerRecord, countUndelivered, type Position } from "./record.ts";
import { forgetAccount, newCompletion, newMessage, saveMessage, sendOnceMore } from "./saved-records.ts";
import { startOutbox } from "./sender.ts";
import { outboxOfQuest } from "./use-outbox.ts";

// jsdom has no database: what is saved is in the page's memory, as in a private window.

const quest = { id: 7, name: "Trees" };
const dataPointId = "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01";
const position: Position = { latitude: 1, longitude: 2, accuracyMeters: 3, fixedAtMs: 4000, source: "device" };
const file = new File(["bytes of a picture"], "bark.jpg", { type: "image/jpeg" });
const sha256 = "ab".repeat(32);
const photo = { key: "file", name: "bark.jpg", type: "image/jpeg", sizeBytes: 18, sha256, takenAtMs: 4 };
const answerTo = (changes: Partial<AnswerRecord> = {}): AnswerRecord => ({
  ...newAnswer("alice", quest, { id: dataPointId, revision: 2, protocolVersion: 3 }, 0),
  ...changes,
});
const withPhoto = { photos: [photo], position, fixes: [position], capturedAtMs: 4000, clockOffsetSeconds: -61 };

const receipt = (changes: object = {}) => ({
  kind: "receipt" as const,
  id: dataPointId,
  revision: 3,
  photos: [{ key: "file", sha256: sha256.toUpperCase() }],
  ...changes,
});
const refusalOf = (code: keyof typeof httpStatusOf) => ({
  kind: "refusal" as const,
  status: httpStatusOf[code],
  code,
  detail: "Because.",
  fieldErrors: [],
});
const answered = (record: AnswerRecord, outcome: Parameters<typeof afterAnswer>[1]) =>
  afterAnswer(record, outcome, 1_000_000, 0.5);

describe("after an answer to a change request was sent", () => {
  const sent = answerTo({ ...withPhoto, state: "sending", mayHaveArrived: true, savedAtMs: 1 });

  it("only the data point's receipt as a later revision, with each new photo, deletes the photos", () => {
    expect(answered(sent, receipt()).record.state).toBe("delivered");
    // The data point has photos that stayed, too.
    const more = [...receipt().photos, { key: "leaf", sha256: "cd".repeat(32) }];
    expect(answered(sent, receipt({ revision: 4, photos: more }))).toMatchObject({ record: { state: "delivered" } });
    const wrong = [
      { id: sent.id },
      { revision: 2 },
      { photos: [] },
      { photos: [{ key: "file", sha256: "cd".repeat(32) }] },
    ];
    for (const changes of wrong) {
      expect(answered(sent, receipt(changes))).toMatchObject({
        record: { state: "refused", photos: sent.photos, problem: { code: "receipt_mismatch" } },
      });
    }
  });

  it("one that is no longer requested is rejected with its own message, and keeps everything", () => {
    const { record } = answered(sent, refusalOf("change_not_requested"));
    const { problem, ...kept } = record;
    expect(kept).toEqual({ ...sent, state: "refused", attempts: 1, nextAttemptAtMs: 0, problem: undefined });
    expect(problem).toMatchObject({ status: 409, code: "change_not_requested" });
    expect(problem?.message).toBe(
      "The reviewer no longer requests a change, so your answer was rejected. It's still on this phone: you can save its photo or discard it.",
    );
    // No data point failed to be uploaded.
    expect(answered(sent, refusalOf("validation_failed")).record.problem?.message).toBe("Because.");
    expect(answered(sent, { kind: "no-line", brokeUnderway: true, isOffline: false }).record.problem?.message).toBe(
      "No connection. Nothing is lost, and Cairn will try again.",
    );
  });

  it("an answer and a message never change, whatever fails", async () => {
    const codes = fc.constantFrom(...(Object.keys(httpStatusOf) as (keyof typeof httpStatusOf)[]));
    await fc.assert(
      fc.property(codes, fc.double({ min: 0, max: 1, noNaN: true }), (code, chance) => {
        const refused = afterAnswer(sent, refusalOf(code), 1_000_000, chance).record;
        expect(["waiting", "refused"]).toContain(refused.state);
        const { photos, message, values, localId, dataPointId: of, position: at } = refused;
        expect({ photos, message, values, localId, of, at }).toEqual({
          ...{ photos: sent.photos, message: sent.message, values: sent.values },
          ...{ localId: sent.localId, of: dataPointId, at: position },
        });
        const hello = newMessage("alice", quest, dataPointId, "Hello", 0);
        const told = afterAnswer(hello, refusalOf(code), 1_000_000, chance).record;
        expect(["waiting", "refused"]).toContain(told.state);
        expect(told).toMatchObject({ id: hello.id, text: "Hello", dataPointId });
        expect(told.problem?.message).not.toContain("DATA POINT");
      }),
    );
  });
});

describe("the order of an answer", () => {
  it("follows the time it was saved, with or without a position, and doesn't delay a completion", () => {
    const at = (savedAtMs: number) => ({ state: "waiting" as const, savedAtMs });
    const point = { ...newDraft("alice", quest, 1), ...at(2), position };
    const answer = answerTo(at(1));
    const completion = newCompletion("alice", quest, 0);
    const next = (records: Parameters<typeof chooseNext>[0]["records"]) => {
      const turn = chooseNext({ records, withdrawals: [] }, 10);
      return "record" in turn ? turn.record.localId : turn.kind;
    };
    expect(next([point, completion, answer])).toBe(answer.localId);
    expect(next([point, completion])).toBe(point.localId);
    const begunFirst = { ...newDraft("alice", quest, 0), ...at(3), position };
    expect(next([begunFirst, point])).toBe(point.localId);
    const elsewhere = { ...point, questId: 8 };
    expect(next([completion, elsewhere])).toBe(point.localId);
    const later = { ...answer, nextAttemptAtMs: 20 };
    expect(next([completion, later])).toBe(completion.localId);
    // It is none of the quest's data points either, and completes no quest.
    const { waiting, completion: none } = outboxOfQuest([answer], 7, new Set(), 0);
    expect([waiting, none]).toEqual([[], undefined]);
  });
});

it("a withdrawal waits no longer than any pause", () => {
  const withdrawal = { id: "a", account: "alice", questId: 7, createdAtMs: 0, attempts: 1 };
  const next = (nextAttemptAtMs: number) =>
    chooseNext({ records: [], withdrawals: [{ ...withdrawal, nextAttemptAtMs }] }, 1_000).kind;
  expect([next(1_000), next(300_000), next(24 * 60 * 60_000)]).toEqual(["withdrawal", "rest", "withdrawal"]);
});

describe("an answer in the outbox", () => {
  const stops: (() => void)[] = [];
  beforeEach(() => {
    FakeUpload.sent = [];
    vi.stubGlobal("XMLHttpRequest", FakeUpload);
    stops.push(connectSession({ getAccessToken: async () => "token", renewAccessToken: async () => undefined }));
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) stop();
    await forgetAccount("alice");
    vi.unstubAllGlobals();
  });
  const send = () => stops.push(startOutbox("alice"));
  const untilSent = (count: number) => waitFor(() => expect(FakeUpload.sent).toHaveLength(count));
  const untilState = ({ localId }: { localId: string }, state: string) =>
    waitFor(async () => expect((await findRecord(localId))?.state).toBe(state));
  const fieldsOf = (index: number) =>
    Object.fromEntries([...(FakeUpload.sent[index]?.form ?? [])].filter(([name]) => name !== "file"));

  it("sends only what changed, always under the same id", async () => {
    const first = await savePoint(
      answerTo({ ...withPhoto, values: { tree_width: 187.5, bark: "rough" }, message: " Nearer now. " }),
      { file },
    );
    send();
    await untilSent(1);
    expect(FakeUpload.sent[0]?.address).toBe(`/api/quest_data/${dataPointId}/revisions`);
    expect(fieldsOf(0)).toEqual({
      ...{ id: first.id, tree_width: "187.5", measurements: '{"bark":"rough"}', protocol_version: "3" },
      ...{ latitude: "1", longitude: "2", accuracy: "3", position_source: "device", message: "Nearer now.", sha256 },
      ...{ fixed_at: "1970-01-01T00:00:04.000Z", captured_at: "1970-01-01T00:00:04.000Z", clock_offset: "-61" },
      fixes: '[{"latitude":1,"longitude":2,"accuracy":3,"fixed_at":"1970-01-01T00:00:04.000Z","source":"device"}]',
    });
    FakeUpload.sent[0]?.answer(409, { code: "change_not_requested", detail: "No." });
    await untilState(first, "refused");
    expect(await findPhoto(first.localId, "file")).toBeDefined();
    await sendOnceMore(first.localId);
    await untilSent(2);
    expect(fieldsOf(1).id).toBe(first.id);
    const stored = dataPoint().photos.map((each) => ({ ...each, sha256 }));
    FakeUpload.sent[1]?.answer(201, dataPoint({ id: dataPointId, revision: 3, photos: stored }));
    await untilState(first, "delivered");
    expect(await findPhoto(first.localId, "file")).toBeUndefined();

    const word = await savePoint(answerTo({ localId: "word", message: "It is the same tree." }));
    await untilSent(3);
    expect(fieldsOf(2)).toEqual({ id: word.id, message: "It is the same tree." });
    const kept = await savePoint(
      answerTo({ ...withPhoto, localId: "kept", fixes: [], keepsPosition: true, message: "" }),
      { file },
    );
    FakeUpload.sent[2]?.answer(201, dataPoint({ id: dataPointId, revision: 3 }));
    await untilState(word, "delivered");
    await untilSent(4);
    expect(fieldsOf(3)).toEqual({
      ...{ id: kept.id, sha256, captured_at: "1970-01-01T00:00:04.000Z", clock_offset: "-61" },
    });
  });

  it("gets a new id when changed after it may have arrived, and withdraws nothing", async () => {
    const saved = await savePoint(answerTo({ message: "First." }));
    expect((await reopen(saved.localId)).id).toBe(saved.id);
    await savePoint({ ...saved, message: "Second." });
    send();
    await untilSent(1);
    FakeUpload.sent[0]?.breakOff();
    await waitFor(async () => expect((await findRecord(saved.localId))?.problem?.code).toBe("no_line"));
    const reopened = await reopen(saved.localId);
    expect(reopened).toMatchObject({ kind: "answer", state: "draft", message: "Second.", mayHaveArrived: false });
    expect(reopened.id).not.toBe(saved.id);
    await discard(saved.localId);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(FakeUpload.sent).toHaveLength(1);
  });

  it("counts like a message, which has its own id and stays if rejected", async () => {
    await savePoint(answerTo({ message: "A word.", nextAttemptAtMs: 0 }));
    const message = await saveMessage("alice", quest, dataPointId, "When will you look?");
    expect(countUndelivered(await listRecords("alice"))).toBe(2);
    await discard(answerTo().localId);
    send();
    await untilSent(1);
    expect(FakeUpload.sent[0]?.address).toBe(`/api/quest_data/${dataPointId}/messages`);
    expect(JSON.parse(String(FakeUpload.sent[0]?.form))).toEqual({ text: "When will you look?", id: message.id });
    FakeUpload.sent[0]?.answer(404, { code: "data_point_not_found", detail: "Data point not found." });
    await untilState(message, "refused");
    expect((await listRecords("alice"))[0]?.problem?.message).toBe("Data point not found.");
    await sendOnceMore(message.localId);
    await untilSent(2);
    const written = { id: 1, author: "alice", is_reviewer: false, text: "?", revision: 1, written_at: "2026-05-01" };
    FakeUpload.sent[1]?.answer(201, written);
    await untilState(message, "delivered");
  });
});
