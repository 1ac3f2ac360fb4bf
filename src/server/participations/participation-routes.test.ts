import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest } from "../../../test/factories.ts";

const api = usingApi();
let organizationId: number;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
});

const signUp = (username: string, questId: number) =>
  api.call("POST", `/adventurers/${username}/quests/${questId}/sign-up`, {
    as: username,
    headers: { "content-type": "application/json" },
  });

describe("joining a quest", () => {
  it("[CALL-06] needs no body, joins, and can be repeated", async () => {
    const quest = await makeQuest(api, organizationId);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await signUp("alice", quest.id);
      expect(status).toBe(200);
      expect(body).toMatchObject({ quest_id: quest.id, status: "in_progress", quest: { adventurer_count: 1 } });
    }
  });

  it("[CALL-06] enforces the limit, even in parallel", async () => {
    const quest = await makeQuest(api, organizationId, { adventurer_limit: 3 });
    const crowd = Array.from({ length: 12 }, (_, index) => `hiker${index}`);
    const statuses = await Promise.all(crowd.map(async (name) => (await signUp(name, quest.id)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
    const late = await signUp("latecomer", quest.id);
    expect(late.body).toEqual({ code: "quest_full", detail: "This quest is full." });
  });

  it.each(["INACTIVE", "IN_PROGRESS", "DATA_PROCESSING", "COMPLETED"] as const)(
    "[CALL-06] is rejected while the quest is %s; earlier volunteers stay",
    async (quest_status) => {
      const quest = await makeQuest(api, organizationId);
      await join(api, "alice", quest.id);
      await api.database.db.updateTable("quests").set({ quest_status }).where("id", "=", quest.id).execute();
      const { status, body } = await signUp("bob", quest.id);
      expect([status, body.code]).toEqual([409, "quest_not_accepting"]);
      expect((await signUp("alice", quest.id)).status).toBe(200);
    },
  );

  it("[CALL-06] is rejected once the deadline has passed everywhere on Earth", async () => {
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const over = await makeQuest(api, organizationId, { quest_deadline: dayIn(-2) });
    const { status, body } = await signUp("bob", over.id);
    expect([status, body]).toEqual([
      409,
      { code: "quest_deadline_passed", detail: "The deadline of this quest has passed." },
    ]);
    const today = await makeQuest(api, organizationId, { quest_deadline: dayIn(0) });
    expect((await signUp("bob", today.id)).status).toBe(200);
  });

  it("gives 404 for an unknown quest", async () => {
    const { status, body } = await signUp("alice", 2_000_000_000);
    expect([status, body.code]).toEqual([404, "quest_not_found"]);
  });
});

describe("the volunteer's quests", () => {
  it("[CALL-04] lists joined quests with status, only one's own", async () => {
    const first = await makeQuest(api, organizationId, { quest_name: "First" });
    const second = await makeQuest(api, organizationId, { quest_name: "Second" });
    await join(api, "carol", first.id);
    await join(api, "carol", second.id);
    await join(api, "dave", first.id);
    const { body } = await api.call("GET", "/adventurers/carol/quests", { as: "carol" });
    expect(body.map((link: { quest_id: number }) => link.quest_id)).toEqual([second.id, first.id]);
    expect(body[1]).toMatchObject({ status: "in_progress", quest: { id: first.id, quest_name: "First" } });
    expect((await api.call("GET", "/adventurers/erin/quests", { as: "erin" })).body).toEqual([]);
  });

  it("[CALL-05] returns one quest's participation, and distinguishes not joined from not found", async () => {
    const quest = await makeQuest(api, organizationId);
    await join(api, "alice", quest.id);
    const joined = await api.call("GET", `/adventurers/alice/quests/${quest.id}`, { as: "alice" });
    expect(joined.body).toMatchObject({ quest_id: quest.id, status: "in_progress", quest: { id: quest.id } });
    const notJoined = await api.call("GET", `/adventurers/bob/quests/${quest.id}`, { as: "bob" });
    expect([notJoined.status, notJoined.body]).toEqual([
      404,
      { code: "not_joined", detail: "You are not signed up for this quest." },
    ]);
    const notThere = await api.call("GET", "/adventurers/bob/quests/2000000000", { as: "bob" });
    expect([notThere.status, notThere.body.code]).toEqual([404, "quest_not_found"]);
  });

  it("counts one's data points per quest, without denied ones", async () => {
    const [trees, other] = [await makeQuest(api, organizationId), await makeQuest(api, organizationId)];
    for (const name of ["finn", "gail"]) await join(api, name, trees.id);
    await join(api, "finn", other.id);
    const pointOf = (adventurer_id: string, review_decision: "accepted" | "denied" | null) => {
      const id = randomUUID();
      const photo = { photo_key: id, photo_sha256: "0".repeat(64), photo_bytes: 1, photo_format: "jpeg" as const };
      return {
        id,
        adventurer_id,
        quest_id: trees.id,
        latitude: 1,
        longitude: 2,
        additional_data: "{}",
        review_decision,
        ...photo,
      };
    };
    await api.database.db
      .insertInto("quest_data")
      .values([pointOf("finn", null), pointOf("finn", "accepted"), pointOf("finn", "denied"), pointOf("gail", null)])
      .execute();
    const { body } = await api.call("GET", "/adventurers/finn/quests", { as: "finn" });
    expect(body.map((link: { data_point_count: number }) => link.data_point_count)).toEqual([0, 2]);
    const one = await api.call("GET", `/adventurers/finn/quests/${trees.id}`, { as: "finn" });
    expect(one.body).toMatchObject({ data_point_count: 2, total_data_point_count: 3 });
  });

  it("accepts a username that needs escaping", async () => {
    const quest = await makeQuest(api, organizationId);
    const username = "maría/ño?& %41";
    const path = `/adventurers/${encodeURIComponent(username)}/quests`;
    expect((await api.call("POST", `${path}/${quest.id}/sign-up`, { as: username })).status).toBe(200);
    expect((await api.call("GET", path, { as: username })).body).toHaveLength(1);
  });
});

describe("completing a quest", () => {
  it("[CALL-08] accepts the status completed, and keeps the first time when repeated", async () => {
    const quest = await makeQuest(api, organizationId);
    await join(api, "alice", quest.id);
    const record = (await api.call("GET", `/adventurers/alice/quests/${quest.id}`, { as: "alice" })).body;
    const complete = () =>
      api.call("PATCH", `/adventurers/alice/quests/${quest.id}`, {
        as: "alice",
        json: { ...record, status: "completed" },
      });
    expect((await complete()).body).toMatchObject({ status: "completed", quest_id: quest.id });
    const completedAt = () =>
      api.database.db
        .selectFrom("adventurer_quests")
        .select("completed_at")
        .where("quest_id", "=", quest.id)
        .executeTakeFirstOrThrow();
    const first = await completedAt();
    expect((await complete()).status).toBe(200);
    expect(await completedAt()).toEqual(first);
  });

  it("[CALL-08] rejects another quest's record, and completes neither", async () => {
    const [quest, other] = [await makeQuest(api, organizationId), await makeQuest(api, organizationId)];
    for (const { id } of [quest, other]) await join(api, "alice", id);
    const pathOf = (id: number) => `/adventurers/alice/quests/${id}`;
    for (const [said, path] of [
      [{ quest_id: other.id }, "quest_id"],
      [{ quest: { id: other.id } }, "quest.id"],
      [{ quest_id: quest.id, quest: other }, "quest.id"],
    ] as const) {
      const json = { ...said, status: "completed" };
      const { status, body } = await api.call("PATCH", pathOf(quest.id), { as: "alice", json });
      expect([status, body.code, body.info[0].path]).toEqual([422, "validation_failed", path]);
    }
    for (const { id } of [quest, other]) {
      expect((await api.call("GET", pathOf(id), { as: "alice" })).body.status).not.toBe("completed");
    }
  });

  it("[CALL-08] rejects other statuses, and people who haven't joined", async () => {
    const quest = await makeQuest(api, organizationId);
    const patch = (as: string, status: unknown) =>
      api.call("PATCH", `/adventurers/${as}/quests/${quest.id}`, { as, json: { status } });
    await join(api, "alice", quest.id);
    for (const status of ["complete", "in_progress", null, 1]) {
      expect((await patch("alice", status)).body.code, String(status)).toBe("validation_failed");
    }
    expect((await patch("bob", "completed")).body.code).toBe("not_joined");
  });
});
