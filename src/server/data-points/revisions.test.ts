import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiAnswer, usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, type UploadForm, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { QuestFormInput } from "../../contract/quests.ts";

const api = usingApi();
let organizationId: number;
let questId: number;
let photo: Buffer;
let otherPhoto: Buffer;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  photo = await makePhoto({ width: 160, height: 120 });
  otherPhoto = await makePhoto({ width: 200, height: 120 });
});

beforeEach(async () => {
  questId = (await makeQuest(api, organizationId)).id;
  await join(api, "alice", questId);
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const send = async (fields: UploadForm = {}) => (await api.upload("alice", questId, uploadForm(photo, fields))).body;
const decide = (id: string, decision = "change_requested") =>
  api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json: { decision, comment: "Measure it again." } });
const sampleOf = async (id: string) => (await api.call("GET", `/quest_data/${id}`, { as: "admin" })).body;

/** A data point of alice's with a requested change. */
async function requested(fields: UploadForm = {}): Promise<ApiAnswer["body"]> {
  const sent = await send(fields);
  expect((await decide(sent.id)).status).toBe(200);
  return sent;
}

function answerForm(fields: Record<string, string>, photos: Record<string, Uint8Array> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, bytes] of Object.entries(photos)) form.set(name, new Blob([new Uint8Array(bytes)]), "photo.jpg");
  return form;
}
const revise = (id: string, fields: Record<string, string>, photos: Record<string, Uint8Array> = {}, as = "alice") =>
  api.call("POST", `/quest_data/${id}/revisions`, { as, form: answerForm(fields, photos) });

const expectCode = ({ status, body }: ApiAnswer, expected: [number, string]) =>
  expect([status, body.code]).toEqual(expected);
const rowOf = (id: string) =>
  api.database.db.selectFrom("quest_data").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const revisionsOf = (id: string) =>
  api.database.db.selectFrom("data_point_revisions").selectAll().where("quest_data_id", "=", id).execute();

async function storedOriginals(): Promise<number> {
  let count = 0;
  for await (const _ of api.services.photoStore.list("originals/")) count++;
  return count;
}

describe("the answer to a requested change", () => {
  it("[CALL-26] replaces photo, value and position, and keeps the former ones", async () => {
    const first = await requested({
      accuracy: "40",
      captured_at: "2026-05-01T08:00:00Z",
      fixed_at: "2026-05-01T07:59:00Z",
    });
    const id = randomUUID();
    const fields = {
      id,
      tree_width: "91",
      latitude: "21.98",
      longitude: "-159.38",
      accuracy: "4",
      message: "Here it is.",
    };
    const { status, body } = await revise(first.id, { ...fields, sha256: sha256(otherPhoto) }, { file: otherPhoto });
    expect([status, body]).toMatchObject([
      201,
      {
        id: first.id,
        revision: 2,
        review: null,
        edited_at: null,
        coordinates: "21.98,-159.38",
        accuracy: 4,
        fixed_at: null,
        captured_at: first.captured_at,
        created_at: first.created_at,
        additional_data: { tree_width: 91 },
        sha256: sha256(otherPhoto),
        photos: [{ key: "file" }],
      },
    ]);
    const sample = await sampleOf(first.id);
    expect(sample).toMatchObject({
      revision: 2,
      review: null,
      reviews: [{ decision: "change_requested", revision: 1, undone_at: null }],
      former_revisions: [
        {
          revision: 1,
          created_at: first.created_at,
          coordinates: first.coordinates,
          accuracy: 40,
          position_source: "device",
          captured_at: first.captured_at,
          protocol_version: null,
          additional_data: { tree_width: 87.5 },
          photos: [{ key: "file", sha256: sha256(photo) }],
        },
      ],
      messages: [{ author: "alice", is_reviewer: false, text: "Here it is.", revision: 2 }],
    });
    for (const [address, width] of [
      [first.image_data_presigned_url, 160],
      [sample.former_revisions[0].photos[0].image_data_presigned_url, 160],
      [body.image_data_presigned_url, 200],
    ]) {
      const { pathname, search } = new URL(address);
      const picture = await fetch(`${api.origin}${pathname}${search}`);
      expect([picture.status, await widthOf(picture)]).toEqual([200, width]);
    }
    expect((await api.call("GET", "/admin/samples?state=pending", { as: "admin" })).body).toMatchObject([
      { id: first.id, revision: 2 },
    ]);
  });

  it("[CALL-26] may be only a message, and then everything stays", async () => {
    const first = await requested({ accuracy: "4.5", spacing_reason: "Twin trunks" });
    const { image_data_presigned_url: _, thumbnail_presigned_url: __, photos: ___, data_url: ____, ...same } = first;
    const { status, body } = await revise(first.id, { message: "  It is right as it is. <b>Look</b>  " });
    expect([status, body]).toMatchObject([201, { ...same, revision: 2, photos: [{ sha256: first.sha256 }] }]);
    expect(await sampleOf(first.id)).toMatchObject({
      capture: { spacing_reason: "Twin trunks" },
      messages: [{ text: "It is right as it is. <b>Look</b>" }],
      former_revisions: [{ photos: [{ sha256: first.sha256 }] }],
    });
  });

  it("[CALL-26] is one revision, even if sent twice or simultaneously", async () => {
    const { id } = await requested();
    const fields = { id: randomUUID(), tree_width: "91", message: "Again." };
    const before = await storedOriginals();
    const answers = await Promise.all([1, 2, 3].map(() => revise(id, fields, { file: otherPhoto })));
    answers.push(await revise(id, fields, { file: otherPhoto }));
    expect(answers.map(({ status, body }) => [status, body.revision, body.sha256])).toEqual(
      answers.map(() => [201, 2, sha256(otherPhoto)]),
    );
    expect(await revisionsOf(id)).toHaveLength(1);
    expect((await sampleOf(id)).messages).toHaveLength(1);
    expect(await storedOriginals()).toBe(before + 1);
    // The id belongs to this answer only.
    const other = await requested();
    expectCode(await revise(other.id, fields), [409, "data_point_id_taken"]);
  });

  it("[CALL-26] is accepted after completion and after the quest's end, and can be requested again", async () => {
    const { id } = await requested();
    await api.call("PATCH", `/adventurers/alice/quests/${questId}`, { as: "alice", json: { status: "completed" } });
    const ended = { quest_status: "COMPLETED", quest_deadline: "2020-01-01" } as const;
    await api.database.db.updateTable("quests").set(ended).where("id", "=", questId).execute();
    expect((await revise(id, { tree_width: "91" })).body).toMatchObject({ revision: 2, late: false });
    await decide(id);
    expect((await revise(id, { tree_width: "92" }, { file: otherPhoto })).body).toMatchObject({ revision: 3 });
    expect((await sampleOf(id)).former_revisions).toMatchObject([
      { revision: 2, additional_data: { tree_width: 91 }, photos: [{ sha256: sha256(photo) }] },
      { revision: 1, additional_data: { tree_width: 87.5 }, photos: [{ sha256: sha256(photo) }] },
    ]);
  });

  it("is rejected without a request, and its photo isn't kept", async () => {
    const { id } = await send();
    const before = await storedOriginals();
    expectCode(await revise(id, { tree_width: "91" }, { file: otherPhoto }), [409, "change_not_requested"]);
    await decide(id);
    await decide(id, "accepted");
    expectCode(await revise(id, { tree_width: "91" }), [409, "change_not_requested"]);
    await decide(id);
    // A reviewer decides while the photo arrives.
    const { photoStore } = api.services;
    const beginWrite = photoStore.beginWrite.bind(photoStore);
    photoStore.beginWrite = async (key) => {
      await decide(id, "denied");
      return beginWrite(key);
    };
    const late = await revise(id, { tree_width: "91" }, { file: otherPhoto });
    photoStore.beginWrite = beginWrite;
    expectCode(late, [409, "change_not_requested"]);
    expect(await rowOf(id)).toMatchObject({ revision: 1, review_decision: "denied" });
    expect(await revisionsOf(id)).toEqual([]);
    expect(await storedOriginals()).toBe(before);
  });

  it("is only accepted from the volunteer", async () => {
    const { id } = await requested();
    for (const as of ["bob", "admin"])
      expectCode(await revise(id, { message: "Mine" }, {}, as), [404, "data_point_not_found"]);
    expectCode(await revise(randomUUID(), { message: "Where?" }), [404, "data_point_not_found"]);
  });

  it.each<[Record<string, string>, Record<string, string>, string]>([
    [{ tree_width: "wide" }, {}, "tree_width"],
    [{ measurements: '{"tree_width":0}' }, {}, "measurements.tree_width"],
    [{ measurements: '{"tree_width":null}' }, {}, "measurements.tree_width"],
    [{ measurements: '{"height":3}' }, {}, "measurements.height"],
    [{ latitude: "21.9" }, {}, "longitude"],
    [{ latitude: "91", longitude: "0" }, {}, "latitude"],
    [{ protocol_version: "7" }, {}, "protocol_version"],
    [{ message: "x".repeat(2001) }, {}, "message"],
    [{ tree_width: "91" }, { "photo:bark": "same" }, "photo:bark"],
  ])("with %j is refused field by field, and nothing is lost", async (fields, photos, path) => {
    const { id } = await requested();
    const before = { row: await rowOf(id), originals: await storedOriginals() };
    const files = Object.fromEntries(Object.keys(photos).map((part) => [part, otherPhoto]));
    const { status, body } = await revise(id, fields, { file: otherPhoto, ...files });
    expect([status, body.code, body.info.map((each: { path: string }) => each.path)]).toEqual([
      422,
      "validation_failed",
      [path],
    ]);
    expect({ row: await rowOf(id), originals: await storedOriginals() }).toEqual(before);
    expect(await revisionsOf(id)).toEqual([]);
  });

  it("is rejected if it is empty or its photo doesn't match the hash", async () => {
    const { id } = await requested();
    expectCode(await revise(id, { id: randomUUID(), message: " " }), [422, "validation_failed"]);
    expectCode(await revise(id, { sha256: sha256(photo) }, { file: otherPhoto }), [422, "photo_checksum_mismatch"]);
    expect(await revisionsOf(id)).toEqual([]);
    expect((await revise(id, { sha256: sha256(photo), tree_width: "91" })).status).toBe(201);
  });
});

describe("field photos in an answer", () => {
  const protocol = {
    fields: [
      { key: "leaf", kind: "photo", label: "Leaf" },
      { key: "ice", kind: "yes_no", label: "Ice?" },
      { key: "ice_photo", kind: "photo", label: "The ice", shown_when: { field: "ice", op: "=", value: true } },
      { key: "thickness", kind: "number", label: "How thick?", shown_when: { field: "ice", op: "=", value: true } },
      { key: "bark", kind: "photo", label: "Bark", required: true },
    ],
    photo: { required: true },
  } satisfies QuestFormInput["protocol"];
  let id: string;

  beforeEach(async () => {
    questId = (await makeQuest(api, organizationId, { quest_type: "WATER", protocol })).id;
    await join(api, "alice", questId);
    const form = uploadForm(photo, { tree_width: undefined, measurements: '{"ice":true,"thickness":3}' });
    for (const key of ["ice_photo", "bark"]) form.set(`photo:${key}`, new Blob([new Uint8Array(photo)]), "photo.jpg");
    id = (await api.upload("alice", questId, form)).body.id;
    await decide(id);
  });

  const photosOf = (body: { photos: { key: string; sha256: string }[] }) =>
    body.photos.map(({ key, sha256: hash }) => [key, hash === sha256(photo) ? "as it was" : "new"]);

  it("are replaced one by one, required ones stay, and their order is the protocol's", async () => {
    const uploads = { "upload:leaf": await sendInParts(otherPhoto), "sha256:leaf": sha256(otherPhoto) };
    const { status, body } = await revise(id, uploads, { "photo:ice_photo": otherPhoto });
    expect([status, photosOf(body)]).toEqual([
      201,
      [
        ["file", "as it was"],
        ["leaf", "new"],
        ["ice_photo", "new"],
        ["bark", "as it was"],
      ],
    ]);
    expect(await api.database.db.selectFrom("resumable_uploads").select("id").execute()).toEqual([]);
    const [former] = (await sampleOf(id)).former_revisions;
    expect(photosOf(former)).toEqual([
      ["file", "as it was"],
      ["ice_photo", "as it was"],
      ["bark", "as it was"],
    ]);
  });

  it("are dropped with a field that is no longer asked for, like its value, and kept with the former revision", async () => {
    const { status, body } = await revise(id, { measurements: '{"ice":false}' });
    expect([status, body.additional_data, photosOf(body)]).toEqual([
      201,
      { ice: false },
      [
        ["file", "as it was"],
        ["bark", "as it was"],
      ],
    ]);
    const [former] = (await sampleOf(id)).former_revisions;
    expect(former).toMatchObject({ protocol_version: 1, additional_data: { ice: true, thickness: 3 } });
    expect(former.photos).toHaveLength(3);
    const { pathname, search } = new URL(former.photos[1].image_data_presigned_url);
    expect((await fetch(`${api.origin}${pathname}${search}`)).status).toBe(200);
  });

  it("are taken from a resumable upload once, by the first of two equal requests", async () => {
    const fields = { id: randomUUID(), "upload:bark": await sendInParts(otherPhoto) };
    const answers = await Promise.all([revise(id, fields), revise(id, fields)]);
    expect(answers.map(({ status, body }) => [status, body.revision])).toEqual([
      [201, 2],
      [201, 2],
    ]);
  });
});

describe("a revised data point", () => {
  const addressOf = (id: string) => `/adventurers/alice/quests/${questId}/data/${id}`;
  const remove = (id: string) => api.call("DELETE", addressOf(id), { as: "alice" });

  it("can be edited before its review, but not deleted", async () => {
    const { id } = await requested();
    await revise(id, { tree_width: "91" }, { file: otherPhoto });
    const json = { measurements: { tree_width: 92 } };
    const { body } = await api.call("PUT", addressOf(id), { as: "alice", json });
    expect(body).toMatchObject({ revision: 2, edited_at: expect.any(String), additional_data: { tree_width: 92 } });
    expectCode(await remove(id), [409, "data_point_reviewed"]);
    expect(await rowOf(id)).toMatchObject({ revision: 2 });
    await decide(id);
    expect((await revise(id, { message: "It is 92 cm." })).body).toMatchObject({ revision: 3, edited_at: null });
  });

  it("leaves nothing behind if every decision was taken back and its volunteer deletes it", async () => {
    const { id } = await requested();
    const before = await storedOriginals();
    await api.call("POST", "/quest_data/reviews/undo", { as: "admin", json: { ids: [id] } });
    await api.call("POST", `/quest_data/${id}/messages`, { as: "alice", json: { text: "A mistake." } });
    expect((await remove(id)).status).toBe(204);
    expectCode(await api.call("GET", `/quest_data/${id}`, { as: "admin" }), [404, "data_point_not_found"]);
    await vi.waitFor(async () => expect(await storedOriginals()).toBe(before - 1), { timeout: 10_000 });
  });
});

/** A complete resumable upload; its id. */
async function sendInParts(bytes: Uint8Array): Promise<string> {
  const response = await fetch(`${api.origin}/api/uploads/`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await api.mintToken({ username: "alice" })}`,
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes.length),
      "content-type": "application/offset+octet-stream",
    },
    body: new Uint8Array(bytes),
  });
  return response.headers.get("location")?.split("/").at(-1) ?? "";
}

async function widthOf(picture: Response): Promise<number | undefined> {
  return (await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width;
}
