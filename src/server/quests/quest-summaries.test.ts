import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeQuest } from "../../../test/factories.ts";
import { questSorts } from "../../contract/desk-tables.ts";
import type { QuestSummary } from "../../contract/quest-summaries.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import { refreshQuestFigures } from "./quest-summaries.ts";

const api = usingApi();
const ids: Record<string, number> = {};

const place = (locality: string, country: string) => ({
  locality,
  administrative_area: "Somewhere",
  postal_code: "12345",
  country,
  coordinates: [1, 2] as [number, number],
});

beforeAll(async () => {
  const organizations = [];
  for (const organization_name of ["Éclair", "zebra 10", "Zebra 9"]) {
    const { body } = await api.call("POST", "/organizations", {
      as: "admin",
      json: { organization_name, organization_email: "a@example.org" },
    });
    organizations.push(body.id);
  }
  const quests: [string, number, Partial<QuestFormInput>][] = [
    ["Quest 10", 0, { locations: [place("Zürich", "Switzerland"), place("Aachen", "Germany")] }],
    ["quest 9", 1, { locations: [place("Bern", "Switzerland")], quest_deadline: "2031-01-02" }],
    ["Ångström", 2, { locations: [place("ärgern", "Austria")], quest_status: "COMPLETED" }],
    ["zoo", 0, { locations: [place("Aachen", "Germany")], quest_deadline: "2030-01-02", quest_status: "INACTIVE" }],
    ["apes", 1, { locations: [place("Cork", "Ireland")], quest_type: "WATER" }],
  ];
  for (const [quest_name, organization, values] of quests) {
    ids[quest_name] = (await makeQuest(api, organizations[organization] ?? 0, { quest_name, ...values })).id;
  }
  const idOf = (name: string) => ids[name] ?? 0;
  for (const username of ["alice", "bob", "carol"]) await join(api, username, idOf("Quest 10"));
  await join(api, "alice", idOf("apes"));
  await api.call("PATCH", `/adventurers/bob/quests/${idOf("Quest 10")}`, { as: "bob", json: { status: "completed" } });
  await sql`INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude, review_decision)
    SELECT gen_random_uuid(), 'alice', ${idOf("apes")}, 1, 1, CASE WHEN n < 3 THEN 'accepted' END
    FROM generate_series(1, 5) n`.execute(api.database.db);
  await sql`INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude)
    VALUES (gen_random_uuid(), 'alice', ${idOf("Quest 10")}, 1, 1)`.execute(api.database.db);
  await refreshQuestFigures(api.database.db);
});

const get = async (query: string) => (await api.call("GET", `/admin/quests/summaries?${query}`, { as: "admin" })).body;
const names = (rows: QuestSummary[]) => rows.map(({ quest_name }) => quest_name);

async function inParts(query: string): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | undefined = `/admin/quests/summaries?limit=2&${query}`; next; ) {
    const { body, headers } = await api.call("GET", next, { as: "admin" });
    found.push(...names(body));
    next = /<\/api([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
  }
  return found;
}

describe("the administrators' quests", () => {
  it("[ADMIN-01] have every column of the table, including drafts", async () => {
    expect(names(await get(""))).toEqual(["apes", "zoo", "Ångström", "quest 9", "Quest 10"]);
    expect((await get("q=quest%20zurich"))[0]).toEqual({
      id: ids["Quest 10"],
      quest_name: "Quest 10",
      quest_status: "ACCEPTING_APPLICATIONS",
      quest_type: "TREES",
      quest_deadline: null,
      organization_name: "Éclair",
      locality: "Zürich",
      country: "Switzerland",
      open_question_count: 0,
      adventurer_limit: null,
      adventurer_count: 3,
      active_adventurer_count: 2,
      sample_count: 1,
      pending_count: 1,
      accepted_count: 0,
      target_total: null,
      published_at: expect.any(String),
      archived_at: null,
    });
    expect((await get("type=WATER"))[0]).toMatchObject({ sample_count: 5, pending_count: 3, accepted_count: 2 });
  });

  it.each([
    ["quest", ["Ångström", "apes", "quest 9", "Quest 10", "zoo"]],
    ["organization", ["Quest 10", "zoo", "Ångström", "quest 9", "apes"]],
    ["location", ["zoo", "Ångström", "quest 9", "apes", "Quest 10"]],
    ["deadline", ["zoo", "quest 9", "Quest 10", "Ångström", "apes"]],
    ["-deadline", ["quest 9", "zoo", "apes", "Ångström", "Quest 10"]],
    ["status", ["zoo", "Quest 10", "quest 9", "apes", "Ångström"]],
    ["-samples", ["apes", "Quest 10", "zoo", "Ångström", "quest 9"]],
    ["-applications", ["Quest 10", "apes", "zoo", "Ångström", "quest 9"]],
  ])("are sorted by %s, whole and in parts", async (sort, expected) => {
    expect(names(await get(`sort=${sort}`))).toEqual(expected);
    expect(await inParts(`sort=${sort}`)).toEqual(expected);
  });

  it("appear exactly once in every order, with and without filters", async () => {
    for (const sort of questSorts.flatMap((each) => [each, `-${each}`])) {
      expect((await inParts(`sort=${sort}`)).toSorted()).toEqual(Object.keys(ids).toSorted());
      expect((await inParts(`sort=${sort}&q=quest`)).toSorted()).toEqual(["Quest 10", "quest 9"]);
    }
  });

  it("are filtered by words, type, status and organization, and counted", async () => {
    const counts = async (query: string) =>
      (await api.call("GET", `/admin/quests/counts?${query}`, { as: "admin" })).body;
    expect(await counts("")).toEqual({ found: 5, quests: 5, adventurers: 4, data_points: 6 });
    expect(await counts("q=angstrom")).toMatchObject({ found: 1, quests: 5 });
    expect(names(await get("status=INACTIVE"))).toEqual(["zoo"]);
    const organization = (await api.call("GET", `/quests/${ids.apes}`, {})).body.organization_id;
    expect(names(await get(`organization_id=${organization}`))).toEqual(["apes", "quest 9"]);
    expect(await counts(`organization_id=${organization}&type=TREES`)).toMatchObject({ found: 1 });
  });

  it("stay right when volunteers are erased", async () => {
    await join(api, "dave", ids.apes ?? 0);
    await sql`DELETE FROM adventurer_quests WHERE adventurer_id = 'dave'`.execute(api.database.db);
    const { rows } =
      await sql`SELECT f.quest_id FROM quest_figures f WHERE (f.adventurer_count, f.active_adventurer_count)
      <> (SELECT count(*), count(*) FILTER (WHERE status <> 'completed') FROM adventurer_quests a
        WHERE a.quest_id = f.quest_id)`.execute(api.database.db);
    expect(rows).toEqual([]);
  });

  it("above two thousand use the worker's last counts", async () => {
    await sql`INSERT INTO quests (quest_name, organization_id, search_text)
      SELECT 'many ' || n, (SELECT min(id) FROM organizations), 'many' FROM generate_series(1, 2000) n`.execute(
      api.database.db,
    );
    const counts = async (query: string) =>
      (await api.call("GET", `/admin/quests/counts?${query}`, { as: "admin" })).body;
    expect(await counts("")).toMatchObject({ found: 2_000, quests: 5 });
    await refreshQuestFigures(api.database.db);
    expect(await counts("")).toMatchObject({ found: 2_000, quests: 2_005, data_points: 6 });
    expect(await counts("q=many")).toMatchObject({ found: 2_000 });
  });

  it.each(["1", "0_1", "x_1", "1_2147483648", "1_-1", "1_1_1"])("reject the cursor %j", async (after) => {
    const { status, body } = await api.call("GET", `/admin/quests/summaries?after=${after}`, { as: "admin" });
    expect([status, body.code]).toEqual([422, "validation_failed"]);
  });
});
