import { beforeAll, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { awaitedLater } from "../../../test/awaited-later.ts";
import { join, makeMember, makeOrganization, makeQuest, questPayload, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { calls } from "../../contract/all-calls.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import { getResults, refreshSummaries } from "./get-results.ts";
import { publishBatch, publishWaiting } from "./publish-points.ts";
import { readPublishedPlaces } from "./published-queries.ts";

const api = usingApi({ PHOTO_LICENCE: "CC BY 4.0 https://creativecommons.org/licenses/by/4.0/" });
let organizationId: number;
let photo: Buffer;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  photo = await makePhoto({ width: 32, height: 24 });
});

const coarse = { visibility: "public", positions: 0.01 } as const;
const exact = { visibility: "public", positions: "exact" } as const;
const make = async (changes: Partial<QuestFormInput> = {}) => (await makeQuest(api, organizationId, changes)).id;
const change = (id: number, changes: Partial<QuestFormInput>) =>
  api.call("PUT", `/quests/${id}`, { as: "admin", json: questPayload(organizationId, changes) });
const results = (id: number) => api.call("GET", `/quests/${id}/results`, { as: "visitor" });
const points = (id: number, query = "") => api.call("GET", `/quests/${id}/results/points${query}`, { as: "visitor" });
const review = (id: string, decision: string) =>
  api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json: { decision, comment: "As asked." } });
async function accepted(username: string, questId: number, changes = {}): Promise<string> {
  const { status, body } = await api.upload(username, questId, uploadForm(photo, changes));
  if (status !== 201) throw new Error(JSON.stringify(body));
  expect((await review(body.id, "accepted")).status).toBe(200);
  return body.id;
}

/** What visitors get: of every call of the document that they can make, and of the features API. */
async function everyPublicAnswer(questId: number): Promise<[path: string, text: string][]> {
  const open = Object.values(calls).filter(({ access, method }) => access === "visitor" && method === "GET");
  const below = (path: string) => `/api${path.replace("{id}", String(questId)).replace("{version}", "1")}`;
  const items = `/ogc/collections/quest-${questId}/items`;
  const ogc = ["/ogc", "/ogc/api", "/ogc/collections", `/ogc/collections/quest-${questId}`, items];
  const { features } = (await (await fetch(api.origin + items)).json()) as { features: { id: string }[] };
  const paths = [...open.map(({ path }) => below(path)), ...ogc, `${items}?f=html`, `${items}/${features[0]?.id}`];
  const world = "bbox=-180,-85,180,85";
  const results = `/api/quests/${questId}/results`;
  const maps = [
    `/api/quests/clusters?${world}&zoom=18`,
    `${results}/clusters?${world}&zoom=18`,
    `${results}/points?${world}`,
  ];
  return Promise.all(
    [...paths, ...maps].map(
      async (path): Promise<[string, string]> => [path, await (await fetch(api.origin + path)).text()],
    ),
  );
}

describe("who sees results", () => {
  it("[CALL-47] is nobody until the team turns them on, and nobody again once it turns them off", async () => {
    const id = await make();
    await join(api, "alice", id);
    await accepted("alice", id);
    expect((await api.call("GET", `/quests/${id}`)).body.results).toEqual({
      visibility: "hidden",
      positions: "hidden",
    });
    for (const answer of [await results(id), await points(id), await results(999_999)]) {
      expect([answer.status, answer.body.code]).toEqual([404, "results_hidden"]);
    }
    expect((await change(id, { results: coarse })).body.results).toEqual(coarse);
    expect((await results(id)).body).toMatchObject({
      accepted: 1,
      positions: 0.01,
      photo_licence: { name: "CC BY 4.0", address: "https://creativecommons.org/licenses/by/4.0/" },
    });
    // Left out, it stays.
    expect((await change(id, {})).body.results).toEqual(coarse);
    await change(id, { results: { visibility: "hidden", positions: 0.01 } });
    expect((await results(id)).status).toBe(404);
    expect(
      await api.database.db.selectFrom("published_points").selectAll().where("quest_id", "=", id).execute(),
    ).toEqual([]);
  });

  it("is decided by coordinators, with a precision that there is", async () => {
    const id = await make();
    await makeMember(api, organizationId, "rita", "reviewer");
    const json = questPayload(organizationId, { results: exact });
    expect((await api.call("PUT", `/quests/${id}`, { as: "rita", json })).status).toBe(403);
    const wrong = { ...json, results: { visibility: "public", positions: 0.5 } };
    expect((await api.call("PUT", `/quests/${id}`, { as: "admin", json: wrong })).status).toBe(422);
  });
});

describe("results", () => {
  it("count accepted data points and nothing else, and follow every change at once", async () => {
    const id = await make({ results: exact, target_total: 10 });
    expect((await results(id)).body).toMatchObject({ accepted: 0, first_day: null, target: 10, places: 0, box: null });
    for (const username of ["alice", "bob"]) await join(api, username, id);
    await accepted("alice", id, { captured_at: "2026-05-04T23:30:00Z" });
    const second = await accepted("bob", id, {
      tree_width: "62.5",
      latitude: "21.9",
      captured_at: "2026-05-06T18:00:00Z",
    });
    await api.upload("bob", id, uploadForm(photo));
    const { body } = await results(id);
    expect(body).toMatchObject({
      accepted: 2,
      volunteers: 2,
      places: 2,
      first_day: "2026-05-04",
      last_day: "2026-05-06",
    });
    expect(body.over_time).toEqual({
      unit: "day",
      steps: [
        { from: "2026-05-04", count: 1 },
        { from: "2026-05-06", count: 1 },
      ],
    });
    expect(body.box).toEqual([-159.3702, 21.9, -159.3702, 21.9701]);
    expect(body.fields).toMatchObject([{ key: "tree_width", kind: "number", count: 2, numbers: { median: 75 } }]);
    await review(second, "denied");
    expect((await results(id)).body).toMatchObject({ accepted: 1, volunteers: 1 });
    expect((await points(id)).body).toHaveLength(1);
  });

  it("have figures that fit each kind of question, of all versions and of rows", async () => {
    const size = {
      key: "size",
      kind: "choice",
      label: "Size",
      options: [
        { value: "s", label: { en: "Small", de: "Klein" } },
        { value: "l", label: "Large" },
      ],
    } as const;
    const birds = {
      key: "birds",
      kind: "group",
      label: "Birds",
      repeat: {},
      fields: [{ key: "count", kind: "integer", label: "How many" }],
    } as const;
    const fields = [
      { key: "depth", kind: "number", unit: "cm", label: "Depth" },
      size,
      { key: "seen", kind: "date", label: "Seen" },
      { key: "wet", kind: "yes_no", label: "Wet" },
      { key: "remark", kind: "text", label: "Remark" },
      birds,
    ] as const;
    const id = await make({ results: exact, protocol: { photo: { required: false }, fields } as never });
    await join(api, "alice", id);
    for (const [index, depth] of [3, 4, 4, 21].entries()) {
      const values = {
        depth,
        size: index === 0 ? "s" : "l",
        seen: `2026-0${index + 1}-10`,
        wet: index > 1,
        remark: "R",
        birds: [{ count: 2 }, { count: 5 }],
      };
      await accepted("alice", id, {
        tree_width: undefined,
        measurements: JSON.stringify(values),
        protocol_version: "1",
      });
    }
    const { body } = await results(id);
    expect(body.closed_fields).toBe(1);
    expect(body.fields).toMatchObject([
      { key: "depth", unit: "cm", count: 4, numbers: { min: 3, max: 21, median: 4 } },
      {
        key: "size",
        options: [
          { value: "s", label: { en: "Small" }, count: 1 },
          { value: "l", count: 3 },
        ],
      },
      { key: "seen", months: [{ month: "2026-01", count: 1 }, {}, {}, { month: "2026-04" }] },
      {
        key: "wet",
        options: [
          { value: "false", count: 2 },
          { value: "true", count: 2 },
        ],
      },
      { key: "count", group: "birds", count: 8, numbers: { min: 2, max: 5, median: 3.5 } },
    ]);
    expect(body.fields).toHaveLength(5);
    const { bins } = body.fields[0].numbers;
    expect(bins[0]).toEqual({ from: 3, to: 4, count: 1 });
    expect(bins.at(-1)).toEqual({ from: 21, to: 22, count: 1 });
    expect((await points(id)).body[0].additional_data).not.toHaveProperty("remark");
    const opened = fields.map((field) => (field.key === "remark" ? { ...field, public: true } : field));
    await change(id, { protocol: { photo: { required: false }, fields: opened } as never });
    const copies = async () =>
      (await api.database.pool.query("SELECT additional_data FROM published_points WHERE quest_id = $1", [id])).rows;
    expect(await copies()).toHaveLength(4);
    expect((await results(id)).body.closed_fields).toBe(0);
    expect((await points(id)).body[0].additional_data).toMatchObject({ remark: "R" });
    // At once, and of all data points: whoever reads publishes only some anew.
    await change(id, { protocol: { photo: { required: false }, fields: fields.slice(0, 4) } as never });
    await results(id);
    await change(id, { protocol: { photo: { required: false }, fields } as never });
    expect((await copies()).filter((copy) => "remark" in copy.additional_data)).toEqual([]);
    expect((await points(id)).body[0].additional_data).not.toHaveProperty("remark");
  });

  it("[CALL-48] are made by the worker too, and name those who want it, as they want it", async () => {
    const id = await make({ results: coarse });
    for (const username of ["alice", "bob", "nora"]) {
      await join(api, username, id);
      await accepted(username, id);
    }
    const setCredit = (as: string, json: object) => api.call("PUT", "/account/credit", { as, json });
    expect((await api.call("GET", "/account/credit", { as: "alice" })).body).toEqual({ credit: "none", name: null });
    expect((await setCredit("alice", { credit: "username" })).body).toEqual({ credit: "username", name: null });
    expect((await setCredit("bob", { credit: "name", name: " Bob of the Trees " })).body.name).toBe("Bob of the Trees");
    expect((await setCredit("nora", { credit: "name" })).body.info).toMatchObject([{ path: "name" }]);
    const summary = api.database.db.selectFrom("quest_results").selectAll().where("quest_id", "=", id);
    await vi.waitFor(async () => {
      // The worker may be at it at the same time.
      await publishWaiting(api.database.db);
      await refreshSummaries(api.database.db);
      const kept = await summary.executeTakeFirstOrThrow();
      expect(kept.made_after).toBe(kept.changes);
    }, 20_000);
    expect((await results(id)).body.contributors).toEqual([
      { name: "alice", count: 1 },
      { name: "Bob of the Trees", count: 1 },
    ]);
    const credits = (await points(id)).body.map(({ credit }: { credit: string | null }) => credit);
    expect(credits.sort()).toEqual(["Bob of the Trees", "alice", null].sort());
  });
});

describe("publishing beside changes", () => {
  const published = async (questId: number) =>
    api.database.db.selectFrom("published_points").select(["id", "latitude"]).where("quest_id", "=", questId).execute();

  it("never brings back what was hidden, rounded or denied meanwhile", async () => {
    const id = await make({ results: exact });
    await join(api, "alice", id);
    const made = await Promise.all([1, 2, 3, 4].map(() => accepted("alice", id)));
    const publishMuch = () => Promise.all([1, 2, 3].map(() => publishBatch(api.database.db, id)));
    for (const results of [coarse, exact, coarse]) {
      await Promise.all([publishMuch(), change(id, { results }), publishMuch()]);
      await publishMuch();
      const latitudes = (await published(id)).map(({ latitude }) => latitude);
      expect(latitudes).toEqual(Array(4).fill(results === exact ? 21.9701 : 21.97));
    }
    await Promise.all([publishMuch(), ...made.slice(1).map((point) => review(point, "denied")), publishMuch()]);
    await publishMuch();
    expect((await published(id)).map((point) => point.id)).toEqual([made[0]]);
    await Promise.all([
      publishMuch(),
      change(id, { results: { visibility: "hidden", positions: 0.01 } }),
      publishMuch(),
    ]);
    expect(await published(id)).toEqual([]);
  });

  /** Runs a statement, works beside it, and ends its transaction once that has ended or waits for it. */
  async function workBeside(statement: string, end: "COMMIT" | "ROLLBACK", work: () => Promise<unknown>) {
    const client = await api.database.pool.connect();
    await client.query("BEGIN");
    await client.query(statement);
    let hasEnded = false;
    const working = awaitedLater(
      work().finally(() => {
        hasEnded = true;
      }),
    );
    const waiting = "SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))";
    await vi.waitFor(async () => expect(hasEnded || (await client.query(waiting)).rowCount !== 0).toBe(true));
    await client.query(end);
    client.release();
    await working;
  }

  it("waits for a policy that somebody is changing", async () => {
    const id = await make({ results: exact });
    await join(api, "alice", id);
    const point = await accepted("alice", id);
    await workBeside(`UPDATE quests SET results_visibility = 'hidden' WHERE id = ${id}`, "COMMIT", async () => {
      // Its acceptance by somebody else would add this row.
      await api.database.pool.query("INSERT INTO points_to_publish VALUES ($1, $2)", [id, point]);
      await publishBatch(api.database.db, id);
    });
    expect(await published(id)).toEqual([]);
  });

  it("keeps no figures that were made before the policy changed", async () => {
    const id = await make({ results: exact });
    await join(api, "alice", id);
    await accepted("alice", id);
    await publishBatch(api.database.db, id);
    await workBeside(`UPDATE quests SET results_positions = '0.01' WHERE id = ${id}`, "COMMIT", () =>
      getResults(api.database.db, id),
    );
    const kept = api.database.db.selectFrom("quest_results").select("summary").where("quest_id", "=", id);
    expect((await kept.executeTakeFirst())?.summary ?? null).toBeNull();
    expect((await results(id)).body.box).toEqual([-159.37, 21.97, -159.37, 21.97]);
  });

  it("leaves a data point that somebody is deciding on for later", async () => {
    const id = await make({ results: exact });
    await join(api, "alice", id);
    const point = await accepted("alice", id);
    const deny = `UPDATE quest_data SET review_decision = 'denied' WHERE id = '${point}'`;
    await workBeside(deny, "ROLLBACK", () => publishBatch(api.database.db, id));
    expect(await published(id)).toEqual([]);
    await publishBatch(api.database.db, id);
    expect(await published(id)).toHaveLength(1);
    await change(id, { results: coarse });
    await workBeside(deny, "COMMIT", () => publishBatch(api.database.db, id));
    await publishBatch(api.database.db, id);
    expect(await published(id)).toEqual([]);
  });
});

describe("public data points", () => {
  it("come in pages, each once, with photos that anybody can open", async () => {
    const id = await make({ results: coarse });
    await join(api, "alice", id);
    const made = [await accepted("alice", id), await accepted("alice", id), await accepted("alice", id)];
    await results(id);
    const first = await points(id, "?limit=2");
    const next = /<\/api(.+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await api.call("GET", next, { as: "visitor" });
    expect([...first.body, ...second.body].map(({ id }) => id).sort()).toEqual(made.sort());
    const [{ files }] = first.body;
    expect(files).toMatchObject([{ key: null, kind: "photo" }]);
    const { pathname, search } = new URL(files[0].address);
    expect(pathname).not.toContain("alice");
    expect((await fetch(`${api.origin}${pathname}${search}`)).status).toBe(200);
    expect((await points(id, "?after=2026-05-01_x")).status).toBe(422);
  });

  it("have those photos of fields that the protocol opens", async () => {
    const fields = [
      { key: "leaf", kind: "photo", label: "Leaf" },
      { key: "bark", kind: "photo", label: "Bark", public: true },
    ] as const;
    const id = await make({ results: coarse, protocol: { photo: { required: false }, fields } as never });
    await join(api, "alice", id);
    const form = uploadForm(undefined, { tree_width: undefined, measurements: "{}", protocol_version: "1" });
    for (const key of ["leaf", "bark"]) {
      const bytes = await makePhoto({ width: 32, height: 24, uniqueSeed: key });
      form.set(`photo:${key}`, new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), `${key}.jpg`);
    }
    const { status, body } = await api.upload("alice", id, form);
    expect([status, body]).toMatchObject([201, { photos: [{ key: "leaf" }, { key: "bark" }] }]);
    await review(body.id, "accepted");
    await results(id);
    expect((await points(id)).body[0].files).toMatchObject([{ key: "bark", kind: "photo" }]);
  });

  it("[CALL-47] keep the true position and time from everybody with coarse and hidden positions", async () => {
    const id = await make({ results: coarse });
    await join(api, "alice", id);
    await accepted("alice", id, { latitude: "21.97034", longitude: "-159.37046", captured_at: "2026-05-04T10:11:12Z" });
    for (const positions of [0.01, "hidden"] as const) {
      await change(id, { results: { visibility: "public", positions } });
      const all = JSON.stringify([(await results(id)).body, (await points(id)).body]);
      for (const secret of ["21.9703", "159.3704", "10:11"]) expect(all).not.toContain(secret);
      for (const secret of ["21.9703", "159.3704", "10:11"]) {
        for (const [path, text] of await everyPublicAnswer(id)) expect(text, path).not.toContain(secret);
      }
    }
    await change(id, { results: exact });
    await results(id);
    expect((await points(id)).body).toMatchObject([
      { coordinates: [21.97034, -159.37046], measured_at: "2026-05-04T10:11:12.000Z" },
    ]);
  });
});

describe("the day of a data point", () => {
  it("[CALL-47] is that of its public place, or of the quest's if positions are hidden, and says nothing of the true one", async () => {
    const id = await make({ results: exact });
    await join(api, "alice", id);
    // 17:30 of the day before in Kauai, 15:30 of this day on Kiritimati.
    const captured_at = "2026-05-05T03:30:00Z";
    await accepted("alice", id, { captured_at });
    await accepted("alice", id, { captured_at, latitude: "1.87", longitude: "-157.4" });
    const days = async () => {
      await results(id);
      return (await points(id)).body.map(({ day }: { day: string }) => day);
    };
    expect(await days()).toEqual(["2026-05-05", "2026-05-04"]);
    const { over_time, first_day, last_day } = (await results(id)).body;
    expect([first_day, last_day]).toEqual(["2026-05-04", "2026-05-05"]);
    expect(over_time.steps).toHaveLength(2);
    const ofDay = await fetch(`${api.origin}/ogc/collections/quest-${id}/items?datetime=2026-05-04`);
    expect(await ofDay.json()).toMatchObject({ features: [{ properties: { day: "2026-05-04" } }] });
    await change(id, { results: coarse });
    expect(await days()).toEqual(["2026-05-05", "2026-05-04"]);
    await change(id, { results: { visibility: "public", positions: "hidden" } });
    expect(await days()).toEqual(["2026-05-04", "2026-05-04"]);
  });
});

describe("the map of results", () => {
  type Spot = { coordinates: [number, number]; count: number; box: number[] };
  const world = "-180,-90,180,90";
  const spots = (id: number, bbox = world, zoom = 2) =>
    api.call("GET", `/quests/${id}/results/clusters?bbox=${bbox}&zoom=${zoom}`, { as: "visitor" });
  /** Where reading takes long, the former map is shown for a moment. */
  const mapDelay = { timeout: 20_000 };
  const total = (found: Spot[]) => found.reduce((sum, { count }) => sum + count, 0);
  const at = (latitude: number, longitude: number) => ({ latitude: `${latitude}`, longitude: `${longitude}` });

  it("[CALL-53] has every public data point, clustered as the zoom needs, also across the antimeridian", async () => {
    const id = await make({ results: exact });
    await join(api, "alice", id);
    expect((await spots(id)).body).toEqual([]);
    for (const place of [at(-17.6, 179.99), at(-17.6, -179.99), at(21.97, -159.37), at(21.98, -159.38)]) {
      await accepted("alice", id, place);
    }
    const { body } = await vi.waitFor(async () => {
      const found = await spots(id);
      expect(total(found.body)).toBe(4);
      return found;
    }, mapDelay);
    expect(body).toContainEqual({
      coordinates: [expect.closeTo(21.975, 1), expect.closeTo(-159.375, 1)],
      count: 2,
      box: [expect.closeTo(-159.38, 1), expect.closeTo(21.97, 1), expect.closeTo(-159.37, 1), expect.closeTo(21.98, 1)],
    });
    expect((await spots(id, "179,-20,-179,-10", 12)).body).toEqual([
      { coordinates: [-17.6, 179.99], count: 1, box: [179.99, -17.6, 179.99, -17.6] },
      { coordinates: [-17.6, -179.99], count: 1, box: [-179.99, -17.6, -179.99, -17.6] },
    ]);
    expect((await results(id)).body.box).toEqual([179.99, -17.6, -159.37, 21.98]);
    const there = await points(id, "?bbox=-179.99,-17.6,-179.99,-17.6");
    expect(there.body).toMatchObject([{ coordinates: [-17.6, -179.99] }]);
    expect((await points(id, "?bbox=179,-20,-179,-10")).body).toHaveLength(2);
  });

  it("[CALL-53] has the rounded positions and no others, and follows every change", async () => {
    const id = await make({ results: exact });
    await join(api, "alice", id);
    const first = await accepted("alice", id, at(21.97034, -159.37046));
    await accepted("alice", id, at(21.97134, -159.37146));
    expect(total((await spots(id, world, 18)).body)).toBe(2);
    await change(id, { results: coarse });
    const square = { coordinates: [21.97, -159.37], count: 2 };
    expect((await spots(id, "-159.4,21.9,-159.3,22", 18)).body).toMatchObject([square]);
    expect((await spots(id, "-159.3705,21.9703,-159.3704,21.9704", 18)).body).toEqual([]);
    await review(first, "denied");
    await vi.waitFor(async () => expect((await spots(id)).body).toMatchObject([{ count: 1 }]), mapDelay);
    await change(id, { results: { visibility: "public", positions: "hidden" } });
    expect((await spots(id)).body).toEqual([]);
    await change(id, { results: { visibility: "hidden", positions: "exact" } });
    expect((await spots(id)).body.code).toBe("results_hidden");
  });

  it("never shows positions that were read with another precision", async () => {
    const id = await make({ results: exact });
    await join(api, "alice", id);
    await accepted("alice", id, at(21.97034, -159.37046));
    await spots(id);
    const stored = { id, precision: 0.01 as const };
    expect((await readPublishedPlaces(api.database.db, stored)).latitudes).toHaveLength(0);
    const read = await readPublishedPlaces(api.database.db, { ...stored, precision: "exact" });
    expect([[...read.latitudes], [...read.longitudes]]).toEqual([[21.97034], [-159.37046]]);
  });

  it("refuses a box that is upside down, and one of words", async () => {
    const id = await make({ results: exact });
    const refused = [await spots(id, "0,10,1,-10"), await points(id, "?bbox=0,10,1,-10")];
    for (const { status, body } of refused) {
      expect([status, body.code, body.info]).toEqual([
        422,
        "validation_failed",
        [
          {
            path: "query.bbox",
            message: "The south of the box is north of its north. Give west,south,east,north in degrees.",
          },
        ],
      ]);
    }
    for (const bbox of ["x", "a,b,c,d", "1,2,3", "0,0,0,91"]) {
      const { status, body } = await spots(id, bbox);
      expect([bbox, status, body.info[0].path.split(".")[1]]).toEqual([bbox, 422, "bbox"]);
    }
    expect((await spots(id, world, 19)).body.info).toMatchObject([{ path: "query.zoom" }]);
  });
});

describe("the page of a quest", () => {
  const page = async (id: number | string) => (await fetch(`${api.origin}/quests/${id}`)).text();
  const property = (html: string, name: string) =>
    new RegExp(`<meta property="og:${name}" content="([^"]*)" />`).exec(html)?.[1];

  it("shows its name, text and picture in chats, with public results or without", async () => {
    const id = await make({ quest_name: 'The "old" oaks', quest_description: "Measure <all> of them." });
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(await makePhoto({ width: 1200, height: 800 }))]), "oak.jpg");
    const { body } = await api.call("PUT", `/quests/${id}/image`, { as: "admin", form });
    const html = await page(id);
    expect(["title", "description", "url"].map((name) => property(html, name))).toEqual([
      "The &quot;old&quot; oaks",
      "Measure &lt;all&gt; of them.",
      expect.stringMatching(new RegExp(`/quests/${id}$`)),
    ]);
    const { pathname, search } = new URL(property(html, "image") ?? "");
    expect(pathname + search).toBe(body.quest_image);
    const picture = await fetch(api.origin + pathname + search);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^image/)]);
    await change(id, { results: coarse });
    expect(property(await (await fetch(`${api.origin}/quests/${id}/results`)).text(), "image")).toBe(
      property(html, "image"),
    );
  });

  it("has the icon as its picture without a cover, and is plain for drafts and for no quest", async () => {
    expect(property(await page(await make()), "image")).toMatch(/\/icons\/icon-512\.png$/);
    for (const id of [await make({ quest_status: "INACTIVE" }), 999_999, "x"]) {
      expect(await page(id)).toContain("<title>quest</title>");
    }
  });
});

describe("the page of results", () => {
  const page = async (id: number) => (await fetch(`${api.origin}/quests/${id}/results`)).text();

  it("has a head for chats and for search engines for data, whatever the quest is called", async () => {
    const name = `Bark </script><b>"&'`;
    const id = await make({ quest_name: name, results: coarse });
    await join(api, "alice", id);
    await accepted("alice", id, { captured_at: "2026-05-04T10:11:12Z" });
    const html = await page(id);
    expect(html).toContain(
      '<meta property="og:title" content="Results of Bark &lt;/script&gt;&lt;b&gt;&quot;&amp;&#39;" />',
    );
    expect(html).toContain("1 data point, measured by 1 volunteer and accepted by Department of Forest Ecology.");
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      "@type": "Dataset",
      name,
      temporalCoverage: "2026-05-04/2026-05-04",
      spatialCoverage: { geo: { box: "21.97 -159.37 21.97 -159.37" } },
      variableMeasured: [{ name: "Tree circumference", unitCode: "cm" }],
    });
    expect(html).not.toContain("<b>");
  });

  it("are in a frame in the language that its address names, otherwise in the visitor's", async () => {
    const languageOf = async (query: string, cookie = "") => {
      const headers = { "accept-language": "es", cookie };
      const answer = await fetch(`${api.origin}/quests/1/results/embed${query}`, { headers, redirect: "manual" });
      return answer.headers.get("content-language");
    };
    expect(await languageOf("")).toBe("es");
    expect(await languageOf("?chart=depth&language=de")).toBe("de");
    expect(await languageOf("?language=tlh")).toBe("es");
    expect(await languageOf("?language=de&language=fr")).toBe("es");
    expect(await languageOf("?language=de", "language=ar")).toBe("ar");
  });

  it("can be in frames of other sites as an extract only, with everything else as strict", async () => {
    const headersOf = async (path: string) => (await fetch(api.origin + path)).headers;
    const policyOf = (headers: Headers) =>
      new Map(
        (headers.get("content-security-policy") ?? "")
          .split(";")
          .map((each) => [each.split(" ", 1)[0] ?? "", each] as const),
      );
    const strict = await headersOf("/quests/1/results");
    const framed = await headersOf("/quests/1/results/embed?chart=depth");
    const [plain, loosened] = [policyOf(strict), policyOf(framed)];
    expect([...loosened.keys()]).toEqual([...plain.keys()]);
    const changed = [...loosened].flatMap(([name, directive]) => (plain.get(name) === directive ? [] : [directive]));
    expect(changed.sort()).toEqual([
      "form-action 'none'",
      "frame-ancestors *",
      "img-src 'self'",
      "manifest-src 'none'",
      "media-src 'none'",
      "worker-src 'none'",
    ]);
    expect([framed.get("x-frame-options"), framed.get("set-cookie"), framed.get("x-robots-tag")]).toEqual([
      null,
      null,
      "noindex",
    ]);
    for (const path of [
      "/quests/1/results",
      "/quests/1",
      "/quests/1/results/embedded",
      "/quests/1/embed",
      "/profile",
    ]) {
      const headers = await headersOf(path);
      expect([path, headers.get("x-frame-options")]).toEqual([path, "SAMEORIGIN"]);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    }
  });

  it("is the app's plain page while results are hidden, and for no quest", async () => {
    const plain = await (await fetch(`${api.origin}/`)).text();
    const [title] = /<title>.*<\/title>/.exec(plain) ?? [];
    for (const id of [await make(), 999_999]) expect(await page(id)).toContain(title);
    expect(await page(999_999)).not.toContain("og:title");
  });
});
