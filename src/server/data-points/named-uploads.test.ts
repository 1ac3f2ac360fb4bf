import { createHash, randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type TestApi, usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makeMp3, makeMp4, makeOgg, makeWebm } from "../../../test/make-audio.ts";
import { makePdf } from "../../../test/make-pdf.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import { storeBytes } from "../photos/store/photo-store.ts";

const api = usingApi();
let questId: number;
let photo: Buffer;

beforeAll(async () => {
  photo = await makePhoto({ width: 480, height: 360 });
  const protocol = { fields: [{ key: "bark", kind: "photo", label: "Bark", required: true } as const] };
  questId = (await makeQuest(api, await makeOrganization(api), { protocol })).id;
  for (const username of ["alice", "bob"]) await join(api, username, questId);
});
beforeEach(async () => {
  await api.database.db.deleteFrom("resumable_uploads").execute();
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Makes a resumable upload with the first `length` bytes; returns its id. */
async function sendInParts(bytes: Uint8Array, { as = "alice", length = bytes.length } = {}): Promise<string> {
  const response = await fetch(`${api.origin}/api/uploads/`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await api.mintToken({ username: as })}`,
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes.length),
      "content-type": "application/offset+octet-stream",
    },
    body: new Uint8Array(bytes.subarray(0, length)),
  });
  expect(response.status).toBe(201);
  return response.headers.get("location")?.split("/").at(-1) ?? "";
}

const form = (fields: Record<string, string>, file?: Uint8Array) =>
  uploadForm(file, { tree_width: undefined, id: randomUUID(), ...fields });

const uploadsLeft = async () =>
  (await api.database.db.selectFrom("resumable_uploads").select("id").execute()).map(({ id }) => id);

async function storedObjects(kind: string): Promise<number> {
  let count = 0;
  for await (const _ of api.services.photoStore.list(`${kind}/`)) count++;
  return count;
}

describe("a data point with resumable uploads", () => {
  it("equals one with its photos in the form, and its uploads are deleted", async () => {
    const own = await makePhoto({ width: 400, height: 300 });
    const uploads = { "upload:bark": await sendInParts(photo), "upload:file": await sendInParts(own) };
    const { status, body } = await api.upload(
      "alice",
      questId,
      form({ ...uploads, sha256: sha256(own), "sha256:bark": sha256(photo).toUpperCase() }),
    );
    expect(status).toBe(201);
    expect(body.photos.map(({ key, sha256 }: { key: string; sha256: string }) => [key, sha256])).toEqual([
      ["file", sha256(own)],
      ["bark", sha256(photo)],
    ]);
    expect(await uploadsLeft()).toEqual([]);
    expect(await storedObjects("chunks")).toBe(0);
  });

  it("may have one photo as an upload and another as a file", async () => {
    const { status, body } = await api.upload(
      "alice",
      questId,
      form({ "upload:bark": await sendInParts(photo) }, photo),
    );
    expect([status, body.photos.length]).toEqual([201, 2]);
  });

  it("is returned when sent again, although the uploads are deleted", async () => {
    const fields = { id: randomUUID(), "upload:bark": await sendInParts(photo), "sha256:bark": sha256(photo) };
    const first = await api.upload("alice", questId, form(fields));
    const again = await api.upload("alice", questId, form(fields));
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.photos[0].sha256).toBe(sha256(photo));
    expect(again.body.id).toBe(first.body.id);
  });

  it("is one data point if a simultaneous request used the uploads first", async () => {
    const fields = { id: randomUUID(), "upload:bark": await sendInParts(photo) };
    const { photoStore } = api.services;
    const openRead = photoStore.openRead.bind(photoStore);
    let quicker: ReturnType<TestApi["upload"]> | undefined;
    const held = vi.spyOn(photoStore, "openRead").mockImplementation(async (key) => {
      if (!quicker && key.startsWith("chunks/")) {
        quicker = api.upload("alice", questId, form(fields));
        await quicker;
      }
      return openRead(key);
    });
    const slower = await api.upload("alice", questId, form(fields));
    held.mockRestore();
    expect([(await quicker)?.status, slower.status]).toEqual([201, 201]);
    expect(slower.body.id).toBe(fields.id);
    expect(await uploadsLeft()).toEqual([]);
  });

  it("is rejected for an incomplete, unknown or foreign upload", async () => {
    const half = await sendInParts(photo, { length: 1_000 });
    const bobs = await sendInParts(photo, { as: "bob" });
    for (const [id, code] of [
      [half, "upload_incomplete"],
      [bobs, "upload_unknown"],
      [randomUUID(), "upload_unknown"],
      ["../../etc/passwd", "upload_unknown"],
    ]) {
      const { status, body } = await api.upload("alice", questId, form({ "upload:bark": id ?? "" }));
      expect([status, body.code, body.info?.[0]?.path]).toEqual([422, code, "upload:bark"]);
    }
    expect((await uploadsLeft()).sort()).toEqual([half, bobs].sort());
  });

  it("starts over only with a damaged photo", async () => {
    const own = await makePhoto({ width: 400, height: 300 });
    const hashes = { sha256: sha256(own), "sha256:bark": sha256(photo) };
    const id = randomUUID();
    const whole = await sendInParts(own);
    const before = await storedObjects("originals");
    // A part is missing, or its beginning is: damaged, it isn't a photo.
    for (const damaged of [photo.subarray(0, -1), photo.subarray(100), Buffer.alloc(0)]) {
      const uploads = { "upload:file": whole, "upload:bark": await sendInParts(damaged) };
      const { status, body } = await api.upload("alice", questId, form({ id, ...uploads, ...hashes }));
      expect([status, body.code, body.info[0].path]).toEqual([422, "photo_checksum_mismatch", "photo:bark"]);
      expect(await uploadsLeft()).toEqual([whole]);
      expect(await storedObjects("originals")).toBe(before);
    }
    const uploads = { "upload:file": whole, "upload:bark": await sendInParts(photo) };
    expect((await api.upload("alice", questId, form({ id, ...uploads, ...hashes }))).status).toBe(201);
    expect(await uploadsLeft()).toEqual([]);
  });

  it.each<[string, Record<string, string>, string]>([
    ["that nobody asked for", { "upload:leaf": "same" }, "validation_failed"],
    ["and whose position is missing", { latitude: "north" }, "validation_failed"],
  ])("is refused with a photo %s, and the parts stay", async (_what, fields, code) => {
    const id = await sendInParts(photo);
    const before = await storedObjects("originals");
    const sent = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value === "same" ? id : value]));
    const { status, body } = await api.upload("alice", questId, form({ "upload:bark": id, ...sent }));
    expect([status, body.code]).toEqual([422, code]);
    expect(await uploadsLeft()).toEqual([id]);
    expect(await storedObjects("originals")).toBe(before);
    expect((await api.upload("alice", questId, form({ "upload:bark": id }))).status).toBe(201);
  });

  it("is rejected with a photo both as an upload and as a file", async () => {
    const id = await sendInParts(photo);
    const { status, body } = await api.upload("alice", questId, form({ "upload:bark": id, "upload:file": id }, photo));
    expect([status, body.code, body.info[0].path]).toEqual([422, "validation_failed", "file"]);
    expect(await uploadsLeft()).toEqual([id]);
  });

  it("is rejected if two names, or one name twice, are given an upload", async () => {
    const id = await sendInParts(photo);
    const before = await storedObjects("originals");
    const twice = form({ "upload:bark": id });
    twice.append("upload:bark", await sendInParts(photo));
    for (const sent of [form({ "upload:bark": id, "upload:file": id.toUpperCase() }), twice]) {
      const { status, body } = await api.upload("alice", questId, sent);
      expect([status, body.code]).toEqual([422, "validation_failed"]);
    }
    expect(await storedObjects("originals")).toBe(before);
    expect(await uploadsLeft()).toContain(id);
  });

  it("is the only one that uses an upload, at once and afterwards", async () => {
    const id = await sendInParts(photo);
    const before = await storedObjects("originals");
    const points = [1, 2, 3].map(() => ({ id: randomUUID(), "upload:bark": id }));
    const answers = await Promise.all(points.map((fields) => api.upload("alice", questId, form(fields))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.flatMap(({ body }) => (body.code ? [[body.code, body.info?.[0]?.path]] : []))).toEqual([
      ["upload_conflict", "upload:bark"],
      ["upload_conflict", "upload:bark"],
    ]);
    expect(await storedObjects("originals")).toBe(before + 1);
    const again = await Promise.all(points.map((fields) => api.upload("alice", questId, form(fields))));
    expect(again.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
  });

  it("copies no bytes before its fields are right", async () => {
    const id = await sendInParts(photo);
    const write = vi.spyOn(api.services.photoStore, "beginWrite");
    const { status } = await api.upload("alice", questId, form({ "upload:bark": id, latitude: "999" }));
    expect([status, write.mock.calls.length]).toEqual([422, 0]);
    write.mockRestore();
  });

  it("is rejected if an upload isn't a photo", async () => {
    const id = await sendInParts(Buffer.from("this is no photo"));
    const { status, body } = await api.upload("alice", questId, form({ "upload:bark": id }));
    expect([status, body.code, body.info[0].path]).toEqual([415, "photo_unsupported", "photo:bark"]);
  });
});

describe("a PDF of a field", () => {
  const pdf = makePdf();
  let reportQuest: number;

  beforeAll(async () => {
    const fields = [
      { key: "report", kind: "file" as const, label: "Report", required: true },
      { key: "song", kind: "audio" as const, label: "Song" },
    ];
    const visits = {
      key: "visits",
      kind: "group" as const,
      label: "Visits",
      repeat: {},
      fields: [{ ...fields[0], key: "sheet", required: false }],
    };
    const protocol = { fields: [...fields, visits], photo: { required: false } } as QuestFormInput["protocol"];
    const quest = await makeQuest(api, await makeOrganization(api, "Reports"), { quest_type: "WATER", protocol });
    reportQuest = quest.id;
    await join(api, "alice", reportQuest);
  });

  function pdfForm(files: Record<string, Buffer>, fields: Record<string, string> = {}): FormData {
    const sent = form({ measurements: "{}", ...fields });
    for (const [part, bytes] of Object.entries(files)) sent.set(part, new Blob([new Uint8Array(bytes)]), "a.pdf");
    return sent;
  }
  const send = (files: Record<string, Buffer>, fields?: Record<string, string>) =>
    api.upload("alice", reportQuest, pdfForm(files, fields));

  it("arrives in the form, in a row and in parts, has its hash, and is downloaded as it was", async () => {
    const sheet = makePdf(5_000);
    const measurements = JSON.stringify({ visits: [{}] });
    const { status, body } = await send(
      { "file:visits.0.sheet": sheet },
      { measurements, "upload:report": await sendInParts(pdf), "sha256:report": sha256(pdf) },
    );
    expect([status, body.photos, await uploadsLeft()]).toEqual([201, [], []]);
    const [report] = body.files;
    expect(body.files).toEqual([
      {
        key: "report",
        kind: "file",
        media_type: "application/pdf",
        size_bytes: pdf.length,
        sha256: sha256(pdf),
        url: expect.any(String),
      },
      expect.objectContaining({ key: "visits.0.sheet", size_bytes: 5_000, sha256: sha256(sheet) }),
    ]);
    expect(body.additional_data).toEqual({ visits: [{}] });

    const { pathname, search } = new URL(report.url);
    const download = await fetch(`${api.origin}${pathname}${search}`);
    expect(Buffer.from(await download.arrayBuffer())).toEqual(pdf);
    expect(Object.fromEntries(download.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="report.pdf"',
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "accept-ranges": "bytes",
    });
    const range = async (asked: string) => {
      const response = await fetch(`${api.origin}${pathname}${search}`, { headers: { range: asked } });
      return [response.status, response.headers.get("content-range"), await response.text()];
    };
    const size = pdf.length;
    expect(await range("bytes=0-3")).toEqual([206, `bytes 0-3/${size}`, "%PDF"]);
    expect(await range("bytes=-6")).toEqual([206, `bytes ${size - 6}-${size - 1}/${size}`, "%%EOF\n"]);
    expect((await range(`bytes=${size}-`))[0]).toBe(200);
    // Neither signature opens the other's address.
    const id = pathname.split("/").at(-1);
    for (const path of [`photos/${id}/display`, `files/${body.id}`]) {
      expect((await fetch(`${api.origin}/api/${path}${search}`)).status).toBe(403);
    }
    expect((await fetch(`${api.origin}${pathname}${search}x`)).status).toBe(403);
    // A file of another size would leave its reader waiting, or with bytes that belong to no answer.
    const { rows } = await api.database.pool.query("SELECT photo_key FROM quest_data_photos WHERE quest_data_id = $1", [
      body.id,
    ]);
    await storeBytes(api.services.photoStore, rows[0].photo_key, pdf.subarray(1));
    expect((await fetch(`${api.origin}${pathname}${search}`)).status).toBe(500);
  });

  it.each([
    ["text", Buffer.from("Not a PDF at all."), 415, "file_unsupported"],
    ["another file that holds a PDF", Buffer.concat([Buffer.from("GIF89a;"), pdf]), 415, "file_unsupported"],
    ["a PDF that holds another file", Buffer.concat([pdf, Buffer.from("PK\x03\x04")]), 422, "file_unreadable"],
    [
      "a PDF whose table is elsewhere",
      Buffer.from(pdf.toString("latin1").replace(/startxref\n\d+/, "startxref\n9999999999"), "latin1"),
      422,
      "file_unreadable",
    ],
    ["the first half of a PDF", pdf.subarray(0, pdf.length / 2), 422, "file_unreadable"],
    ["nothing", Buffer.alloc(0), 415, "file_unsupported"],
    ["10 MB and a byte", makePdf(10_000_001), 413, "file_too_large"],
  ])("is not %s", async (_what, bytes, status, code) => {
    const before = await storedObjects("originals");
    const inForm = await send({ "file:report": bytes });
    expect([inForm.status, inForm.body.code, inForm.body.info?.[0]?.path]).toEqual([status, code, "file:report"]);
    if (bytes.length > 0) {
      const inParts = await send({}, { "upload:report": await sendInParts(bytes) });
      expect([inParts.status, inParts.body.code]).toEqual([status, code]);
    }
    expect(await storedObjects("originals")).toBe(before);
  });

  it("may have 10 MB", async () => {
    expect((await send({ "file:report": makePdf(10_000_000) })).status).toBe(201);
  });

  it.each([
    ["is missing", {}, ["file:report"]],
    ["comes as a photo", { "photo:report": pdf }, ["photo:report"]],
    ["is a value", {}, ["file:report"]],
  ])("is refused by its part if it %s", async (what, files, paths) => {
    const measurements = JSON.stringify(what === "is a value" ? { report: "a.pdf" } : {});
    const { status, body } = await send(files, { measurements });
    expect([status, body.code]).toEqual(
      what === "comes as a photo" ? [415, "photo_unsupported"] : [422, "validation_failed"],
    );
    expect(body.info.map(({ path }: { path: string }) => path.replace("measurements.", "file:"))).toEqual(paths);
  });

  it("with another hash is refused as damaged", async () => {
    const { status, body } = await send({ "file:report": pdf }, { "sha256:report": sha256(photo) });
    expect([status, body.code, body.info?.[0]?.path]).toEqual([422, "photo_checksum_mismatch", "file:report"]);
  });
});

describe("a recording of a field", () => {
  const webm = makeWebm({ seconds: 25 });
  let songQuest: number;

  beforeAll(async () => {
    const protocol = { fields: [{ key: "song", kind: "audio" as const, label: "Song" }], photo: { required: false } };
    const quest = await makeQuest(api, await makeOrganization(api, "Songs"), { quest_type: "WATER", protocol });
    songQuest = quest.id;
    await join(api, "alice", songQuest);
  });

  function send(bytes: Buffer, fields: Record<string, string> = {}) {
    const sent = form({ measurements: "{}", ...fields });
    sent.set("audio:song", new Blob([new Uint8Array(bytes)]), "song.webm");
    return api.upload("alice", songQuest, sent);
  }

  it.each([
    ["webm", "webm", webm, 24.9],
    ["ogg", "ogg", makeOgg({ seconds: 300 }), 300],
    ["mp4", "mp4", makeMp4({ seconds: 7 }), 7],
    ["mp3", "mpeg", makeMp3({ seconds: 7 }), 7],
  ])("is taken as %s, with its length, and can be sought", async (format, mediaType, bytes, seconds) => {
    const { status, body } = await send(bytes, { "sha256:song": sha256(bytes) });
    expect([status, body.photos, body.additional_data]).toEqual([201, [], {}]);
    const [file] = body.files;
    expect(file).toMatchObject({ kind: "audio", media_type: `audio/${mediaType}`, sha256: sha256(bytes) });
    expect(file.seconds).toBeCloseTo(seconds, 0);
    const { pathname, search } = new URL(file.url);
    const headers = { range: "bytes=100-" };
    const part = await fetch(`${api.origin}${pathname}${search}`, { headers });
    expect([part.status, part.headers.get("content-type"), part.headers.get("content-disposition")]).toEqual([
      206,
      `audio/${mediaType}`,
      `inline; filename="song.${format}"`,
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100));
  });

  it.each([
    ["text that is called .webm", Buffer.from("<html>not a recording</html>"), 415, "audio_unsupported"],
    ["a PDF", makePdf(), 415, "audio_unsupported"],
    ["WebM with video", makeWebm({ trackType: 1, codec: "V_VP9" }), 415, "audio_unsupported"],
    ["WebM with another codec", makeWebm({ codec: "A_VORBIS" }), 415, "audio_unsupported"],
    ["WebM with two tracks", makeWebm({ tracks: 2 }), 415, "audio_unsupported"],
    ["WebM that was cut off", webm.subarray(0, -5), 422, "audio_unreadable"],
    ["WebM without sound", webm.subarray(0, 100), 422, "audio_unreadable"],
    ["Ogg with video", makeOgg({ head: "\x80theora" }), 415, "audio_unsupported"],
    ["Ogg with two streams", Buffer.concat([makeOgg(), makeOgg({ serial: 78 })]), 415, "audio_unsupported"],
    ["Ogg that was cut off", makeOgg().subarray(0, -5), 422, "audio_unreadable"],
    ["MP4 with video", makeMp4({ handler: "vide", sample: "avc1" }), 415, "audio_unsupported"],
    ["MP4 that was cut off", makeMp4().subarray(0, -5), 422, "audio_unreadable"],
    ["MP3 that was cut off", makeMp3().subarray(0, -200), 422, "audio_unreadable"],
    ["MP3 without a frame", makeMp3().subarray(0, 100), 422, "audio_unreadable"],
    ["MP3 of six minutes", makeMp3({ seconds: 360 }), 422, "audio_too_long"],
    ["WebM of six minutes", makeWebm({ seconds: 360 }), 422, "audio_too_long"],
    ["Ogg of six minutes", makeOgg({ seconds: 360 }), 422, "audio_too_long"],
    ["MP4 of six minutes", makeMp4({ seconds: 360 }), 422, "audio_too_long"],
    ["15 MB and a byte", Buffer.concat([webm, Buffer.alloc(15_000_001 - webm.length)]), 413, "file_too_large"],
  ])("is not %s", async (_what, bytes, status, code) => {
    const before = await storedObjects("originals");
    const answer = await send(bytes);
    expect([answer.status, answer.body.code, answer.body.info?.[0]?.path]).toEqual([status, code, "audio:song"]);
    expect(await storedObjects("originals")).toBe(before);
  });
});
