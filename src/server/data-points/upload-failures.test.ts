import { createHash, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join as joinPath } from "node:path";
import { Writable } from "node:stream";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { PhotoStoreError, type PhotoWriter } from "../photos/store/photo-store.ts";

const api = usingApi();
let questId: number;
let photo: Buffer;

beforeAll(async () => {
  questId = (await makeQuest(api, await makeOrganization(api))).id;
  await join(api, "alice", questId);
  photo = await makePhoto({ width: 320, height: 240 });
});
afterEach(() => vi.restoreAllMocks());

/** Until mocks are restored, the store fails at the first bytes of a photo. */
function breakStore(error: Error): void {
  const { photoStore } = api.services;
  const beginWrite = photoStore.beginWrite.bind(photoStore);
  vi.spyOn(photoStore, "beginWrite").mockImplementation(async (key): Promise<PhotoWriter> => {
    const writer = await beginWrite(key);
    const bytes = new Writable({ write: (_chunk, _encoding, done) => done(error) });
    return { localPath: writer.localPath, bytes, commit: () => Promise.reject(error), abort: () => writer.abort() };
  });
}

const fullDisk = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

/** An upload like a browser's: head and first bytes, then more as long as the server reads. */
async function beginUpload({ as = "alice", contentType = "multipart/form-data; boundary=b" } = {}): Promise<{
  socket: Socket;
  answered: Promise<string>;
  closed: Promise<void>;
}> {
  const token = await api.mintToken({ username: as });
  const { hostname, port } = new URL(api.origin);
  const socket = connect(Number(port), hostname);
  let text = "";
  const answered = new Promise<string>((resolve) => {
    socket.on("data", (chunk) => {
      text += chunk;
      if (/\r\n\r\n.*\}$/s.test(text)) resolve(text);
    });
  });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined);
  socket.write(
    [
      `POST /api/adventurers/${as}/quests/${questId}/data/uploads?data_type=image HTTP/1.1`,
      "Host: x",
      "Connection: keep-alive",
      `Authorization: Bearer ${token}`,
      `Content-Type: ${contentType}`,
      "Content-Length: 20000000",
      "\r\n",
    ].join("\r\n"),
  );
  return { socket, answered, closed };
}

const fileHead = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';

describe("an upload that fails on the server", () => {
  it("returns 507 while the disk is full, and succeeds once there is space", async () => {
    breakStore(fullDisk());
    const { status, headers, body } = await api.upload("alice", questId, uploadForm(photo));
    expect([status, headers.get("retry-after"), body]).toEqual([
      507,
      "60",
      {
        code: "storage_full",
        detail: "The server is out of storage. Try again later, or contact the people who run the site.",
      },
    ]);
    vi.restoreAllMocks();
    expect((await api.upload("alice", questId, uploadForm(photo))).status).toBe(201);
  });

  it("returns 503 while the photo store is unavailable, and keeps nothing", async () => {
    breakStore(new PhotoStoreError("the photo store cannot be reached"));
    const id = randomUUID();
    const { status, headers, body } = await api.upload("alice", questId, uploadForm(photo, { id }));
    expect([status, headers.get("retry-after"), body.code]).toEqual([503, "10", "unavailable"]);
    expect(body.detail).toBe("The server can't reach its photo storage. Try again in a minute.");
    // Thumbnails of earlier uploads are stored as well.
    await expect.poll(() => readdir(joinPath(api.dataDir, "photos", ".incoming"))).toEqual([]);
    vi.restoreAllMocks();
    expect((await api.upload("alice", questId, uploadForm(photo, { id }))).body.id).toBe(id);
  });

  it("is answered while its body is still being sent, and the connection then ends", async () => {
    breakStore(fullDisk());
    const { socket, answered, closed } = await beginUpload();
    socket.write(fileHead);
    socket.write(photo);
    const timer = setInterval(() => socket.write(Buffer.alloc(10_000, 7)), 20);
    expect(await answered).toMatch(/^HTTP\/1\.1 507 /);
    await closed;
    clearInterval(timer);
  });
});

// A refusal: the rest of a body that we failed to store is awaited for a second only, and a busy machine takes longer.
it("a refused upload leaves the connection usable once the rest of its body has arrived", async () => {
  const { socket, answered } = await beginUpload({ as: "bob" });
  socket.write(fileHead);
  socket.write(Buffer.concat([photo, Buffer.alloc(20_000_000 - fileHead.length - photo.length)]));
  expect(await answered).toMatch(/^HTTP\/1\.1 404 /);
  const second = new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(String(chunk))));
  socket.write("GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(await second).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

describe("an invalid form", () => {
  const send = async (contentType: string, body: string) =>
    api.call("POST", `/adventurers/alice/quests/${questId}/data/uploads?data_type=image`, {
      as: "alice",
      headers: { "content-type": contentType },
      form: body as never,
    });

  it.each([
    ["has no boundary", "multipart/form-data", "--b\r\n"],
    ["has another boundary than it says", "multipart/form-data; boundary=a", `${fileHead}x\r\n--b--\r\n`],
    ["ends in the middle of a part's head", "multipart/form-data; boundary=b", "--b\r\nContent-Dispo"],
    ["ends in the middle of a photo", "multipart/form-data; boundary=b", `${fileHead}\u00ff`],
  ])("is refused when it %s", async (_what, contentType, body) => {
    const answer = await send(contentType, body);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_request"]);
  });

  it("is rejected for a field that is too long, or for too much before the first part", async () => {
    const long = await api.upload("alice", questId, uploadForm(photo, { comment: "x".repeat(10_001) }));
    expect([long.status, long.body.code]).toEqual([413, "request_too_large"]);
    const { status, body } = await send("multipart/form-data; boundary=a", "x".repeat(52_000_000));
    expect([status, body.code]).toEqual([413, "request_too_large"]);
  });
});

describe("an interrupted upload", () => {
  const codesSince = (start: number) => api.log.slice(start).flatMap(({ code }) => (code === undefined ? [] : [code]));

  it("is no longer counted as running, whenever it is interrupted", async () => {
    const { db, callCosts } = api.services;
    const loggedBefore = api.log.length;
    const began = vi.spyOn(callCosts, "enter");
    const executor = db.getExecutor();
    const executeQuery = executor.executeQuery.bind(executor);
    let goOn = () => {};
    let isHeldUp = false;
    // Delays it before the form is read.
    vi.spyOn(Object.getPrototypeOf(executor), "executeQuery").mockImplementation(async (...query: unknown[]) => {
      if (began.mock.calls.length > 0 && !isHeldUp) {
        isHeldUp = true;
        await new Promise<void>((resolve) => (goOn = resolve));
      }
      return executeQuery(...(query as Parameters<typeof executeQuery>));
    });
    const { socket } = await beginUpload();
    socket.write(fileHead);
    await vi.waitFor(() => expect(began).toHaveBeenCalled(), 10_000);
    socket.destroy();
    await vi.waitFor(() => expect(began.mock.calls[0]?.[1].closed).toBe(true), 10_000);
    goOn();
    await vi.waitFor(() => expect(callCosts.counts().upload.running).toBe(0), 10_000);
    expect(codesSince(loggedBefore)).toEqual(["invalid_request"]);
  });

  it("is a client error, not a database error, in the middle of a photo", async () => {
    const { callCosts, photoStore } = api.services;
    const loggedBefore = api.log.length;
    const write = vi.spyOn(photoStore, "beginWrite");
    const { socket } = await beginUpload();
    socket.write(fileHead);
    socket.write(photo);
    await vi.waitFor(() => expect(write).toHaveBeenCalled(), 10_000);
    socket.destroy();
    await vi.waitFor(() => expect(callCosts.counts().upload.running).toBe(0), 10_000);
    expect(codesSince(loggedBefore)).toEqual(["invalid_request"]);
  });
});

it("invalid requests get an answer with a code", async () => {
  const { hostname, port } = new URL(api.origin);
  const socket = connect(Number(port), hostname);
  const answer = new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(String(chunk))));
  socket.write(`NONSENSE ${createHash("sha256").digest("hex")}\r\n\r\n`);
  expect(await answer).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_request"/s);
});
