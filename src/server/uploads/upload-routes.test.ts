import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { readZip } from "../../../test/read-zip.ts";
import { eraseAdventurer } from "../adventurers/erase-adventurer.ts";
import { createApp } from "../app.ts";
import { countRepeats } from "../database/connection.ts";
import { UploadQuota } from "../incoming/upload-quota.ts";
import { sweepOrphans } from "../photos/delete-photos.ts";
import { storeBytes } from "../photos/store/photo-store.ts";
import { photoKinds } from "../processes/photo-kinds.ts";
import { AccountUploads } from "./account-uploads.ts";
import { sweepUploads } from "./take-uploads.ts";

let api: TestApi;
/** Another web process on the same database and store. */
let other: { origin: string; close(): Promise<unknown> };
let tokens: Record<"alice" | "bob", string>;

beforeAll(async () => {
  api = await startTestApi({ APP_ORIGINS: "https://app.example" });
  const app = await createApp(api.services);
  other = { origin: await app.listen({ port: 0, host: "127.0.0.1" }), close: () => app.close() };
  tokens = { alice: await api.mintToken({ username: "alice" }), bob: await api.mintToken({ username: "bob" }) };
});
afterAll(async () => {
  await other.close();
  await api.close();
});

type Asked = { as?: "alice" | "bob"; at?: string; headers?: Record<string, string>; body?: Uint8Array };

async function ask(method: string, path: string, { as = "alice", at = api.origin, headers = {}, body }: Asked = {}) {
  const response = await fetch(new URL(path, at), {
    method,
    headers: { authorization: `Bearer ${tokens[as]}`, "tus-resumable": "1.0.0", ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    offset: response.headers.get("upload-offset"),
    code: text.startsWith("{") ? JSON.parse(text).code : undefined,
  };
}

async function create(length: number, asked: Asked = {}) {
  const { headers, ...rest } = asked;
  const answer = await ask("POST", "/api/uploads/", {
    ...rest,
    headers: { "upload-length": String(length), ...headers },
  });
  expect(answer.status).toBe(201);
  return answer.headers.get("location") ?? "";
}

const patch = (path: string, offset: number, body: Uint8Array, asked: Asked = {}) =>
  ask("PATCH", path, {
    ...asked,
    body,
    headers: {
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(offset),
      ...asked.headers,
    },
  });

const head = (path: string, asked: Asked = {}) => ask("HEAD", path, asked);

const idOf = (path: string): string => path.split("/").at(-1) ?? "";

/** Where the store has the bytes of an upload. */
async function keysOf(path: string): Promise<string[]> {
  const chunks = await api.database.db
    .selectFrom("resumable_upload_chunks")
    .select("photo_key")
    .where("upload_id", "=", idOf(path))
    .orderBy("starts_at")
    .execute();
  return chunks.map(({ photo_key }) => photo_key);
}

/** The stored bytes of an upload. */
async function bytesOf(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const key of await keysOf(path)) {
    const { stream } = await api.services.photoStore.openRead(key);
    for await (const part of stream) parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Starts a PATCH on its own socket, sends some bytes, and leaves the connection open until the test's end. */
async function beginPatch(path: string, offset: number, announced: number, sent: Uint8Array, at = api.origin) {
  const { hostname, port } = new URL(at);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.on("error", () => undefined);
  socket.write(
    `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.alice}\r\nTus-Resumable: 1.0.0\r\n` +
      `Upload-Offset: ${offset}\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${announced}\r\n\r\n`,
  );
  socket.write(sent);
  return socket;
}

describe("resumable uploads", () => {
  it.each(["x AAAA", "filename YS5qcGc=,x YQBi"])(
    "with a text that cannot be kept are refused: %s",
    async (metadata) => {
      const headers = { "upload-length": "100", "upload-metadata": metadata };
      const { status, code } = await ask("POST", "/api/uploads/", { headers });
      expect([status, code]).toEqual([400, "invalid_request"]);
    },
  );

  it("report tus 1.0.0 and its extensions to everyone", async () => {
    const { status, headers } = await fetch(`${api.origin}/api/uploads/`, { method: "OPTIONS" });
    expect(status).toBe(204);
    expect(headers.get("tus-version")).toBe("1.0.0");
    expect(headers.get("tus-resumable")).toBe("1.0.0");
    expect(headers.get("tus-max-size")).toBe("25000000");
    expect(headers.get("tus-extension")).toBe("creation,creation-with-upload,expiration,termination");
  });

  it("may be used by pages at allowed origins only", async () => {
    const preflight = (origin: string) =>
      fetch(`${api.origin}/api/uploads/${randomUUID()}`, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "PATCH",
          "access-control-request-headers": "authorization,tus-resumable,upload-offset,content-type",
        },
      });
    const asked = await preflight("https://app.example");
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(asked.headers.get("access-control-allow-methods")).toMatch(/HEAD.*PATCH.*DELETE/);
    expect(asked.headers.get("access-control-allow-headers")).toMatch(
      /Authorization.*Tus-Resumable.*Upload-Length.*Upload-Metadata.*Upload-Offset/,
    );
    expect((await preflight("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
    const made = await ask("POST", "/api/uploads/", {
      headers: { origin: "https://app.example", "upload-length": "3" },
    });
    expect(made.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(made.headers.get("access-control-expose-headers")).toMatch(/Location.*Upload-Expires.*Upload-Offset/);
    expect(made.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(made.headers.get("cache-control")).toBe("no-store");
  });

  it("continue where they stopped, even in another process", async () => {
    const bytes = randomBytes(2_500_000);
    const path = await create(bytes.length, { headers: { "upload-metadata": "filename dHJlZS5qcGc=,filetype" } });
    expect(path).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
    expect((await head(path)).offset).toBe("0");
    const first = await patch(path, 0, bytes.subarray(0, 1_300_000));
    expect([first.status, first.offset]).toEqual([204, "1300000"]);
    expect(Date.parse(first.headers.get("upload-expires") ?? "")).toBeGreaterThan(Date.now() + 13 * 86_400_000);
    const stands = await head(path, { at: other.origin });
    expect([stands.status, stands.offset]).toEqual([200, "1300000"]);
    expect(stands.headers.get("upload-length")).toBe("2500000");
    expect(stands.headers.get("upload-metadata")).toBe("filename dHJlZS5qcGc=,filetype");
    expect(stands.headers.get("cache-control")).toBe("no-store");
    const rest = await patch(path, 1_300_000, bytes.subarray(1_300_000), { at: other.origin });
    expect([rest.status, rest.offset]).toEqual([204, "2500000"]);
    expect((await bytesOf(path)).equals(bytes)).toBe(true);
  });

  it("may include their first bytes, or all of them", async () => {
    const bytes = randomBytes(5_000);
    const path = await create(bytes.length, {
      body: bytes.subarray(0, 4_000),
      headers: { "content-type": "application/offset+octet-stream" },
    });
    expect((await head(path)).offset).toBe("4000");
    await patch(path, 4_000, bytes.subarray(4_000));
    expect((await bytesOf(path)).equals(bytes)).toBe(true);
  });

  it("keep what arrived before the connection broke", async () => {
    const bytes = randomBytes(900_000);
    const path = await create(bytes.length);
    const socket = await beginPatch(path, 0, bytes.length, bytes.subarray(0, 300_000));
    await wait(200);
    socket.destroy();
    await vi.waitFor(async () => expect((await head(path, { at: other.origin })).offset).toBe("300000"));
    const rest = await patch(path, 300_000, bytes.subarray(300_000));
    expect(rest.offset).toBe("900000");
    expect((await bytesOf(path)).equals(bytes)).toBe(true);
  });

  it("find everything from a connection that isn't known to be dead", async () => {
    const bytes = randomBytes(400_000);
    const path = await create(bytes.length);
    const dead = await beginPatch(path, 0, bytes.length, bytes.subarray(0, 300_000));
    await wait(200);
    expect((await head(path)).offset).toBe("300000");
    expect((await patch(path, 300_000, bytes.subarray(300_000))).offset).toBe("400000");
    dead.destroy();
    expect((await bytesOf(path)).equals(bytes)).toBe(true);
  });

  it("accept each byte from one of two simultaneous processes and reject the other", async () => {
    const bytes = randomBytes(600_000);
    const path = await create(bytes.length);
    const slow = await beginPatch(path, 0, bytes.length, bytes.subarray(0, 200_000), other.origin);
    await wait(200);
    expect((await patch(path, 0, bytes)).offset).toBe("600000");
    let answer = "";
    slow.on("data", (data: Buffer) => {
      answer += data.toString();
    });
    slow.write(bytes.subarray(200_000));
    await vi.waitFor(() => expect(answer).toMatch(/^HTTP\/1\.1 409 [\s\S]*upload_conflict/));
    slow.destroy();
    expect((await bytesOf(path)).equals(bytes)).toBe(true);
    expect((await head(path)).offset).toBe("600000");
  });

  it("reject bytes at another offset", async () => {
    const path = await create(100);
    await patch(path, 0, Buffer.alloc(50));
    for (const offset of [0, 49, 51]) {
      const { status, code } = await patch(path, offset, Buffer.alloc(10));
      expect([offset, status, code]).toEqual([offset, 409, "upload_conflict"]);
    }
    const tooMuch = await patch(path, 50, Buffer.alloc(51));
    expect([tooMuch.status, tooMuch.code]).toEqual([409, "upload_conflict"]);
    expect((await head(path)).offset).toBe("50");
  });

  it("leave the connection usable after bytes at another offset", async () => {
    const path = await create(1_000_000);
    const socket = await beginPatch(path, 5, 400_000, randomBytes(400_000));
    let answers = "";
    socket.on("data", (bytes) => (answers += bytes));
    await expect.poll(() => answers).toMatch(/^HTTP\/1\.1 409 /);
    socket.write(
      `HEAD ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.alice}\r\nTus-Resumable: 1.0.0\r\n\r\n`,
    );
    await expect.poll(() => answers).toMatch(/HTTP\/1\.1 200 .*upload-offset: 0\r\n/s);
    socket.destroy();
  });

  it("are only visible to the account that made them", async () => {
    const path = await create(10);
    const refusals = [
      await head(path, { as: "bob" }),
      await patch(path, 0, Buffer.alloc(10), { as: "bob" }),
      await ask("DELETE", path, { as: "bob" }),
      await head(`/api/uploads/${randomUUID()}`),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(refusals.map(({ code }) => code)).toEqual([undefined, "not_found", "not_found", undefined]);
    for (const odd of ["abc", "0", "..%2Fx", "%00"]) {
      const odds = [await head(`/api/uploads/${odd}`), await ask("DELETE", `/api/uploads/${odd}`)];
      odds.push(await patch(`/api/uploads/${odd}`, 0, Buffer.alloc(10)));
      expect([odd, ...odds.map(({ status }) => status)]).toEqual([odd, 404, 404, 404]);
    }
    expect((await head(path)).offset).toBe("0");
    for (const method of ["HEAD", "PATCH", "DELETE"]) {
      const { status } = await fetch(`${api.origin}${path}`, { method, headers: { "tus-resumable": "1.0.0" } });
      expect([method, status]).toEqual([method, 401]);
    }
    expect((await fetch(`${api.origin}/api/uploads/`, { method: "POST" })).status).toBe(401);
  });

  it.each<[string, number, string, Record<string, string>]>([
    ["more than a photo may have", 413, "photo_too_large", { "upload-length": "25000001" }],
    ["a length that is said later", 400, "invalid_request", { "upload-defer-length": "1" }],
    ["no length", 400, "invalid_request", {}],
    ["a length that is no number", 400, "invalid_request", { "upload-length": "many" }],
    ["parts to be joined", 400, "invalid_request", { "upload-length": "1", "upload-concat": "partial" }],
    ["a name without end", 400, "invalid_request", { "upload-length": "1", "upload-metadata": "a ".repeat(2_000) }],
    ["a broken name", 400, "invalid_request", { "upload-length": "1", "upload-metadata": "filename ä" }],
    ["another version", 412, "tus_version_unsupported", { "upload-length": "1", "tus-resumable": "0.2.2" }],
  ])("refuse %s", async (_what, status, code, headers) => {
    const answer = await ask("POST", "/api/uploads/", { headers });
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.headers.get("tus-resumable")).toBe("1.0.0");
    if (status === 412) expect(answer.headers.get("tus-version")).toBe("1.0.0");
  });

  it("are deleted on request, with their bytes", async () => {
    const path = await create(10);
    await patch(path, 0, Buffer.alloc(5));
    const [key = ""] = await keysOf(path);
    expect(await api.services.photoStore.exists(key)).toBe(true);
    expect((await ask("DELETE", path)).status).toBe(204);
    expect((await head(path)).status).toBe(404);
    expect(await api.services.photoStore.exists(key)).toBe(false);
    expect((await ask("DELETE", path)).status).toBe(404);
  });

  it("expire after 14 days without a byte, and not before", async () => {
    const paths = [await create(10), await create(10)];
    const [old = "", young = ""] = paths.map((path) => path.split("/").at(-1) ?? "");
    await patch(paths[0] ?? "", 0, Buffer.alloc(5));
    const age = (id: string, days: number) =>
      sql`UPDATE resumable_uploads SET touched_at = now() - ${days} * interval '1 day' WHERE id = ${id}`.execute(
        api.database.db,
      );
    await age(old, 14.1);
    await age(young, 13.9);
    expect((await head(paths[0] ?? "")).status).toBe(404);
    await sweepUploads(api.services);
    const left = await api.database.db
      .selectFrom("resumable_uploads")
      .select("id")
      .where("id", "in", [old, young])
      .execute();
    expect(left).toEqual([{ id: young }]);
    await patch(paths[1] ?? "", 0, Buffer.alloc(5));
    await age(young, 13.9);
    expect((await head(paths[1] ?? "")).offset).toBe("5");
  });

  it("are listed in the export of one's data, and erased with it", async () => {
    const token = await api.mintToken({ username: "carol" });
    const send = (method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
      fetch(new URL(path, api.origin), {
        method,
        headers: { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0", ...headers },
        ...(body && { body: new Uint8Array(body) }),
      });
    const type = { "content-type": "application/offset+octet-stream" };
    await send("POST", "/api/uploads/", { ...type, "upload-length": "9" }, Buffer.alloc(5));
    const zip = await readZip(Buffer.from(await (await send("GET", "/api/adventurers/carol/export")).arrayBuffer()));
    expect(JSON.parse(zip["unfinished-uploads.json"]?.toString() ?? "")).toMatchObject([
      { length_bytes: 9, received_bytes: 5 },
    ]);
    const [chunk] = await api.database.db
      .selectFrom("resumable_upload_chunks as c")
      .innerJoin("resumable_uploads as u", "u.id", "c.upload_id")
      .select("c.photo_key")
      .where("u.adventurer_id", "=", "carol")
      .execute();
    const key = chunk?.photo_key ?? "";
    expect(await api.services.photoStore.exists(key)).toBe(true);
    await eraseAdventurer(
      api.services,
      { issuer: "https://issuer.example", subject: "carol" },
      { deletesUnaccepted: false },
    );
    await vi.waitFor(async () => expect(await api.services.photoStore.exists(key)).toBe(false), { timeout: 10_000 });
    const named = api.database.db
      .selectFrom("resumable_uploads")
      .select("id")
      .where("adventurer_id", "like", "former-%");
    expect(await named.execute()).toEqual([]);
  });

  it("have orphaned bytes swept after a day, and no others", async () => {
    const path = await create(5);
    await patch(path, 0, Buffer.alloc(5));
    const orphan = `chunks/${randomUUID()}`;
    await storeBytes(api.services.photoStore, orphan, Buffer.alloc(5));
    const sweep = (nowMs: number) =>
      sweepOrphans({
        store: api.services.photoStore,
        kinds: photoKinds(api.database.db),
        databaseMadeAt: new Date(0),
        logger: api.services.logger,
        nowMs,
      });
    await sweep(Date.now() + 23 * 3_600_000);
    expect(await api.services.photoStore.exists(orphan)).toBe(true);
    await sweep(Date.now() + 25 * 3_600_000);
    expect(await api.services.photoStore.exists(orphan)).toBe(false);
    expect(await bytesOf(path)).toEqual(Buffer.alloc(5));
  });

  it("with too many pieces start over", async () => {
    const path = await create(10_000);
    const id = idOf(path);
    const { db } = api.database;
    await sql`INSERT INTO resumable_upload_chunks SELECT ${id}::uuid, at, 1, 'chunks/' || gen_random_uuid()
      FROM generate_series(0, 3999) AS at`.execute(db);
    await sql`UPDATE resumable_uploads SET received_bytes = 4000 WHERE id = ${id}::uuid`.execute(db);
    expect((await patch(path, 4_000, Buffer.alloc(1))).status).toBe(404);
    expect((await head(path)).status).toBe(404);
  });

  it("are limited to fifty per account: a further one replaces the oldest, with its bytes", async () => {
    const first = await create(1, { as: "bob" });
    const second = await create(2, { as: "bob" });
    await patch(second, 0, Buffer.alloc(1), { as: "bob" });
    const [key = ""] = await keysOf(second);
    await sql`UPDATE resumable_uploads SET touched_at = now() - interval '1 hour' WHERE id = ${idOf(second)}::uuid`.execute(
      api.database.db,
    );
    expect(await api.services.photoStore.exists(key)).toBe(true);
    for (let count = 2; count < 50; count++) await create(1, { as: "bob" });
    await patch(first, 0, Buffer.alloc(1), { as: "bob" });
    await create(1, { as: "bob" });
    expect((await head(second, { as: "bob" })).status).toBe(404);
    expect(await api.services.photoStore.exists(key)).toBe(false);
    expect((await head(first, { as: "bob" })).status).toBe(200);
  });

  it("are limited to fifty even if made simultaneously, without errors", async () => {
    const { db } = api.database;
    const username = "carol";
    const token = await api.mintToken({ username });
    const origins = [api.origin, other.origin];
    const make = (at = api.origin) =>
      fetch(new URL("/api/uploads/", at), {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0", "upload-length": "1" },
      });
    for (let made = 0; made < 50; made++) expect((await make(api.origin)).status).toBe(201);
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => make(origins[index % 2])));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    }
    const left = await db.selectFrom("resumable_uploads").select("id").where("adventurer_id", "=", username).execute();
    expect(left).toHaveLength(50);
  });

  it("are always locked in the same order, which prevents deadlocks", async () => {
    const { db } = api.database;
    const paths = await Promise.all(Array.from({ length: 10 }, () => create(1)));
    const ids = paths.map((path) => path.split("/").at(-1) ?? "").sort();
    await sql`UPDATE resumable_uploads SET touched_at = now() - interval '15 days' WHERE id = ANY(${ids})`.execute(db);
    const { sweeping } = await db.transaction().execute(async (tx) => {
      const lock = (id: string) => tx.selectFrom("resumable_uploads").select("id").where("id", "=", id).forUpdate();
      const [first = "", ...others] = ids;
      await lock(first).execute();
      const sweeping = Promise.allSettled([sweepUploads(api.services)]);
      await vi.waitFor(async () => {
        const { rows } =
          await sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`.execute(
            db,
          );
        expect(rows).toHaveLength(1);
      }, 10_000);
      for (const id of others) await lock(id).execute();
      return { sweeping };
    });
    expect(await sweeping).toEqual([{ status: "fulfilled", value: undefined }]);
    expect(countRepeats()).toBe(0);
  });

  it("keep what arrived before an error, and report the error", async () => {
    const path = await create(10);
    const arriving = Readable.from(
      (async function* () {
        yield Buffer.alloc(4);
        throw new Error("the stream failed");
      })(),
    );
    const uploadQuota = new UploadQuota({ add: () => ({ requests: 0, windowEndsInMs: 0 }) }, 1e6);
    const writing = new AccountUploads({ ...api.services, uploadQuota }, "alice").write(arriving, idOf(path), 0);
    await expect(writing).rejects.toThrow("the stream failed");
    expect((await head(path)).offset).toBe("4");
  });

  it("give the quota back for bytes that are not kept", async () => {
    const path = await create(10_000);
    let units = 0;
    const add = (_key: string, windowMs: number, more: number) => {
      units += more;
      return { requests: units, windowEndsInMs: windowMs };
    };
    const { photoStore } = api.services;
    const write = (offset: number, store = photoStore) =>
      new AccountUploads(
        { ...api.services, photoStore: store, uploadQuota: new UploadQuota({ add }, 1e6) },
        "alice",
      ).write(Readable.from([Buffer.alloc(4_000)]), idOf(path), offset);
    const failing: typeof photoStore = Object.assign(Object.create(photoStore), {
      beginWrite: async (key: string) => {
        const writer = await photoStore.beginWrite(key);
        const commit = () => Promise.reject(new Error("the store failed"));
        return { bytes: writer.bytes, localPath: writer.localPath, abort: () => writer.abort(), commit };
      },
    });
    await expect(write(0, failing)).rejects.toThrow("the store failed");
    expect(units).toBe(0);
    expect(await write(0)).toBe(4_000);
    await expect(write(0)).rejects.toThrow(expect.objectContaining({ code: "upload_conflict" }));
    expect(units).toBe(4);
  });

  it("count towards the daily quota", async () => {
    const small = await startTestApi({ UPLOAD_MEGABYTES_PER_DAY: "1" });
    try {
      const token = await small.mintToken({ username: "alice" });
      const send = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array) =>
        fetch(new URL(path, small.origin), {
          method,
          headers: { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0", ...headers },
          ...(body && { body: new Uint8Array(body) }),
        });
      const made = await send("POST", "/api/uploads/", { "upload-length": "2000000" });
      const headers = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
      const path = made.headers.get("location") ?? "";
      expect((await send("PATCH", path, headers, Buffer.alloc(1_000_000))).status).toBe(204);
      const refused = await send("PATCH", path, { ...headers, "upload-offset": "1000000" }, Buffer.alloc(1_000));
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        429,
        "upload_quota_exhausted",
      ]);
      expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
      expect((await send("POST", "/api/uploads/", { "upload-length": "1" })).status).toBe(429);
    } finally {
      await small.close();
    }
  });
});

it("work with the browsers' client: interrupted, and resumed by another process", async () => {
  const { Upload } = await import("tus-js-client");
  const bytes = randomBytes(3_000_000);
  const options = {
    headers: { authorization: `Bearer ${tokens.alice}` },
    uploadSize: bytes.length,
    metadata: { filename: "tree.jpg" },
    retryDelays: null,
  };
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(bytes, {
      ...options,
      endpoint: `${api.origin}/api/uploads/`,
      chunkSize: 1_000_000,
      onError: reject,
      onChunkComplete: () => void upload.abort().then(() => resolve(upload.url ?? "")),
    });
    upload.start();
  });
  const moved = url.replace(api.origin, other.origin);
  await new Promise<void>((resolve, reject) => {
    new Upload(bytes, { ...options, uploadUrl: moved, onError: reject, onSuccess: () => resolve() }).start();
  });
  const whole = createHash("sha256").update(await bytesOf(url));
  expect(whole.digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
});
