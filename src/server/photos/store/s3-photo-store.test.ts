import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeS3, startFakeS3 } from "../../../../test/fake-s3.ts";
import { InvalidPhotoKeyError, PhotoNotFoundError, PhotoStoreError, storeBytes } from "./photo-store.ts";
import { S3PhotoStore } from "./s3-photo-store.ts";

let s3: FakeS3;
let spoolFolder: string;
let store: S3PhotoStore;

beforeEach(async () => {
  s3 = await startFakeS3();
  spoolFolder = await mkdtemp(join(tmpdir(), "cairn-spool-"));
  store = await S3PhotoStore.open({ ...s3, spoolFolder });
});

afterEach(async () => {
  await s3.close();
  await rm(spoolFolder, { recursive: true, force: true });
});

async function readAll(key: string): Promise<string> {
  const { stream } = await store.openRead(key);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe("the photo store on S3", () => {
  it("returns what was written, as a stream and as a local file", async () => {
    const writer = await store.beginWrite("originals/one");
    await pipeline([Buffer.from("a bark "), Buffer.from("beetle")], writer.bytes);
    expect(await readFile(writer.localPath, "utf8")).toBe("a bark beetle");
    expect(s3.requests).toEqual([]);
    await writer.commit();
    expect(await readAll("originals/one")).toBe("a bark beetle");
    const { stream, sizeBytes } = await store.openRead("originals/one");
    stream.resume();
    expect(sizeBytes).toBe(13);
    expect(await store.withLocalFile("originals/one", (path) => readFile(path, "utf8"))).toBe("a bark beetle");
    expect(await readdir(spoolFolder)).toEqual([]);
  });

  it("signs every request, so that a wrong key is rejected", async () => {
    const stranger = await S3PhotoStore.open({ ...s3, secretAccessKey: "guessed", spoolFolder });
    await expect(storeBytes(stranger, "originals/one", Buffer.from("x"))).rejects.toThrow(PhotoStoreError);
    await expect(stranger.exists("originals/one")).rejects.toThrow(PhotoStoreError);
    expect(s3.objects.size).toBe(0);
    expect(await readdir(spoolFolder)).toEqual([]);
  });

  it("sends nothing of an aborted photo and leaves no file", async () => {
    const writer = await store.beginWrite("originals/one");
    writer.bytes.write(Buffer.from("half"));
    await writer.abort();
    expect(s3.requests).toEqual([]);
    expect(await readdir(spoolFolder)).toEqual([]);
  });

  it("retries a write when the store fails for a moment", async () => {
    s3.failures.push(503, 500);
    await storeBytes(store, "originals/one", Buffer.from("patience"));
    expect(s3.objects.get("originals/one")?.bytes.toString()).toBe("patience");
    expect(s3.requests).toHaveLength(3);
  });

  it("retries a read when the store fails for a moment", async () => {
    await storeBytes(store, "originals/one", Buffer.from("patience"));
    s3.failures.push(503, 500);
    expect(await readAll("originals/one")).toBe("patience");
  });

  it("fails if the store keeps failing", async () => {
    s3.failures.push(503, 503, 503);
    await expect(storeBytes(store, "originals/one", Buffer.from("x"))).rejects.toThrow(/answered 503/);
  });

  it("lists all pages, without other objects of the bucket", async () => {
    for (const key of ["originals/a", "originals/b", "originals/c", "thumbnail/a.jpg"]) {
      await storeBytes(store, key, Buffer.from(key));
    }
    s3.objects.set("backups/2026/dump.sql", { bytes: Buffer.from("x"), modifiedAt: new Date(0) });
    const found: string[] = [];
    for await (const { key, sizeBytes, modifiedAt } of store.list("")) {
      found.push(key);
      expect(sizeBytes).toBe(key.length);
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);
    }
    expect(found.sort()).toEqual(["originals/a", "originals/b", "originals/c", "thumbnail/a.jpg"]);
  });

  it("stays within its prefix", async () => {
    const own = await S3PhotoStore.open({ ...s3, prefix: "cairn-1a2b/", spoolFolder });
    s3.objects.set("originals/foreign", { bytes: Buffer.from("x"), modifiedAt: new Date(0) });
    await storeBytes(own, "originals/one", Buffer.from("ours"));
    expect([...s3.objects.keys()]).toEqual(["originals/foreign", "cairn-1a2b/originals/one"]);
    const found: string[] = [];
    for await (const { key } of own.list("originals/")) found.push(key);
    expect(found).toEqual(["originals/one"]);
    expect(await own.exists("originals/foreign")).toBe(false);
    await own.delete("originals/foreign");
    await own.delete("originals/one");
    expect([...s3.objects.keys()]).toEqual(["originals/foreign"]);
  });

  it("removes leftovers of ended processes after an hour, and nothing younger", async () => {
    await writeFile(join(spoolFolder, "abandoned"), "half");
    await writeFile(join(spoolFolder, "growing"), "half");
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(spoolFolder, "abandoned"), longAgo, longAgo);
    await S3PhotoStore.open({ ...s3, spoolFolder });
    expect(await readdir(spoolFolder)).toEqual(["growing"]);
  });

  it("knows which photos exist", async () => {
    await storeBytes(store, "originals/one", Buffer.from("x"));
    expect(await store.exists("originals/one")).toBe(true);
    await store.delete("originals/one");
    await store.delete("originals/one");
    expect(await store.exists("originals/one")).toBe(false);
    await expect(store.openRead("originals/one")).rejects.toThrow(PhotoNotFoundError);
    await expect(store.openRead("originals/../../other-bucket/one")).rejects.toThrow(InvalidPhotoKeyError);
  });
});
