import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiAnswer, startTestApi, usingApi } from "../../../test/api.ts";
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

const api = usingApi({ JOB_POLL_SECONDS: "1" });
let organizationId: number;
let questId: number;
let photo: Buffer;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  photo = await makePhoto({ width: 32, height: 24 });
});

beforeEach(async () => {
  questId = (await makeQuest(api, organizationId)).id;
  await join(api, "alice", questId);
});

const send = async (fields: UploadForm = {}) => (await api.upload("alice", questId, uploadForm(photo, fields))).body;
const addressOf = (id: string, { username = "alice", quest = questId } = {}) =>
  `/adventurers/${username}/quests/${quest}/data/${id}`;
const edit = (id: string, json: unknown) => api.call("PUT", addressOf(id), { as: "alice", json });
const remove = (id: string) => api.call("DELETE", addressOf(id), { as: "alice" });
const list = async () => (await api.call("GET", `/adventurers/alice/quests/${questId}/data`, { as: "alice" })).body;
const sampleOf = async (id: string) => (await api.call("GET", `/quest_data/${id}`, { as: "admin" })).body;
const review = (id: string, decision = "accepted") =>
  api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json: { decision, comment: "Seen." } });
const changesOf = (id: string) =>
  api.database.db.selectFrom("data_point_changes").selectAll().where("quest_data_id", "=", id).orderBy("id").execute();

const elsewhere = { latitude: 21.98, longitude: -159.38, accuracy: null, position_source: "map" };

function expectCode({ status, body }: ApiAnswer, expected: [number, string]): void {
  expect([status, body.code]).toEqual(expected);
}

async function end(): Promise<void> {
  await api.call("PATCH", `/adventurers/alice/quests/${questId}`, { as: "alice", json: { status: "completed" } });
  await api.database.db.updateTable("quests").set({ quest_status: "COMPLETED" }).where("id", "=", questId).execute();
}

describe("editing a data point", () => {
  it("[CALL-24] sets new values and position, and keeps the former ones", async () => {
    const sent = await send({
      accuracy: "4.5",
      fixed_at: "2026-05-01T08:00:00Z",
      user_supplied_latitude: "21.5",
      captured_at: "2026-05-01T08:01:00Z",
    });
    const plant = JSON.stringify({ plant_id_data: { bestMatch: "Mangifera indica", results: [] } });
    await api.database.pool.query("UPDATE quest_data SET additional_data = additional_data || $1 WHERE id = $2", [
      plant,
      sent.id,
    ]);
    const first = await edit(sent.id, { measurements: { tree_width: 90 } });
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        ...sent,
        additional_data: {
          tree_width: 90,
          user_supplied_latitude: 21.5,
          plant_id_data: { bestMatch: "Mangifera indica" },
        },
        edited_at: expect.any(String),
        // Its URLs are signed again.
        image_data_presigned_url: expect.any(String),
        thumbnail_presigned_url: expect.any(String),
        photos: [{ key: "file", sha256: sent.sha256 }],
      },
    ]);
    const second = await edit(sent.id, { measurements: { tree_width: 91 }, position: elsewhere });
    expect(second.body).toMatchObject({
      coordinates: "21.98,-159.38",
      accuracy: null,
      position_source: "map",
      fixed_at: null,
      captured_at: sent.captured_at,
      additional_data: { tree_width: 91 },
    });
    expect(await list()).toMatchObject([{ id: sent.id, additional_data: { tree_width: 91 } }]);
    const { changes, capture } = await sampleOf(sent.id);
    const place = { coordinates: "21.9701,-159.3702", accuracy: 4.5, position_source: "device" };
    expect(changes).toMatchObject([
      { ...place, additional_data: { tree_width: 90 }, changed_at: expect.any(String) },
      { ...place, additional_data: { tree_width: 87.5, user_supplied_latitude: 21.5 } },
    ]);
    expect(capture.captured_at_device).toBe("2026-05-01T08:01:00.000Z");
    expect((await changesOf(sent.id))[0]).toMatchObject({
      adventurer_id: "alice",
      quest_id: questId,
      kind: "edited",
      before: { captured_at: sent.captured_at, photos: [{ key: "file", sha256: sent.sha256 }] },
    });
  });

  it("without a difference leaves no trace", async () => {
    const sent = await send({ accuracy: "5", fixed_at: "2026-05-01T08:00:00Z" });
    const same = { latitude: 21.9701, longitude: -159.3702, accuracy: 5, position_source: "device" };
    for (const json of [{}, { measurements: { tree_width: 87.5 } }, { position: same }]) {
      const { status, body } = await edit(sent.id, json);
      expect([status, body]).toMatchObject([200, { fixed_at: "2026-05-01T08:00:00.000Z", edited_at: null }]);
    }
    expect(await changesOf(sent.id)).toEqual([]);
  });

  it("is possible after the end, and its id stays valid", async () => {
    const id = randomUUID();
    await send({ id });
    await end();
    expect((await edit(id, { position: elsewhere })).status).toBe(200);
    expect(await send({ id })).toMatchObject({ id, coordinates: "21.98,-159.38" });
  });

  it("needs both degrees and the source of a position", async () => {
    const { id } = await send();
    for (const position of [
      { ...elsewhere, latitude: undefined },
      { ...elsewhere, longitude: 181 },
      { ...elsewhere, accuracy: -1 },
      { ...elsewhere, position_source: "guess" },
      { ...elsewhere, position_source: undefined },
      "21.98,-159.38",
    ]) {
      const { status, body } = await edit(id, { position });
      expect([status, body.code], JSON.stringify(position)).toEqual([422, "validation_failed"]);
    }
    expect(await changesOf(id)).toEqual([]);
  });

  it("[CALL-24] is rejected after a review", async () => {
    for (const decision of ["accepted", "denied", "change_requested"]) {
      const { id } = await send();
      await review(id, decision);
      const { status, body } = await edit(id, { measurements: { tree_width: 90 } });
      expect([status, body]).toEqual([
        409,
        {
          code: "data_point_reviewed",
          detail: "This data point has been reviewed and can no longer be changed.",
        },
      ]);
      expect((await sampleOf(id)).additional_data).toEqual({ tree_width: 87.5 });
      expect(await changesOf(id)).toEqual([]);
    }
  });

  it("is limited to the volunteer's own, in the same quest", async () => {
    const { id } = await send();
    await join(api, "bob", questId);
    const json = { position: elsewhere };
    expectCode(await api.call("PUT", addressOf(id, { username: "bob" }), { as: "bob", json }), [
      404,
      "data_point_not_found",
    ]);
    const other = (await makeQuest(api, organizationId)).id;
    expectCode(await api.call("PUT", addressOf(id, { quest: other }), { as: "alice", json }), [404, "not_joined"]);
    await join(api, "alice", other);
    const address = addressOf(id, { quest: other });
    expectCode(await api.call("PUT", address, { as: "alice", json }), [404, "data_point_not_found"]);
    expectCode(await edit(randomUUID(), json), [404, "data_point_not_found"]);
    expect(await list()).toMatchObject([{ coordinates: "21.9701,-159.3702", edited_at: null }]);
    expect(await changesOf(id)).toEqual([]);
  });
});

describe("edited values", () => {
  const lake = {
    fields: [
      { key: "depth", kind: "number", label: "Depth", unit: "m", required: true, max: 50 },
      { key: "ice", kind: "yes_no", label: "Ice?" },
      { key: "ice_photo", kind: "photo", label: "The ice", shown_when: { field: "ice", op: "=", value: true } },
      { key: "note", kind: "text", label: "Note" },
    ],
    photo: { required: false },
  } satisfies QuestFormInput["protocol"];
  let id: string;

  beforeEach(async () => {
    questId = (await makeQuest(api, organizationId, { quest_type: "WATER", protocol: lake })).id;
    await join(api, "alice", questId);
    const values = { depth: 3, ice: true, note: "Clear" };
    const form = uploadForm(undefined, { tree_width: undefined, measurements: JSON.stringify(values) });
    form.set("photo:ice_photo", new Blob([new Uint8Array(photo)]), "photo.jpg");
    id = (await api.upload("alice", questId, form)).body.id;
  });

  it("replace all former values", async () => {
    const { body } = await edit(id, { measurements: { depth: 4, ice: true } });
    expect(body.additional_data).toEqual({ depth: 4, ice: true });
    expect(body.photos).toMatchObject([{ key: "ice_photo" }]);
  });

  it.each([
    [{ depth: 51, ice: true }, "measurements.depth"],
    [{ ice: true }, "measurements.depth"],
    [{ depth: "deep", ice: true }, "measurements.depth"],
    [{ depth: 4, ice: true, tree_width: 3 }, "measurements.tree_width"],
    [{ depth: 4, ice: true, user_supplied_latitude: 3 }, "measurements.user_supplied_latitude"],
    [{ depth: 4, ice: true, plant_id_data: { bestMatch: "Quercus" } }, "measurements.plant_id_data"],
    // Its photo would belong to no field.
    [{ depth: 4, ice: false }, "photo:ice_photo"],
  ])("are checked as those of an upload: %j", async (measurements, path) => {
    const { status, body } = await edit(id, { measurements });
    expect([status, body.code, body.info.map((each: { path: string }) => each.path)]).toEqual([
      422,
      "validation_failed",
      [path],
    ]);
    expect(await list()).toMatchObject([{ additional_data: { depth: 3, ice: true, note: "Clear" }, edited_at: null }]);
  });

  it("are checked by the data point's own protocol version", async () => {
    const protocol = { fields: [{ key: "depth", kind: "number", label: "Depth", unit: "m", max: 2 } as const] };
    const json = questPayload(organizationId, { quest_type: "WATER", protocol });
    expect((await api.call("PUT", `/quests/${questId}`, { as: "admin", json })).status).toBe(200);
    const { status, body } = await edit(id, { measurements: { depth: 40, ice: true } });
    expect([status, body]).toMatchObject([200, { protocol_version: 1, additional_data: { depth: 40, ice: true } }]);
  });

  it("are only the circumference in the specification's form", async () => {
    questId = (await makeQuest(api, organizationId)).id;
    await join(api, "alice", questId);
    const sent = await send();
    const { status, body } = await edit(sent.id, { measurements: {} });
    expect([status, body.info]).toEqual([422, [{ path: "measurements.tree_width", message: "tree width required" }]]);
  });

  it("count towards the daily quota", async () => {
    const small = await startTestApi({ UPLOAD_MEGABYTES_PER_DAY: "1" });
    try {
      const keys = Array.from({ length: 40 }, (_, index) => `note_${index}`);
      const fields = keys.map((key) => ({ key, kind: "text", label: "Note" }) as const);
      const protocol = { fields, photo: { required: false } };
      const quest = await makeQuest(small, await makeOrganization(small), { protocol });
      await join(small, "alice", quest.id);
      const measurements = (text: string) => Object.fromEntries(keys.map((key) => [key, text.repeat(1_500)]));
      const form = uploadForm(undefined, { tree_width: undefined, measurements: JSON.stringify(measurements("a")) });
      const sent = (await small.upload("alice", quest.id, form)).body;
      const address = addressOf(sent.id, { quest: quest.id });
      const statuses = new Set<number>();
      for (let count = 0; count < 40 && !statuses.has(429); count++) {
        const json = { measurements: measurements(count % 2 === 0 ? "b" : "c") };
        statuses.add((await small.call("PUT", address, { as: "alice", json })).status);
      }
      expect(statuses).toEqual(new Set([200, 429]));
    } finally {
      await small.close();
    }
  });
});

describe("deleting a data point", () => {
  beforeEach(async () => {
    // Those of other tests' photos, which these would wait for.
    await api.database.db.deleteFrom("jobs").execute();
  });

  const filesOf = async (id: string) => {
    const { photo_key } = await api.database.db
      .selectFrom("quest_data")
      .select("photo_key")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const key = String(photo_key);
    return [
      key,
      key.replace("originals", "display").concat(".jpg"),
      key.replace("originals", "thumbnail").concat(".jpg"),
    ];
  };
  /** Only jobs of these data points and photos, not those of other tests. */
  const noJobsLeftOf = (...names: string[]) =>
    vi.waitFor(
      async () => {
        const jobs = await api.database.db.selectFrom("jobs").select(["kind", "payload", "last_error"]).execute();
        const isOfThese = ({ payload }: { payload: unknown }) =>
          names.some((name) => JSON.stringify(payload).includes(name));
        expect(jobs.filter(isOfThese)).toEqual([]);
      },
      { timeout: 20_000, interval: 100 },
    );

  it("[CALL-25] removes it from every list and count, with its photos, and keeps its values", async () => {
    const [kept, sent] = [await send(), await send({ accuracy: "5" })];
    await noJobsLeftOf(sent.id);
    const files = await filesOf(sent.id);
    expect(await Promise.all(files.map((each) => api.services.photoStore.exists(each)))).toEqual([true, true, true]);
    const { status, body } = await remove(sent.id);
    expect([status, body]).toEqual([204, ""]);
    expect(await list()).toMatchObject([{ id: kept.id }]);
    const counted = await api.call("GET", `/adventurers/alice/quests/${questId}`, { as: "alice" });
    expect(counted.body.data_point_count).toBe(1);
    const samples = await api.call("GET", `/admin/samples?quest_id=${questId}`, { as: "admin" });
    expect(samples.body.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
    const datasets = await api.call("GET", "/admin/datasets?limit=1", { as: "admin" });
    expect(datasets.body).toMatchObject([{ quest_id: questId, pending: 1 }]);
    expect((await api.call("GET", `/quest_data/${sent.id}`, { as: "admin" })).status).toBe(404);
    await noJobsLeftOf(sent.id, ...files);
    expect(await Promise.all(files.map((each) => api.services.photoStore.exists(each)))).toEqual([false, false, false]);
    const picture = new URL(sent.image_data_presigned_url);
    expect((await fetch(`${api.origin}${picture.pathname}${picture.search}`)).status).toBe(404);
    expect(await changesOf(sent.id)).toMatchObject([
      {
        adventurer_id: "alice",
        quest_id: questId,
        kind: "deleted",
        before: {
          coordinates: "21.9701,-159.3702",
          accuracy: 5,
          additional_data: { tree_width: 87.5 },
          photos: [{ key: "file", sha256: sent.sha256 }],
        },
      },
    ]);
  });

  it("removes field photos, and jobs that wait for them end quietly", async () => {
    const fields = [{ key: "leaf", kind: "photo", label: "A leaf" } as const];
    questId = (await makeQuest(api, organizationId, { protocol: { fields } })).id;
    await join(api, "alice", questId);
    const logged = api.log.length;
    const keys: string[] = [];
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      const form = uploadForm(photo, { tree_width: undefined });
      form.delete("file");
      form.set("photo:leaf", new Blob([new Uint8Array(photo)]), "photo.jpg");
      const { body } = await api.upload("alice", questId, form);
      const rows = await api.database.db
        .selectFrom("quest_data_photos")
        .select("photo_key")
        .where("quest_data_id", "=", body.id)
        .execute();
      keys.push(...rows.map(({ photo_key }) => photo_key));
      ids.push(body.id);
      expect((await remove(body.id)).status).toBe(204);
    }
    await noJobsLeftOf(...ids, ...keys);
    expect(keys).toHaveLength(3);
    for (const key of keys) expect(await api.services.photoStore.exists(key)).toBe(false);
    expect(api.log.slice(logged).filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  it("[CALL-25] is final: its id is rejected, and deleting it again is harmless", async () => {
    const id = randomUUID();
    await send({ id });
    for (let time = 0; time < 2; time++) expect((await remove(id.toUpperCase())).status).toBe(204);
    const { status, body } = await api.upload("alice", questId, uploadForm(photo, { id }));
    expect([status, body]).toEqual([
      409,
      { code: "data_point_deleted", detail: "The volunteer has deleted this data point." },
    ]);
    expectCode(await edit(id, { position: elsewhere }), [409, "data_point_deleted"]);
    expect(await changesOf(id)).toHaveLength(1);
    expect(await list()).toEqual([]);
    // A deleted one is no reason to reject others after the end.
    await end();
    expectCode(await api.upload("alice", questId, uploadForm(photo, { id })), [409, "data_point_deleted"]);
  });

  it("[CALL-25] works before it arrives", async () => {
    const id = randomUUID();
    for (let time = 0; time < 2; time++) expect((await remove(id)).status).toBe(204);
    expect(await changesOf(id)).toMatchObject([{ kind: "deleted", before: null }]);
    expectCode(await api.upload("alice", questId, uploadForm(photo, { id })), [409, "data_point_deleted"]);
    // Deleting someone else's id doesn't block it.
    await join(api, "bob", questId);
    expect((await api.upload("bob", questId, uploadForm(photo, { id }))).status).toBe(201);
    expect((await sampleOf(id)).changes).toEqual([]);
  });

  it("[CALL-25] is rejected after a review", async () => {
    const { id } = await send();
    await review(id);
    expectCode(await remove(id), [409, "data_point_reviewed"]);
    expect(await list()).toMatchObject([{ id }]);
    expect(await changesOf(id)).toEqual([]);
  });

  it("is possible after the end", async () => {
    const { id } = await send();
    await end();
    expect((await remove(id)).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  it("is limited to the volunteer's own, in a joined quest", async () => {
    const { id } = await send();
    await join(api, "bob", questId);
    const notFound: [number, string] = [404, "data_point_not_found"];
    expectCode(await api.call("DELETE", addressOf(id, { username: "bob" }), { as: "bob" }), notFound);
    const other = (await makeQuest(api, organizationId)).id;
    const unknown = randomUUID();
    for (const each of [id, unknown]) {
      const answer = await api.call("DELETE", addressOf(each, { quest: other }), { as: "alice" });
      expectCode(answer, [404, "not_joined"]);
    }
    await join(api, "alice", other);
    expectCode(await api.call("DELETE", addressOf(id, { quest: other }), { as: "alice" }), notFound);
    expect(await list()).toMatchObject([{ id }]);
    expect([...(await changesOf(id)), ...(await changesOf(unknown))]).toEqual([]);
  });

  it("is rate limited", async () => {
    await join(api, "hasty", questId);
    const statuses = [];
    for (let count = 0; count < 61; count++) {
      const address = addressOf(randomUUID(), { username: "hasty" });
      statuses.push((await api.call("DELETE", address, { as: "hasty" })).status);
    }
    expect(statuses.filter((status) => status === 204)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("at the same moment", () => {
  it.each(["change", "deletion"])("a %s waits for the review that was first, and is refused", async (what) => {
    const { id } = await send();
    const client = await api.database.pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT FROM quest_data WHERE id = $1 FOR UPDATE", [id]);
      const answer = what === "change" ? edit(id, { position: elsewhere }) : remove(id);
      const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await vi.waitFor(
        async () => expect((await api.database.pool.query(waiting)).rows).toEqual([{ count: 1 }]),
        10_000,
      );
      await client.query("UPDATE quest_data SET review_decision = 'accepted' WHERE id = $1", [id]);
      await client.query("COMMIT");
      expectCode(await answer, [409, "data_point_reviewed"]);
    } finally {
      client.release();
    }
    expect(await list()).toMatchObject([{ id, coordinates: "21.9701,-159.3702" }]);
    expect(await changesOf(id)).toEqual([]);
  });

  it("a review and a deletion: one of them wins", async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await send();
      const [reviewed, deleted] = await Promise.all([review(id), remove(id)]);
      const outcome = [reviewed.status, deleted.status];
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual(outcome);
      const left = await api.database.db.selectFrom("quest_data").select("id").where("id", "=", id).execute();
      expect(left).toHaveLength(deleted.status === 204 ? 0 : 1);
      expect(await changesOf(id)).toHaveLength(deleted.status === 204 ? 1 : 0);
    }
  });

  it("a review of what was seen and an edit: one of them wins", async () => {
    for (let round = 0; round < 4; round++) {
      const { id, edited_at } = await send();
      const json = { decision: "accepted", edited_at };
      const [reviewed, edited] = await Promise.all([
        api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json }),
        edit(id, { measurements: { tree_width: 90 } }),
      ]);
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual([reviewed.status, edited.status]);
      if (reviewed.status === 200) continue;
      expect(reviewed.body.code).toBe("data_point_changed");
      const again = { ...json, edited_at: edited.body.edited_at };
      expect((await api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json: again })).status).toBe(200);
    }
  });

  it("a review and an edit: an earlier edit is kept, an earlier review prevents it", async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await send();
      const [reviewed, edited] = await Promise.all([review(id), edit(id, { measurements: { tree_width: 90 } })]);
      expect(reviewed.status).toBe(200);
      expect([200, 409]).toContain(edited.status);
      const { additional_data, changes } = await sampleOf(id);
      expect(additional_data).toEqual({ tree_width: edited.status === 200 ? 90 : 87.5 });
      expect(changes).toHaveLength(edited.status === 200 ? 1 : 0);
    }
  });

  it("an upload and the deletion of its id: it is deleted", async () => {
    for (let round = 0; round < 4; round++) {
      const id = randomUUID();
      const [uploaded, deleted] = await Promise.all([
        api.upload("alice", questId, uploadForm(photo, { id })),
        remove(id),
      ]);
      expect(deleted.status).toBe(204);
      expect([201, 409]).toContain(uploaded.status);
      expect(await list()).toEqual([]);
    }
  });

  it("two edits: both are kept, in order", async () => {
    const { id } = await send();
    const widths = [88, 89, 90, 91];
    const answers = await Promise.all(widths.map((tree_width) => edit(id, { measurements: { tree_width } })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { additional_data, changes } = await sampleOf(id);
    const kept = changes.map((each: { additional_data: { tree_width: number } }) => each.additional_data.tree_width);
    expect([...kept, additional_data.tree_width].sort()).toEqual([87.5, ...widths]);
  });
});
