import { describe, expect, it } from "vitest";
import { onChange } from "./changes.ts";
import { newCompletion, newDraft } from "./new-records.ts";
import { findPhoto, findRecord, keepDraft, savePoint } from "./outbox.ts";
import { settle } from "./queue.ts";
import { write } from "./storage.ts";

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
