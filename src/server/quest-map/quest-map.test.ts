import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { makeOrganization, makeQuest, placeInKauai, questPayload } from "../../../test/factories.ts";
import { questSpotsMax } from "../../contract/limits.ts";
import type { Quest, QuestSpot } from "../../contract/quests.ts";
import type { Box } from "../quests/boxes-around.ts";
import { Clusterer } from "./clusterer.ts";
import { countOf } from "./place-clusters.ts";
import { QuestMap, type QuestMapOptions } from "./quest-map.ts";
import { foldQuestChanges, lookAtQuests, type MapFilter } from "./quest-map-queries.ts";

const questCount = 3_000;
const world: Box = { west: -180, south: -90, east: 180, north: 90 };

let api: TestApi;
let organizationId: number;

/** Quests of two types, every seventh a draft: most in towns, some at one spot, some at the date line; each has a second place far away. */
beforeAll(async () => {
  api = await startTestApi({ REQUESTS_PER_MINUTE: "100000" });
  organizationId = await makeOrganization(api);
  await sql`
    INSERT INTO quests (quest_name, organization_id, quest_status, quest_type, search_text)
    SELECT 'Quest number ' || n, ${organizationId}, CASE n % 7 WHEN 0 THEN 'INACTIVE' WHEN 1 THEN 'COMPLETED' ELSE 'IN_PROGRESS' END,
      CASE n % 3 WHEN 0 THEN 'TREES' ELSE 'WATER' END, 'quest number ' || n || CASE n % 10 WHEN 0 THEN ' lichen' ELSE '' END
    FROM generate_series(1, ${questCount}) n`.execute(api.database.db);
  await sql`
    INSERT INTO quest_locations (quest_id, locality, administrative_area, postal_code, country, latitude, longitude)
    SELECT q.id, 'Somewhere', 'Far', '12345', 'Land', place.latitude, place.longitude
    FROM quests q CROSS JOIN LATERAL (VALUES
      (1, CASE q.id % 5 WHEN 0 THEN 51.5 ELSE ((q.id % 40) * 4 - 80)::float8 + ((q.id * 7919) % 1000) / 400.0 END,
          CASE q.id % 5 WHEN 0 THEN -0.12 WHEN 1 THEN 179.9 - ((q.id * 31) % 100) / 500.0
            WHEN 2 THEN -179.9 + ((q.id * 37) % 100) / 500.0 ELSE ((q.id * 104729) % 35999) / 100.0 - 180 END),
      (2, 0.0, 0.0)) place (number, latitude, longitude)
    ORDER BY q.id, place.number`.execute(api.database.db);
  await sql`UPDATE quests q SET location_id = l.id, latitude = l.latitude, longitude = l.longitude
    FROM (SELECT DISTINCT ON (quest_id) * FROM quest_locations ORDER BY quest_id, id) l
    WHERE l.quest_id = q.id`.execute(api.database.db);
}, 120_000);
afterAll(() => api.close());

const maps: QuestMap[] = [];
afterEach(async () => {
  await Promise.all(maps.splice(0).map((map) => map.close()));
});

/** As a process of its own has it; its thread is for any number of quests, and it looks for changes at every call. */
function openMap(options: Partial<QuestMapOptions> = {}) {
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const threads: Clusterer[] = [];
  const startClusterer = (connectionString: string) => {
    const thread = new Clusterer(connectionString);
    vi.spyOn(thread, "spotsIn");
    threads.push(thread);
    return thread;
  };
  const { db, connectionString } = api.database;
  const own = { db, connectionString, logger, startClusterer };
  const map = new QuestMap({ many: 1, lookEveryMs: 0, loadPauseMs: 0, ...own, ...options });
  maps.push(map);
  return { map, logger, threads };
}

async function openLoadedMap(options: Partial<QuestMapOptions> = {}) {
  const opened = openMap(options);
  await opened.map.answer({}, world, 2);
  await opened.threads[0]?.loaded;
  return opened;
}

const spotsOf = async (map: QuestMap, box = world, zoom = 2, filter: MapFilter = {}) =>
  (await map.answer(filter, box, zoom)).spots();
const total = (spots: readonly QuestSpot[]) => spots.reduce((sum, spot) => sum + countOf(spot), 0);
const names = (spots: readonly QuestSpot[]) => spots.flatMap((spot) => ("id" in spot ? [spot.quest_name] : []));

async function countInDatabase(
  { west, south, east, north }: Box,
  { q, type, status }: MapFilter = {},
): Promise<number> {
  const { rows } = await api.database.pool.query(
    `SELECT count(*)::int AS count FROM quests q
     WHERE quest_status <> 'INACTIVE' AND ($5::text IS NULL OR search_text LIKE '%' || $5 || '%')
       AND ($6::text IS NULL OR quest_type = $6) AND ($7::text IS NULL OR quest_status = $7)
       AND EXISTS (SELECT FROM (SELECT * FROM quest_locations l WHERE l.quest_id = q.id ORDER BY l.id LIMIT 1) l
         WHERE l.latitude BETWEEN $2 AND $4
           AND CASE WHEN $1::float8 <= $3::float8 THEN l.longitude BETWEEN $1 AND $3 ELSE l.longitude >= $1 OR l.longitude <= $3 END)`,
    [west, south, east, north, q ?? null, type ?? null, status ?? null],
  );
  return rows[0].count;
}

const boxes: Box[] = [
  world,
  { west: -10, south: 40, east: 20, north: 60 },
  { west: -0.13, south: 51.4, east: -0.11, north: 51.6 },
  { west: 170, south: -60, east: -170, north: 60 },
  { west: 179.7, south: -90, east: 180, north: 90 },
  { west: 12.34, south: -33.3, east: 77.7, north: 9.9 },
];
const zooms = [0, 2, 5, 11, 17, 18];

const filters = [
  {},
  { type: "TREES" },
  { status: "COMPLETED" },
  { q: "lichen" },
  { q: "lichen", type: "WATER" },
] as const;

describe("GET /quests/clusters", () => {
  const get = (query: string, headers: Record<string, string> = {}) =>
    api.call("GET", `/quests/clusters?${query}`, { headers });

  it("counts what the list finds, for any box, zoom and filter; drafts and second places are nowhere", async () => {
    for (const box of boxes) {
      const { west, south, east, north } = box;
      for (const filter of filters) {
        const inBox = await countInDatabase(box, filter);
        for (const zoom of zooms) {
          const { status, body } = await get(
            `${new URLSearchParams({ ...filter })}&bbox=${[west, south, east, north].join(",")}&zoom=${zoom}`,
          );
          expect(status).toBe(200);
          expect([box, filter, zoom, total(body)]).toEqual([box, filter, zoom, inBox]);
          expect(body.length).toBeLessThanOrEqual(questSpotsMax);
        }
      }
    }
    expect(await countInDatabase(world)).toBe((await api.call("GET", "/quests")).body.length);
  });

  it("[HOME-15] has one quest as its marker has it, at its first place", async () => {
    const { body } = await get("bbox=-180,-90,180,90&zoom=3&q=number+2999");
    const { rows } = await api.database.pool.query(
      "SELECT q.id, l.latitude, l.longitude FROM quests q JOIN quest_locations l ON l.quest_id = q.id WHERE quest_name = 'Quest number 2999' ORDER BY l.id LIMIT 1",
    );
    const [{ id, latitude, longitude }] = rows;
    expect(body).toEqual([
      { id, quest_name: "Quest number 2999", quest_type: "WATER", coordinates: [latitude, longitude] },
    ]);
  });

  it("is kept by browsers for a moment, and then asked for by its tag until a quest changes", async () => {
    const first = await get("bbox=-180,-90,180,90&zoom=2");
    expect(first.headers.get("cache-control")).toBe("public, max-age=5");
    const tag = first.headers.get("etag") ?? "";
    const again = await get("bbox=-180,-90,180,90&zoom=2", { "if-none-match": `"other", ${tag}` });
    expect([again.status, again.body]).toEqual([304, ""]);
    const quest = await makeQuest(api, organizationId, { quest_name: "Tagged" });
    await expect
      .poll(async () => (await get("bbox=-180,-90,180,90&zoom=2", { "if-none-match": tag })).status)
      .toBe(200);
    await makeDraftOf(quest);
  });

  it("stays short: a view of a large screen takes at most 15 KB on the line", async () => {
    const { body } = await get("bbox=-180,-85,180,85&zoom=3");
    expect(body.length).toBeGreaterThan(100);
    expect(gzipSync(JSON.stringify(body)).length).toBeLessThan(15_000);
  });

  it("waits among the searches, and not among the light calls, where the database has to count", async () => {
    const { callCosts } = api.services;
    const connection = { closed: false, once: () => undefined, off: () => undefined };
    const leave = [];
    for (let place = 0; place < 3; place++) leave.push(await callCosts.enter("search", connection));
    const answer = get("bbox=-180,-90,180,90&zoom=2&q=lichen");
    await expect.poll(() => callCosts.counts().search).toEqual({ running: 3, waiting: 1 });
    expect(callCosts.counts().light.running).toBe(0);
    for (const leavePlace of leave) leavePlace();
    expect(total((await answer).body)).toBe(await countInDatabase(world, { q: "lichen" }));
    expect(callCosts.counts().search.running).toBe(0);
  });

  it.each([
    "",
    "bbox=-180,-90,180,90",
    "zoom=2",
    "bbox=-180,-91,180,90&zoom=2",
    "bbox=1,2,3&zoom=2",
    "bbox=-180,-90,180,90&zoom=19",
    "bbox=-180,-90,180,90&zoom=2.5",
  ])("refuses %j", async (query) => {
    const { status, body, headers } = await get(query);
    expect([status, body.code, headers.get("cache-control")]).toEqual([422, "validation_failed", "no-store"]);
  });
});

async function makeDraftOf({ id, quest_name, locations }: Quest) {
  const json = questPayload(organizationId, { quest_name, locations, quest_status: "INACTIVE" });
  expect((await api.call("PUT", `/quests/${id}`, { as: "admin", json })).status).toBe(200);
}

describe("the thread", () => {
  it("counts as the database does, for any box, zoom and filter, and asks it once for each search", async () => {
    const { map, logger, threads } = await openLoadedMap();
    const search = vi.fn((work) => work());
    for (const box of boxes) {
      for (const filter of filters) {
        const inBox = await countInDatabase(box, filter);
        for (const zoom of zooms) {
          const spots = await (await map.answer(filter, box, zoom)).spots(search);
          expect([box, filter, zoom, total(spots)]).toEqual([box, filter, zoom, inBox]);
          expect(spots.length).toBeLessThanOrEqual(questSpotsMax);
        }
      }
    }
    expect([threads.length, logger.warn.mock.calls, search.mock.calls.length]).toEqual([1, [], 1]);
    // Another spelling of the same words.
    await (await map.answer({ q: " LICHÉN " }, world, 2)).spots(search);
    expect(search).toHaveBeenCalledOnce();
  });

  it("is for many quests: the database answers for few", async () => {
    const ofFew = openMap({ many: questCount * 2 });
    const search = vi.fn((work) => work());
    expect(total(await (await ofFew.map.answer({}, world, 2)).spots(search))).toBe(await countInDatabase(world));
    expect([ofFew.threads, search.mock.calls.length]).toEqual([[], 1]);
  });

  it("shows what another process changed, and hides what became a draft there", async () => {
    const { map, threads } = await openLoadedMap();
    const sea: Box = { west: -31, south: -41, east: -29, north: -39 };
    const seen = async () => {
      const spots = await Promise.all([{}, { q: "in two processes" }].map((filter) => spotsOf(map, sea, 8, filter)));
      return spots.map(names);
    };
    expect(await seen()).toEqual([[], []]);
    const quest = await makeQuest(api, organizationId, {
      quest_name: "Seen in two processes",
      locations: [{ ...placeInKauai, coordinates: [-40, -30] }],
    });
    await expect.poll(seen).toEqual([["Seen in two processes"], ["Seen in two processes"]]);
    await makeDraftOf(quest);
    await expect.poll(seen).toEqual([[], []]);
    expect(threads.filter(({ isEnded }) => !isEnded).length).toBeLessThanOrEqual(2);
  });

  it("is not started anew for each of many changes: for a while the former one answers", async () => {
    const { map, threads } = await openLoadedMap({ loadPauseMs: 60_000 });
    const { version } = await map.answer({}, world, 2);
    for (let times = 0; times < 5; times++) {
      await sql`UPDATE quests SET quest_name = quest_name WHERE quest_name = 'Quest number 1'`.execute(api.database.db);
      expect((await map.answer({}, world, 2)).version).toBe(version);
      expect((await map.answer({ type: "TREES" }, world, 2)).version).toBe(version);
    }
    expect(threads).toHaveLength(1);
    // What nobody knew to be the newest for long is not shown.
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 20_000);
    expect((await map.answer({}, world, 2)).version).not.toBe(version);
  });

  it("may be killed: the database answers at once, and another thread is started", async () => {
    const { map, logger, threads } = await openLoadedMap();
    const expected = await countInDatabase(world);
    const answer = await map.answer({}, world, 2);
    await threads[0]?.end();
    expect(total(await answer.spots())).toBe(expected);
    expect(logger.warn).toHaveBeenCalledOnce();
    expect(total(await spotsOf(map))).toBe(expected);
    await threads[1]?.loaded;
    expect(total(await spotsOf(map))).toBe(expected);
    expect(threads[1]?.spotsIn).toHaveBeenCalledOnce();
  });

  it("that cannot read the quests leaves the answers to the database, and a line in the log", async () => {
    const { map, logger } = openMap({ connectionString: "postgres://nobody@127.0.0.1:1/none" });
    expect(total(await spotsOf(map))).toBe(await countInDatabase(world));
    await expect.poll(() => logger.error.mock.calls.length).toBeGreaterThan(0);
    expect(total(await spotsOf(map))).toBe(await countInDatabase(world));
  });
});

it("folds the changes of quests into one row, without another version", async () => {
  const { version } = await lookAtQuests(api.database.db, 1);
  const rows = async () => (await api.database.pool.query("SELECT changes FROM quest_changes")).rows.length;
  expect(await rows()).toBeGreaterThan(1);
  await Promise.all([foldQuestChanges(api.database.db), foldQuestChanges(api.database.db)]);
  await foldQuestChanges(api.database.db);
  expect(await rows()).toBe(1);
  expect((await lookAtQuests(api.database.db, 1)).version).toBe(version);
});
