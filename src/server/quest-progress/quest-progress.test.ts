import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest, placeInKauai, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { QuestProgress } from "../../contract/quest-progress.ts";
import { eraseAdventurer } from "../adventurers/erase-adventurer.ts";
import { foldQuestDays } from "./quest-progress-queries.ts";

const api = usingApi();
let organizationId: number;
let photo: Buffer;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  await makeMember(api, organizationId, "vera", "viewer");
  photo = await makePhoto({ width: 32, height: 24 });
});

const make = async () => (await makeQuest(api, organizationId)).id;
const progress = async (id: number): Promise<QuestProgress> =>
  (await api.call("GET", `/quests/${id}/progress`, { as: "vera" })).body;
const upload = async (username: string, questId: number, changes = {}): Promise<string> =>
  (await api.upload(username, questId, uploadForm(photo, changes))).body.id;
const review = (id: string, decision: string) =>
  api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json: { decision, comment: "The trunk, please." } });
const today = () => new Date().toISOString().slice(0, 10);
const figures = ({ joined, measured, pending, accepted, denied, change_requested }: QuestProgress) => [
  joined,
  measured,
  pending,
  accepted,
  denied,
  change_requested,
];
/** Adds data points that arrived some days ago. */
const insertPoints = (questId: number, username: string, decisions: readonly (string | null)[], daysAgo = 0) =>
  sql`INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude, review_decision, created_at)
    SELECT gen_random_uuid(), ${username}, ${questId}, 21.97, -159.37, decision,
      now() - make_interval(days => ${daysAgo}::int, secs => n)
    FROM unnest(${decisions}::text[]) WITH ORDINALITY AS given (decision, n)`.execute(api.database.db);
const insertParticipation = async (questId: number, username: string, daysAgo: number) => {
  await sql`INSERT INTO adventurers (id) VALUES (${username}) ON CONFLICT DO NOTHING`.execute(api.database.db);
  await sql`INSERT INTO adventurer_quests (adventurer_id, quest_id, joined_at)
    VALUES (${username}, ${questId}, now() - make_interval(days => ${daysAgo}::int))`.execute(api.database.db);
};

describe("what happened in a quest", () => {
  it("is empty at first, and unknown without the quest", async () => {
    const id = await make();
    const { places, ...rest } = await progress(id);
    expect(rest).toMatchObject({ joined: 0, measured: 0, unit: "day", series: [], median_decision_hours: null });
    expect([rest.needs_help, rest.points, rest.elsewhere]).toEqual([[], [], 0]);
    expect(places).toMatchObject([{ locality: placeInKauai.locality, count: 0 }]);
    const { status, body } = await api.call("GET", "/quests/999999/progress", { as: "admin" });
    expect([status, body.code]).toEqual([404, "quest_not_found"]);
  });

  it("[CALL-39] counts exactly through uploads, reviews, undoing, revisions, deletion and erasure", async () => {
    const id = await make();
    for (const username of ["alice", "bob"]) await join(api, username, id);
    const [first = "", second = "", third = ""] = [
      await upload("alice", id),
      await upload("alice", id),
      await upload("bob", id),
    ];
    expect(figures(await progress(id))).toEqual([2, 3, 3, 0, 0, 0]);
    await review(first, "accepted");
    await review(second, "change_requested");
    await review(third, "denied");
    expect(figures(await progress(id))).toEqual([2, 3, 0, 1, 1, 1]);
    await api.call("POST", "/quest_data/reviews/undo", { as: "admin", json: { ids: [third] } });
    expect(figures(await progress(id))).toEqual([2, 3, 1, 1, 0, 1]);
    const form = new FormData();
    form.set("id", crypto.randomUUID());
    form.set("message", "It is right as it is.");
    expect((await api.call("POST", `/quest_data/${second}/revisions`, { as: "alice", form })).status).toBe(201);
    const revised = await progress(id);
    expect(figures(revised)).toEqual([2, 3, 2, 1, 0, 0]);
    expect(revised.series).toEqual([
      { from: today(), joined: 2, measured: 3, accepted: 1, denied: 0, change_requested: 0 },
    ]);
    const removed = await upload("alice", id);
    expect((await api.call("DELETE", `/adventurers/alice/quests/${id}/data/${removed}`, { as: "alice" })).status).toBe(
      204,
    );
    expect(figures(await progress(id))).toEqual([2, 3, 2, 1, 0, 0]);
    const account = { issuer: "https://issuer.example", subject: "bob" };
    await eraseAdventurer({ db: api.database.db, logger: console, jobs: { wake: () => {} } } as never, account, {
      deletesUnaccepted: true,
    });
    const erased = await progress(id);
    expect(figures(erased)).toEqual([1, 2, 1, 1, 0, 0]);
    expect(erased.series).toEqual([
      { from: today(), joined: 1, measured: 2, accepted: 1, denied: 0, change_requested: 0 },
    ]);
    await foldQuestDays(api.database.db);
    expect(await progress(id)).toEqual(erased);
  });

  it("has weeks from Monday once the quest is older than a year", async () => {
    const id = await make();
    await insertParticipation(id, "old", 800);
    await insertPoints(id, "old", ["accepted"], 365);
    await insertPoints(id, "old", ["denied", null], 0);
    const { unit, series } = await progress(id);
    expect(unit).toBe("week");
    expect(series.map(({ joined, measured }) => [joined, measured])).toEqual([
      [1, 0],
      [0, 1],
      [0, 2],
    ]);
    for (const { from } of series) expect(new Date(from).getUTCDay()).toBe(1);
  });

  it("[CALL-39] has the median time from arrival to the first decision that wasn't undone", async () => {
    const id = await make();
    await insertParticipation(id, "mia", 3);
    await insertPoints(id, "mia", ["accepted", "denied", "accepted", null], 2);
    await sql`INSERT INTO reviews (quest_data_id, decision, reviewed_by, reviewed_at, undone_at)
      SELECT d.id, coalesce(d.review_decision, 'denied'), 'rita', d.created_at + make_interval(hours => h.hours),
        CASE WHEN h.hours = 1 THEN now() END
      FROM (SELECT *, row_number() OVER (ORDER BY created_at DESC) AS n FROM quest_data WHERE quest_id = ${id}) d
      JOIN (VALUES (1, 1), (1, 8), (1, 30), (2, 10), (3, 6)) AS h (n, hours) ON h.n = d.n
      ORDER BY h.hours`.execute(api.database.db);
    expect((await progress(id)).median_decision_hours).toBeCloseTo(8, 6);
  });

  it("[CALL-39] names who needs help: often denied or returned of the newest ten, or gone after one data point", async () => {
    const id = await make();
    for (const username of ["often", "once-bad", "bad-before", "stopped", "just-one", "went-on"]) {
      await insertParticipation(id, username, 30);
    }
    await insertParticipation(id, "gone", 30);
    await insertPoints(id, "often", [null, "denied", "accepted", "change_requested", "denied"], 10);
    await insertPoints(id, "once-bad", ["denied", "denied", "accepted"], 10);
    await insertPoints(id, "bad-before", [...Array(8).fill("accepted"), "denied", "denied", "denied", "denied"], 10);
    await insertPoints(id, "stopped", ["accepted"], 8);
    await insertPoints(id, "just-one", [null], 6);
    await insertPoints(id, "went-on", [null, null], 9);
    await insertPoints(id, "gone", ["denied", "denied", "denied"], 9);
    await sql`UPDATE adventurers SET erased_at = now() WHERE id = 'gone'`.execute(api.database.db);
    const { needs_help } = await progress(id);
    expect(needs_help.map(({ last_arrived_at: _, ...person }) => person)).toEqual([
      { adventurer_id: "often", reason: "sent_back", decided: 4, sent_back: 3, state: "denied" },
      { adventurer_id: "stopped", reason: "stopped", decided: 1, sent_back: 0, state: "accepted" },
    ]);
    expect(Date.parse(needs_help[0]?.last_arrived_at ?? "")).toBeLessThan(Date.now() - 9 * 86_400_000);
  });

  it("[CALL-39] counts data points at their nearest place, and those far from all apart; denied ones leave it empty", async () => {
    const hilo = { ...placeInKauai, locality: "Hilo", coordinates: [19.7, -155.08] as [number, number] };
    const { id } = await makeQuest(api, organizationId, { locations: [placeInKauai, hilo], target_total: 60 });
    await join(api, "alice", id);
    await upload("alice", id);
    await upload("alice", id, { latitude: "10", longitude: "10" });
    await review(await upload("alice", id, { latitude: "19.71", longitude: "-155.08" }), "denied");
    const { places, elsewhere, points, target_total } = await progress(id);
    expect(target_total).toBe(60);
    expect(places.map(({ locality, count }) => [locality, count])).toEqual([
      ["Lihue", 1],
      ["Hilo", 0],
    ]);
    expect(elsewhere).toBe(1);
    expect(points.map(({ coordinates, state }) => [...coordinates, state])).toEqual([
      [19.71, -155.08, "denied"],
      [10, 10, "pending"],
      [21.9701, -159.3702, "pending"],
    ]);
  });
});

describe("sums of days", () => {
  const act = fc.record({
    kind: fc.constantFrom("insert", "decide", "undo", "delete", "join", "leave", "fold"),
    day: fc.nat({ max: 3 }),
    count: fc.integer({ min: 1, max: 4 }),
  });

  it("equal a full count after any changes", async () => {
    const { db } = api.database;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 16 }), async (acts) => {
        const id = await make();
        await insertParticipation(id, "everyday", 0);
        const ofDay = (day: number) => sql`quest_id = ${id}
          AND (created_at AT TIME ZONE 'UTC')::date = ((now() - make_interval(days => ${day}::int)) AT TIME ZONE 'UTC')::date`;
        const takes: Record<string, (day: number, count: number) => Promise<unknown>> = {
          insert: (day, count) => insertPoints(id, "everyday", Array(count).fill(null), day),
          decide: (day) => sql`UPDATE quest_data SET review_decision = 'accepted' WHERE ${ofDay(day)}`.execute(db),
          undo: (day) => sql`UPDATE quest_data SET review_decision = NULL WHERE ${ofDay(day)}`.execute(db),
          delete: (day) => sql`DELETE FROM quest_data WHERE ${ofDay(day)}`.execute(db),
          join: (day) => insertParticipation(id, crypto.randomUUID(), day),
          leave: () =>
            sql`DELETE FROM adventurer_quests WHERE quest_id = ${id} AND adventurer_id <> 'everyday'`.execute(db),
          fold: () => foldQuestDays(db),
        };
        for (const { kind, day, count } of acts) await takes[kind]?.(day, count);
        const { rows } = await sql`
          SELECT day, what, sum(count)::int AS count FROM quest_days WHERE quest_id = ${id}
          GROUP BY day, what HAVING sum(count) <> 0
          EXCEPT ALL SELECT * FROM (
            SELECT (created_at AT TIME ZONE 'UTC')::date, coalesce(review_decision, 'pending'), count(*)::int
            FROM quest_data WHERE quest_id = ${id} GROUP BY 1, 2
            UNION ALL SELECT (joined_at AT TIME ZONE 'UTC')::date, 'joined', count(*)::int
            FROM adventurer_quests WHERE quest_id = ${id} GROUP BY 1, 2) counted`.execute(db);
        expect(rows).toEqual([]);
        await foldQuestDays(db);
        const { rows: empty } = await sql`SELECT FROM quest_days WHERE quest_id = ${id} AND count = 0`.execute(db);
        expect(empty).toEqual([]);
        const { measured, joined, series } = await progress(id);
        expect(series.reduce((sum, each) => sum + each.measured, 0)).toBe(measured);
        expect(series.reduce((sum, each) => sum + each.joined, 0)).toBe(joined);
      }),
      { numRuns: 20 },
    );
  });
});
