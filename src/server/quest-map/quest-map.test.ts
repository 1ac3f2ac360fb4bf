import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { makeOrganization, makeQuest, placeInKauai, questPayload } from "../../../test/factories.ts";
import { mapSpotsMax } from "../../contract/limits.ts";
import type { Quest, QuestSpot } from "../../contract/quests.ts";
import { askingDatabase } from "../database/connection.ts";
import type { Box } from "../evidence/boxes.ts";
import { QuestMap, type QuestMapOptions } from "./quest-map.ts";
import { findVersion, foldQuestChanges, type MapFilter } from "./quest-map-queries.ts";

const questCount = 3_000;
const world: Box = { west: -180, south: -90, east: 180, north: 90 };

const api = usingApi({ REQUESTS_PER_MINUTE: "100000" });
let organizationId: number;

/**
 * Quests of two types, every seventh a draft: most in towns, some at one location, some at the date line; each has a
 * distant second location.
 */
beforeAll(async () => {
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
});

/** Like another process; it looks for changes at every call. */
function openMap(options: Partial<QuestMapOptions> = {}) {
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const map = new QuestMap({ db: api.database.db, logger, lookEveryMs: 0, ...options });
  return { map, logger };
}

const spotsOf = async (map: QuestMap, box = world, zoom = 2, filter: MapFilter = {}) =>
  (await map.answer(filter, box, zoom)).spots();
const total = (spots: readonly QuestSpot[]) => spots.reduce((sum, spot) => sum + ("count" in spot ? spot.count : 1), 0);
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

  it("counts what the list finds, for any box, zoom and filter, without drafts and second locations", async () => {
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
          expect(body.length).toBeLessThanOrEqual(mapSpotsMax);
        }
      }
    }
    expect(await countInDatabase(world)).toBe((await api.call("GET", "/quests")).body.length);
  });

  it("[HOME-15] has a single quest as its marker, at its first location", async () => {
    const { body } = await get("bbox=-180,-90,180,90&zoom=3&q=number+2999");
    const { rows } = await api.database.pool.query(
      "SELECT q.id, l.latitude, l.longitude FROM quests q JOIN quest_locations l ON l.quest_id = q.id WHERE quest_name = 'Quest number 2999' ORDER BY l.id LIMIT 1",
    );
    const [{ id, latitude, longitude }] = rows;
    expect(body).toEqual([
      { id, quest_name: "Quest number 2999", quest_type: "WATER", coordinates: [latitude, longitude] },
    ]);
  });

  it("is cached by browsers for a moment, and then revalidated until it changes, whatever happens to drafts", async () => {
    const first = await get("bbox=-180,-90,180,90&zoom=2");
    expect(first.headers.get("cache-control")).toBe("public, max-age=5");
    const tag = first.headers.get("etag") ?? "";
    const again = await get("bbox=-180,-90,180,90&zoom=2", { "if-none-match": `"other", ${tag}` });
    expect([again.status, again.body]).toEqual([304, ""]);
    const quest = await makeQuest(api, organizationId, { quest_name: "Tagged" });
    const untilAnswered = (status: number) =>
      expect
        .poll(async () => (await get("bbox=-180,-90,180,90&zoom=2", { "if-none-match": tag })).status, {
          timeout: 20_000,
        })
        .toBe(status);
    await untilAnswered(200);
    await makeDraftOf(quest);
    await untilAnswered(304);
    // Whoever guesses the version isn't told that it is right.
    const { version } = await api.services.questMap.answer({}, world, 2);
    expect((await get("bbox=-180,-90,180,90&zoom=2", { "if-none-match": `W/"1-${version}"` })).status).toBe(200);
  });

  it("stays short: at most 15 KB for a large screen", async () => {
    const { body } = await get("bbox=-180,-85,180,85&zoom=3");
    expect(body.length).toBeGreaterThan(100);
    expect(gzipSync(JSON.stringify(body)).length).toBeLessThan(15_000);
  });

  it("waits with the searches, not with light calls, if it needs the database", async () => {
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

describe("the map of a process", () => {
  it("queries the database once per search, however its words are spelled", async () => {
    const { map } = openMap();
    const search = vi.fn((work) => work());
    const look = async (filter: MapFilter, zoom: number) =>
      total(await (await map.answer(filter, world, zoom)).spots(search));
    const found = await countInDatabase(world, { q: "lichen" });
    expect([await look({ q: "lichen" }, 2), await look({ q: " LICHÉN " }, 3)]).toEqual([found, found]);
    expect(await look({ q: "lichen", type: "WATER" }, 2)).toBe(
      await countInDatabase(world, { q: "lichen", type: "WATER" }),
    );
    expect(search).toHaveBeenCalledOnce();
    await look({}, 2);
    expect(search).toHaveBeenCalledOnce();
  });

  it("shows changes of other processes, and hides new drafts", async () => {
    const { map } = openMap();
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
  });

  it("reads all quests once for simultaneous requests, and pauses before it reads again", async () => {
    // A database of its own, because the server's jobs begin transactions too.
    const db = askingDatabase(api.database.pool);
    const { map } = openMap({ db, restTimes: 1e9 });
    const transaction = vi.spyOn(db, "transaction");
    const looks = await Promise.all([0, 1, 2].map(() => map.answer({}, world, 2)));
    expect(transaction).toHaveBeenCalledOnce();
    // Pretends that reading all quests takes long.
    vi.spyOn(performance, "now").mockReturnValue(0).mockReturnValueOnce(-500);
    const slow = openMap({ db, restTimes: 60 }).map;
    const { version } = await slow.answer({}, world, 2);
    expect(version).toBe(looks[0]?.version);
    // At once: the longest pause is eight seconds.
    await sql`UPDATE quests SET quest_name = quest_name WHERE quest_name = 'Quest number 1'`.execute(api.database.db);
    expect((await slow.answer({}, world, 2)).version).toBe(version);
    expect(transaction).toHaveBeenCalledTimes(2);
  });

  it("fails while the quests can't be read, logs that, and recovers", async () => {
    const db = askingDatabase(api.database.pool);
    const { map, logger } = openMap({ db });
    vi.spyOn(db, "transaction").mockImplementationOnce(() => {
      throw new Error("the database is away");
    });
    await expect(map.answer({}, world, 2)).rejects.toThrow("away");
    expect(logger.error).toHaveBeenCalledOnce();
    expect(total(await spotsOf(map))).toBe(await countInDatabase(world));
  });
});

it("merges the changes of quests into one row, without a new version", async () => {
  const version = await findVersion(api.database.db);
  const rows = async () => (await api.database.pool.query("SELECT changes FROM quest_changes")).rows.length;
  expect(await rows()).toBeGreaterThan(1);
  await Promise.all([foldQuestChanges(api.database.db), foldQuestChanges(api.database.db)]);
  await foldQuestChanges(api.database.db);
  expect(await rows()).toBe(1);
  expect(await findVersion(api.database.db)).toBe(version);
});
