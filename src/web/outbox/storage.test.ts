import { describe, expect, it } from "vitest";
import { newDraft } from "./new-records.ts";
import { findPhoto, findRecord, keepDraft, savePoint } from "./outbox.ts";
import { findForgettable, settle, take } from "./queue.ts";
import { withNewId } from "./record.ts";
import { newCompletion } from "./saved-records.ts";
import { onChange, write } from "./storage.ts";

// jsdom has no database: what is saved is in the page's memory, as in a private window.

const completion = newCompletion("alice", { id: 7, name: "Trees" }, 0);

function countChanges(): () => number {
  let count = 0;
  onChange(() => {
    count += 1;
  });
  return () => count;
}

describe("a write to the outbox", () => {
  it("is announced once it is done, and not if it fails", async () => {
    const changes = countChanges();
    await write((transaction) => transaction.putRecord(completion));
    expect(changes()).toBe(1);
    await expect(keepDraft({ ...completion, state: "draft" } as never)).rejects.toThrow();
    expect(changes()).toBe(1);
  });

  it("records how sending a completion ended, and nothing of one that was undone", async () => {
    await write((transaction) => transaction.putRecord(completion));
    await settle({ record: completion, isMarked: false }, { kind: "no-line", brokeUnderway: false, isOffline: false });
    expect(await findRecord(completion.localId)).toMatchObject({ state: "waiting", attempts: 1 });
    await settle({ record: completion, isMarked: false }, { kind: "arrived" });
    expect(await findRecord(completion.localId)).toMatchObject({ state: "delivered", attempts: 2, problem: null });
    await write((transaction) => transaction.deleteRecord(completion.localId));
    expect(await settle({ record: completion, isMarked: false }, { kind: "arrived" })).toBeUndefined();
    expect(await findRecord(completion.localId)).toBeUndefined();
  });

  it("takes no data point that has got another id meanwhile", async () => {
    const position = { latitude: 0, longitude: 0, accuracyMeters: 5, fixedAtMs: 1, source: "device" as const };
    const draft = newDraft("alice", { id: 7, name: "Trees" }, 1);
    const chosen = { ...draft, state: "waiting" as const, savedAtMs: 1, position };
    const renamed = withNewId(chosen);
    await write((transaction) => transaction.putRecord(renamed));
    expect(await take(chosen)).toBeUndefined();
    expect(await take(renamed)).toMatchObject({ record: { id: renamed.id, state: "sending" }, isMarked: true });
    await write((transaction) => transaction.deleteRecord(renamed.localId));
  });

  it("renames the photos of rows that have moved, with those not stored yet", async () => {
    const photo = (name: string) => new File([name], name, { type: "image/jpeg" });
    const kept = (key: string, storedAs?: string) => ({
      ...{ key, name: key, type: "image/jpeg", sizeBytes: 1, sha256: null, takenAtMs: null },
      ...(storedAs !== undefined && { storedAs }),
    });
    const draft = newDraft("alice", { id: 7, name: "Trees" }, 1);
    const [first, second, third] = [photo("first"), photo("second"), photo("third")];
    const paths = ["birds.0.picture", "birds.1.picture", "birds.2.picture"] as const;
    await keepDraft({ ...draft, photos: [kept(paths[0]), kept(paths[1])] }, { [paths[0]]: first, [paths[1]]: second });
    await savePoint(
      { ...draft, photos: [kept(paths[1], paths[0]), kept(paths[0], paths[1]), kept("birds.3.picture", paths[2])] },
      { [paths[2]]: third },
    );
    const found = [...paths, "birds.3.picture"].map((path) => findPhoto(draft.localId, path));
    expect(await Promise.all(found)).toEqual([second, first, undefined, third]);
    expect((await findPhoto(draft.localId, paths[0]))?.name).toBe("second");
  });
});

it("delivered records are forgotten beyond a hundred, the oldest first, or after a week", () => {
  const delivered = (index: number) => ({
    ...newCompletion("alice", { id: index, name: "Trees" }, 0),
    state: "delivered" as const,
    deliveredAtMs: 1_000 + index,
  });
  const records = Array.from({ length: 102 }, (_, index) => delivered(index));
  const oldest = records.slice(0, 2).map(({ localId }) => localId);
  expect(findForgettable(records, 2_000).sort()).toEqual(oldest.sort());
  const weekMs = 7 * 24 * 60 * 60_000;
  expect(findForgettable(records.slice(0, 2), weekMs + 1_000)).toEqual([]);
  expect(findForgettable(records.slice(0, 2), weekMs + 1_001)).toEqual(oldest.slice(0, 1));
});
