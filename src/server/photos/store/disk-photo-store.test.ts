import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DiskPhotoStore } from "./disk-photo-store.ts";
import { InvalidPhotoKeyError, newPhotoKey, PhotoNotFoundError, type PhotoStore, storeBytes } from "./photo-store.ts";

let root: string;
let store: PhotoStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "cairn-photos-"));
  store = await DiskPhotoStore.open(root);
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function readAll(key: string): Promise<string> {
  const { stream } = await store.openRead(key);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function listKeys(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe("the photo store on disk", () => {
  it("returns what was written, as a stream and as a local file", async () => {
    const writer = await store.beginWrite("originals/one");
    await pipeline([Buffer.from("a bark "), Buffer.alloc(0), Buffer.from("beetle"), Buffer.from("!")], writer.bytes);
    await writer.commit();
    expect(await readAll("originals/one")).toBe("a bark beetle!");
    const { stream, sizeBytes } = await store.openRead("originals/one");
    stream.destroy();
    expect(sizeBytes).toBe(14);
    expect(await store.withLocalFile("originals/one", async (path) => (await stat(path)).size)).toBe(14);
  });

  it("shows nothing before the commit, and keeps nothing after an abort", async () => {
    const writer = await store.beginWrite("originals/one");
    writer.bytes.write(Buffer.from("half a photo"));
    expect(await store.exists("originals/one")).toBe(false);
    expect(await listKeys("")).toEqual([]);
    await writer.abort();
    await writer.abort();
    expect(await filesBelow(root)).toEqual([]);
  });

  it("keeps a committed photo if abort follows", async () => {
    const writer = await store.beginWrite("originals/one");
    await pipeline([Buffer.from("kept")], writer.bytes);
    await writer.commit();
    await writer.abort();
    expect(await readAll("originals/one")).toBe("kept");
  });

  it("syncs a photo to disk before the commit", async () => {
    const writer = await store.beginWrite("originals/one");
    const synced = vi.spyOn(fs, "fsync");
    await pipeline([Buffer.from("durable")], writer.bytes);
    expect(synced).toHaveBeenCalledTimes(1);
    synced.mockRestore();
    await writer.commit();
  });

  it("keeps every byte of any chunks", async () => {
    const pieces = Array.from({ length: 40 }, (_each, index) => randomBytes(1 + ((index * 37_501) % 90_000)));
    const writer = await store.beginWrite("originals/one");
    await pipeline(pieces, writer.bytes);
    await writer.commit();
    const kept: Buffer[] = [];
    for await (const chunk of (await store.openRead("originals/one")).stream) kept.push(chunk as Buffer);
    expect(Buffer.concat(kept).equals(Buffer.concat(pieces))).toBe(true);
  });

  it("continues after a partial write", async () => {
    const writeWhole = fs.write as (...parameters: unknown[]) => void;
    const written = vi
      .spyOn(fs, "write")
      .mockImplementation(((fd: number, bytes: Buffer, offset: number, ...rest: unknown[]) =>
        writeWhole(fd, bytes, offset, Math.min(3, bytes.length - offset), ...rest.slice(1))) as never);
    await storeBytes(store, "originals/one", Buffer.from("taken in parts"));
    expect(written.mock.calls.length).toBeGreaterThan(2);
    written.mockRestore();
    expect(await readAll("originals/one")).toBe("taken in parts");
  });

  it("creates photos and folders that only their owner can read", async () => {
    await storeBytes(store, "originals/one", Buffer.from("private"));
    const [path = ""] = await filesBelow(root);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(root, "originals"))).mode & 0o777).toBe(0o700);
  });

  it("lists by prefix, with size and age", async () => {
    for (const key of ["originals/one", "originals/other", "display/one.jpg"]) {
      await storeBytes(store, key, Buffer.from(key));
    }
    expect(await listKeys("")).toEqual(["display/one.jpg", "originals/one", "originals/other"]);
    expect(await listKeys("orig")).toEqual(["originals/one", "originals/other"]);
    expect(await listKeys("originals/on")).toEqual(["originals/one"]);
    for await (const { sizeBytes, modifiedAt } of store.list("display/")) {
      expect(sizeBytes).toBe("display/one.jpg".length);
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);
    }
  });

  it("reports a missing photo, except when deleting", async () => {
    await expect(store.openRead("originals/none")).rejects.toThrow(PhotoNotFoundError);
    await expect(store.withLocalFile("originals/none", async () => 1)).rejects.toThrow(PhotoNotFoundError);
    await store.delete("originals/none");
  });

  it.each([
    "../secret",
    "originals/../../secret",
    "originals/..",
    "originals/.hidden",
    "originals/a/b",
    "/etc/passwd",
    "originals/a\0b",
    "originals\\a",
    "originals/",
    "Originals/a",
    ".incoming/a",
    "",
    "originals/a\n",
  ])("refuses the key %j", async (key) => {
    await expect(store.beginWrite(key)).rejects.toThrow(InvalidPhotoKeyError);
    await expect(store.openRead(key)).rejects.toThrow(InvalidPhotoKeyError);
    await expect(store.delete(key)).rejects.toThrow(InvalidPhotoKeyError);
  });

  it("removes leftovers of a crash when opened, but not running uploads", async () => {
    const abandoned = join(root, ".incoming", "abandoned");
    const growing = join(root, ".incoming", "growing");
    await writeFile(abandoned, "half");
    await writeFile(growing, "half");
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(abandoned, longAgo, longAgo);
    await DiskPhotoStore.open(root);
    expect(await filesBelow(root)).toEqual([growing]);
  });

  it("makes unique keys", () => {
    expect(newPhotoKey()).not.toBe(newPhotoKey());
  });
});
