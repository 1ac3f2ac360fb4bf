import { request } from "node:http";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest } from "../../../test/factories.ts";
import { calls } from "../../contract/all-calls.ts";
import { listDataPointsOfQuest } from "../data-points/data-point-queries.ts";
import { describeDataPoint } from "../data-points/describe-data-point.ts";
import { listQuests, listTeamQuests } from "./quest-queries.ts";

const api = usingApi();
let measured: number;
const perQuest = 450;
const all = { after: undefined, limit: 100_000 };

beforeAll(async () => {
  const organization = await makeOrganization(api);
  measured = (await makeQuest(api, organization)).id;
  await join(api, "alice", measured);
  // Open and closed quests, drafts, and some with a limit; three data points in every fifth, many in one, some at the
  // same moment.
  const statements = `
    INSERT INTO quests (quest_name, organization_id, quest_description, quest_status, quest_type,
      adventurer_limit, search_text)
    SELECT 'Number "quest_data":[] ' || n, ${organization}, repeat('Measure "every" tree. ', 20),
      (ARRAY['ACCEPTING_APPLICATIONS', 'IN_PROGRESS', 'INACTIVE'])[1 + n % 3], 'TREES', CASE WHEN n % 4 = 0 THEN 5 END,
      'number ' || n
    FROM generate_series(1, 700) n;
    INSERT INTO quest_locations (quest_id, locality, administrative_area, postal_code, country, latitude, longitude)
    SELECT id, 'Lihue', 'Hawaii', '96766', 'United States', (id * 7) % 160 - 80, (id * 13) % 340 - 170
    FROM quests WHERE id <> ${measured};
    UPDATE quests q SET location_id = l.id, latitude = l.latitude, longitude = l.longitude
    FROM quest_locations l WHERE l.quest_id = q.id;
    INSERT INTO adventurer_quests (adventurer_id, quest_id, joined_at)
    SELECT 'alice', id, now() - id * interval '1 minute' FROM quests WHERE id <> ${measured};
    INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude, accuracy, additional_data, photo_key,
      photo_sha256, photo_bytes, photo_format, created_at)
    SELECT gen_random_uuid(), 'alice', quest, 21.97, -159.37, 5,
      jsonb_build_object('species', 'koa', 'tree_width', n, 'remark', 'Seen "here"'),
      'originals/' || quest || '-' || n, repeat('a', 64), 2000000, 'jpeg', now() - (n / 3) * interval '1 second'
    FROM (SELECT id AS quest, n FROM quests, generate_series(1, 3) n WHERE id % 5 = 0 AND id <> ${measured}
      UNION ALL SELECT ${measured}, n FROM generate_series(1, ${perQuest}) n) s`;
  for (const statement of statements.split(";")) await api.database.pool.query(statement);
});

const textOf = async (path: string, as: string | undefined, encoding = "identity"): Promise<string> => {
  const headers: Record<string, string> = { "accept-encoding": encoding };
  if (as)
    headers.authorization = `Bearer ${await api.mintToken({ username: as, ...(as === "admin" && { groups: ["admins"] }) })}`;
  const answer = await fetch(`${api.origin}/api${path}`, { headers });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  return answer.text();
};

/** Every batch of a list in one piece. */
const pointsOf = async (questId: number) =>
  (await listDataPointsOfQuest(api.database.db, questId, all)).rows.map((row) =>
    describeDataPoint(row, api.services.photoAddresses),
  );

describe("a whole list sent in batches", () => {
  it("[CALL-01][CALL-02][CALL-07] equals the list in one piece, compressed or not", async () => {
    const { db } = api.database;
    const quests = (await listQuests(db, { limit: 100_000 })).rows;
    expect(quests.length).toBeGreaterThan(400);
    const expected = JSON.stringify(calls.listQuests.response.parse(quests));
    for (const encoding of ["identity", "gzip", "br"])
      expect(await textOf("/quests", undefined, encoding)).toBe(expected);
    for (const filter of ["?q=number", "?near=21.97,-159.37", "?bbox=-170,-80,170,80"]) {
      const found = JSON.parse(await textOf(`/quests${filter}`, undefined));
      const parts = JSON.parse(await textOf(`/quests${filter}&limit=100`, undefined));
      expect(found.slice(0, 100)).toEqual(parts);
      expect(new Set(found.map(({ id }: { id: number }) => id)).size).toBe(found.length);
      expect(found.length).toBeGreaterThan(400);
    }

    const withPoints = await listTeamQuests(db, { scope: "all", limit: 100_000 });
    for (const quest of withPoints) quest.quest_data = await pointsOf(quest.id);
    expect(await textOf("/admin/quests", "admin")).toBe(
      JSON.stringify(calls.listAdminQuests.response.parse(withPoints)),
    );

    const own = await pointsOf(measured);
    expect(own).toHaveLength(perQuest);
    expect(await textOf(`/adventurers/alice/quests/${measured}/data`, "alice")).toBe(
      JSON.stringify(calls.listDataPoints.response.parse(own)),
    );

    const joined = JSON.parse(await textOf("/adventurers/alice/quests", "alice"));
    expect(joined.map((record: { quest_id: number }) => record.quest_id)).toEqual([
      measured,
      ...withPoints
        .map(({ id }) => id)
        .filter((id) => id !== measured)
        .sort((one, other) => one - other),
    ]);
    expect(joined[0]).toMatchObject({ data_point_count: perQuest, quest: { quest_data: [] } });
  });

  it("is cut off and logged if the database fails midway; before the first byte it is an error", async () => {
    const token = await api.mintToken({ username: "admin", groups: ["admins"] });
    const executor = Object.getPrototypeOf(api.services.db.getExecutor());
    const original = executor.executeQuery;
    for (const failsAt of [3, 1]) {
      for (const encoding of ["identity", "gzip"]) {
        let batches = 0;
        api.log.length = 0;
        const spy = vi.spyOn(executor, "executeQuery").mockImplementation(function (this: unknown, ...args: unknown[]) {
          const { sql } = args[0] as { sql: string };
          if (sql.includes("ORDER BY q.id DESC") && ++batches === failsAt) throw new Error("the database is gone");
          return original.apply(this, args);
        } as never);
        const answer = fetch(`${api.origin}/api/admin/quests`, {
          headers: { authorization: `Bearer ${token}`, "accept-encoding": encoding },
        }).then(async (response) => [response.status, await response.text()] as const);
        if (failsAt === 1) expect((await answer)[0]).toBe(500);
        else {
          await expect(answer).rejects.toThrow();
          expect(api.log).toContainEqual(
            expect.objectContaining({
              msg: "a long response broke off",
              err: expect.objectContaining({ message: "the database is gone" }),
            }),
          );
        }
        expect(batches).toBe(failsAt);
        spy.mockRestore();
      }
    }
    expect(api.services.callCosts.openStreams).toBe(0);
  });

  it("ends when its reader disconnects, without an error in the log", async () => {
    const { callCosts } = api.services;
    api.log.length = 0;
    const leaving = request(`${api.origin}/api/adventurers/alice/quests`, {
      headers: { authorization: `Bearer ${await api.mintToken({ username: "alice" })}` },
    });
    leaving.on("error", () => undefined).end();
    await new Promise((resolve) => leaving.on("response", resolve));
    leaving.destroy();
    await vi.waitFor(() => expect(callCosts.openStreams).toBe(0));
    expect(callCosts.counts().heavy).toEqual({ running: 0, waiting: 0 });
    expect(api.log.map(({ msg }) => msg)).not.toContain("a long response broke off");
  });

  it("is refused to a caller who has a quarter of all under way, and to nobody else", async () => {
    const { callCosts } = api.services;
    const statusOf = async (path: string, as: string) => (await api.call("GET", path, { as })).status;
    const statuses = async () => [
      await statusOf("/adventurers/bob/quests", "bob"),
      await statusOf("/quests?q=no", "visitor"),
    ];
    const openAll = (caller: string) => Array.from({ length: 8 }, () => callCosts.openStream(caller));

    const ofBob = openAll("user bob");
    expect(await statuses()).toEqual([503, 200]);
    const { status, headers, body } = await api.call("GET", "/adventurers/bob/export", { as: "bob" });
    expect([status, headers.get("retry-after"), body.detail]).toEqual([
      503,
      "10",
      "The server is busy with other downloads. Try again in a minute.",
    ]);
    for (const close of ofBob) close();
    const ofNetwork = openAll("network 127.0.0.1");
    expect(await statuses()).toEqual([200, 503]);
    expect(await statusOf("/adventurers/bob/export", "bob")).toBe(200);
    for (const close of ofNetwork) close();
    await vi.waitFor(() => expect(callCosts.openStreams).toBe(0), 20_000);
  });
});
