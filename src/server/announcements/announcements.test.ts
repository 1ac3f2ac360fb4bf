import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { enqueue } from "../jobs/job-queue.ts";
import { startJobRunner } from "../jobs/job-runner.ts";
import { deliveryJob, makeDeliveryHandler } from "./send-announcement.ts";

const api = usingApi();
let organizationId: number;
let questId: number;
let photo: Buffer;

beforeAll(async () => {
  organizationId = await makeOrganization(api, "River Keepers");
  photo = await makePhoto({ width: 160, height: 120 });
});

beforeEach(async () => {
  questId = (await makeQuest(api, organizationId, { quest_name: "The river" })).id;
});

const closed = { title: "The river is closed", text: "Until Monday.", to: "all" };
const send = (json: unknown, who: { as?: string } = { as: "admin" }, id = questId) =>
  api.call("POST", `/quests/${id}/announcements`, { ...who, json });
const listed = async () => (await api.call("GET", `/quests/${questId}/announcements`, { as: "admin" })).body;
const newsOf = async (as: string, query = "") => (await api.call("GET", `/account/news${query}`, { as })).body;
const titlesOf = async (as: string) => (await newsOf(as)).map(({ title }: { title: string }) => title);
const summaryOf = async (as: string) => (await api.call("GET", "/account/news/summary", { as })).body;
const newcomer = () => `v-${randomUUID().slice(0, 8)}`;
const untilDelivered = () =>
  vi.waitFor(async () => {
    for (const { delivered_at } of await listed()) expect(delivered_at).not.toBeNull();
  }, 10_000);

describe("an announcement", () => {
  it("[CALL-40] is taken with 202 and reaches all who joined, in the name of the organization", async () => {
    const [ann, ben, cid] = [newcomer(), newcomer(), newcomer()];
    for (const name of [ann, ben]) await join(api, name, questId);
    const { status, body } = await send(closed);
    expect([status, body]).toEqual([
      202,
      {
        id: expect.any(Number),
        quest_id: questId,
        author: "admin",
        ...closed,
        written_at: expect.any(String),
        recipients_expected: 2,
        recipients: 0,
        delivered_at: null,
      },
    ]);
    await untilDelivered();
    expect(await listed()).toMatchObject([{ id: body.id, recipients: 2 }]);
    for (const name of [ann, ben]) {
      expect(await newsOf(name)).toEqual([
        {
          id: expect.any(Number),
          kind: "announcement",
          quest_id: questId,
          quest_name: "The river",
          language: "en",
          translations: {},
          organization_name: "River Keepers",
          title: closed.title,
          text: closed.text,
          written_at: body.written_at,
          is_new: true,
          is_muted: false,
          is_reported: false,
        },
      ]);
    }
    expect(await newsOf(cid)).toEqual([]);
  });

  it("[CALL-40] reaches those without a data point, or those with a change request, as they were then", async () => {
    const [idle, waiting, asked] = [newcomer(), newcomer(), newcomer()];
    for (const name of [idle, waiting, asked]) await join(api, name, questId);
    for (const name of [waiting, asked]) {
      const { body } = await api.upload(name, questId, uploadForm(photo));
      const json = { decision: "change_requested", comment: "Closer, please." };
      if (name === asked) await api.call("PUT", `/quest_data/${body.id}/review`, { as: "admin", json });
    }
    const counts = await api.call("GET", `/quests/${questId}/announcements/audiences`, { as: "admin" });
    expect(counts.body).toEqual({ all: 3, not_started: 1, to_answer: 1 });
    await send({ title: "Begin", text: "It is warm.", to: "not_started" });
    await send({ title: "Answer", text: "We wait.", to: "to_answer" });
    await untilDelivered();
    expect([await titlesOf(idle), await titlesOf(waiting), await titlesOf(asked)]).toEqual([["Begin"], [], ["Answer"]]);
  });

  it("does not reach those who join later, or a pseudonym", async () => {
    const [gone, late] = [newcomer(), newcomer()];
    await join(api, gone, questId);
    await api.database.db
      .updateTable("adventurers")
      .set({ issuer: null, subject: null, erased_at: new Date() })
      .where("id", "=", gone)
      .execute();
    expect((await send(closed)).body.recipients_expected).toBe(0);
    await join(api, late, questId);
    await untilDelivered();
    expect(await titlesOf(late)).toEqual([]);
    expect(await listed()).toMatchObject([{ recipients: 0 }]);
  });

  it("is one, sent twice or at the same time", async () => {
    const json = { ...closed, id: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => send(json)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await listed()).toHaveLength(1);
  });

  it("is refused after five in a day, even at the same time; another quest has its own", async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => send(closed)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 202, 429, 429]);
    expect(await listed()).toHaveLength(5);
    const other = await makeQuest(api, organizationId);
    const longest = { title: "x".repeat(120), text: "x".repeat(5_000), to: "all" };
    expect((await send(longest, { as: "admin" }, other.id)).status).toBe(202);
  });

  it.each([
    [{ title: " ", text: "a", to: "all" }, "title"],
    [{ title: "x".repeat(121), text: "a", to: "all" }, "title"],
    [{ title: "a", text: "x".repeat(5001), to: "all" }, "text"],
    [{ title: "a", text: "a\u0000", to: "all" }, "text"],
    [{ title: "a", text: "a", to: "everyone" }, "to"],
    [{ title: "a", text: "a" }, "to"],
  ])("is refused with what is wrong: %j", async (json, path) => {
    const { status, body } = await send(json);
    expect([status, body.info[0].path]).toEqual([422, path]);
    expect(await listed()).toEqual([]);
  });

  it("of 1 MB, or of 64 KB, is refused before it is read; so is one to a quest that doesn't exist", async () => {
    for (const length of [1_000_000, 64_000]) {
      const { status, body } = await send({ ...closed, text: "x".repeat(length) });
      expect([status, body.code]).toEqual([413, "request_too_large"]);
    }
    const nowhere = await send(closed, { as: "admin" }, 2_000_000_000);
    expect([nowhere.status, nowhere.body.code]).toEqual([404, "quest_not_found"]);
  });

  it("goes with its quest", async () => {
    await send(closed);
    await untilDelivered();
    expect((await api.call("DELETE", `/quests/${questId}`, { as: "admin" })).status).toBe(204);
    const left = api.database.db.selectFrom("announcements").select("id").where("quest_id", "=", questId);
    expect(await left.execute()).toEqual([]);
  });

  it("[CALL-40] is sent by coordinators of the quest's organization only; its viewers see it", async () => {
    const other = await makeOrganization(api, `Elsewhere ${randomUUID()}`);
    const as = async (group: string) => ({ token: await api.mintToken({ username: newcomer(), groups: [group] }) });
    const status = async (method: string, group: string, json?: object) =>
      (await api.call(method, `/quests/${questId}/announcements`, { ...(await as(group)), ...(json && { json }) }))
        .status;
    expect(await status("POST", `coordinators:${other}`, closed)).toBe(403);
    expect(await status("GET", `owners:${other}`)).toBe(403);
    expect(await status("POST", `reviewers:${organizationId}`, closed)).toBe(403);
    expect(await listed()).toEqual([]);
    expect(await status("POST", `coordinators:${organizationId}`, closed)).toBe(202);
    expect(await status("GET", `reviewers:${organizationId}`)).toBe(200);
  });

  it("[ROLE-03] is sent, listed and counted by the quest's team only", async () => {
    await join(api, "alice", questId);
    for (const as of ["alice", "tester", undefined]) {
      const who = as === undefined ? {} : { as };
      const refused = as === undefined ? 401 : 403;
      expect((await send(closed, who)).status).toBe(refused);
      for (const rest of ["", "/audiences"]) {
        expect((await api.call("GET", `/quests/${questId}/announcements${rest}`, who)).status).toBe(refused);
      }
    }
    expect(await listed()).toEqual([]);
  });
});

describe("news", () => {
  it("[CALL-41] are the caller's own, in parts with the newest first, and new until they are seen", async () => {
    const [ann, ben] = [newcomer(), newcomer()];
    for (const name of [ann, ben]) await join(api, name, questId);
    for (const title of ["One", "Two", "Three"]) {
      await send({ ...closed, title });
      await untilDelivered();
    }
    const first = await api.call("GET", "/account/news?limit=2", { as: ann });
    expect(first.body.map(({ title }: { title: string }) => title)).toEqual(["Three", "Two"]);
    const next = /<\/api(.+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await api.call("GET", next, { as: ann });
    expect(second.body).toMatchObject([{ title: "One" }]);
    expect(second.headers.get("link")).toBeNull();
    expect(await summaryOf(ann)).toEqual({ messages: 3, data_points: 0 });

    const see = (json: unknown) => api.call("POST", "/account/news/seen", { as: ann, json });
    await see({ until: "2020-01-01T00:00:00Z" });
    expect(await summaryOf(ann)).toEqual({ messages: 3, data_points: 0 });
    const until = new Date().toISOString();
    expect((await see({ ids: [second.body[0].id] })).status).toBe(204);
    expect((await newsOf(ann)).map(({ is_new }: { is_new: boolean }) => is_new)).toEqual([true, true, false]);
    const seenAt = async () =>
      (await api.database.pool.query("SELECT seen_at FROM news WHERE id = $1", [second.body[0].id])).rows[0].seen_at;
    const firstSeen = await seenAt();
    await see({ until });
    expect(await seenAt()).toEqual(firstSeen);
    expect(await summaryOf(ann)).toEqual({ messages: 0, data_points: 0 });
    expect(await summaryOf(ben)).toEqual({ messages: 3, data_points: 0 });
  });

  it("[CALL-41] are counted with the data points that have updates", async () => {
    const ann = newcomer();
    await join(api, ann, questId);
    const { body } = await api.upload(ann, questId, uploadForm(photo));
    await api.call("PUT", `/quest_data/${body.id}/review`, { as: "admin", json: { decision: "accepted" } });
    expect(await summaryOf(ann)).toEqual({ messages: 0, data_points: 1 });
  });

  it("[CALL-43] don't come from a muted quest until it is heard again", async () => {
    const ann = newcomer();
    await join(api, ann, questId);
    const mute = (muted: boolean, id = questId) =>
      api.call("PUT", `/account/muted-quests/${id}`, { as: ann, json: { muted } });
    await send({ ...closed, title: "One" });
    await untilDelivered();
    expect((await mute(true)).status).toBe(204);
    expect(await newsOf(ann)).toMatchObject([{ title: "One", is_muted: true }]);
    expect((await send({ ...closed, title: "Two" })).body.recipients_expected).toBe(0);
    await untilDelivered();
    await mute(false);
    await send({ ...closed, title: "Three" });
    await untilDelivered();
    expect(await titlesOf(ann)).toEqual(["Three", "One"]);
    const elsewhere = (await makeQuest(api, organizationId)).id;
    const { status, body } = await mute(true, elsewhere);
    expect([status, body.code]).toEqual([404, "not_joined"]);
  });

  it("[CALL-43] are reported once by each person, with a line in the log; nobody reports another's", async () => {
    const [ann, ben] = [newcomer(), newcomer()];
    await join(api, ann, questId);
    await send(closed);
    await untilDelivered();
    const [{ id }] = await newsOf(ann);
    const report = (as: string) => api.call("POST", `/account/news/${id}/report`, { as });
    expect((await report(ben)).status).toBe(404);
    expect(await listed()).toMatchObject([{ reports: 0 }]);
    const reportedAt = async () =>
      (await api.database.pool.query("SELECT reported_at FROM news WHERE id = $1", [id])).rows[0].reported_at;
    expect((await report(ann)).status).toBe(204);
    const first = await reportedAt();
    expect((await report(ann)).status).toBe(204);
    expect(await reportedAt()).toEqual(first);
    const [announcement] = await listed();
    expect(announcement).toMatchObject({ reports: 1 });
    expect(await newsOf(ann)).toMatchObject([{ is_reported: true }]);
    expect(api.log.find(({ msg }) => msg === "a message was reported")).toMatchObject({
      announcement: announcement.id,
    });
  });

  it("are refused with the cursor of another list", async () => {
    const { status, body } = await api.call("GET", "/account/news?after=x", { as: "alice" });
    expect([status, body.info[0].path]).toEqual([422, "query.after"]);
  });
});

describe("the delivery to many people", () => {
  it("goes on in batches, each behind the jobs that wait", async () => {
    const { db, drop } = await createTestDatabase();
    try {
      await sql`INSERT INTO organizations (organization_name, organization_email) VALUES ('O', 'o@example.org')`.execute(
        db,
      );
      await sql`INSERT INTO quests (quest_name, organization_id) SELECT 'The river', id FROM organizations`.execute(db);
      await sql`INSERT INTO adventurers (id) SELECT 'v' || n FROM generate_series(1, 2000) AS n`.execute(db);
      // Many joined in the same moment.
      await sql`
        INSERT INTO adventurer_quests (adventurer_id, quest_id, joined_at)
        SELECT a.id, q.id, now() - (length(a.id) || ' hours')::interval FROM adventurers AS a, quests AS q`.execute(db);
      const { rows } = await sql<{ id: number }>`
        INSERT INTO announcements (quest_id, author, audience, title, text, recipients_expected)
        SELECT id, 'admin', 'all', 'Closed', 'Until Monday.', 2000 FROM quests RETURNING id`.execute(db);
      const id = rows[0]?.id ?? 0;
      const state = () =>
        db
          .selectFrom("announcements")
          .select(["recipients", "delivered_at"])
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
      const met: object[] = [];
      const other = { kind: "other", run: async () => void met.push(await state()) };
      await db.transaction().execute(async (tx) => {
        await enqueue(tx, deliveryJob, { id });
        await enqueue(tx, { ...deliveryJob, name: other.kind }, { id });
      });
      const logger = { error: vi.fn(), warn: vi.fn() };
      const runner = startJobRunner({ db, logger, handlers: [makeDeliveryHandler({ db }), other] });
      await vi.waitFor(async () => expect((await state()).delivered_at).not.toBeNull(), 60_000);
      await runner.stop();
      expect(met).toEqual([{ recipients: 500, delivered_at: null }]);
      expect((await state()).recipients).toBe(2_000);
      const { count } = await db
        .selectFrom("news")
        .select(sql<number>`count(*)::int`.as("count"))
        .executeTakeFirstOrThrow();
      expect(count).toBe(2_000);
    } finally {
      await drop();
    }
  });
});
