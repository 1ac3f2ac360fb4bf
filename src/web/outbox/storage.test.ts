import { describe, expect, it } from "vitest";
import { onChange } from "./changes.ts";
import { newCompletion } from "./new-records.ts";
import { findRecord, keepDraft } from "./outbox.ts";
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
});
