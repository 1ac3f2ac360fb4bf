import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest } from "../../../test/factories.ts";

let api: TestApi;
let first: number;
let second: number;

beforeAll(async () => {
  api = await startTestApi();
  const organization = await makeOrganization(api);
  first = (await makeQuest(api, organization, { quest_name: "First quest" })).id;
  second = (await makeQuest(api, organization, { quest_name: "Second quest" })).id;
  await join(api, "alice", first);
  await join(api, "bob_with_underscore", second);
  await api.call("PATCH", `/adventurers/alice/quests/${first}`, { as: "alice", json: { status: "completed" } });
});
afterAll(() => api.close());

describe("applications", () => {
  it("[ROUTE-09] tell who joined which quest and when, the newest first", async () => {
    const { status, body } = await api.call("GET", "/admin/applications", { as: "admin" });
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        quest_id: second,
        quest_name: "Second quest",
        adventurer_id: "bob_with_underscore",
        status: "in_progress",
        joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        completed_at: null,
      },
      {
        quest_id: first,
        quest_name: "First quest",
        adventurer_id: "alice",
        status: "completed",
        joined_at: expect.any(String),
        completed_at: expect.any(String),
      },
    ]);
  });

  it("[ADMIN-01] are counted on the quest until they are completed, and found by quest and status", async () => {
    await join(api, "bob_with_underscore", first);
    const count = async () => {
      const { body } = await api.call("GET", "/admin/quests", { as: "admin" });
      const { adventurer_count, active_adventurer_count } = body.find((quest: { id: number }) => quest.id === first);
      return [adventurer_count, active_adventurer_count];
    };
    expect(await count()).toEqual([2, 1]);
    const found = async (query: string) =>
      (await api.call("GET", `/admin/applications?quest_id=${first}&${query}`, { as: "admin" })).body.map(
        (row: { adventurer_id: string; quest_id: number }) => [row.adventurer_id, row.quest_id],
      );
    expect(await found("status=in_progress")).toEqual([["bob_with_underscore", first]]);
    expect(await found("status=completed")).toEqual([["alice", first]]);
    const completed = { status: "completed" };
    const path = `/adventurers/bob_with_underscore/quests/${first}`;
    await api.call("PATCH", path, { as: "bob_with_underscore", json: completed });
    expect([await count(), await found("status=in_progress")]).toEqual([[2, 0], []]);
    await api.database.db
      .deleteFrom("adventurer_quests")
      .where("adventurer_id", "=", "bob_with_underscore")
      .where("quest_id", "=", first)
      .execute();
  });

  it("come in parts, none twice and none left out, even when many joined at one moment", async () => {
    const people = Array.from({ length: 7 }, (_, index) => `hiker ${index} ü_1`);
    await api.database.db
      .insertInto("adventurers")
      .values(people.map((id) => ({ id })))
      .execute();
    const joinedAt = "2026-01-02T03:04:05.678901Z";
    await api.database.db
      .insertInto("adventurer_quests")
      .values(people.map((adventurer_id) => ({ adventurer_id, quest_id: first, joined_at: joinedAt })))
      .execute();
    const seen: string[] = [];
    let path: string | undefined = "/admin/applications?limit=2";
    while (path) {
      const { body, headers, status } = await api.call("GET", path, { as: "admin" });
      expect(status).toBe(200);
      expect(body.length).toBeLessThanOrEqual(2);
      seen.push(...body.map((row: { adventurer_id: string }) => row.adventurer_id));
      path = /<\/api([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(["bob_with_underscore", "alice", ...people.toReversed()]);
  });

  it.each(["x", "1_2", "1_9999999999_a", "-1_2_a", "99999999999999999_1_a", "1_1_%00", "2026-02-31 00:00:00+00_1_a"])(
    "refuse the mark %j of a part",
    async (after) => {
      const path = `/admin/applications?after=${after.includes("%") ? after : encodeURIComponent(after)}`;
      const { status, body } = await api.call("GET", path, { as: "admin" });
      expect([status, body.code]).toEqual([422, "validation_failed"]);
    },
  );

  it("bear the last mark that fits", async () => {
    const after = encodeURIComponent(`9999999999999999_2147483647_${"a".repeat(128)}`);
    expect((await api.call("GET", `/admin/applications?after=${after}`, { as: "admin" })).status).toBe(200);
  });

  it.each([
    ["visitor", 401],
    ["alice", 403],
    ["tester", 403],
  ])("[ROLE-03] are not shown to %s", async (as, status) => {
    expect((await api.call("GET", "/admin/applications", { as })).status).toBe(status);
  });
});
