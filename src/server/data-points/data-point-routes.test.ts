import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join as joinPath } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import pg from "pg";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApi, usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { transaction } from "../database/transaction.ts";
import { holdParticipation, setCompleted } from "../participations/participation-queries.ts";
import { insertChange } from "./change-queries.ts";

// Its jobs would query beside what is counted.
const api = usingApi({}, { hasWorker: false });
let organizationId: number;
let questId: number;
let photo: Buffer;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  photo = await makePhoto({
    width: 640,
    height: 480,
    orientation: 6,
    gps: { latitude: 21.9702, longitude: -159.3703 },
  });
});

beforeEach(async () => {
  questId = (await makeQuest(api, organizationId)).id;
  await join(api, "alice", questId);
});

const list = async () => (await api.call("GET", `/adventurers/alice/quests/${questId}/data`, { as: "alice" })).body;

/** Names of all stored originals. */
async function originals(): Promise<string[]> {
  const entries = await readdir(joinPath(api.dataDir, "photos"), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/display|thumbnail|\.incoming/.test(entry.parentPath))
    .map((entry) => entry.name)
    .sort();
}

/** Counts the statements that wait for a lock. */
async function waitingStatements(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  `.execute(api.database.db);
  return rows[0]?.count ?? 0;
}

/** Half a megabyte that no format compresses. */
function makeNoise(): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0 };
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 500, height: 400, channels: 3, background, noise } })
    .png()
    .toBuffer();
}

describe("an upload", () => {
  it("[CALL-09] returns the data point and its receipt", async () => {
    const { status, body } = await api.upload(
      "alice",
      questId,
      uploadForm(photo, {
        user_supplied_latitude: "21.98",
        user_supplied_longitude: "-159.38",
        accuracy: "4.5",
        fixed_at: "2026-05-01T10:00:00+02:00",
        position_source: "device",
      }),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      data_type: "image",
      adventurer_id: "alice",
      quest_id: questId,
      coordinates: "21.9701,-159.3702",
      additional_data: { tree_width: 87.5, user_supplied_latitude: 21.98, user_supplied_longitude: -159.38 },
      accuracy: 4.5,
      fixed_at: "2026-05-01T08:00:00.000Z",
      position_source: "device",
      sha256: createHash("sha256").update(photo).digest("hex"),
      review: null,
    });
    expect(await list()).toEqual([body]);
  });

  it("[CALL-07] is listed with measurements and a photo that is upright and has no position", async () => {
    await api.upload("alice", questId, uploadForm(photo));
    const [point] = await list();
    expect(point).toMatchObject({ additional_data: { tree_width: 87.5 }, data_url: expect.any(String) });
    const address = new URL(point.image_data_presigned_url);
    const response = await fetch(`${api.origin}${address.pathname}${address.search}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    expect([width, height, exif, orientation]).toEqual([480, 640, undefined, undefined]);
    expect((await fetch(`${api.origin}${address.pathname}`)).status).toBe(403);
    expect((await fetch(`${api.origin}${address.pathname}${address.search}x`)).status).toBe(403);
  });

  it("keeps the original unchanged", async () => {
    const before = new Set(await originals());
    await api.upload("alice", questId, uploadForm(photo));
    const [name] = (await originals()).filter((each) => !before.has(each));
    const key = (await api.database.db.selectFrom("quest_data").select("photo_key").execute()).find((row) =>
      row.photo_key?.endsWith(name ?? "no value"),
    );
    const { stream } = await api.services.photoStore.openRead(key?.photo_key ?? "");
    expect(Buffer.concat(await stream.toArray()).equals(photo)).toBe(true);
  });

  it("enqueues its thumbnails once, however often it is sent", async () => {
    const id = randomUUID();
    for (let sent = 0; sent < 2; sent++) await api.upload("alice", questId, uploadForm(photo, { id }));
    const jobs = await api.database.db.selectFrom("jobs").select(["kind", "payload"]).orderBy("id").execute();
    expect(jobs.filter(({ payload }) => payload.id === id)).toEqual([
      { kind: "make-derivatives", payload: { id } },
      { kind: "find-evidence", payload: { id } },
    ]);
  });

  it("is the same data point when its id is sent again, even after the quest was completed", async () => {
    const id = randomUUID();
    const first = await api.upload("alice", questId, uploadForm(photo, { id }));
    expect(first.body.id).toBe(id);
    const stored = await originals();
    const again = await api.upload("alice", questId, uploadForm(photo, { id: id.toUpperCase() }));
    expect([again.status, again.body]).toEqual([201, first.body]);
    await api.call("PATCH", `/adventurers/alice/quests/${questId}`, { as: "alice", json: { status: "completed" } });
    expect((await api.upload("alice", questId, uploadForm(photo, { id }))).body).toEqual(first.body);
    expect(await list()).toHaveLength(1);
    expect(await originals()).toEqual(stored);
  });

  it("with other values is refused, so that none are lost, also after it was edited", async () => {
    const id = randomUUID();
    const first = await api.upload("alice", questId, uploadForm(photo, { id, tree_width: "87.5" }));
    const send = async (changes: object) => {
      const { status, body } = await api.upload("alice", questId, uploadForm(photo, { id, ...changes }));
      return [status, body.code ?? body.additional_data.tree_width];
    };
    for (const other of [{ tree_width: "88" }, { latitude: "21.98" }]) {
      expect(await send(other)).toEqual([409, "data_point_id_taken"]);
    }
    // The same in other words, and with what only says how it was sent.
    expect(await send({ tree_width: "87.50", clock_offset: "3", accuracy: "5" })).toEqual([201, 87.5]);
    const json = { measurements: { tree_width: 90 }, revision: first.body.revision };
    await api.call("PUT", `/adventurers/alice/quests/${questId}/data/${id}`, { as: "alice", json });
    expect(await send({ tree_width: "87.5" })).toEqual([201, 90]);
    expect(await list()).toHaveLength(1);
    // Those from before have no such hash.
    await api.database.db.updateTable("quest_data").set({ sent_sha256: null }).where("id", "=", id).execute();
    expect((await send({ tree_width: "88" }))[0]).toBe(201);
  });

  it("is one data point when its id arrives many times at once, wherever in the form the id is", async () => {
    const id = randomUUID();
    const late = uploadForm(photo);
    late.set("id", id);
    const forms = [uploadForm(photo, { id }), late, uploadForm(photo, { id }), uploadForm(photo, { id })];
    const before = (await originals()).length;
    const answers = await Promise.all(forms.map((form) => api.upload("alice", questId, form)));
    for (const { status, body } of answers) expect([status, body.id]).toEqual([201, id]);
    expect(await list()).toHaveLength(1);
    expect(await originals()).toHaveLength(before + 1);
  });

  it.each([
    ["its id is deleted", "data_point_deleted"],
    ["the quest is completed", "quest_completed"],
  ])("is refused, and leaves no photo, when %s while it waits to be stored", async (_what, code) => {
    const id = randomUUID();
    const stored = await originals();
    let answer: ReturnType<typeof api.upload> | undefined;
    await transaction(api.database.db, async (tx) => {
      await holdParticipation(tx, "alice", questId);
      answer = api.upload("alice", questId, uploadForm(photo, { id }));
      await vi.waitFor(async () => expect(await waitingStatements()).toBe(1), 10_000);
      if (code === "quest_completed") await setCompleted(tx, "alice", questId);
      else await insertChange(tx, { id, username: "alice", questId }, { kind: "deleted", before: null });
    });
    const { status, body } = (await answer) ?? {};
    expect([status, body.code]).toEqual([409, code]);
    expect(await originals()).toEqual(stored);
    expect(await list()).toEqual([]);
  });

  it("is stored even if its participation changes meanwhile", async () => {
    let answer: ReturnType<typeof api.upload> | undefined;
    await transaction(api.database.db, async (tx) => {
      await holdParticipation(tx, "alice", questId);
      answer = api.upload("alice", questId, uploadForm(photo));
      await vi.waitFor(async () => expect(await waitingStatements()).toBe(1), 10_000);
    });
    expect((await answer)?.status).toBe(201);
    expect(await list()).toHaveLength(1);
  });

  it("queries the database three times, and in a transaction holds its account and inserts all at once", async () => {
    const query = vi.spyOn(pg.Client.prototype, "query");
    expect((await api.upload("alice", questId, uploadForm(photo, { id: randomUUID() }))).status).toBe(201);
    const statements = query.mock.calls.map(([first]) => String((first as { text?: string }).text ?? first));
    query.mockRestore();
    // The server polls for ended sessions and counts requests.
    const polls = /request_counts|pg_notify|ended_sessions/;
    expect(statements.filter((text) => !polls.test(text))).toEqual([
      expect.stringMatching(/from "adventurers"/),
      expect.stringMatching(/from "adventurer_quests"/),
      expect.stringMatching(/FROM data_point_changes/),
      "begin",
      expect.stringMatching(/FROM adventurers WHERE .* FOR KEY SHARE/),
      expect.stringMatching(/INSERT INTO quest_data .*INSERT INTO quest_data_photos .*INSERT INTO jobs /s),
      "commit",
    ]);
  });

  it("is another one for another quest", async () => {
    const id = randomUUID();
    await api.upload("alice", questId, uploadForm(photo, { id }));
    const other = await makeQuest(api, organizationId);
    await join(api, "alice", other.id);
    const { status, body } = await api.upload("alice", other.id, uploadForm(photo, { id }));
    expect([status, body.code]).toEqual([409, "data_point_id_taken"]);
  });

  it("never takes another volunteer's id", async () => {
    const id = randomUUID();
    await api.upload("alice", questId, uploadForm(photo, { id }));
    await join(api, "bob", questId);
    const stored = await originals();
    const { status, body } = await api.upload("bob", questId, uploadForm(photo, { id }));
    expect([status, body.code]).toEqual([409, "data_point_id_taken"]);
    expect(await originals()).toEqual(stored);
  });
});

describe("a rejected upload", () => {
  async function expectRefused(form: FormData, status: number, code: string) {
    const before = await originals();
    const answer = await api.upload("alice", questId, form);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toEqual(expect.any(String));
    expect(await list()).toEqual([]);
    expect(await originals()).toEqual(before);
    return answer.body;
  }

  it("[VALID-07] without a photo", async () => {
    const body = await expectRefused(uploadForm(undefined), 422, "photo_required");
    expect(body.detail).toBe("image upload required");
  });

  it.each([undefined, "", "abc", "12cm", "NaN"])("[VALID-08] with the circumference %j", async (tree_width) => {
    const body = await expectRefused(uploadForm(photo, { tree_width }), 422, "validation_failed");
    expect(body.info).toContainEqual({ path: "tree_width", message: "tree width required" });
  });

  it("[CALL-09] with a circumference between two steps of 0.01 cm", async () => {
    const body = await expectRefused(uploadForm(photo, { tree_width: "1.005" }), 422, "validation_failed");
    expect(body.info).toEqual([{ path: "tree_width", message: expect.stringContaining("0.01") }]);
  });

  it.each(["0.99", "0", "-5", "1e9"])("[VALID-08] with the circumference %s out of bounds", async (tree_width) => {
    const body = await expectRefused(uploadForm(photo, { tree_width }), 422, "validation_failed");
    expect(body.info[0].path).toBe("tree_width");
  });

  it.each([
    ["latitude", undefined],
    ["latitude", "90.01"],
    ["longitude", "-180.5"],
    ["longitude", ""],
    ["user_supplied_latitude", "north"],
    ["accuracy", "-1"],
    ["fixed_at", "yesterday"],
    ["position_source", "guess"],
    ["id", "not-a-uuid"],
    ["sha256", "abc"],
  ])("[VALID-12] with a wrong %s (%j)", async (field, value) => {
    const body = await expectRefused(uploadForm(photo, { [field]: value }), 422, "validation_failed");
    expect(body.info[0].path).toBe(field);
  });

  it.each([1, 2, 6, 7])("[CALL-47] with a public id that tells when it was made (UUID version %i)", async (version) => {
    const id = `0190e5c1-7d2f-${version}abc-8def-0123456789ab`;
    const body = await expectRefused(uploadForm(photo, { id }), 422, "validation_failed");
    expect(body.info).toEqual([{ path: "id", message: expect.stringContaining("random UUID") }]);
  });

  it("[VALID-09] but the volunteer's own position may be missing or empty", async () => {
    const form = uploadForm(photo, { user_supplied_latitude: "", user_supplied_longitude: undefined });
    const { status, body } = await api.upload("alice", questId, form);
    expect([status, body.additional_data]).toEqual([201, { tree_width: 87.5 }]);
  });

  it("[VALID-10] whose bytes aren't a photo, whatever their type says", async () => {
    await expectRefused(uploadForm(Buffer.from("<html><script>alert(1)</script></html>")), 415, "photo_unsupported");
    await expectRefused(uploadForm(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")), 415, "photo_unsupported");
  });

  it("cut off in its header", async () => {
    await expectRefused(uploadForm(photo.subarray(0, 300)), 422, "photo_unreadable");
  });

  it("larger than 25 MB", async () => {
    const large = Buffer.concat([photo, Buffer.alloc(25_000_001 - photo.length)]);
    await expectRefused(uploadForm(large), 413, "photo_too_large");
  });

  it("whose hash doesn't match", async () => {
    await expectRefused(uploadForm(photo, { sha256: "0".repeat(64) }), 422, "photo_checksum_mismatch");
    // Damaged, it isn't a photo; on the phone it is one.
    const sent = createHash("sha256").update(photo).digest("hex");
    await expectRefused(uploadForm(photo.subarray(100), { sha256: sent }), 422, "photo_checksum_mismatch");
  });

  it("that isn't a form", async () => {
    const path = `/adventurers/alice/quests/${questId}/data/uploads`;
    const { status, body } = await api.call("POST", path, { as: "alice", json: { tree_width: 3 } });
    expect([status, body.code]).toEqual([415, "unsupported_media_type"]);
  });

  it("with an unknown data type", async () => {
    const { status, body } = await api.upload("alice", questId, uploadForm(photo), "?data_type=sound");
    expect([status, body.info[0].path]).toEqual([422, "query.data_type"]);
  });

  it("during which the quest was completed", async () => {
    const form = new Response(uploadForm(photo));
    const body = Buffer.from(await form.arrayBuffer());
    const before = await originals();
    const slow = request(`${api.origin}/api/adventurers/alice/quests/${questId}/data/uploads?data_type=image`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await api.mintToken({ username: "alice" })}`,
        "content-type": form.headers.get("content-type") ?? "",
        "content-length": body.length,
      },
    });
    const answer = once(slow, "response") as Promise<[IncomingMessage]>;
    slow.write(body.subarray(0, body.length - 100));
    // While the photo is received: the quest was open when it was checked.
    const incoming = joinPath(api.dataDir, "photos", ".incoming");
    await vi.waitFor(async () => expect(await readdir(incoming)).not.toEqual([]), 10_000);
    await api.call("PATCH", `/adventurers/alice/quests/${questId}`, { as: "alice", json: { status: "completed" } });
    slow.end(body.subarray(body.length - 100));
    const [response] = await answer;
    expect([response.statusCode, JSON.parse(await text(response)).code]).toEqual([409, "quest_completed"]);
    expect(await list()).toEqual([]);
    expect(await originals()).toEqual(before);
  });

  it.each([
    ["0000-01-01T00:00:00Z", 422],
    ["1969-12-31T23:59:59Z", 422],
    ["2026-05-01T10:00:00+23:59", 201],
  ])("fixed at %s: %i", async (fixed_at, status) => {
    expect((await api.upload("alice", questId, uploadForm(photo, { fixed_at }))).status).toBe(status);
  });

  it("beyond the daily quota", async () => {
    const small = await startTestApi({ UPLOAD_MEGABYTES_PER_DAY: "1" });
    try {
      const quest = await makeQuest(small, await makeOrganization(small));
      const large = await makeNoise();
      for (const username of ["alice", "bob"]) await join(small, username, quest.id);
      const statuses = [];
      for (let sent = 0; sent < 3; sent++) {
        statuses.push((await small.upload("alice", quest.id, uploadForm(large))).status);
      }
      // The second exceeds the limit on its way.
      expect(statuses).toEqual([201, 429, 429]);
      const { body, headers } = await small.upload("alice", quest.id, uploadForm(large));
      expect(body.code).toBe("upload_quota_exhausted");
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(80_000);
      expect((await small.upload("bob", quest.id, uploadForm(large))).status).toBe(201);
    } finally {
      await small.close();
    }
  });

  it("to a quest that is completed, closed or not joined", async () => {
    await api.call("PATCH", `/adventurers/alice/quests/${questId}`, { as: "alice", json: { status: "completed" } });
    await expectRefused(uploadForm(photo), 409, "quest_completed");
    questId = (await makeQuest(api, organizationId)).id;
    await join(api, "alice", questId);
    await api.database.db
      .updateTable("quests")
      .set({ quest_status: "DATA_PROCESSING" })
      .where("id", "=", questId)
      .execute();
    await expectRefused(uploadForm(photo), 409, "quest_closed");
    const foreign = await makeQuest(api, organizationId);
    const { status, body } = await api.upload("alice", foreign.id, uploadForm(photo));
    expect([status, body.code]).toEqual([404, "not_joined"]);
  });
});
