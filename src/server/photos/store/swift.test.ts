import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPaths } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApi } from "../../../../test/api.ts";
import { createTestDatabase } from "../../../../test/database.ts";
import { whyNo } from "../../../../test/debian-programs.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../../test/factories.ts";
import { makePhoto } from "../../../../test/make-photo.ts";
import { s3Settings } from "../../../../test/s3-settings.ts";
import { type Swift, startSwift } from "../../../../test/swift.ts";
import { backUp } from "../../processes/back-up.ts";
import { restore } from "../../processes/restore.ts";
import { loadConfig } from "../../settings/config.ts";
import { sweepOrphans } from "../delete-photos.ts";
import { PhotoNotFoundError, type PhotoStore, PhotoStoreError, storeBytes } from "./photo-store.ts";
import { S3PhotoStore } from "./s3-photo-store.ts";

const missing = whyNo("swift");
if (missing) console.warn(`NOT RUN: the photo store against OpenStack Swift: ${missing}`);

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe.skipIf(missing !== undefined)("photos in OpenStack Swift, by its S3 interface", () => {
  let swift: Swift;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(joinPaths(tmpdir(), "cairn-swift-test-"));
    swift = await startSwift();
  });
  afterAll(async () => {
    await swift.close();
    await rm(folder, { recursive: true, force: true });
  });

  const openStore = (changes: Partial<Parameters<typeof S3PhotoStore.open>[0]> = {}) =>
    S3PhotoStore.open({ ...swift, prefix: "one/", spoolFolder: joinPaths(folder, "spool"), ...changes });

  async function listKeys(store: PhotoStore, prefix = ""): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of store.list(prefix)) keys.push(key);
    return keys.sort();
  }

  it("can be written, read, listed and deleted, up to the largest size", async () => {
    const store = await openStore();
    const large = randomBytes(25_000_000);
    await storeBytes(store, "originals/large", large);
    await storeBytes(store, "originals/small", Buffer.from("small"));
    await storeBytes(store, "thumbnail/small.jpg", Buffer.from("picture"));
    expect(await store.withLocalFile("originals/large", async (path) => sha256(await readFile(path)))).toBe(
      sha256(large),
    );
    expect((await store.openRead("originals/small")).sizeBytes).toBe(5);
    expect(await listKeys(store)).toEqual(["originals/large", "originals/small", "thumbnail/small.jpg"]);
    expect(await listKeys(store, "originals/")).toEqual(["originals/large", "originals/small"]);
    expect([await store.exists("originals/small"), await store.exists("originals/none")]).toEqual([true, false]);
    await store.delete("originals/large");
    await store.delete("originals/large");
    expect(await store.exists("originals/large")).toBe(false);
    await expect(store.openRead("originals/large")).rejects.toThrow(PhotoNotFoundError);
    const stranger = await openStore({ secretAccessKey: "guessed" });
    await expect(stranger.openRead("originals/small")).rejects.toThrow(PhotoStoreError);
    await expect(storeBytes(stranger, "originals/foreign", Buffer.from("x"))).rejects.toThrow(PhotoStoreError);
  });

  it("can be read if another tool copied them in parts", async () => {
    const object = { Bucket: swift.bucket, Key: "one/originals/in-parts" };
    const parts = [randomBytes(5 * 1024 * 1024), randomBytes(1000)];
    const { UploadId } = await swift.s3.createMultipartUpload(object);
    const Parts = await Promise.all(
      parts.map(async (Body, index) => {
        const PartNumber = index + 1;
        const { ETag } = await swift.s3.uploadPart({ ...object, UploadId, PartNumber, Body });
        return { ETag, PartNumber };
      }),
    );
    await swift.s3.completeMultipartUpload({ ...object, UploadId, MultipartUpload: { Parts } });
    const store = await openStore();
    const read = await store.withLocalFile("originals/in-parts", async (path) => sha256(await readFile(path)));
    expect(read).toBe(sha256(Buffer.concat(parts)));
  });

  it("have URLs for browsers that can't be changed, and that expire", async () => {
    const store = await openStore({ browserEndpoint: swift.endpoint });
    await storeBytes(store, "display/shown.jpg", Buffer.from("the picture"));
    await storeBytes(store, "display/other.jpg", Buffer.from("another picture"));
    const { address, expiresAt } =
      (await store.directAddress?.("display/shown.jpg", {
        contentType: "image/jpeg",
        contentDisposition: "inline",
      })) ?? never();
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(9 * 60_000);
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(20 * 60_000);
    const shown = await fetch(address);
    expect([shown.status, await shown.text()]).toEqual([200, "the picture"]);
    expect(shown.headers.get("content-type")).toBe("image/jpeg");
    expect(shown.headers.get("cache-control")).toBe("private, max-age=1200, immutable");
    const part = await fetch(address, { headers: { range: "bytes=4-" } });
    expect([part.status, await part.text()]).toEqual([206, "picture"]);

    const changes: ((url: URL) => void)[] = [
      (url) => {
        url.pathname = url.pathname.replace("shown", "other");
      },
      (url) => {
        url.pathname = `/${swift.bucket}/`;
      },
      (url) => url.searchParams.set("X-Amz-Expires", "86400"),
      (url) => url.searchParams.set("X-Amz-Date", (url.searchParams.get("X-Amz-Date") ?? "").replace(/0Z$/, "1Z")),
      (url) => url.searchParams.set("response-content-type", "text/html"),
      (url) => url.searchParams.delete("response-content-disposition"),
      (url) => url.searchParams.delete("X-Amz-Signature"),
      (url) => url.searchParams.set("X-Amz-Signature", "0".repeat(64)),
      (url) => {
        url.search = "";
      },
    ];
    for (const change of changes) {
      const url = new URL(address);
      change(url);
      const { status } = await fetch(url);
      expect([400, 403], `${change} gave ${status}`).toContain(status);
    }
    for (const method of ["PUT", "DELETE"]) expect((await fetch(address, { method })).status).toBe(403);
    expect(await (await fetch(address)).text()).toBe("the picture");
  });

  it("rejects an expired URL", async () => {
    const store = await openStore({ browserEndpoint: swift.endpoint });
    await storeBytes(store, "display/shown.jpg", Buffer.from("the picture"));
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now - 21 * 60_000);
    const { address, expiresAt } =
      (await store.directAddress?.("display/shown.jpg", {
        contentType: "image/jpeg",
        contentDisposition: "inline",
      })) ?? never();
    vi.restoreAllMocks();
    expect(expiresAt.getTime()).toBeLessThan(now);
    expect((await fetch(address)).status).toBe(403);
  });

  it("of two installations in one bucket stay separate", async () => {
    const [one, two] = [await openStore({ prefix: "first/" }), await openStore({ prefix: "second/" })];
    const own = "originals/11111111-1111-4111-8111-111111111111";
    const orphan = "originals/22222222-2222-4222-8222-222222222222";
    await storeBytes(one, own, Buffer.from("first"));
    await storeBytes(one, orphan, Buffer.from("nobody's"));
    await storeBytes(two, orphan, Buffer.from("second"));
    const removed = await sweepOrphans({
      store: one,
      kinds: [{ kind: "originals", derivedKinds: [], findReferenced: async () => new Set([own]) }],
      databaseMadeAt: new Date(Date.now() - 86_400_000),
      logger: { error: () => {} },
      nowMs: Date.now() + 2 * 86_400_000,
    });
    expect(removed).toBe(1);
    expect([await listKeys(one), await listKeys(two)]).toEqual([[own], [orphan]]);
    await expect(two.openRead(own)).rejects.toThrow(PhotoNotFoundError);
  });

  it("are downloaded from there if the setting says so, and work with backups", async () => {
    const api = await startTestApi({ ...s3Settings(swift), PHOTO_DOWNLOADS: "direct" });
    const database = await createTestDatabase({ migrated: false });
    try {
      const quest = await makeQuest(api, await makeOrganization(api));
      await join(api, "alice", quest.id);
      const photo = await makePhoto({ orientation: 6, gps: { latitude: 21.97, longitude: -159.37 } });
      const { body } = await api.upload("alice", quest.id, uploadForm(photo));
      const { pathname, search } = new URL(body.thumbnail_presigned_url, api.origin);
      const ours = `${api.origin}${pathname}${search}`;
      const sentOn = await fetch(ours, { redirect: "manual" });
      expect(sentOn.status).toBe(302);
      expect(sentOn.headers.get("location")).toMatch(
        new RegExp(`^${swift.endpoint}/photos/cairn-[0-9a-f]{12}/thumbnail/[0-9a-f-]{36}\\.jpg\\?.*X-Amz-Signature=`),
      );
      expect(sentOn.headers.get("referrer-policy")).toBe("no-referrer");
      const seconds = Number(/^private, max-age=(\d+)$/.exec(sentOn.headers.get("cache-control") ?? "")?.[1]);
      expect(seconds).toBeLessThanOrEqual(20 * 60 - 60);
      const shown = await fetch(ours);
      expect(shown.headers.get("content-type")).toBe("image/jpeg");
      const { width, height, exif } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
      expect({ width, height, exif }).toEqual({ width: 200, height: 200, exif: undefined });
      const forged = await fetch(
        ours.replace(/signature=_?/, (start) => (start.endsWith("_") ? "signature=" : "signature=_")),
        { redirect: "manual" },
      );
      expect([forged.status, forged.headers.get("location")]).toEqual([403, null]);
      const policy = (await api.call("GET", "/health/live")).headers.get("content-security-policy");
      expect(policy).toMatch(new RegExp(`img-src [^;]*${swift.endpoint}(;| )`));
      expect(policy).not.toMatch(new RegExp(`(script|connect|style)-src [^;]*${swift.endpoint}`));

      const path = joinPaths(folder, "swift.backup");
      const config = loadConfig({ DATA_DIR: api.dataDir, ...s3Settings(swift) });
      const { connectionString } = api.database;
      const manifest = await backUp({ config, connectionString, path, cairn: "test", print: () => {} });
      expect(manifest).toMatchObject({ photos: { count: 1 }, missing: [], damaged: [] });
      await restore({
        config: loadConfig({ DATA_DIR: joinPaths(folder, "restored"), ...s3Settings(swift, "restored/") }),
        openDatabase: async () => ({ connectionString: database.connectionString, stop: async () => {} }),
        path,
        print: () => {},
      });
      const restored = await openStore({ prefix: "restored/" });
      const [key = ""] = await listKeys(restored);
      expect(await restored.withLocalFile(key, async (file) => sha256(await readFile(file)))).toBe(sha256(photo));
    } finally {
      await api.close();
      await database.drop();
    }
  });

  it("report an unreachable store", async () => {
    const store = await openStore();
    await swift.close();
    await expect(store.exists("originals/small")).rejects.toThrow(/cannot be reached/);
    await expect(storeBytes(store, "originals/late", Buffer.from("x"))).rejects.toThrow(PhotoStoreError);
  });
});

function never(): never {
  throw new Error("the store gives no addresses");
}
