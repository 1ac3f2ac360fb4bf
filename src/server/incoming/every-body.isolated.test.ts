import { createHash, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join as joinPath } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ZipFile } from "yazl";
import { type Person, startTestApi, type TestApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { type FakePlantnet, hibiscus, startFakePlantnet } from "../../../test/fake-plantnet.ts";
import { makeOgg } from "../../../test/make-audio.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { recordingWith } from "../../../test/recordings.ts";
import { calls } from "../../contract/all-calls.ts";
import { OutsideFiles } from "../outside-files/outside-files.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { countedBytes } from "./upload-quota.ts";

const disk = vi.hoisted(() => ({ freeBytes: 0, looks: 0 }));
vi.mock("node:fs/promises", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs/promises")>()),
  statfs: async () => {
    disk.looks++;
    return { bavail: disk.freeBytes / 4_000, bsize: 4_000 };
  },
}));

const plentyBytes = 1_000_000_000;
const plantnetKey = "SECRET-plantnet-key";

let api: TestApi;
let plantnet: FakePlantnet;
let organizationId: number;
let questId: number;
/** A data point of alice's with a requested change. */
let requestedId: string;
let small: Buffer;
let large: Buffer;

beforeAll(async () => {
  disk.freeBytes = plentyBytes;
  plantnet = await startFakePlantnet(plantnetKey);
  plantnet.mood = { kind: "identifies", results: hibiscus };
  const plantnetSettings = { PLANTNET_API_KEY: plantnetKey, PLANTNET_URL: `${plantnet.url}/` };
  api = await startTestApi({ ...plantnetSettings, UPLOAD_MEGABYTES_PER_DAY: "1" });
  small = await makePhoto({ width: 320, height: 240 });
  large = Buffer.concat([small, Buffer.alloc(2_000_000, 7)]);
  organizationId = await makeOrganization(api);
  questId = (await makeQuest(api, organizationId)).id;
  await join(api, "alice", questId);
  const { body } = await api.upload("alice", questId, uploadForm(small));
  requestedId = body.id;
  const json = { decision: "change_requested", comment: "Nearer, please." };
  const decided = await api.call("PUT", `/quest_data/${requestedId}/review`, { as: "admin", json });
  expect(decided.status).toBeLessThan(300);
});
afterEach(() => {
  disk.freeBytes = plentyBytes;
});
afterAll(async () => {
  await api.close();
  await plantnet.close();
});

type Answer = { status: number; code: string | undefined; retryAfter: string | null };
type Body = AsyncIterable<Uint8Array> | Uint8Array;

/** Sends a body in chunks, without its length. */
async function sendChunked(
  method: string,
  path: string,
  as: Person,
  headers: object,
  body: Body,
  { origin, mintToken } = api,
): Promise<Answer> {
  const token = await mintToken({ username: as });
  const pieces = body instanceof Uint8Array ? [body] : body;
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: ReadableStream.from(pieces) as ReadableStream<Uint8Array>,
    duplex: "half",
  } as RequestInit);
  const text = await response.text();
  const { code } = text.startsWith("{") ? JSON.parse(text) : {};
  return { status: response.status, code, retryAfter: response.headers.get("retry-after") };
}

async function sendForm(method: string, path: string, as: Person, form: FormData): Promise<Answer> {
  const whole = new Response(form);
  const headers = { "content-type": whole.headers.get("content-type") };
  return sendChunked(method, path, as, headers, new Uint8Array(await whole.arrayBuffer()));
}

function formOf(name: string, bytes: Uint8Array): FormData {
  const form = new FormData();
  form.set(name, new Blob([new Uint8Array(bytes)]), "photo.jpg");
  return form;
}

async function bundleOf(photos: readonly Buffer[], { compress = false } = {}): Promise<Buffer> {
  const fix = { latitude: 21.9, longitude: -159.3, accuracy: 4, fixed_at: "2026-05-04T10:00:00Z", source: "device" };
  const zip = new ZipFile();
  const points = photos.map((photo, index) => {
    const sha256 = createHash("sha256").update(photo).digest("hex");
    const file = `photos/${index}.jpg`;
    zip.addBuffer(photo, file, { compress });
    return {
      ...{ id: randomUUID(), quest_id: questId, protocol_version: 0, values: { tree_width: 87.5 }, fixes: [fix] },
      ...{ captured_at: new Date().toISOString(), photos: [{ key: "file", file, sha256 }] },
    };
  });
  zip.addBuffer(Buffer.from(JSON.stringify({ version: 1, account: "alice", points })), "manifest.json");
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const tus = { "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" };

async function continueUpload(bytes: Buffer): Promise<Answer> {
  const made = await fetch(`${api.origin}/api/uploads/`, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${await api.mintToken({ username: "alice" })}`, "tus-resumable": "1.0.0" },
      "upload-length": String(bytes.length),
    },
  });
  const path = (made.headers.get("location") ?? "").replace("/api", "");
  return sendChunked("PATCH", path, "alice", { ...tus, "upload-offset": "0" }, bytes);
}

/** A sound that is small or large like this photo. */
const soundAsLarge = (photo: Buffer) =>
  photo === small ? recordingWith("ogg", { words: "told", at: new Date(0) }) : makeOgg({ seconds: 8_000 });

/** Every call that writes received bytes to a disk. */
const receivers: Record<string, (photo: Buffer) => Promise<Answer>> = {
  uploadDataPoint: (photo) =>
    sendForm("POST", `/adventurers/alice/quests/${questId}/data/uploads?data_type=image`, "alice", uploadForm(photo)),
  reviseDataPoint: (photo) =>
    sendForm("POST", `/quest_data/${requestedId}/revisions`, "alice", uploadForm(photo, { tree_width: undefined })),
  importRescue: async (photo) => sendForm("POST", "/rescue", "alice", formOf("file", await bundleOf([photo]))),
  setQuestImage: (photo) => sendForm("PUT", `/quests/${questId}/image`, "admin", formOf("file", photo)),
  createPicture: (photo) =>
    sendForm("POST", `/organizations/${organizationId}/pictures`, "admin", formOf("file", photo)),
  createSound: (photo) =>
    sendForm("POST", `/organizations/${organizationId}/sounds`, "admin", formOf("file", soundAsLarge(photo))),
  identifyPlant: (photo) => sendForm("POST", "/plant_id/", "tester", formOf("image", photo)),
  createUpload: (photo) =>
    sendChunked("POST", "/uploads/", "alice", { ...tus, "upload-length": String(photo.length) }, photo),
  continueUpload,
};

/** These are read into memory, with their own limits. */
const inMemory = ["importProtocol", "importStations", "createList", "renewList"] as const;

/** Received files; a worker makes thumbnails of them meanwhile. */
async function receivedFiles({ dataDir }: TestApi): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => joinPath(entry.parentPath, entry.name));
  return paths.filter((path) => /rescue-incoming|originals|chunks|plant-id/.test(path)).sort();
}

const nothingUnderway = ({ dataDir }: TestApi) =>
  vi.waitFor(async () => expect(await readdir(joinPath(dataDir, "photos", ".incoming"))).toEqual([]), 10_000);

describe("bytes for a disk", () => {
  it("arrive by these calls only", () => {
    const withFiles = Object.entries(calls).flatMap(([name, call]) => ("multipart" in call ? [name] : []));
    const ofParts = ["createUpload", "continueUpload"];
    expect([...withFiles, ...ofParts].sort()).toEqual([...Object.keys(receivers), ...inMemory].sort());
  });

  it.each(inMemory)("are read apart if they are read whole, and not taken in while too many are: %s", async (name) => {
    const list = formOf("file", Buffer.from("code,label\na,A\n"));
    const { body: made } = await api.call("POST", `/organizations/${organizationId}/lists`, {
      as: "admin",
      form: list,
    });
    const path = calls[name].path.replace(
      "{id}",
      name === "renewList" ? String(made.id) : name === "createList" ? String(organizationId) : String(questId),
    );
    const full = vi.spyOn(OutsideFiles.prototype, "read").mockRejectedValue(new DomainError("unavailable.queueFull"));
    const answer = await sendForm(calls[name].method, path, "admin", list);
    full.mockRestore();
    expect([answer.status, answer.code]).toEqual([503, "unavailable"]);
  });

  it.each(Object.entries(receivers))("are rejected while the disk is nearly full: %s", async (_name, send) => {
    const before = await receivedFiles(api);
    disk.freeBytes = 499_000_000;
    const { status, code, retryAfter } = await send(small);
    expect([status, code]).toEqual([507, "storage_full"]);
    expect(retryAfter).toMatch(/^\d+$/);
    expect(await receivedFiles(api)).toEqual(before);
    await nothingUnderway(api);
    expect(JSON.stringify(api.log.findLast(({ code }) => code === "storage_full"))).toContain(
      "499000000 bytes are free",
    );
  });

  it.each(Object.entries(receivers))("are counted while they arrive, and given back: %s", async (_name, send) => {
    const before = await receivedFiles(api);
    const { status, code, retryAfter } = await send(large);
    expect([status, code]).toEqual([429, "upload_quota_exhausted"]);
    expect(Number(retryAfter)).toBeGreaterThan(80_000);
    expect(await receivedFiles(api)).toEqual(before);
    await nothingUnderway(api);
    expect(api.log.findLast(({ code }) => code !== undefined)).toMatchObject({ code: "upload_quota_exhausted" });
    expect((await send(small)).status).toBeLessThan(300);
  });
});

async function* noBytes(): AsyncGenerator<Buffer> {}

it("photos of a bundle are counted as they are unpacked, and skipped once the quota is used up", async () => {
  const before = await receivedFiles(api);
  const write = vi.spyOn(api.services.photoStore, "beginWrite");
  const form = formOf("file", await bundleOf([small, large, small], { compress: true }));
  const { status, body } = await api.call("POST", "/rescue", { as: "alice", form });
  expect(status).toBe(200);
  expect(body.points.map(({ code = "stored" }) => code)).toEqual([
    ...["stored", "upload_quota_exhausted", "upload_quota_exhausted"],
  ]);
  expect(write.mock.calls.filter(([key]) => key.startsWith("originals/"))).toHaveLength(2);
  write.mockRestore();
  expect(await receivedFiles(api)).toHaveLength(before.length + 1);
});

describe("a disk that fills up", () => {
  it("ends a bundle of unknown length, and keeps nothing", async () => {
    const roomy = await startTestApi();
    const head = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK');
    async function* bundle() {
      yield head;
      for (let sent = 0; sent < 60; sent++) {
        if (sent === 20) disk.freeBytes = 499_000_000;
        yield Buffer.alloc(1_000_000);
      }
    }
    try {
      const headers = { "content-type": "multipart/form-data; boundary=b" };
      const { status, code } = await sendChunked("POST", "/rescue", "alice", headers, bundle(), roomy);
      expect([status, code]).toEqual([507, "storage_full"]);
      expect(await receivedFiles(roomy)).toEqual([]);
    } finally {
      await roomy.close();
    }
  });

  it("is checked every 50 MB, across all uploads", async () => {
    const folder = joinPath(api.dataDir, "rescue-incoming");
    const bodies = Array.from({ length: 4 }, (_, index) => {
      const count = countedBytes(joinPath(folder, String(index)));
      const pieces = async function* () {
        for (let sent = 0; sent < 24; sent++) yield Buffer.alloc(1_000_000);
      };
      return count(pieces());
    });
    for (const body of bodies) await body.next();
    disk.looks = 0;
    for (let piece = 1; piece < 24; piece++) for (const body of bodies) await body.next();
    // 92 MB.
    expect(disk.looks).toBe(1);
    disk.freeBytes = 1;
    await expect(countedBytes(joinPath(folder, "more"))(noBytes()).next()).rejects.toMatchObject({
      code: "storage_full",
    });
  });
});
