import { randomBytes } from "node:crypto";
import { mkdtemp, open, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
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
  it("gives back what was written, as a stream and as a local file", async () => {
    const writer = await store.beginWrite("originals/one");
    await pipeline([Buffer.from("a bark "), Buffer.alloc(0), Buffer.from("beetle"), Buffer.from("!")], writer.bytes);
    await writer.commit();
    expect(await readAll("originals/one")).toBe("a bark beetle!");
    const { stream, sizeBytes } = await store.openRead("originals/one");
    stream.destroy();
    expect(sizeBytes).toBe(14);
    expect(await store.withLocalFile("originals/one", async (path) => (await stat(path)).size)).toBe(14);
  });

  it("shows nothing before the commit, and keeps nothing of an aborted photo", async () => {
    const writer = await store.beginWrite("originals/one");
    writer.bytes.write(Buffer.from("half a photo"));
    expect(await store.exists("originals/one")).toBe(false);
    expect(await listKeys("")).toEqual([]);
    await writer.abort();
    await writer.abort();
    expect(await filesBelow(root)).toEqual([]);
  });

  it("keeps a committed photo when abort follows", async () => {
    const writer = await store.beginWrite("originals/one");
    await pipeline([Buffer.from("kept")], writer.bytes);
    await writer.commit();
    await writer.abort();
    expect(await readAll("originals/one")).toBe("kept");
  });

  it("has a photo on the disk, not in the system's memory only, before it is committed", async () => {
    const folder = await open(root);
    const writer = await store.beginWrite("originals/one");
    const synced = vi.spyOn(Object.getPrototypeOf(folder) as typeof folder, "sync");
    await folder.close();
    await pipeline([Buffer.from("durable")], writer.bytes);
    expect(synced).toHaveBeenCalledTimes(1);
    synced.mockRestore();
    await writer.commit();
  });

  it("keeps every byte, however they come", async () => {
    const pieces = Array.from({ length: 40 }, (_each, index) => randomBytes(1 + ((index * 37_501) % 90_000)));
    const writer = await store.beginWrite("originals/one");
    await pipeline(pieces, writer.bytes);
    await writer.commit();
    const kept: Buffer[] = [];
    for await (const chunk of (await store.openRead("originals/one")).stream) kept.push(chunk as Buffer);
    expect(Buffer.concat(kept).equals(Buffer.concat(pieces))).toBe(true);
  });

  it("keeps the bytes behind those that the disk took at first", async () => {
    const folder = await open(root);
    const prototype = Object.getPrototypeOf(folder) as typeof folder;
    await folder.close();
    const writeWhole = prototype.writev;
    const written = vi.spyOn(prototype, "writev").mockImplementation(function (this: typeof folder, buffers) {
      const [first] = buffers as Buffer[];
      return writeWhole.call(this, [first?.subarray(0, 3) ?? Buffer.alloc(0)]);
    });
    await storeBytes(store, "originals/one", Buffer.from("taken in parts"));
    expect(written.mock.calls.length).toBeGreaterThan(2);
    expect(await readAll("originals/one")).toBe("taken in parts");
  });

  it("lets nobody else on the machine read a photo", async () => {
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

  it("says that a photo is missing, but not when it is deleted", async () => {
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

  it("removes on opening what a crash left behind, but not what is still on its way", async () => {
    const abandoned = join(root, ".incoming", "abandoned");
    const growing = join(root, ".incoming", "growing");
    await writeFile(abandoned, "half");
    await writeFile(growing, "half");
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(abandoned, longAgo, longAgo);
    await DiskPhotoStore.open(root);
    expect(await filesBelow(root)).toEqual([growing]);
  });

  it("makes every key new", () => {
    expect(newPhotoKey()).not.toBe(newPhotoKey());
  });
});
