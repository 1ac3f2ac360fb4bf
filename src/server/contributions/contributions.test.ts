import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import { shareContribution } from "./shared-contributions.ts";

const api = usingApi();
let trees: number;
let lake: number;
let photo: Buffer;

beforeAll(async () => {
  const organizationId = await makeOrganization(api);
  trees = (await makeQuest(api, organizationId)).id;
  const protocol = {
    fields: [
      { key: "depth", kind: "number", label: "Depth", unit: "m", required: true },
      { key: "ice", kind: "choice", label: "Ice", options: [{ value: "thin", label: "Thin ice" }] },
    ],
  } satisfies QuestFormInput["protocol"];
  lake = (await makeQuest(api, organizationId, { quest_name: "The lake", quest_type: "WATER", protocol })).id;
  photo = await makePhoto({ width: 160, height: 120 });
});

/** A newcomer with two data points of the trees and one of the lake, in order of arrival. */
async function makeGiver(): Promise<{ username: string; ids: [string, string, string] }> {
  const username = `giver-${randomUUID().slice(0, 8)}`;
  await join(api, username, trees);
  await join(api, username, lake);
  const measurements = JSON.stringify({ depth: 3.5, ice: "thin" });
  const forms = [
    [trees, uploadForm(photo)],
    [lake, uploadForm(photo, { tree_width: undefined, measurements, captured_at: "2026-05-01T08:00:00Z" })],
    [trees, uploadForm(photo)],
  ] as const;
  const ids: string[] = [];
  for (const [quest, form] of forms) ids.push((await api.upload(username, quest, form)).body.id);
  return { username, ids: ids as [string, string, string] };
}

const get = (username: string, rest = "", as = username) =>
  api.call("GET", `/adventurers/${username}/contributions${rest}`, { as });
const decide = (id: string, decision: string) =>
  api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json: { decision, comment: "Closer, please." } });
const see = (username: string, json: unknown) =>
  api.call("POST", `/adventurers/${username}/contributions/seen`, { as: username, json });
const write = (id: string, as: string) =>
  api.call("POST", `/quest_data/${id}/messages`, { as, json: { text: "A word." } });
const idsOf = (body: { id: string }[]) => body.map(({ id }) => id);

describe("a volunteer's part of public results", () => {
  const shares = (username: string, as = username) => api.call("GET", `/adventurers/${username}/results`, { as });

  it("[CALL-54] is told per quest, only where results are public", async () => {
    const [one, other] = [await makeGiver(), await makeGiver()];
    for (const id of [...one.ids, other.ids[0]]) await decide(id, "accepted");
    expect((await shares(one.username)).body).toEqual([]);
    await api.database.pool.query("UPDATE quests SET results_visibility = 'public' WHERE id = $1", [trees]);
    expect((await shares(one.username)).body).toEqual([
      {
        quest_id: trees,
        quest_name: expect.any(String),
        language: "en",
        translations: {},
        own: 2,
        accepted: 3,
        release: null,
        is_shared: false,
      },
    ]);
    expect((await shares(other.username)).body).toMatchObject([{ quest_id: trees, own: 1, accepted: 3 }]);
    expect((await shares(one.username, other.username)).status).toBe(403);
    await api.database.pool.query("UPDATE quests SET results_visibility = 'hidden' WHERE id = $1", [trees]);
    expect((await shares(one.username)).body).toEqual([]);
  });

  it("[CALL-54] names the newest release that has some, and a data point the releases it is in", async () => {
    const { username, ids } = await makeGiver();
    for (const id of ids) await decide(id, "accepted");
    await api.database.pool.query("UPDATE quests SET results_visibility = 'public' WHERE id = $1", [trees]);
    const states = ["published", "published", "withdrawn", "published"];
    for (const [index, state] of states.entries()) {
      await api.database.pool.query(
        `INSERT INTO releases (quest_id, number, state, licence, notes, authors, published_at, content, thanks, withdrawn_at, withdrawal_reason)
         VALUES ($1, $2, $3, 'CC0-1.0', '', '[]', now(), '{}', 'Thank you all.', $4, $5)`,
        [trees, index + 1, state, ...(state === "withdrawn" ? [new Date(), "Wrong units."] : [null, null])],
      );
    }
    const [first, , third] = ids;
    for (const [number, id] of [
      [1, first],
      [2, first],
      [2, third],
      [3, first],
    ])
      await api.database.pool.query(
        "INSERT INTO release_points (quest_id, number, point_id, digest) VALUES ($1, $2, $3, '')",
        [trees, number, id],
      );
    expect((await shares(username)).body).toMatchObject([
      { own: 2, release: { number: 2, own: 2, thanks: "Thank you all." } },
    ]);
    expect((await get(username, `/${first}`)).body.releases).toEqual([1, 2]);
    expect((await get(username, `/${ids[1]}`)).body.releases).toEqual([]);
    await api.database.pool.query("DELETE FROM releases");
    await api.database.pool.query("UPDATE quests SET results_visibility = 'hidden' WHERE id = $1", [trees]);
  });

  it("[CALL-67] is shared by a link, without a name unless they want one, until they end it", async () => {
    const { username, ids } = await makeGiver();
    await decide(ids[0], "accepted");
    await api.database.pool.query("UPDATE quest_data SET captured_at = '2026-05-01T23:30Z' WHERE id = $1", [ids[0]]);
    const path = `/adventurers/${username}/quests/${trees}/shared`;
    const share = () => api.call("POST", path, { as: username });
    const { status, body } = await share();
    const [, address, number] = /^https?:\/\/[^/]+(\/quests\/\d+\/shared\/(\d{9}))$/.exec(body.address) ?? [];
    expect([status, address]).toEqual([201, `/quests/${trees}/shared/${number}`]);
    expect((await share()).body).toEqual(body);
    const read = (id = trees, of = number) => api.call("GET", `/quests/${id}/shared/${of}`, { as: "visitor" });
    const missing = async (answer: ReturnType<typeof read>) => (await answer).body.code;
    expect(await missing(read())).toBe("shared_contribution_not_found");
    await api.database.pool.query("UPDATE quests SET results_visibility = 'public' WHERE id = $1", [trees]);
    const shared = await read();
    expect(shared.body).toEqual({
      quest_id: trees,
      quest_name: expect.any(String),
      language: "en",
      translations: {},
      quest_type: "TREES",
      organization_name: expect.any(String),
      name: null,
      own: 1,
      accepted: expect.any(Number),
      first_day: "2026-05-01",
      last_day: "2026-05-01",
    });
    const credit = { credit: "name", name: "Ana of the hill" };
    expect((await api.call("PUT", "/account/credit", { as: username, json: credit })).status).toBe(200);
    expect((await read()).body.name).toBe("Ana of the hill");
    expect((await shares(username)).body).toMatchObject([{ is_shared: true }]);
    expect(await missing(read(lake))).toBe("shared_contribution_not_found");
    expect(await missing(read(trees, "100000001"))).toBe("shared_contribution_not_found");

    expect((await api.call("DELETE", path, { as: "bob" })).status).toBe(403);
    expect((await api.call("DELETE", path, { as: username })).status).toBe(204);
    expect(await missing(read())).toBe("shared_contribution_not_found");
    expect((await api.call("POST", path, { as: "bob" })).status).toBe(403);
    const stranger = await api.call("POST", "/adventurers/rita/quests/1/shared", { as: "rita" });
    expect([stranger.status, stranger.body.code]).toEqual([404, "not_joined"]);
    await api.database.pool.query("UPDATE quests SET results_visibility = 'hidden' WHERE id = $1", [trees]);
  });

  it("[CALL-67] has another number than everybody else's", async () => {
    const [one, other] = [await makeGiver(), await makeGiver()];
    const shareAs = ({ username }: typeof one, numbers: number[]) => {
      const shared = { username, questId: trees, publicUrl: "" };
      return shareContribution(api.database.db, shared, () => numbers.shift() ?? 0);
    };
    expect(await shareAs(one, [123_456_789])).toEqual({ address: `/quests/${trees}/shared/123456789` });
    const next = await shareAs(other, [123_456_789, 123_456_790]);
    expect(next).toEqual({ address: `/quests/${trees}/shared/123456790` });
  });

  it("[CALL-66] has a place each, whatever became of it", async () => {
    const { username, ids } = await makeGiver();
    await decide(ids[1], "denied");
    const places = await api.call("GET", `/adventurers/${username}/places`, { as: username });
    expect(places.body).toEqual([
      expect.objectContaining({ id: ids[2], quest_id: trees, state: "pending" }),
      {
        id: ids[1],
        quest_id: lake,
        quest_name: "The lake",
        language: "en",
        translations: {},
        quest_type: expect.any(String),
        state: "denied",
        coordinates: [21.9701, -159.3702],
      },
      expect.objectContaining({ id: ids[0] }),
    ]);
    expect((await api.call("GET", `/adventurers/${username}/places`, { as: "bob" })).status).toBe(403);
  });
});

describe("a volunteer's data points", () => {
  it("[CALL-28] are listed for all quests with their status, the newest first", async () => {
    const { username, ids } = await makeGiver();
    const [first, second, third] = ids;
    await decide(second, "change_requested");
    await write(second, username);
    await write(second, "admin");
    const { status, body } = await get(username);
    expect(status).toBe(200);
    expect(body).toEqual([
      expect.objectContaining({ id: third, quest_id: trees, state: "pending", review: null, has_news: false }),
      {
        id: second,
        quest_id: lake,
        quest_name: "The lake",
        language: "en",
        translations: {},
        coordinates: "21.9701,-159.3702",
        created_at: expect.any(String),
        captured_at: "2026-05-01T08:00:00.000Z",
        state: "change_requested",
        revision: 1,
        review: expect.objectContaining({ decision: "change_requested", comment: "Closer, please." }),
        measurements: [
          { name: "depth", label: "Depth", kind: "number", value: 3.5, unit: "m" },
          { name: "ice", label: "Ice", kind: "choice", value: "Thin ice", unit: null },
        ],
        message_count: 2,
        has_news: true,
        thumbnail_presigned_url: expect.stringContaining("/api/photos/"),
      },
      expect.objectContaining({
        id: first,
        measurements: [{ name: "tree_width", label: "Width", kind: "number", value: 87.5, unit: "cm" }],
      }),
    ]);
    expect((await get(username, "/summary")).body).toEqual({
      pending: 2,
      accepted: 0,
      denied: 0,
      change_requested: 1,
      news: 1,
    });
  });

  it("come in parts, each once, even if they arrived in the same millisecond", async () => {
    const { username, ids } = await makeGiver();
    const [first, second, third] = ids;
    await api.database.pool.query("UPDATE quest_data SET created_at = $2 WHERE adventurer_id = $1", [
      username,
      "2026-05-01T08:00:00.123456Z",
    ]);
    const seen: string[] = [];
    let path: string | undefined = `/adventurers/${username}/contributions?limit=1&state=pending`;
    while (path) {
      const { headers, body } = await api.call("GET", path, { as: username });
      expect(body).toHaveLength(1);
      seen.push(...idsOf(body));
      path = headers.get("link")?.match(/^<\/api(.*)>; rel="next"$/)?.[1];
    }
    expect(seen).toEqual([first, second, third].sort().reverse());
    await decide(first, "denied");
    expect(idsOf((await get(username, "?state=denied")).body)).toEqual([first]);
    expect((await get(username, "?state=accepted")).body).toEqual([]);
    expect((await get(username, "?after=yesterday")).body).toMatchObject({ code: "validation_failed" });
  });

  it("[CALL-28] are shown only to their volunteer, with decisions, messages and former revisions", async () => {
    const { username, ids } = await makeGiver();
    const [, id] = ids;
    await decide(id, "accepted");
    await api.call("POST", "/quest_data/reviews/undo", { as: "admin", json: { ids: [id] } });
    await decide(id, "change_requested");
    const form = new FormData();
    form.set("measurements", JSON.stringify({ depth: 4 }));
    form.set("message", "It was deeper.");
    expect((await api.call("POST", `/quest_data/${id}/revisions`, { as: username, form })).status).toBe(201);
    const { status, body } = await get(username, `/${id}`);
    expect([status, body]).toMatchObject([
      200,
      {
        id,
        quest: { id: lake, quest_name: "The lake" },
        protocol: { version: 1 },
        state: "pending",
        revision: 2,
        additional_data: { depth: 4, ice: "thin" },
        // Undone decisions are hidden.
        reviews: [{ decision: "change_requested", revision: 1 }],
        former_revisions: [{ revision: 1, additional_data: { depth: 3.5, ice: "thin" }, photos: [{ key: "file" }] }],
        messages: [{ author: username, text: "It was deeper.", revision: 2 }],
      },
    ]);
    expect(body.reviews).toHaveLength(1);
    const other = (await makeGiver()).username;
    for (const [who, what] of [
      [other, id],
      [username, randomUUID()],
    ] as const) {
      expect((await get(who, `/${what}`)).body.code).toBe("data_point_not_found");
    }
  });

  it("[CALL-28] have news until their volunteer has seen it", async () => {
    const { username, ids } = await makeGiver();
    const [first, second, third] = ids;
    await decide(first, "accepted");
    await decide(second, "change_requested");
    const until = new Date().toISOString();
    await write(third, "admin");
    expect((await get(username, "/summary")).body.news).toBe(3);
    expect((await see(username, { until, ids: [first, (await makeGiver()).ids[0]] })).status).toBe(204);
    expect((await get(username, "/summary")).body.news).toBe(2);
    await see(username, { until });
    const newsOf = async () =>
      (await get(username)).body.map(({ id, has_news }: { id: string; has_news: boolean }) => [id, has_news]);
    expect(await newsOf()).toEqual([
      [third, true],
      [second, false],
      [first, false],
    ]);
    // Answers have milliseconds, and the news may be a fraction later.
    const { messages } = (await get(username, `/${third}`)).body;
    await see(username, { until: messages[0].written_at });
    expect((await get(username, "/summary")).body.news).toBe(0);
  });
});
