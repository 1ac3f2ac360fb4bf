import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest } from "../../../test/factories.ts";
import type { QuestDataPoint } from "../../contract/data-points.ts";

const api = usingApi();
let questId: number;
let base: string;

/** Alice's data points `from` to `to`; two arrive at the same time. */
const arrive = (from: number, to: number) =>
  sql`INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude, accuracy, created_at)
    SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'alice', ${questId}, 10 + n / 1000.0, 20.12345678, 4,
      timestamptz '2026-05-01' + n / 2 * interval '1 minute' FROM generate_series(${from}::int, ${to}::int) n`.execute(
    api.database.db,
  );

beforeAll(async () => {
  questId = (await makeQuest(api, await makeOrganization(api))).id;
  base = `/adventurers/alice/quests/${questId}/data`;
  await join(api, "alice", questId);
  await join(api, "bob", questId);
  await arrive(1, 123);
  await sql`UPDATE quest_data SET review_decision = (ARRAY['accepted', 'denied', 'change_requested'])[n] FROM (
    VALUES ('2', 1), ('3', 2), ('4', 3)) v (id, n) WHERE quest_data.id = ('00000000-0000-4000-8000-' || lpad(v.id, 12, '0'))::uuid`.execute(
    api.database.db,
  );
});

const get = (path: string) => api.call("GET", path, { as: "alice" });
const numbersOf = (points: QuestDataPoint[]) => points.map(({ number }) => number);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

async function readParts(limit: number): Promise<{ addresses: string[]; points: QuestDataPoint[] }> {
  const points: QuestDataPoint[] = [];
  const addresses: string[] = [];
  for (let next: string | undefined = `${base}?limit=${limit}`; next; ) {
    addresses.push(next);
    const { body, headers } = await get(next);
    points.push(...body);
    next = /<\/api([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
  }
  return { addresses, points };
}

describe("a volunteer's own data points in pages", () => {
  it("come newest first, each once with its number; the whole list stays as it is", async () => {
    const whole = (await get(base)).body;
    expect(whole).toHaveLength(123);
    for (const limit of [50, 7, 200]) {
      const { points } = await readParts(limit);
      expect(numbersOf(points)).toEqual(down(123, 1));
      expect(points.map(({ id }) => id).reverse()).toEqual(whole.map(({ id }: QuestDataPoint) => id));
    }
    expect(whole[0]).not.toHaveProperty("number");
    expect((await get(`${base}?limit=1&after=18`)).body).toMatchObject([{ number: 17, id: whole[16].id }]);
  });

  it("keep their URLs while more arrive", async () => {
    const { addresses } = await readParts(50);
    await arrive(124, 130);
    const after = await readParts(50);
    expect(numbersOf(after.points)).toEqual(down(130, 1));
    expect(addresses.at(-1)).toBe(`${base}?limit=50&after=51`);
    expect(after.addresses).toContain(`${base}?limit=50&after=51`);
  });

  it.each(["0", "-1", "x", "2147483648", "1.5"])("refuse the mark %j of a part", async (after) => {
    const { status, body } = await get(`${base}?after=${after}`);
    expect([status, body.code]).toEqual([422, "validation_failed"]);
  });

  it("return nothing before the first and after the last", async () => {
    expect((await get(`${base}?after=1`)).body).toEqual([]);
    const none = await api.call("GET", `/adventurers/bob/quests/${questId}/data?limit=50`, { as: "bob" });
    expect([none.body, none.headers.get("link")]).toEqual([[], null]);
  });

  it("are summarized: states, versions, and positions in the order of the numbers", async () => {
    const { body } = await get(`${base}/summary`);
    const count = (await get(base)).body.length;
    expect(body).toMatchObject({
      pending: count - 3,
      accepted: 1,
      denied: 1,
      change_requested: 1,
      protocol_versions: [],
      first_number: 1,
    });
    expect(body.places).toHaveLength(count);
    expect(body.places.slice(0, 4)).toEqual([
      [10.001, 20.123457, 4, false],
      [10.002, 20.123457, 4, false],
      [10.003, 20.123457, 4, true],
      [10.004, 20.123457, 4, false],
    ]);
    const empty = await api.call("GET", `/adventurers/bob/quests/${questId}/data/summary`, { as: "bob" });
    expect(empty.body).toEqual({
      pending: 0,
      accepted: 0,
      denied: 0,
      change_requested: 0,
      protocol_versions: [],
      first_number: 1,
      places: [],
    });
  });

  it("are only for those who joined", async () => {
    const { status, body } = await api.call("GET", `/adventurers/rita/quests/${questId}/data/summary`, { as: "rita" });
    expect([status, body.code]).toEqual([404, "not_joined"]);
  });

  it("are counted and located from the index alone", async () => {
    await sql`INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude)
      SELECT gen_random_uuid(), 'bob', ${questId}, 1, 1 FROM generate_series(1, 5000) n`.execute(api.database.db);
    await sql`VACUUM ANALYZE quest_data`.execute(api.database.db);
    const { rows } = await sql<{ "QUERY PLAN": string }>`EXPLAIN
      SELECT created_at, id, review_decision, protocol_version, latitude, longitude, accuracy FROM quest_data
      WHERE adventurer_id = 'alice' AND quest_id = ${questId}`.execute(api.database.db);
    expect(rows.map((row) => row["QUERY PLAN"]).join()).toContain("Index Only Scan using quest_data_by_adventurer");
  });
});
