import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keptPhotos } from "./kept-photos.ts";

const dayMs = 24 * 60 * 60 * 1000;
const nowMs = Date.parse("2026-05-01T12:00:00Z");

/** jsdom's files cannot be cloned into the database; this stands for one there. */
const photo = (name: string) => ({ name }) as File;

beforeEach(() => vi.stubGlobal("indexedDB", new IDBFactory()));
afterEach(() => vi.unstubAllGlobals());

describe("kept photos", () => {
  it("are there under their id until they are deleted", async () => {
    await keptPhotos.put("a", photo("bark.jpg"), "alice");
    await keptPhotos.put("b", photo("leaf.jpg"), "alice");
    expect(await keptPhotos.get("a")).toEqual({ name: "bark.jpg" });
    await keptPhotos.delete("a");
    expect(await keptPhotos.get("a")).toBeUndefined();
    expect(await keptPhotos.get("b")).toEqual({ name: "leaf.jpg" });
  });

  it("give way to another one of the same id", async () => {
    await keptPhotos.put("a", photo("bark.jpg"), "alice");
    await keptPhotos.put("a", photo("leaf.jpg"), "alice");
    expect(await keptPhotos.get("a")).toEqual({ name: "leaf.jpg" });
  });

  it("are forgotten after 14 days, when another one is kept", async () => {
    await keptPhotos.put("old", photo("old.jpg"), "alice", nowMs - 14 * dayMs - 1);
    await keptPhotos.put("recent", photo("recent.jpg"), "alice", nowMs - 14 * dayMs);
    expect(await keptPhotos.get("old")).toEqual({ name: "old.jpg" });
    await keptPhotos.put("new", photo("new.jpg"), "alice", nowMs);
    expect(await keptPhotos.get("old")).toBeUndefined();
    expect(await keptPhotos.get("recent")).toEqual({ name: "recent.jpg" });
    expect(await keptPhotos.get("new")).toEqual({ name: "new.jpg" });
  });

  it("are none where the browser has no database, or refuses it", async () => {
    const refusing = new IDBFactory();
    refusing.open = () => {
      throw new DOMException("not in a private window", "SecurityError");
    };
    for (const factory of [undefined, refusing]) {
      vi.stubGlobal("indexedDB", factory);
      await keptPhotos.put("a", photo("bark.jpg"), "alice");
      expect(await keptPhotos.get("a")).toBeUndefined();
      await keptPhotos.delete("a");
    }
  });
});
