import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { type FakeS3, startFakeS3 } from "../../../test/fake-s3.ts";
import { getInstallationSecret, getInstalledAt } from "../database/installation.ts";
import { photoKinds } from "../processes/photo-kinds.ts";
import { type PhotoKind, sweepOrphans } from "./delete-photos.ts";
import type { PhotoStore, StoredPhoto } from "./store/photo-store.ts";
import { S3PhotoStore } from "./store/s3-photo-store.ts";

const nowMs = Date.parse("2026-06-01T12:00:00Z");
const hourMs = 60 * 60 * 1000;
const databaseMadeAt = new Date("2026-01-01");
const logger = { error: vi.fn() };

beforeEach(() => logger.error.mockReset());

function fakeStore(photos: readonly { key: string; ageHours: number }[]) {
  const objects = new Map(photos.map(({ key, ageHours }) => [key, new Date(nowMs - ageHours * hourMs)]));
  async function* list(prefix: string): AsyncIterable<StoredPhoto> {
    for (const [key, modifiedAt] of [...objects]) if (key.startsWith(prefix)) yield { key, sizeBytes: 1, modifiedAt };
  }
  const store = { list, delete: async (key: string) => void objects.delete(key) } as unknown as PhotoStore;
  return { store, keys: () => [...objects.keys()] };
}

const kindsWith = (findReferenced: PhotoKind["findReferenced"]): PhotoKind[] => [
  { kind: "originals", derivedKinds: ["display", "thumbnail"], findReferenced },
  { kind: "plant-id", derivedKinds: [], findReferenced: async () => new Set(), isTemporary: true },
];

function sweep(store: PhotoStore, referenced: readonly string[]): Promise<number> {
  const kinds = kindsWith(async (keys) => new Set(keys.filter((key) => referenced.includes(key))));
  return sweepOrphans({ store, kinds, databaseMadeAt, logger, nowMs });
}

const names = Array.from({ length: 8 }, () => randomUUID());
const [kept = "", alsoKept = "", orphan = "", young = "", foreign = ""] = names;

describe("the sweep of orphaned photos", () => {
  it("removes old originals without a row, and the photos made from them", async () => {
    const { store, keys } = fakeStore([
      { key: `originals/${kept}`, ageHours: 100 },
      { key: `originals/${alsoKept}`, ageHours: 100 },
      { key: `display/${kept}.jpg`, ageHours: 100 },
      { key: `originals/${orphan}`, ageHours: 25 },
      { key: `display/${orphan}.jpg`, ageHours: 25 },
      { key: `thumbnail/${orphan}.jpg`, ageHours: 25 },
      { key: `plant-id/${foreign}`, ageHours: 25 },
      { key: `originals/${young}`, ageHours: 23 },
    ]);
    expect(await sweep(store, [`originals/${kept}`, `originals/${alsoKept}`])).toBe(4);
    expect(keys()).toEqual([`originals/${kept}`, `originals/${alsoKept}`, `display/${kept}.jpg`, `originals/${young}`]);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("ignores other kinds and names", async () => {
    const strangers = ["covers/x", `backups/${foreign}`, "originals/holiday.jpg", "display/logo.jpg"];
    const { store, keys } = fakeStore([...strangers, `originals/${kept}`].map((key) => ({ key, ageHours: 100 })));
    expect(await sweep(store, [`originals/${kept}`])).toBe(0);
    expect(keys()).toEqual([...strangers, `originals/${kept}`]);
  });

  it("keeps every size of every kind of original", async () => {
    const { store, keys } = fakeStore([
      { key: `covers/${kept}-hero.jpg`, ageHours: 100 },
      { key: `covers/${kept}-card.jpg`, ageHours: 100 },
      { key: `display/${kept}.jpg`, ageHours: 100 },
      { key: `covers/${orphan}-card.jpg`, ageHours: 100 },
    ]);
    const covers = {
      kind: "covers",
      derivedKinds: ["display"],
      findReferenced: async () => new Set([`covers/${kept}`]),
    };
    const kinds = [...kindsWith(async () => new Set()), covers];
    expect(await sweepOrphans({ store, kinds, databaseMadeAt, logger, nowMs })).toBe(1);
    expect(keys()).toHaveLength(3);
  });

  it("removes nothing and logs an error if most photos have no row", async () => {
    const { store, keys } = fakeStore(names.map((name) => ({ key: `originals/${name}`, ageHours: 100 })));
    expect(await sweep(store, [`originals/${kept}`, `originals/${alsoKept}`])).toBe(0);
    expect(keys()).toHaveLength(8);
    expect(logger.error).toHaveBeenCalledWith(
      expect.objectContaining({ kept: 2, lost: 6 }),
      expect.stringContaining("removed nothing"),
    );
  });

  it("removes nothing and logs an error if a photo is older than the database", async () => {
    const { store, keys } = fakeStore([
      { key: `originals/${kept}`, ageHours: 100 },
      { key: `originals/${alsoKept}`, ageHours: 100 },
      { key: `originals/${orphan}`, ageHours: 24 * 365 },
    ]);
    expect(await sweep(store, [`originals/${kept}`, `originals/${alsoKept}`])).toBe(0);
    expect(keys()).toHaveLength(3);
    expect(logger.error).toHaveBeenCalledOnce();
  });

  it("looks up at most 500 rows at a time", async () => {
    const photos = Array.from({ length: 1234 }, () => ({ key: `originals/${randomUUID()}`, ageHours: 48 }));
    const { store, keys } = fakeStore(photos);
    const asked: number[] = [];
    const isKept = (key: string) => photos.findIndex((photo) => photo.key === key) % 10 !== 7;
    const kinds = kindsWith(async (batch) => {
      asked.push(batch.length);
      return new Set(batch.filter(isKept));
    });
    await sweepOrphans({ store, kinds, databaseMadeAt, logger, nowMs });
    expect(asked).toEqual([500, 500, 234]);
    expect(keys()).toEqual(photos.map(({ key }) => key).filter(isKept));
  });

  it("removes nothing while the database is unavailable", async () => {
    const { store, keys } = fakeStore([{ key: `originals/${orphan}`, ageHours: 48 }]);
    const kinds = kindsWith(() => Promise.reject(new Error("no database")));
    await expect(sweepOrphans({ store, kinds, databaseMadeAt, logger, nowMs })).rejects.toThrow("no database");
    expect(keys()).toHaveLength(1);
  });
});

describe("the sweep of a bucket with a new database", () => {
  let database: TestDatabase;
  let s3: FakeS3;
  let spoolFolder: string;
  beforeAll(async () => {
    [database, s3] = await Promise.all([createTestDatabase(), startFakeS3()]);
    spoolFolder = await mkdtemp(join(tmpdir(), "cairn-spool-"));
  });
  afterAll(async () => {
    await rm(spoolFolder, { recursive: true });
    await database.drop();
    await s3.close();
  });

  it("removes neither photos of a lost database nor foreign objects", async () => {
    await getInstallationSecret(database.db, "photo_address_key");
    const lastWeek = new Date(Date.now() - 7 * 24 * hourMs);
    for (const name of [`originals/${kept}`, `display/${kept}.jpg`, "reports/2025.pdf", "other/originals/x"]) {
      s3.objects.set(name, { bytes: Buffer.from("kept"), modifiedAt: lastWeek });
    }
    const store = await S3PhotoStore.open({ ...s3, spoolFolder });
    const kinds = photoKinds(database.db);
    const options = { store, kinds, databaseMadeAt: await getInstalledAt(database.db), logger };
    expect(await sweepOrphans(options)).toBe(0);
    expect(s3.objects.size).toBe(4);
    expect(logger.error).toHaveBeenCalledOnce();
  });
});
