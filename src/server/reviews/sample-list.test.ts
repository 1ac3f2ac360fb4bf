import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest } from "../../../test/factories.ts";
import { type EvidenceCode, type SampleSort, sampleSorts } from "../../contract/desk-enums.ts";
import { sampleStates } from "../../contract/enums.ts";
import { evidenceWeights } from "../../contract/evidence-scale.ts";
import type { SampleCounts } from "../../contract/reviews.ts";
import type { SampleRow } from "../../contract/samples.ts";
import { countRepeats } from "../database/connection.ts";
import { rulesVersion } from "../evidence/evidence-rules.ts";
import { foldSampleCounts } from "./sample-counts.ts";

const api = usingApi();
let ferns: number;
let moss: number;
let fernQuest: number;
let mossQuest: number;
let fernsAgain: number;
let ann: string;
let ben: string;

beforeAll(async () => {
  ferns = await makeOrganization(api, "Institute of Ferns");
  moss = await makeOrganization(api, "Institute of Moss");
  fernQuest = (await makeQuest(api, ferns, { quest_name: "Ferns of Kauai" })).id;
  mossQuest = (await makeQuest(api, moss, { quest_name: "Moss on 100% of stones" })).id;
  fernsAgain = (await makeQuest(api, ferns, { quest_name: "Tree ferns of Maui" })).id;
  const quests = [fernQuest, mossQuest, fernsAgain];
  for (const name of ["alice", "bob"]) for (const quest of quests) await join(api, name, quest);
  ann = await api.mintToken({ username: "ann", groups: [`reviewers:${ferns}`] });
  ben = await api.mintToken({ username: "ben", groups: ["admins"] });
});

type Point = {
  quest?: number;
  adventurer?: string;
  minute?: number;
  place?: readonly [number, number];
  accuracy?: number | null;
  values?: object;
  codes?: readonly EvidenceCode[];
  state?: (typeof sampleStates)[number];
  id?: string;
};

/** Inserts a data point without a photo. */
async function add(point: Point = {}): Promise<string> {
  const { id = randomUUID(), minute = 0, place = [21.97, -159.37], codes = [], state = "pending" } = point;
  const facts = { sharpness: 12, accuracy: 80, arrived: "2026-05-02T08:00:00Z", captured: null, brightness: 9 };
  const evidence = codes.map((code) => ({ code, weight: evidenceWeights[code], facts }));
  await api.database.db
    .insertInto("quest_data")
    .values({
      id,
      adventurer_id: point.adventurer ?? "alice",
      quest_id: point.quest ?? fernQuest,
      latitude: place[0],
      longitude: place[1],
      accuracy: point.accuracy ?? null,
      additional_data: JSON.stringify(point.values ?? { tree_width: 87.5 }),
      created_at: new Date(Date.UTC(2026, 4, 1, 8, minute)),
      review_decision: state === "pending" ? null : state,
      evidence: JSON.stringify(evidence),
      evidence_codes: [...codes],
      evidence_score: evidence.reduce((sum, { weight }) => sum + weight, 0),
      // Else the worker finds its evidence again, at any moment.
      evidence_rules: rulesVersion,
    })
    .execute();
  return id;
}

beforeEach(async () => {
  await api.database.pool.query("DELETE FROM review_claims; DELETE FROM reviews; DELETE FROM quest_data");
});

const get = (path: string, token = ben) => api.call("GET", path, { token });
const list = async (query = "", token = ben): Promise<SampleRow[]> =>
  (await get(`/admin/samples?${query}`, token)).body;
const idsOf = (rows: readonly SampleRow[]) => rows.map(({ id }) => id);
const counts = async (query = "", token = ben): Promise<SampleCounts> =>
  (await get(`/admin/samples/counts?${query}`, token)).body;

/** The whole list, part by part. */
async function walk(query: string): Promise<SampleRow[]> {
  const rows: SampleRow[] = [];
  let path: string | undefined = `/admin/samples?${query}`;
  while (path) {
    const { status, body, headers } = await get(path);
    expect(status).toBe(200);
    rows.push(...body);
    path = /<\/api([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
  }
  return rows;
}

describe("a part of the list", () => {
  const point = fc.record({
    quest: fc.constantFrom(0, 1, 2),
    minute: fc.integer({ min: 0, max: 2 }),
    place: fc.constantFrom([0, 0], [0, 0.1], [89.9, 179.9], [-90, -180], [90, 180]) as fc.Arbitrary<[number, number]>,
    codes: fc.constantFrom<EvidenceCode[]>([], ["late"], ["blurred"], ["poor_accuracy"], ["blurred", "dark"]),
    state: fc.constantFrom("pending", "accepted"),
  });
  /** The order of two different rows; undefined by location, which the database orders. */
  const keys: Record<SampleSort, ((row: SampleRow) => (number | string)[]) | undefined> = {
    oldest: (row) => [Date.parse(row.created_at), row.id],
    newest: (row) => [-Date.parse(row.created_at)],
    evidence: (row) => [-row.score, Date.parse(row.created_at), row.id],
    clean: (row) => [row.score, -Date.parse(row.created_at)],
    place: undefined,
  };
  const compare = (one: (number | string)[], other: (number | string)[]) => {
    const index = one.findIndex((value, at) => value !== other[at]);
    return index < 0 ? 0 : (one[index] ?? 0) < (other[index] ?? 0) ? -1 : 1;
  };

  it("[CALL-31] follows the previous one, in every order, with each sample once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(point, { maxLength: 12 }),
        fc.constantFrom(...sampleSorts),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom("pending", "accepted"),
        async (points, sort, limit, state) => {
          await api.database.pool.query("DELETE FROM quest_data");
          const added = [];
          const quests = [fernQuest, mossQuest, fernsAgain];
          for (const { quest, ...each } of points) {
            added.push({ ...each, id: await add({ ...(each as Point), quest: quests[quest] ?? 0 }) });
          }
          const asked = `sort=${sort}&limit=${limit}&state=${state}`;
          const rows = await walk(asked);
          const ofFerns = rows.filter(({ organization_id }) => organization_id === ferns);
          expect(idsOf(await walk(`${asked}&organization_id=${ferns}`))).toEqual(idsOf(ofFerns));
          expect(idsOf(rows).sort()).toEqual(
            added
              .filter((each) => each.state === state)
              .map(({ id }) => id)
              .sort(),
          );
          const key = keys[sort];
          for (const [at, row] of rows.slice(1).entries()) {
            const before = rows[at];
            if (key && before) expect(compare(key(before), key(row))).toBeLessThanOrEqual(0);
          }
          if (!key) {
            const places = rows.map(({ coordinates }) => coordinates).filter((each, at, all) => each !== all[at - 1]);
            expect(new Set(places).size).toBe(places.length);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it("is rejected for another order's cursor", async () => {
    for (let count = 0; count < 2; count++) await add();
    const cursors: string[] = [];
    for (const sort of sampleSorts) {
      const link = (await get(`/admin/samples?limit=1&sort=${sort}`)).headers.get("link") ?? "";
      cursors.push(/after=([^>&]+)/.exec(link)?.[1] ?? "");
    }
    const broken = ["x", "17_x", "e99999999999_1_x", `e1e400_17_${randomUUID()}`, `p9999999999999999_${randomUUID()}`];
    for (const [index, sort] of sampleSorts.entries()) {
      for (const cursor of [...broken, ...cursors.filter((_, other) => other !== index)]) {
        const { status, body } = await get(`/admin/samples?sort=${sort}&after=${cursor}`);
        expect([status, body.code], `${sort} ${cursor}`).toEqual([422, "validation_failed"]);
      }
      expect((await get(`/admin/samples?sort=${sort}&after=${cursors[index]}`)).status).toBe(200);
    }
  });
});

describe("a row", () => {
  it("Open by has values, evidence, score, the newest decision and who else", async () => {
    const id = await add({ codes: ["blurred", "late"], accuracy: 12 });
    await api.call("PUT", `/quest_data/${id}/review`, { token: ben, json: { decision: "denied", comment: "Dark" } });
    await api.call("PUT", "/admin/samples/claims", { token: ann, json: { ids: [id] } });
    const [row] = await list("state=denied");
    expect(row).toMatchObject({
      id,
      quest_id: fernQuest,
      quest_name: "Ferns of Kauai",
      organization_id: ferns,
      accuracy: 12,
      state: "denied",
      revision: 1,
      edited_at: null,
      review: { decision: "denied", comment: "Dark", reviewed_by: "ben", reviewed_at: expect.any(String) },
      measurements: [{ name: "tree_width", label: "Width", kind: "number", value: 87.5, unit: "cm" }],
      evidence: [
        { code: "blurred", weight: 3 },
        { code: "late", weight: 1 },
      ],
      score: 4,
      claim: { claimed_by: "ann", claimed_until: expect.any(String) },
      thumbnail_presigned_url: null,
    });
  });
});

describe("a filter", () => {
  it("[CALL-31] applies to the list and its counts", async () => {
    const plain = await add({ minute: 1, accuracy: 4, values: { tree_width: 42.5, note: "Ohia-lehua, hollow" } });
    const blurred = await add({ minute: 2, adventurer: "bob", accuracy: 30, codes: ["blurred"] });
    const mossy = await add({
      minute: 3,
      quest: mossQuest,
      values: { note: "it's 50% moss", plant_id_data: { a: "x" } },
    });
    const denied = await add({ minute: 4, state: "denied", codes: ["blurred", "dark"], accuracy: 8 });
    const expected: [query: string, pending: string[], deniedOnes?: string[]][] = [
      ["", [plain, blurred, mossy], [denied]],
      [`quest_id=${fernQuest}`, [plain, blurred], [denied]],
      [`organization_id=${moss}`, [mossy]],
      [`organization_id=${moss}&quest_id=${fernQuest}`, []],
      ["adventurer_id=bob", [blurred]],
      ["evidence=blurred", [blurred], [denied]],
      ["evidence=dark", [], [denied]],
      ["from=2026-05-01T08:02:00Z", [blurred, mossy], [denied]],
      ["from=2026-05-01T08:02:00Z&before=2026-05-01T10:03:00%2B02:00", [blurred]],
      ["accuracy_min=8", [blurred], [denied]],
      ["accuracy_max=8", [plain], [denied]],
      ["accuracy_min=5&accuracy_max=10", [], [denied]],
      ["q=MOSS", [mossy]],
      ["q=stones", [mossy]],
      ["q=100%25", [mossy]],
      ["q=kauai", [plain, blurred], [denied]],
      ["q=bo", [blurred]],
      ["q=ohia", [plain]],
      ["q=ohia-le", [plain]],
      ["q=42.5", [plain]],
      ["q=kauai+bob", [blurred]],
      ["q=kauai+moss", []],
      [`q=${plain.slice(0, 11)}`, [plain]],
      [`q=${plain.toUpperCase()}`, [plain]],
      ["q='%26!:*()", []],
      ["q=it's", [mossy]],
      ["q=\\'", []],
      ["q=_", []],
      ["q=abcdabcd-abcd-abcd-abcd-abcdabcdabcdffff", []],
    ];
    for (const [query, pending, decided = []] of expected) {
      expect(idsOf(await list(query)), query).toEqual(pending);
      expect(idsOf(await list(`${query}&state=denied`)), query).toEqual(decided);
      expect(await counts(query), query).toEqual({
        pending: pending.length,
        accepted: 0,
        denied: decided.length,
        change_requested: 0,
        recheck: 0,
        counted_up_to: null,
      });
    }
    for (const wrong of ["evidence=rumour", "q=", "from=yesterday", "accuracy_min=-1", "sort=best", "state=all"]) {
      expect((await get(`/admin/samples?${wrong}`)).status, wrong).toBe(422);
    }
  });

  it("[CALL-31] finds words however they are written, of names in every language", async () => {
    const quest = await makeQuest(api, ferns, {
      quest_name: "Fougères d’Élan",
      translations: { de: { quest_name: "Farne am Kühberg" } },
    });
    await join(api, "alice", quest.id);
    const values = { note: "Nguyễn’s Café, οδός", rows: [{ code: "Straße १२" }], count: 7.25, sure: true };
    const id = await add({ quest: quest.id, values });
    for (const query of ["nguyen", "NGUYỄN".normalize("NFD"), "cafe", "οδος", "strasse", "12", "１２", "7.25"])
      expect(idsOf(await list(`q=${encodeURIComponent(query)}`)), query).toEqual([id]);
    for (const query of ["fougeres", "ÉLAN", "kuhberg cafe"])
      expect(idsOf(await list(`q=${encodeURIComponent(query)}`)), query).toEqual([id]);
    for (const query of ["note", "code", "true", "nguyenx"])
      expect(idsOf(await list(`q=${encodeURIComponent(query)}`)), query).toEqual([]);
  });

  it("[CALL-33] never includes another organization's samples", async () => {
    const own = await add();
    await add({ quest: mossQuest });
    const nobody = await api.mintToken({ username: "cleo", groups: ["reviewers:4711"] });
    for (const query of ["", "q=alice", "sort=place", `adventurer_id=alice`]) {
      expect(idsOf(await list(query, ann)), query).toEqual([own]);
      expect((await counts(query, ann)).pending, query).toBe(1);
      expect(await list(query, nobody), query).toMatchObject({ code: "forbidden" });
    }
    expect(await list(`organization_id=${moss}`, ann)).toEqual([]);
    expect((await counts(`quest_id=${mossQuest}`, ann)).pending).toBe(0);
  });
});

it("for assignments and second reviews finds them, but never one's own decisions", async () => {
  const [waiting, drawn] = [await add(), await add({ minute: 1 })];
  await add({ quest: mossQuest });
  const { db } = api.database;
  await db.insertInto("review_assignments").values({ quest_id: fernQuest, reviewer: "ben" }).execute();
  await api.call("PUT", `/quest_data/${drawn}/review`, { token: ann, json: { decision: "accepted" } });
  await sql`DELETE FROM review_rechecks`.execute(db);
  await sql`INSERT INTO review_rechecks (review_id) SELECT id FROM reviews`.execute(db);
  expect(idsOf(await list("assigned=me"))).toEqual([waiting]);
  expect(await list("assigned=me", ann)).toEqual([]);
  expect(idsOf(await list("recheck=1"))).toEqual([drawn]);
  expect(await counts("assigned=me")).toMatchObject({ pending: 1, accepted: 1, recheck: 1 });
  expect(await list("recheck=1", ann)).toEqual([]);
  expect((await counts("", ann)).recheck).toBe(0);
  await sql`DELETE FROM review_rechecks`.execute(db);
  await sql`DELETE FROM review_assignments`.execute(db);
});

describe("counts", () => {
  it("equal the lists' lengths, whatever happens to data points, and folding changes nothing", async () => {
    let ids: string[] = [];
    const { db, pool } = api.database;
    const chosen = (picks: readonly number[]) => picks.flatMap((pick) => ids[pick % (ids.length || 1)] ?? []);
    const decide = (decision: string) => async (picks: number[]) =>
      api.call("PUT", "/quest_data/reviews", { token: ben, json: { ids: chosen(picks), decision } });
    const actions = {
      add: async ([quest, state]: number[]) =>
        void ids.push(
          await add({ quest: quest === 0 ? fernQuest : mossQuest, state: sampleStates[(state ?? 0) % 4] ?? "pending" }),
        ),
      accept: decide("accepted"),
      deny: decide("denied"),
      undo: (picks: number[]) =>
        api.call("POST", "/quest_data/reviews/undo", { token: ben, json: { ids: chosen(picks) } }),
      revise: (picks: number[]) =>
        sql`UPDATE quest_data SET revision = revision + 1, review_decision = NULL WHERE id = ANY(${chosen(picks)}::uuid[])`.execute(
          db,
        ),
      remove: async (picks: number[]) => {
        await sql`DELETE FROM reviews WHERE quest_data_id = ANY(${chosen(picks)}::uuid[])`.execute(db);
        await sql`DELETE FROM quest_data WHERE id = ANY(${chosen(picks)}::uuid[])`.execute(db);
      },
      fold: () => foldSampleCounts(db),
    };
    const kinds = Object.keys(actions) as (keyof typeof actions)[];
    const step = fc.record({
      kind: fc.constantFrom(...kinds, "add" as const),
      picks: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
        await pool.query("DELETE FROM reviews; DELETE FROM quest_data");
        ids = [];
        for (const { kind, picks } of steps) await actions[kind](picks);
        for (const [query, token] of [
          ["", ben],
          ["", ann],
          [`quest_id=${mossQuest}`, ben],
          [`organization_id=${ferns}`, ben],
        ] as const) {
          const counted = await counts(query, token);
          for (const state of sampleStates) {
            expect(counted[state], `${query} ${state}`).toBe((await list(`${query}&state=${state}`, token)).length);
          }
          expect(counted.counted_up_to).toBeNull();
        }
      }),
      { numRuns: 25 },
    );
    await foldSampleCounts(api.database.db);
    await api.database.pool.query("DELETE FROM reviews; DELETE FROM quest_data");
    await foldSampleCounts(api.database.db);
    expect(await api.database.db.selectFrom("sample_counts").selectAll().execute()).toEqual([]);
  });

  it("of a filter stop at a thousand and say so", async () => {
    await sql`INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude)
      SELECT gen_random_uuid(), 'alice', ${fernQuest}, 1, 1 FROM generate_series(1, 1002)`.execute(api.database.db);
    await sql`UPDATE quest_data SET review_decision = 'denied' WHERE id = (SELECT id FROM quest_data LIMIT 1)`.execute(
      api.database.db,
    );
    expect(await counts("adventurer_id=alice")).toMatchObject({ pending: 1_000, denied: 1, counted_up_to: 1_000 });
    expect(await counts()).toMatchObject({ pending: 1_001, denied: 1, counted_up_to: null });
    expect(await counts("q=%20")).toMatchObject({ pending: 1_000, denied: 1, counted_up_to: 1_000 });
    expect(await counts("adventurer_id=bob")).toMatchObject({ pending: 0, counted_up_to: null });
  });
});

describe("claims", () => {
  const claim = (token: string, ids: string[]) => api.call("PUT", "/admin/samples/claims", { token, json: { ids } });
  const holders = async (token: string, ids: string[]) =>
    Object.fromEntries(
      (await claim(token, ids)).body.claims.map((each: { id: string; claimed_by: string; is_mine: boolean }) => [
        each.id,
        `${each.claimed_by}${each.is_mine ? ", mine" : ""}`,
      ]),
    );

  it("[CALL-31] are exactly the current ones, don't replace others', and expire", async () => {
    const [first, second, third] = [await add(), await add(), await add({ quest: mossQuest })] as const;
    expect(await holders(ann, [first, second, third, randomUUID()])).toEqual({
      [first]: "ann, mine",
      [second]: "ann, mine",
    });
    expect(await holders(ben, [second, third])).toEqual({ [second]: "ann", [third]: "ben, mine" });
    // Who holds a sample of another organization is not told.
    expect(await holders(ann, [first, third])).toEqual({ [first]: "ann, mine" });
    expect(await holders(ben, [second])).toEqual({ [second]: "ben, mine" });
    const claimOf = async (id: string, token: string) => (await get(`/quest_data/${id}`, token)).body.claim;
    expect(await claimOf(second, ann)).toEqual({ claimed_by: "ben", claimed_until: expect.any(String) });
    expect(await claimOf(second, ben)).toBeNull();
    expect((await list("", ann)).map((row) => row.claim?.claimed_by ?? null)).toEqual(
      (await list("", ann)).map(({ id }) => (id === second ? "ben" : null)),
    );
    await sql`UPDATE review_claims SET claimed_until = now() - interval '1 second'`.execute(api.database.db);
    expect(await claimOf(second, ann)).toBeNull();
    expect(await holders(ann, [second])).toEqual({ [second]: "ann, mine" });
    expect(await holders(ann, [])).toEqual({});
  });

  it("don't stop others from deciding, and are 200 at most", async () => {
    const id = await add();
    await claim(ann, [id]);
    const decided = await api.call("PUT", `/quest_data/${id}/review`, { token: ben, json: { decision: "accepted" } });
    expect(decided.status).toBe(200);
    expect(
      (
        await claim(
          ann,
          Array.from({ length: 201 }, () => randomUUID()),
        )
      ).status,
    ).toBe(422);
  });

  it("of many reviewers in parallel never deadlock", async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => add()));
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, round) =>
        claim(round % 2 === 0 ? ann : ben, round % 3 === 0 ? [...ids].reverse() : ids.slice(round % 5)),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(countRepeats()).toBe(0);
  });
});
