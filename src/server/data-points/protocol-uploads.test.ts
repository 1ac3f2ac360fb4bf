// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { createHash, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join as joinPath } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApi, usingApi } from "../../../test/api.ts";
import {
  join,
  makeOrganization,
  makeQuest,
  questPayload,
  type UploadForm,
  uploadForm,
} from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import { sweepOrphans } from "../photos/delete-photos.ts";
import { derivativeKeyOf } from "../photos/derivatives/photo-derivatives.ts";
import { newPhotoKey, storeBytes } from "../photos/store/photo-store.ts";
import { photoKinds } from "../processes/photo-kinds.ts";
import { findPhotoKey } from "./photo-queries.ts";

const api = usingApi();
let organizationId: number;
let lakeId: number;
let questId: number;
let photos: Buffer[];

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  lakeId = await joinedQuest(lake);
  photos = await Promise.all(["a", "b", "c"].map((uniqueSeed) => makePhoto({ width: 64, height: 48, uniqueSeed })));
});

const lake = {
  fields: [
    { key: "depth", kind: "number", label: "Depth", unit: "m", required: true, min: 0, max: 50, step: 0.1 },
    { key: "fish", kind: "integer", label: "Fish", min: 0 },
    { key: "bank", kind: "photo", label: "The bank", required: true },
    {
      key: "colour",
      kind: "choice",
      label: "Colour",
      options: [
        { value: "green", label: "Green" },
        { value: "other", label: "Another" },
      ],
    },
    { key: "other", kind: "text", label: "Which?", shown_when: { field: "colour", op: "=", value: "other" } },
    {
      key: "animals",
      kind: "choices",
      label: "Animals",
      options: [
        { value: "frog", label: "Frog" },
        { value: "newt", label: "Newt" },
      ],
    },
    { key: "ice", kind: "yes_no", label: "Ice?" },
    { key: "day", kind: "date", label: "Day", min: "2020-01-01" },
    { key: "hour", kind: "time", label: "Hour" },
    {
      key: "ice_photo",
      kind: "photo",
      label: "The ice",
      shown_when: { field: "ice", op: "=", value: true },
    },
    { key: "code", kind: "text", label: "Code", pattern: "[A-Z]{2}\\d+" },
  ],
} satisfies QuestFormInput["protocol"];

beforeEach(() => {
  questId = lakeId;
});

afterEach(async () => {
  const incoming = joinPath(api.dataDir, "photos", ".incoming");
  await expect.poll(() => readdir(incoming), { message: "nothing half received stays" }).toEqual([]);
});

async function joinedQuest(protocol: QuestFormInput["protocol"], changes: Partial<QuestFormInput> = {}) {
  const { id } = await makeQuest(api, organizationId, { quest_type: "WATER", protocol, ...changes });
  await join(api, "alice", id);
  return id;
}

async function setProtocol(id: number, protocol: QuestFormInput["protocol"]): Promise<void> {
  const { body: quest } = await api.call("GET", `/quests/${id}`);
  const json = { ...questPayload(organizationId), locations: quest.locations, protocol };
  const { status } = await api.call("PUT", `/quests/${id}`, { as: "admin", json });
  if (status !== 200) throw new Error(`could not change the quest: ${status}`);
}

const sha256 = (bytes: Uint8Array | undefined) =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex");

type Photos = Record<string, Buffer | undefined>;

/** The app's form: text fields, then photos by form part. */
function formOf(values: object | string, files: Photos, fields: UploadForm = {}): FormData {
  const measurements = typeof values === "string" ? values : JSON.stringify(values);
  const form = uploadForm(undefined, { tree_width: undefined, measurements, ...fields });
  for (const [part, bytes] of Object.entries(files)) {
    if (bytes) form.set(part, new Blob([new Uint8Array(bytes)]), "photo.jpg");
  }
  return form;
}

const send = (values: object | string, files: Photos = { "photo:bank": photos[0] }, fields: UploadForm = {}) =>
  api.upload("alice", questId, formOf(values, files, fields));
const list = async () => (await api.call("GET", `/adventurers/alice/quests/${questId}/data`, { as: "alice" })).body;

/** Everything that an upload may leave behind. Thumbnails of earlier ones are made meanwhile. */
async function traces() {
  const entries = await readdir(joinPath(api.dataDir, "photos"), { recursive: true, withFileTypes: true });
  const { rows } = await api.database.pool.query(
    "SELECT (SELECT count(*)::int FROM quest_data) AS points, (SELECT count(*)::int FROM quest_data_photos) AS photos",
  );
  const files = entries.filter((entry) => entry.isFile() && !/display|thumbnail|\.incoming/.test(entry.parentPath));
  return { ...rows[0], files: files.length };
}

const full = {
  depth: 3.4,
  fish: 12,
  colour: "other",
  other: "Purple",
  animals: ["newt", "frog"],
  ice: true,
  day: "2026-05-31",
  hour: "14:05",
  code: "AB12",
};

const idIn = (address: string) => new URL(address).pathname.split("/").at(-2) ?? "";

async function bytesAt(address: string) {
  const { pathname, search } = new URL(address);
  const response = await fetch(`${api.origin}${pathname}${search}`);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe("a data point of a quest with a protocol", () => {
  beforeEach(async () => {
    questId = await joinedQuest(lake);
  });

  it("keeps every value under its key, and its photos in the order of their fields", async () => {
    const files = { "photo:ice_photo": photos[2], "photo:bank": photos[1], file: photos[0] };
    const { status, body } = await send(full, files, {
      protocol_version: "1",
      user_supplied_latitude: "1.5",
      "sha256:bank": sha256(photos[1]),
      sha256: sha256(photos[0]),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      additional_data: { ...full, user_supplied_latitude: 1.5 },
      protocol_version: 1,
      sha256: sha256(photos[0]),
      photos: [
        { key: "file", sha256: sha256(photos[0]) },
        { key: "bank", sha256: sha256(photos[1]) },
        { key: "ice_photo", sha256: sha256(photos[2]) },
      ],
    });
    expect(body.image_data_presigned_url).toBe(body.photos[0].image_data_presigned_url);
    expect(body.data_url).toContain(body.id);
    expect(await list()).toEqual([body]);
    const shown = [];
    for (const { image_data_presigned_url, thumbnail_presigned_url } of body.photos) {
      const picture = await bytesAt(image_data_presigned_url);
      expect([picture.status, (await bytesAt(thumbnail_presigned_url)).status]).toEqual([200, 200]);
      shown.push(sha256(picture.bytes));
    }
    expect(new Set(shown).size).toBe(3);
    const { body: sample } = await api.call("GET", `/quest_data/${body.id}`, { as: "admin" });
    expect(sample).toMatchObject({
      photos: body.photos,
      protocol: { ...lake, version: 1 },
      quest: { protocol_version: 1 },
    });
    const { body: quests } = await api.call("GET", "/admin/quests", { as: "admin" });
    expect(quests.find(({ id }: { id: number }) => id === questId).quest_data).toEqual([body]);
  });

  it("uses a field's photo as its first if it has none of its own", async () => {
    const bank = await makePhoto({ gps: { latitude: 1.5, longitude: 2.5 } });
    const { body } = await send({ depth: 1 }, { "photo:bank": bank });
    expect(body.photos).toHaveLength(1);
    expect([body.sha256, body.image_data_presigned_url, body.thumbnail_presigned_url]).toEqual([
      sha256(bank),
      body.photos[0].image_data_presigned_url,
      body.photos[0].thumbnail_presigned_url,
    ]);
    const { body: sample } = await api.call("GET", `/quest_data/${body.id}`, { as: "admin" });
    expect(sample.exif_coordinates).toBe("1.5,2.5");
    const { body: samples } = await api.call("GET", `/admin/samples?state=pending&quest_id=${questId}`, {
      as: "admin",
    });
    expect(samples[0].thumbnail_presigned_url).toBe(body.thumbnail_presigned_url);
  });

  it("has no photo if its quest asks for none", async () => {
    questId = await joinedQuest({ fields: [{ key: "note", kind: "text", label: "Note" }], photo: { required: false } });
    const { status, body } = await send({ note: "Nobody there" }, {});
    expect(status).toBe(201);
    expect(body).toMatchObject({
      additional_data: { note: "Nobody there" },
      photos: [],
      data_url: null,
      image_data_presigned_url: null,
      thumbnail_presigned_url: null,
      sha256: null,
    });
    const { body: samples } = await api.call("GET", `/admin/samples?state=pending&quest_id=${questId}`, {
      as: "admin",
    });
    expect(samples[0].thumbnail_presigned_url).toBeNull();
    expect((await api.call("GET", `/quest_data/${body.id}`, { as: "admin" })).body).toMatchObject({ photos: [] });
  });

  it("accepts null, an empty text and no options as no answer", async () => {
    const empty = { fish: null, colour: "", animals: [], code: null };
    const { status, body } = await send({ depth: 1, ...empty });
    expect([status, body.additional_data]).toEqual([201, { depth: 1 }]);
  });

  it("keeps results, which the server calculates again, and meets its constraints", async () => {
    questId = await joinedQuest({
      fields: [
        { key: "adults", kind: "integer", label: "Adults" },
        {
          key: "young",
          kind: "integer",
          label: "Young",
          constraint: { expression: ". <= ${adults} * 5", message: { en: "Too many young", de: "Zu viele Junge" } },
        },
        { key: "total", kind: "calculated", label: "Total", expression: "sum(${adults}, ${young})" },
        { key: "age", kind: "calculated", label: "Age", expression: "today() - date('2026-01-01')" },
      ],
      photo: { required: false },
    });
    const values = { adults: 2, young: 3, total: 5 };
    expect((await send({ adults: 2, young: 3, age: 12 }, {})).body.additional_data).toEqual({ ...values, age: 12 });
    expect((await send(values, {})).body.additional_data).toEqual(values);
    await expectRefused({ ...values, total: 6 }, {}, {}, ["measurements.total"]);
    const { body } = await send({ adults: 0, young: 3 }, {});
    expect(body.info).toEqual([{ path: "measurements.young", message: "Too many young" }]);
    const inLanguage = async (accepted: string) => {
      const path = `/adventurers/alice/quests/${questId}/data/uploads?data_type=image`;
      const form = formOf({ adults: 0, young: 3 }, {});
      const headers = { "accept-language": accepted };
      const { status, body } = await api.call("POST", path, { as: "alice", form, headers });
      return [status, body.code, body.detail];
    };
    const refused = [422, "validation_failed"];
    expect(await inLanguage("de-AT, en;q=0.5")).toEqual([...refused, "measurements.young: Zu viele Junge"]);
    expect(await inLanguage("fr")).toEqual([...refused, "measurements.young: Too many young"]);
  });

  it("[VALID-14] reckons in decimals: shares that add up to 100 do, and results have the digits that they have on paper", async () => {
    const share = (key: string, more: object = {}) => ({ key, kind: "number", label: key, ...more });
    questId = await joinedQuest({
      fields: [
        ...["sand", "silt", "clay"].map((key) => share(key)),
        share("rest", { constraint: { expression: "${sand} + ${silt} + ${clay} + . = 100" } }),
        share("ratio", { constraint: { expression: ". * 100 = 115" } }),
        { key: "sum", kind: "calculated", label: "Sum", expression: "0.1 + 0.2" },
        { key: "round", kind: "calculated", label: "Round", expression: "round(1.005, 2)" },
      ],
      photo: { required: false },
    } as QuestFormInput["protocol"]);
    const values = { sand: 72.68, silt: 10.93, clay: 2.73, rest: 13.66, ratio: 1.15 };
    const { status, body } = await send(values, {}, { latitude: "35.578", longitude: "-82.52199999999999" });
    expect([status, body.additional_data]).toEqual([201, { ...values, sum: 0.3, round: 1.01 }]);
    expect(body.coordinates).toBe("35.578,-82.522");
    await expectRefused({ ...values, rest: 13.67 }, {}, {}, ["measurements.rest"]);
  });

  it("enqueues thumbnails once per photo", async () => {
    const id = randomUUID();
    const files = { file: photos[0], "photo:bank": photos[1] };
    for (let sent = 0; sent < 2; sent++) expect((await send({ depth: 1 }, files, { id })).status).toBe(201);
    const { rows } = await api.database.pool.query(
      `SELECT kind FROM jobs WHERE kind <> 'find-evidence' AND (payload ->> 'id' = $1
         OR payload ->> 'id' IN (SELECT id::text FROM quest_data_photos WHERE quest_data_id = $1::uuid))`,
      [id],
    );
    expect(rows).toEqual([{ kind: "make-derivatives" }, { kind: "make-derivatives" }]);
  });

  it("is the same when sent again, without keeping its photos twice", async () => {
    const id = randomUUID();
    const files = { file: photos[0], "photo:bank": photos[1] };
    const first = await send({ depth: 1 }, files, { id });
    const before = await traces();
    // After the photos, the id comes too late to skip them.
    const late = formOf({ depth: 1 }, files);
    late.set("id", id);
    const again = [await send({ depth: 1 }, files, { id }), await api.upload("alice", questId, late)];
    for (const { status, body } of again) expect([status, body]).toEqual([201, first.body]);
    await setProtocol(questId, null);
    expect((await send({ depth: 1 }, {}, { id })).body).toEqual(first.body);
    expect(await traces()).toEqual(before);
  });

  it("is one when it arrives many times at once, with the photos of one", async () => {
    const id = randomUUID();
    const before = await traces();
    const files = { file: photos[0], "photo:bank": photos[1] };
    const answers = await Promise.all([1, 2, 3, 4].map(() => send({ depth: 1 }, files, { id })));
    for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body]);
    const { points, photos: rows, files: stored } = await traces();
    expect([points - before.points, rows - before.photos, stored - before.files]).toEqual([1, 1, 2]);
  });

  it("keeps its photos in a sweep of orphans", async () => {
    const { body } = await send({ depth: 1 }, { file: photos[0], "photo:bank": photos[1] });
    const { photoStore, photoDerivatives } = api.services;
    const keys = [
      await findPhotoKey(api.database.db, body.id),
      await findPhotoKey(api.database.db, idIn(body.photos[1].thumbnail_presigned_url)),
    ];
    for (const key of keys) await photoDerivatives.make(key ?? "");
    const lost = newPhotoKey();
    await storeBytes(photoStore, lost, Buffer.from("x"));
    const options = { databaseMadeAt: new Date(0), logger: api.services.logger };
    const nowMs = Date.now() + 25 * 60 * 60 * 1000;
    await sweepOrphans({ store: photoStore, kinds: photoKinds(api.database.db), ...options, nowMs });
    expect(await photoStore.exists(lost)).toBe(false);
    for (const key of keys) {
      for (const each of [key ?? "", derivativeKeyOf(key ?? "", "display"), derivativeKeyOf(key ?? "", "thumbnail")]) {
        expect(await photoStore.exists(each), each).toBe(true);
      }
    }
  });

  it("doesn't reveal another's photo to a data point with its id", async () => {
    const { body } = await send({ depth: 1 });
    const id = idIn(body.photos[0].image_data_presigned_url);
    await send({ depth: 1 }, { file: photos[1], "photo:bank": photos[2] }, { id });
    const picture = await bytesAt(body.photos[0].image_data_presigned_url);
    const key = await api.database.db
      .selectFrom("quest_data_photos")
      .select("photo_key")
      .where("id", "=", id)
      .executeTakeFirst();
    const { stream } = await api.services.photoDerivatives.open(key?.photo_key ?? "", "display");
    expect(picture.bytes.equals(Buffer.concat(await stream.toArray()))).toBe(true);
  });
});

describe("the versions of a protocol", () => {
  beforeEach(async () => {
    questId = await joinedQuest(lake);
  });

  const shallow = {
    fields: [{ key: "depth", kind: "number", label: "Depth", max: 2 }],
    photo: { required: false },
  } satisfies QuestFormInput["protocol"];

  it("are all accepted, by default the newest; every data point keeps its own", async () => {
    await setProtocol(questId, shallow);
    const old = await send({ depth: 3 }, { "photo:bank": photos[0] }, { protocol_version: "1" });
    const newest = await send({ depth: 1 }, {});
    const named = await send({ depth: 2 }, {}, { protocol_version: "2" });
    expect([old, newest, named].map(({ status, body }) => [status, body.protocol_version])).toEqual([
      [201, 1],
      [201, 2],
      [201, 2],
    ]);
    const { body: sample } = await api.call("GET", `/quest_data/${old.body.id}`, { as: "admin" });
    expect([sample.protocol, sample.quest.protocol]).toEqual([
      { ...lake, version: 1 },
      { ...shallow, version: 2 },
    ]);
    // Photos of a field that the newest version no longer has, with the version after them.
    const late = formOf({ depth: 3 }, { "photo:bank": photos[0] });
    late.set("protocol_version", "1");
    expect((await api.upload("alice", questId, late)).body.protocol_version).toBe(1);
  });

  it("have their own checks", async () => {
    await setProtocol(questId, shallow);
    await expectRefused({ depth: 3 }, {}, {}, ["measurements.depth"]);
    await expectRefused({ depth: 1 }, {}, { protocol_version: "1" }, ["photo:bank"]);
    await expectRefused({ depth: 1 }, { "photo:bank": photos[0] }, { protocol_version: "2" }, ["photo:bank"]);
  });

  it("belong to the quest: others are rejected", async () => {
    await setProtocol(await joinedQuest(lake), shallow);
    for (const protocol_version of ["2", "999999"]) {
      await expectRefused({ depth: 1 }, { "photo:bank": photos[0] }, { protocol_version }, ["protocol_version"]);
    }
    for (const protocol_version of ["-1", "1.5", "new", "1000000"]) {
      await expectRefused({ depth: 1 }, { "photo:bank": photos[0] }, { protocol_version }, ["protocol_version"]);
    }
  });

  it("0, the specification's form, is accepted only if the quest has or had it", async () => {
    const fields = { tree_width: "87.5", protocol_version: "0" };
    await expectRefused({}, { file: photos[0] }, fields, ["protocol_version"]);
    await setProtocol(questId, null);
    expect((await send({}, { file: photos[0] }, fields)).body).toMatchObject({
      protocol_version: null,
      additional_data: { tree_width: 87.5 },
    });
    // Without a version, the newest: the specification's form again.
    expect((await send({ tree_width: 3 }, { file: photos[0] })).body.protocol_version).toBeNull();
    await setProtocol(questId, shallow);
    expect((await send({}, { file: photos[0] }, fields)).status).toBe(201);
    expect((await send({ depth: 3 }, { "photo:bank": photos[0] }, { protocol_version: "1" })).status).toBe(201);
  });
});

it("a pattern stored under older rules is ignored, and the text is kept", async () => {
  questId = await joinedQuest({ fields: [{ key: "code", kind: "text", label: "Code" }], photo: { required: false } });
  const field = { key: "code", kind: "text", label: "Code", pattern: "(?:a|[ab]){201}" };
  const protocol = JSON.stringify({ fields: [field], photo: { required: false } });
  await api.database.pool.query(
    `WITH stored AS (INSERT INTO protocol_versions (quest_id, version, protocol) VALUES ($1, 2, $2) RETURNING *)
     UPDATE quests SET protocol_version = 2 WHERE id = $1`,
    [questId, protocol],
  );
  const code = "a".repeat(31);
  const { status, body } = await send({ code }, {});
  expect([status, body.protocol_version, body.additional_data]).toEqual([201, 2, { code }]);
});

describe("the circumference", () => {
  const girth = {
    fields: [
      { key: "tree_width", kind: "number", label: "Girth", unit: "cm", required: true, max: 500 },
      { key: "bark", kind: "text", label: "Bark" },
    ],
  } satisfies QuestFormInput["protocol"];

  let girthId: number;

  beforeAll(async () => {
    girthId = await joinedQuest(girth, { quest_type: "TREES" });
  });
  beforeEach(() => {
    questId = girthId;
  });

  it("is a form field if the protocol asks for it, as in the specification", async () => {
    const { status, body } = await api.upload("alice", questId, uploadForm(photos[0]));
    expect([status, body.additional_data, body.protocol_version]).toEqual([201, { tree_width: 87.5 }, 1]);
    expect(body.photos.map(({ key }: { key: string }) => key)).toEqual(["file"]);
  });

  it("may be among the measurements instead", async () => {
    const file = { file: photos[0] };
    expect((await send({ tree_width: 20, bark: "thin" }, file)).body.additional_data).toEqual({
      tree_width: 20,
      bark: "thin",
    });
    expect((await send({ tree_width: 20 }, file, { tree_width: "20" })).status).toBe(201);
    await expectRefused({ tree_width: 20 }, file, { tree_width: "21" }, ["measurements.tree_width"]);
  });

  it.each([
    [undefined, {}, "tree_width", "Required"],
    ["abc", {}, "tree_width", "tree width required"],
    ["0.5", {}, "tree_width", "Enter 1 to 500 cm"],
    ["501", {}, "tree_width", "Enter 1 to 500 cm"],
    [undefined, { tree_width: "20" }, "measurements.tree_width", "Expected number"],
    ["1.005", {}, "tree_width", "Use steps of 0.01 cm: 1 cm or 1.01 cm"],
  ])("is refused as %j among %j", async (tree_width, values, path, message) => {
    const { info } = await expectRefused(values, { file: photos[0] }, { tree_width }, [path]);
    expect(info[0].message).toBe(message);
  });

  it("is rejected if the protocol doesn't ask for it", async () => {
    questId = lakeId;
    await expectRefused({ depth: 1 }, { "photo:bank": photos[0] }, { tree_width: "20" }, ["tree_width"]);
  });
});

/** Nothing is kept, and `info` names exactly these. */
async function expectRefused(values: object | string, files: Photos, fields: UploadForm, paths: string[]) {
  const before = await traces();
  const { status, body } = await send(values, files, fields);
  expect([status, body.code, body.detail]).toEqual([422, "validation_failed", expect.any(String)]);
  expect(body.info.map(({ path }: { path: string }) => path)).toEqual(paths);
  for (const { message } of body.info) expect(message).toMatch(/./);
  expect(await traces()).toEqual(before);
  return body;
}

describe("rejected values", () => {
  it.each<[string, object | string, string[]]>([
    ["no JSON", "{", ["measurements"]],
    ["no object", "[1]", ["measurements"]],
    ["a key that nobody asks for", { depth: 1, pH: 7 }, ["measurements.pH"]],
    ["a key of the prototype", { depth: 1, constructor: 7 }, ["measurements.constructor"]],
    ["a required value that is missing", {}, ["measurements.depth"]],
    ["a text for a number", { depth: "3.4" }, ["measurements.depth"]],
    ["a number that JSON has and we do not", '{"depth":1e400}', ["measurements.depth"]],
    ["a value below its bound", { depth: -0.1 }, ["measurements.depth"]],
    ["a value above its bound", { depth: 50.1 }, ["measurements.depth"]],
    ["a value between two steps", { depth: 0.15 }, ["measurements.depth"]],
    ["a half fish", { depth: 1, fish: 1.5 }, ["measurements.fish"]],
    ["an option that does not exist", { depth: 1, colour: "red" }, ["measurements.colour"]],
    ["an option's label", { depth: 1, colour: "Green" }, ["measurements.colour"]],
    ["one of several options that does not exist", { depth: 1, animals: ["frog", "cat"] }, ["measurements.animals"]],
    ["an option twice", { depth: 1, animals: ["frog", "frog"] }, ["measurements.animals"]],
    ["one option where several may be", { depth: 1, animals: "frog" }, ["measurements.animals"]],
    ["a word for yes", { depth: 1, ice: "yes" }, ["measurements.ice"]],
    ["a day that does not exist", { depth: 1, day: "2026-02-30" }, ["measurements.day"]],
    ["a day before the first", { depth: 1, day: "2019-12-31" }, ["measurements.day"]],
    ["no time of day", { depth: 1, hour: "25:00" }, ["measurements.hour"]],
    ["a text that does not match", { depth: 1, code: "ab12" }, ["measurements.code"]],
    ["a text that is too long", { depth: 1, colour: "other", other: "x".repeat(2_001) }, ["measurements.other"]],
    ["NUL", { depth: 1, colour: "other", other: "a\u0000b" }, ["measurements.other"]],
    ["a hidden field with a value", { depth: 1, colour: "green", other: "Purple" }, ["measurements.other"]],
    ["an object", { depth: {} }, ["measurements.depth"]],
    ["a photo as a value", { depth: 1, bank: "photo.jpg" }, ["measurements.bank"]],
    [
      "several of them",
      { fish: -1, ice: 3, x: 1 },
      ["measurements.depth", "measurements.fish", "measurements.ice", "measurements.x"],
    ],
  ])("%s", async (_what, values, paths) => {
    await expectRefused(values, { "photo:bank": photos[0] }, {}, paths);
  });

  it("are reported together with other faults", async () => {
    const fields = { latitude: "north", accuracy: "-1", "sha256:bank": "abc" };
    await expectRefused({ depth: 99 }, { "photo:bank": photos[0] }, fields, [
      "latitude",
      "accuracy",
      "sha256:bank",
      "measurements.depth",
    ]);
  });

  it("have an answer of limited length", async () => {
    const many = Object.fromEntries([...Array(10_000).keys()].map((n) => [`key_${n}`, n]));
    const { status, body } = await send(many);
    expect([status, body.info.length]).toEqual([422, 101]);
    const long = await send({ ["k".repeat(190_000)]: 1 });
    expect([long.status, JSON.stringify(long.body).length < 3_000]).toEqual([422, true]);
  });

  it("have limits by the protocol, and other fields are short", async () => {
    const before = await traces();
    const repeated = formOf({ depth: 1 }, { "photo:bank": photos[0] });
    for (let n = 0; n < 3; n++) repeated.append("measurements", JSON.stringify({ depth: "x".repeat(1_000_000) }));
    for (const form of [
      formOf({ depth: "x".repeat(2_000_001) }, { "photo:bank": photos[0] }),
      repeated,
      formOf({ depth: 1 }, { "photo:bank": photos[0] }, { comment: "x".repeat(10_001) }),
    ]) {
      const { status, body } = await api.upload("alice", questId, form);
      expect([status, body.code]).toEqual([413, "request_too_large"]);
    }
    expect(await traces()).toEqual(before);
  });
});

describe("rejected photos", () => {
  it.each<[string, object, () => Photos, string[]]>([
    ["the photo of a field that is required is missing", { depth: 1 }, () => ({ file: photos[0] }), ["photo:bank"]],
    [
      "a photo that no field asks for",
      { depth: 1 },
      () => ({ "photo:bank": photos[0], "photo:sky": photos[1] }),
      ["photo:sky"],
    ],
    [
      "a photo of a field that is no photo",
      { depth: 1 },
      () => ({ "photo:bank": photos[0], "photo:depth": photos[1] }),
      ["photo:depth"],
    ],
    [
      "a photo of a hidden field",
      { depth: 1, ice: false },
      () => ({ "photo:bank": photos[0], "photo:ice_photo": photos[1] }),
      ["photo:ice_photo"],
    ],
    ["a file of another name", { depth: 1 }, () => ({ "photo:bank": photos[0], image: photos[1] }), ["image"]],
  ])("%s", async (_what, values, files, paths) => {
    await expectRefused(values, files(), {}, paths);
    await expectRefused(values, files(), { protocol_version: "1" }, paths);
  });

  it("of a quest without a protocol", async () => {
    questId = await joinedQuest(null);
    const files = { file: photos[0], "photo:bank": photos[1] };
    await expectRefused({}, files, { tree_width: "20" }, ["photo:bank"]);
    const before = await traces();
    const { status, body } = await send({}, {}, { tree_width: "20" });
    expect([status, body]).toEqual([
      422,
      {
        code: "photo_required",
        detail: "image upload required",
        info: [{ path: "file", message: "image upload required" }],
      },
    ]);
    expect(await traces()).toEqual(before);
  });

  it("that are damaged or missing", async () => {
    const before = await traces();
    const wrong = await send(
      { depth: 1 },
      { file: photos[0], "photo:bank": photos[1] },
      { "sha256:bank": sha256(photos[0]) },
    );
    expect([wrong.status, wrong.body.code]).toEqual([422, "photo_checksum_mismatch"]);
    expect(wrong.body.info).toEqual([{ path: "photo:bank", message: wrong.body.detail }]);
    expect(await traces()).toEqual(before);
    const fields = { "sha256:ice_photo": sha256(photos[0]) };
    await expectRefused({ depth: 1, ice: true }, { "photo:bank": photos[0] }, fields, ["photo:ice_photo"]);
    const alone = await send({ depth: 1 }, { "photo:bank": photos[1] }, { sha256: sha256(photos[0]) });
    expect([alone.status, alone.body.code]).toEqual([422, "photo_required"]);
  });

  it("that aren't photos or are too large: the answer names them, and the others aren't kept", async () => {
    const before = await traces();
    const text = await send({ depth: 1 }, { file: photos[0], "photo:bank": Buffer.from("<svg/>".repeat(20)) });
    expect([text.status, text.body.code, text.body.info[0].path]).toEqual([415, "photo_unsupported", "photo:bank"]);
    const bytes = Buffer.concat([photos[1] ?? Buffer.alloc(0), Buffer.alloc(25_000_001)]);
    const large = await send({ depth: 1 }, { file: photos[0], "photo:bank": bytes });
    expect([large.status, large.body.code, large.body.info[0].path]).toEqual([413, "photo_too_large", "photo:bank"]);
    expect(await traces()).toEqual(before);
  });

  it("two for one field, or more than any quest asks for", async () => {
    const before = await traces();
    const twice = formOf({ depth: 1 }, { "photo:bank": photos[0] });
    twice.append("photo:bank", new Blob([new Uint8Array(photos[1] ?? [])]), "photo.jpg");
    const { status, body } = await api.upload("alice", questId, twice);
    expect([status, body.code, body.info[0].path]).toEqual([422, "validation_failed", "photo:bank"]);
    const many = Object.fromEntries([...Array(20).keys()].map((n) => [`photo:p${n}`, photos[0]]));
    const answer = await send({ depth: 1 }, many);
    expect([answer.status, answer.body.detail]).toEqual([422, "You've added more photos than the quest asks for."]);
    expect(await traces()).toEqual(before);
  });

  it("that arrive while the quest is completed", async () => {
    questId = await joinedQuest(lake);
    const before = await traces();
    await api.call("PATCH", `/adventurers/alice/quests/${questId}`, { as: "alice", json: { status: "completed" } });
    const { status, body } = await send({ depth: 1 }, { file: photos[0], "photo:bank": photos[1] });
    expect([status, body.code]).toEqual([409, "quest_completed"]);
    expect(await traces()).toEqual(before);
  });
});

it("counts the bytes of every photo towards the daily quota", async () => {
  const small = await startTestApi({ UPLOAD_MEGABYTES_PER_DAY: "1" });
  try {
    const protocol = { fields: [{ key: "second", kind: "photo", label: "?" } as const] };
    const quest = await makeQuest(small, await makeOrganization(small), { protocol });
    await join(small, "alice", quest.id);
    const large = Buffer.concat([photos[0] ?? Buffer.alloc(0), Buffer.alloc(600_000)]);
    const formWith = (photo: Buffer | undefined) => formOf({}, { file: photo, "photo:second": photo });
    // Together they exceed the quota, and neither is kept: one alone still fits.
    expect((await small.upload("alice", quest.id, formWith(large))).status).toBe(429);
    expect((await small.upload("alice", quest.id, formOf({}, { file: large }))).status).toBe(201);
    const { status, body } = await small.upload("alice", quest.id, formOf({}, { file: large }));
    expect([status, body.code]).toEqual([429, "upload_quota_exhausted"]);
  } finally {
    await small.close();
  }
});

describe("a form that was saved before evaluation had a budget", () => {
  it("[VALID-13] refuses what takes too many steps, names the answer, and takes what doesn't", async () => {
    const sums = Array.from({ length: 100 }, (_, at) => ({
      key: `c${at}`,
      kind: "calculated",
      label: "Sum",
      expression: Array(20).fill("sum(${n})").join(" + "),
    }));
    const fields = (inRows: object[]) => [
      {
        key: "g",
        kind: "group",
        label: "Rows",
        repeat: {},
        fields: [{ key: "n", kind: "number", label: "N" }, ...inRows],
      },
    ];
    const id = await joinedQuest({ fields: fields([]), photo: { required: false } } as QuestFormInput["protocol"]);
    questId = id;
    await api.database.pool.query("INSERT INTO protocol_versions (quest_id, version, protocol) VALUES ($1, 2, $2)", [
      id,
      JSON.stringify({ fields: fields(sums), photo: { required: false } }),
    ]);
    await api.database.pool.query("UPDATE quests SET protocol_version = 2 WHERE id = $1", [id]);
    const before = await traces();
    const { status, body } = await send({ g: Array(200).fill({ n: 1 }) }, {});
    expect([status, body.code, body.info]).toEqual([
      422,
      "validation_failed",
      [{ path: expect.stringMatching(/^measurements\.g\.\d+\.c\d+$/), message: expect.stringContaining("too long") }],
    ]);
    expect(await traces()).toEqual(before);
    expect((await send({ g: Array(5).fill({ n: 1 }) }, {})).status).toBe(201);
  });
});
