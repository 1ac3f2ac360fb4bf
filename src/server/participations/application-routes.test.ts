import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest } from "../../../test/factories.ts";
import { type ApplicationSort, applicationSorts } from "../../contract/desk-tables.ts";
import type { Application } from "../../contract/participations.ts";

const api = usingApi();
let first: number;
let second: number;

beforeAll(async () => {
  const organization = await makeOrganization(api);
  first = (await makeQuest(api, organization, { quest_name: "First quest" })).id;
  second = (await makeQuest(api, organization, { quest_name: "Second quest" })).id;
  await join(api, "alice", first);
  await join(api, "bob_with_underscore", second);
  await api.call("PATCH", `/adventurers/alice/quests/${first}`, { as: "alice", json: { status: "completed" } });
});

const nextOf = (headers: Headers) => /<\/api([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
const nameOf = ({ adventurer_id, quest_name }: Application) => `${adventurer_id}: ${quest_name}`;

async function inParts(query: string): Promise<Application[]> {
  const found: Application[] = [];
  for (let next: string | undefined = `/admin/applications?limit=2${query}`; next; ) {
    const { body, headers, status } = await api.call("GET", next, { as: "admin" });
    expect(status).toBe(200);
    expect(body.length).toBeLessThanOrEqual(2);
    found.push(...body);
    next = nextOf(headers);
  }
  return found;
}

describe("applications", () => {
  it("[ROUTE-09] say who joined which quest and when, newest first", async () => {
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

  it("[ADMIN-01] are counted on the quest until completed, and found by quest and status", async () => {
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

  it("come in parts, each once, even if many joined at the same moment", async () => {
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
    const seen = (await inParts("")).map(({ adventurer_id }) => adventurer_id);
    expect(seen).toEqual(["bob_with_underscore", "alice", ...people.toReversed()]);
  });

  describe("sorted", () => {
    const moment = "2026-03-04T05:06:07.000001Z";
    const later = "2026-03-04T05:06:07.000002Z";
    /** Volunteer, quest, joined at, completed at. Many are equal, and some differ by a microsecond. */
    let rows: [string, "Ärger 9" | "ärger 10" | "Zoo", string, string | null][];
    const quests: Record<string, number> = {};

    beforeAll(async () => {
      const { db } = api.database;
      await db.deleteFrom("adventurer_quests").execute();
      const organization = await makeOrganization(api, "Sorted");
      for (const name of ["ärger 10", "Zoo", "Ärger 9"]) {
        quests[name] = (await makeQuest(api, organization, { quest_name: name })).id;
      }
      rows = [
        ["hiker 10", "Zoo", moment, null],
        ["hiker 9", "Zoo", later, later],
        ["Hiker 9", "Zoo", moment, moment],
        ["hiker 10", "Ärger 9", moment, moment],
        ["hiker 9", "Ärger 9", moment, null],
        ["hiker 9", "ärger 10", later, moment],
        ["Ada_1_2", "ärger 10", later, null],
        ["Ada_1_2", "Zoo", moment, later],
      ];
      for (const id of ["hiker 10", "hiker 9", "Hiker 9", "Ada_1_2"]) {
        await db.insertInto("adventurers").values({ id }).execute();
      }
      for (const [adventurer_id, quest, joined_at, completed_at] of rows) {
        const status = completed_at === null ? "in_progress" : "completed";
        const quest_id = quests[quest] ?? 0;
        const row = { adventurer_id, quest_id, status, joined_at, completed_at } as const;
        await db.insertInto("adventurer_quests").values(row).execute();
      }
    });

    const instants = [moment, later];
    const time = (instant: string | null) => (instant === null ? 9 : instants.indexOf(instant));
    const places = ["Ärger 9", "ärger 10", "Zoo"];
    type Sorted = (typeof rows)[number];
    const by: Record<ApplicationSort, (row: Sorted) => string | number> = {
      adventurer: ([adventurer]) => ["Ada_1_2", "hiker 9", "hiker 10"].indexOf(adventurer.replace("H", "h")),
      quest: ([, quest]) => places.indexOf(quest),
      joined: ([, , joined]) => time(joined),
      status: ([, , joined, completed]) => `${completed === null} ${joined}`,
      completed: ([, , , completed]) => time(completed),
    };

    it.each(applicationSorts.flatMap((sort) => [sort, `-${sort}` as const]))(
      "[ROUTE-09] by %s they are all there once in that order, whole and in parts, though many are equal",
      async (sort) => {
        const column = sort.replace("-", "") as ApplicationSort;
        const whole = (await api.call("GET", `/admin/applications?sort=${sort}`, { as: "admin" })).body.map(nameOf);
        expect(whole.toSorted()).toEqual(rows.map(([adventurer, quest]) => `${adventurer}: ${quest}`).toSorted());
        const values = whole.map((name: string) => {
          const row = rows.find(([adventurer, quest]) => name === `${adventurer}: ${quest}`);
          return row && by[column](row);
        });
        const inOrder = values.toSorted((one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0));
        const backwards = inOrder.toReversed();
        const nobody = values.filter((value: unknown) => value === 9);
        expect(values).toEqual(
          sort === "-completed"
            ? [...backwards.slice(nobody.length), ...nobody]
            : sort === column
              ? inOrder
              : backwards,
        );
        expect((await inParts(`&sort=${sort}`)).map(nameOf)).toEqual(whole);
      },
    );

    it("[ADMIN-01] come in parts within a quest and status, by time if the column is constant", async () => {
      const found = async (sort: string, status: string) =>
        (await inParts(`&quest_id=${quests.Zoo}&status=${status}&sort=${sort}`)).map(
          ({ adventurer_id }) => adventurer_id,
        );
      expect(await found("adventurer", "completed")).toEqual(["Ada_1_2", "Hiker 9", "hiker 9"]);
      for (const sort of ["quest", "status"]) expect((await found(sort, "completed")).at(-1)).toBe("hiker 9");
      expect(await found("-completed", "in_progress")).toEqual(["hiker 10"]);
    });

    it("continue after someone who was erased", async () => {
      const whole = (await api.call("GET", "/admin/applications?sort=adventurer", { as: "admin" })).body.map(nameOf);
      const { headers, body } = await api.call("GET", "/admin/applications?sort=adventurer&limit=3", { as: "admin" });
      await api.database.db
        .deleteFrom("adventurer_quests")
        .where("adventurer_id", "=", body[2].adventurer_id)
        .execute();
      const next = await api.call("GET", nextOf(headers) ?? "", { as: "admin" });
      expect(next.body.map(nameOf)[0]).toBe(
        whole.slice(3).find((name: string) => !name.startsWith(`${body[2].adventurer_id}:`)),
      );
    });
  });

  it.each([
    "x",
    "1_2_a",
    "x_1_2_a",
    "_1_9999999999_a",
    "_-1_2_a",
    "_99999999999999999_1_a",
    "99999999999999999_1_1_a",
    "_1_1_%00",
    "_2026-02-31 00:00:00+00_1_a",
  ])("reject the cursor %j", async (after) => {
    const path = `/admin/applications?after=${after.includes("%") ? after : encodeURIComponent(after)}`;
    const { status, body } = await api.call("GET", path, { as: "admin" });
    expect([status, body.code]).toEqual([422, "validation_failed"]);
  });

  it("accept the largest valid cursor", async () => {
    const after = encodeURIComponent(`9999999999999999_9999999999999999_2147483647_${"a".repeat(128)}`);
    for (const sort of applicationSorts) {
      const path = `/admin/applications?sort=-${sort}&after=${after}`;
      expect((await api.call("GET", path, { as: "admin" })).status).toBe(200);
    }
  });

  it.each([
    ["visitor", 401],
    ["alice", 403],
    ["tester", 403],
  ])("[ROLE-03] are forbidden for %s", async (as, status) => {
    expect((await api.call("GET", "/admin/applications", { as })).status).toBe(status);
  });
});
