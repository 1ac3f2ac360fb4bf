import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FakeS3, startFakeS3 } from "../../../../test/fake-s3.ts";
import {
  brokenAnswers,
  dripping,
  endlessAnswers,
  type HostileServer,
  largeAnswers,
  type Misdeed,
  pouring,
  startHostileServer,
} from "../../../../test/hostile-server.ts";
import { atPace } from "./bucket-limits.ts";
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
    const part = await store.openRead("originals/one", { start: 2, end: 5 });
    expect([part.sizeBytes, String(Buffer.concat(await part.stream.toArray()))]).toEqual([13, "bark"]);
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

describe("a bucket that misbehaves", () => {
  let bucket: HostileServer | undefined;
  afterEach(() => bucket?.close());

  async function openBucket(misdeed: Misdeed, timeoutMs: number): Promise<S3PhotoStore> {
    bucket = await startHostileServer(misdeed);
    return S3PhotoStore.open({ ...s3, endpoint: bucket.origin, spoolFolder, timeoutMs });
  }
  const head = (status: number, ...headers: string[]) =>
    `HTTP/1.1 ${status} x\r\n${headers.join("\r\n")}\r\nconnection: close\r\n\r\n`;
  const answer = (status: number, body: string, ...headers: string[]): Misdeed => {
    return (socket) => socket.end(head(status, `content-length: ${body.length}`, ...headers) + body);
  };
  const key = "originals/one";
  const reads = {
    whole: (at: S3PhotoStore) => at.openRead(key).then(({ stream }) => stream.toArray()),
    part: (at: S3PhotoStore) => at.openRead(key, { start: 1, end: 2 }).then(({ stream }) => stream.toArray()),
    copy: (at: S3PhotoStore) => at.withLocalFile(key, async () => undefined),
  };
  const others = {
    list: async (at: S3PhotoStore) => {
      for await (const _ of at.list(""));
    },
    write: (at: S3PhotoStore) => storeBytes(at, key, Buffer.from("x")),
    delete: (at: S3PhotoStore) => at.delete(key),
  };
  async function expectRefusals(at: S3PhotoStore, asked: Record<string, (at: S3PhotoStore) => Promise<unknown>>) {
    const ended = await Promise.all(
      Object.entries(asked).map(async ([name, ask]) => [name, await ask(at).catch((error: unknown) => error)]),
    );
    for (const [name, end] of ended) expect(end, String(name)).toBeInstanceOf(PhotoStoreError);
    expect(await readdir(spoolFolder)).toEqual([]);
  }

  const drippedObject: Misdeed = (socket) => {
    socket.write(head(200, "content-length: 1000000"));
    dripping("x")(socket);
  };
  it.each(Object.entries({ ...endlessAnswers, "drips an object": drippedObject }))(
    "that %s, is left after a limit for the whole exchange",
    async (_, misdeed) => expectRefusals(await openBucket(misdeed, 300), { ...reads, ...others }),
  );

  const { "answers with a compressed bomb": _, ...large } = largeAnswers;
  const endlessError: Misdeed = (socket) => {
    socket.write(head(400, "content-type: application/xml"));
    pouring(" ".repeat(65_536))(socket);
  };
  it.each(Object.entries({ ...large, "refuses endlessly": endlessError }))(
    "that %s, fills no memory",
    async (_, misdeed) => expectRefusals(await openBucket(misdeed, 600_000), { ...reads, ...others }),
  );

  it.each(Object.entries(brokenAnswers))("that %s, fails and leads nowhere", async (_, misdeed) =>
    expectRefusals(await openBucket(misdeed, 600_000), { ...reads, ...others }),
  );

  const error = "<Error><Code>InternalError</Code><Message>x</Message></Error>";
  it("that refuses with the status 200, fails", async () =>
    expectRefusals(await openBucket(answer(200, error, "content-type: application/xml"), 600_000), others));

  it("that lists the same page again and again, is left", async () => {
    const page = "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken>";
    const { list } = others;
    await expectRefusals(await openBucket(answer(200, `${page}</ListBucketResult>`), 600_000), { list });
  });

  it.each<[string, Misdeed]>([
    ["without their length", (socket) => socket.end(`${head(200)}abcde`)],
    ["of the whole", answer(200, "abcde")],
    ["of another part", answer(206, "de", "content-range: bytes 3-4/5")],
  ])("that sends bytes %s in place of a part, is not believed", async (_, misdeed) => {
    const { part } = reads;
    await expectRefusals(await openBucket(misdeed, 600_000), { part });
  });

  it("keeps no connection of an object that nobody reads, and readers who stand still keep none from others", async () => {
    let open = 0;
    const begun: Misdeed = (socket) => {
      open++;
      socket.on("close", () => open--);
      socket.write(`${head(200, "content-length: 100")}x`);
    };
    const at = await openBucket(begun, 600_000);
    const readings = await Promise.all(Array.from({ length: 60 }, () => at.openRead(key)));
    expect(await at.exists(key)).toBe(true);
    for (const { stream } of readings) stream.destroy();
    await vi.waitFor(() => expect(open).toBe(0), { timeout: 30_000 });
  });

  it("may wait for a slow reader, whose time doesn't count", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const paced = atPace(Readable.from([Buffer.from("a"), Buffer.from("b")]), 1_000, () => new Error("too slow"));
      expect(String((await paced.next()).value)).toBe("a");
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(String((await paced.next()).value)).toBe("b");
      expect((await paced.next()).done).toBe(true);
      const stuck = new Readable({ read: () => undefined });
      const waited = atPace(stuck, 1_000, () => new Error("too slow")).next();
      const refused = expect(waited).rejects.toThrow("too slow");
      await vi.advanceTimersByTimeAsync(1_000);
      await refused;
    } finally {
      vi.useRealTimers();
    }
  });
});
