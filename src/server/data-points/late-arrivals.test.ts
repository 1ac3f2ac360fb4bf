import { createHash, randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import {
  join,
  makeOrganization,
  makeQuest,
  questPayload,
  type UploadForm,
  uploadForm,
} from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { QuestStatus } from "../../contract/enums.ts";
import type { QuestFormInput } from "../../contract/quests.ts";

const api = usingApi();
let organizationId: number;
let questId: number;
let photo: Buffer;

const hourMs = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  photo = await makePhoto({ width: 160, height: 120 });
});

/** A quest that has collected for 100 hours, and that alice joined 50 hours ago. */
beforeEach(async () => {
  questId = (await makeQuest(api, organizationId)).id;
  await join(api, "alice", questId);
  await api.database.db
    .updateTable("quest_status_changes")
    .set({ changed_at: hoursAgo(100) })
    .where("quest_id", "=", questId)
    .execute();
  await setParticipation({ joined_at: hoursAgo(50) });
});

const setParticipation = (values: { joined_at?: string; completed_at?: string; status?: "completed" }) =>
  api.database.db.updateTable("adventurer_quests").set(values).where("quest_id", "=", questId).execute();

async function setStatus(quest_status: QuestStatus, since = hoursAgo(0)): Promise<void> {
  const { db } = api.database;
  await db.updateTable("quests").set({ quest_status }).where("id", "=", questId).execute();
  const { id } = await db
    .selectFrom("quest_status_changes")
    .select("id")
    .where("quest_id", "=", questId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await db.updateTable("quest_status_changes").set({ changed_at: since }).where("id", "=", id).execute();
}

const complete = (completed_at = hoursAgo(0)) => setParticipation({ status: "completed", completed_at });

const send = (fields: UploadForm = {}) => api.upload("alice", questId, uploadForm(photo, fields));

/** `endedHoursAgo`: the end that reviewers see. */
async function expectLate(fields: UploadForm, endedHoursAgo?: number): Promise<void> {
  const { status, body } = await send(fields);
  expect([status, body.late], JSON.stringify([fields, body])).toEqual([201, true]);
  if (endedHoursAgo === undefined) return;
  const sample = await api.call("GET", `/quest_data/${body.id}`, { as: "admin" });
  const hours = (Date.now() - Date.parse(sample.body.capture.ended_at)) / hourMs;
  expect(Math.round(hours)).toBe(endedHoursAgo);
}

const completedRefusal = {
  code: "quest_completed",
  detail: "You've completed this quest, so you can't add data points.",
};
const closedRefusal = { code: "quest_closed", detail: "This quest is closed, so you can't add data points." };

async function expectRefused(fields: UploadForm, refusal: { code: string; detail: string }): Promise<void> {
  const { status, body } = await send(fields);
  expect([status, body], JSON.stringify(fields)).toEqual([409, refusal]);
}

describe("the moment that a phone reports", () => {
  const fixes = [
    { latitude: 21.97, longitude: -159.37, accuracy: 8, fixed_at: "2026-05-01T08:00:00.000Z", source: "device" },
    { latitude: 21.9701, longitude: -159.3702, accuracy: null, fixed_at: null, source: "exif" },
  ];

  it("[CALL-23] is corrected by the offset of its clock, and kept as sent for reviewers", async () => {
    const { status, body } = await send({
      captured_at: "2026-05-01T10:00:00+02:00",
      clock_offset: "-30.25",
      fixes: JSON.stringify(fixes),
      spacing_reason: " Two trunks of one root. ",
      position_source: "map",
    });
    expect([status, body]).toMatchObject([
      201,
      { captured_at: "2026-05-01T07:59:29.750Z", late: false, edited_at: null, position_source: "map" },
    ]);
    const sample = await api.call("GET", `/quest_data/${body.id}`, { as: "admin" });
    expect(sample.body).toMatchObject({ captured_at: body.captured_at, late: false, changes: [] });
    expect(sample.body.capture).toEqual({
      fixes,
      captured_at_device: "2026-05-01T08:00:00.000Z",
      captured_at_place: "2026-04-30T21:59-10:00",
      clock_offset: -30.25,
      spacing_reason: "Two trunks of one root.",
      ended_at: null,
    });
  });

  it("is optional", async () => {
    const { body } = await send();
    expect(body).toMatchObject({ captured_at: null, late: false });
    const sample = await api.call("GET", `/quest_data/${body.id}`, { as: "admin" });
    expect(sample.body.capture).toEqual({
      fixes: [],
      captured_at_device: null,
      captured_at_place: null,
      clock_offset: null,
      spacing_reason: null,
      ended_at: null,
    });
  });

  it("counts as the time of arrival if it is in the future", async () => {
    const { body } = await send({ captured_at: "2222-01-01T00:00:00Z" });
    expect(Math.abs(Date.parse(body.captured_at) - Date.now())).toBeLessThan(60_000);
  });

  it("has room for every allowed fix", async () => {
    const fix = {
      latitude: -21.97011234567891,
      longitude: -159.3702123456789,
      accuracy: 1234.567890123456,
      fixed_at: "2026-05-01T08:00:00.123456+02:00",
      source: "device",
    };
    const written = (count: number) =>
      JSON.stringify(
        Array.from({ length: count }, () => fix),
        null,
        1,
      );
    expect((await send({ fixes: written(50) })).status).toBe(201);
    const { status, body } = await send({ fixes: written(51) });
    expect([status, body.info[0].path]).toEqual([422, "fixes"]);
  });

  it.each([
    ["captured_at", "yesterday"],
    ["captured_at", "2026-05-01T10:00:00"],
    ["captured_at", "1969-12-31T23:59:59Z"],
    ["clock_offset", "fast"],
    ["clock_offset", "3155760001"],
    ["clock_offset", "-3155760001"],
    ["fixes", "["],
    ["fixes", "{}"],
    ["fixes", JSON.stringify([{ ...fixes[0], latitude: 91 }])],
    ["fixes", JSON.stringify([{ ...fixes[0], source: "guess" }])],
    ["spacing_reason", "x".repeat(501)],
    ["position_source", "network"],
  ])("is refused where it cannot be: %s = %s", async (field, value) => {
    const { status, body } = await send({ [field]: value });
    expect([status, body.code]).toEqual([422, "validation_failed"]);
    expect(body.info[0].path.split(".")[0]).toBe(field);
  });
});

describe("a data point that arrives while quest and participation collect", () => {
  it("is never late", async () => {
    for (const captured_at of [hoursAgo(2), hoursAgo(60), hoursAgo(200), "2222-01-01T00:00:00Z"]) {
      expect(await send({ captured_at })).toMatchObject({ status: 201, body: { late: false } });
    }
  });

  it("is not late if the quest was closed in between, even at its capture", async () => {
    await setStatus("DATA_PROCESSING", hoursAgo(20));
    await setStatus("IN_PROGRESS", hoursAgo(10));
    expect(await send({ captured_at: hoursAgo(15) })).toMatchObject({ status: 201, body: { late: false } });
  });
});

describe("a data point that arrives after its adventurer completed the quest", () => {
  it("[CALL-23] is accepted as late if captured between joining and completing", async () => {
    await complete(hoursAgo(5));
    await expectLate({ captured_at: hoursAgo(6) });
    await expectLate({ captured_at: hoursAgo(49) }, 5);
    await expectRefused({ captured_at: hoursAgo(51) }, completedRefusal);
    await expectRefused({ captured_at: hoursAgo(4) }, completedRefusal);
  });

  it("[CALL-23] is rejected without a time of capture, or with one in the future", async () => {
    await complete(hoursAgo(5));
    await expectRefused({}, completedRefusal);
    await expectRefused({ captured_at: "" }, completedRefusal);
    await expectRefused({ captured_at: "2222-01-01T00:00:00Z" }, completedRefusal);
  });

  it("is accepted with a wrong clock if the phone measured the offset", async () => {
    await complete(hoursAgo(5));
    // The clock is ten hours fast.
    await expectRefused({ captured_at: hoursAgo(6 - 10) }, completedRefusal);
    await expectLate({ captured_at: hoursAgo(6 - 10), clock_offset: String(-10 * 3600) });
    // This one looks right, but is slow.
    await expectRefused({ captured_at: hoursAgo(6), clock_offset: String(2 * 3600) }, completedRefusal);
  });

  it("is accepted wherever in the form the time is", async () => {
    await complete(hoursAgo(5));
    const form = uploadForm(photo);
    form.set("captured_at", hoursAgo(16));
    form.set("clock_offset", String(10 * 3600));
    expect((await api.upload("alice", questId, form)).body).toMatchObject({ late: true });
  });

  it("stays the same when sent again", async () => {
    await complete(hoursAgo(5));
    const fields = { id: randomUUID(), captured_at: hoursAgo(6) };
    const first = await send(fields);
    expect(first.body).toMatchObject({ late: true, sha256: createHash("sha256").update(photo).digest("hex") });
    // Even without the reason for being late.
    for (const again of [fields, { id: fields.id }]) expect((await send(again)).body).toEqual(first.body);
    const { body } = await api.call("GET", `/adventurers/alice/quests/${questId}/data`, { as: "alice" });
    expect(body).toEqual([first.body]);
  });

  it("counts like any other", async () => {
    await complete(hoursAgo(5));
    await expectLate({ captured_at: hoursAgo(6) });
    const { body } = await api.call("GET", `/adventurers/alice/quests/${questId}`, { as: "alice" });
    expect(body).toMatchObject({ status: "completed", data_point_count: 1 });
  });
});

describe("a data point that arrives after the quest was closed", () => {
  it.each(["DATA_PROCESSING", "COMPLETED", "INACTIVE"] as const)(
    "[CALL-23] %s, is taken as late where it was captured after joining and while the quest collected",
    async (quest_status) => {
      await setStatus(quest_status, hoursAgo(5));
      await expectLate({ captured_at: hoursAgo(6) });
      await expectRefused({ captured_at: hoursAgo(51) }, closedRefusal);
      await expectRefused({ captured_at: hoursAgo(4) }, closedRefusal);
      await expectRefused({}, closedRefusal);
    },
  );

  it("[CALL-23] is accepted only if captured while the quest was collecting", async () => {
    await setStatus("IN_PROGRESS", hoursAgo(40));
    await setStatus("DATA_PROCESSING", hoursAgo(30));
    await setStatus("IN_PROGRESS", hoursAgo(20));
    await setStatus("COMPLETED", hoursAgo(10));
    await setStatus("INACTIVE", hoursAgo(8));
    // The reviewer sees when it was last closed.
    for (const hours of [45, 35, 15]) await expectLate({ captured_at: hoursAgo(hours) }, 10);
    for (const hours of [25, 5]) await expectRefused({ captured_at: hoursAgo(hours) }, closedRefusal);
    await complete(hoursAgo(32));
    await expectLate({ captured_at: hoursAgo(35) }, 32);
    await expectRefused({ captured_at: hoursAgo(15) }, completedRefusal);
  });

  it("is rejected if an administrator closed the quest before its capture", async () => {
    const put = async (changes: Partial<QuestFormInput>) => {
      const json = questPayload(organizationId, changes);
      const { status, body } = await api.call("PUT", `/quests/${questId}`, { as: "admin", json });
      expect(status, JSON.stringify(body)).toBe(200);
    };
    const changes = () =>
      api.database.db
        .selectFrom("quest_status_changes")
        .select(["quest_status", "changed_at"])
        .where("quest_id", "=", questId)
        .orderBy("id")
        .execute();
    await put({ quest_status: "COMPLETED" });
    // Setting the same status isn't a change.
    await put({ quest_status: "COMPLETED", quest_name: "The bark of all mango trees" });
    const known = await changes();
    expect(known.map(({ quest_status }) => quest_status)).toEqual(["ACCEPTING_APPLICATIONS", "COMPLETED"]);
    expect(Math.abs((known[1]?.changed_at.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    await expectLate({ captured_at: hoursAgo(1) });
    await expectRefused({ captured_at: hoursAgo(-1) }, closedRefusal);
  });
});

it("data points of quests that weren't joined are rejected, whenever captured", async () => {
  const { id } = await makeQuest(api, organizationId);
  const { status, body } = await api.upload("alice", id, uploadForm(photo, { captured_at: hoursAgo(0) }));
  expect([status, body.code]).toEqual([404, "not_joined"]);
});
