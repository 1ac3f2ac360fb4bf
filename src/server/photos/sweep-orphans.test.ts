import { describe, expect, it } from "vitest";
import type { PhotoStore, StoredPhoto } from "./store/photo-store.ts";
import { sweepOrphans } from "./sweep-orphans.ts";

const nowMs = Date.parse("2026-06-01T12:00:00Z");
const hourMs = 60 * 60 * 1000;

function fakeStore(photos: readonly { key: string; ageHours: number }[]) {
  const objects = new Map(photos.map(({ key, ageHours }) => [key, new Date(nowMs - ageHours * hourMs)]));
  async function* list(): AsyncIterable<StoredPhoto> {
    for (const [key, modifiedAt] of [...objects]) yield { key, sizeBytes: 1, modifiedAt };
  }
  const store = { list, delete: async (key: string) => void objects.delete(key) } as unknown as PhotoStore;
  return { store, keys: () => [...objects.keys()] };
}

describe("the sweep of orphaned photos", () => {
  it("removes old originals that no row names, and the pictures made of them", async () => {
    const { store, keys } = fakeStore([
      { key: "originals/kept", ageHours: 100 },
      { key: "display/kept.jpg", ageHours: 100 },
      { key: "originals/orphan", ageHours: 25 },
      { key: "display/orphan.jpg", ageHours: 25 },
      { key: "thumbnail/orphan.jpg", ageHours: 25 },
    ]);
    const removed = await sweepOrphans({ store, nowMs, isReferenced: async () => new Set(["originals/kept"]) });
    expect(removed).toBe(3);
    expect(keys()).toEqual(["originals/kept", "display/kept.jpg"]);
  });

  it("leaves young photos alone: their rows may be on their way", async () => {
    const { store, keys } = fakeStore([{ key: "originals/young", ageHours: 23 }]);
    expect(await sweepOrphans({ store, nowMs, isReferenced: async () => new Set() })).toBe(0);
    expect(keys()).toEqual(["originals/young"]);
  });

  it("asks for at most 500 rows at a time", async () => {
    const photos = Array.from({ length: 1234 }, (_, index) => ({ key: `originals/photo-${index}`, ageHours: 48 }));
    const { store, keys } = fakeStore(photos);
    const asked: number[] = [];
    await sweepOrphans({
      store,
      nowMs,
      isReferenced: async (batch) => {
        asked.push(batch.length);
        return new Set(batch.filter((key) => key.endsWith("7")));
      },
    });
    expect(asked).toEqual([500, 500, 234]);
    expect(keys()).toHaveLength(123);
    expect(keys().every((key) => key.endsWith("7"))).toBe(true);
  });

  it("removes nothing when the database cannot be asked", async () => {
    const { store, keys } = fakeStore([{ key: "originals/old", ageHours: 48 }]);
    const isReferenced = () => Promise.reject(new Error("no database"));
    await expect(sweepOrphans({ store, nowMs, isReferenced })).rejects.toThrow("no database");
    expect(keys()).toEqual(["originals/old"]);
  });
});
