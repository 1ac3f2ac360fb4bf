// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { beforeAll, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import { judgeWhatWasPublished } from "../releases/judge-what-was-published.ts";
import { publishQuest } from "./publish-points.ts";

const api = usingApi();
let organizationId: number;
beforeAll(async () => {
  organizationId = await makeOrganization(api);
});

const nests = JSON.stringify({
  type: "FeatureCollection",
  features: [
    {
      type: "Feature",
      properties: { id: "nest-17", title: "Old oak" },
      geometry: { type: "Point", coordinates: [-159.374512, 21.971234] },
    },
  ],
});
/** The column is there, but nothing is in it. */
const withoutGeometry = "code,label,geometry,size\nnest-17,Old oak,,3\n";

function formOf(file: string): FormData {
  const form = new FormData();
  form.append("file", new Blob([file]), "nests.csv");
  return form;
}
async function makeList(file = nests): Promise<number> {
  const path = `/organizations/${organizationId}/lists`;
  return (await api.call("POST", path, { as: "admin", form: formOf(file) })).body.id;
}

const calculated = (key: string, expression: string) => ({ key, kind: "calculated", label: key, expression });
/** A quest with hidden positions, and an accepted data point. */
async function publish(list: number): Promise<number> {
  const fields = [
    { key: "count", kind: "integer", label: "Count" },
    { key: "hour", kind: "number", label: "Hour", default: { expression: "decimal-time(now())" } },
    { key: "nest", kind: "choice", label: "Nest", list: { id: list } },
    calculated("where", "attribute(${nest}, 'geometry')"),
    calculated("wherever", "lookup('nests', 'geometry', ${nest})"),
  ];
  const protocol = { photo: { required: false }, fields, lists: [{ name: "nests", id: list }] };
  const { id } = await makeQuest(api, organizationId, {
    results: { visibility: "public", positions: "hidden" },
    protocol: protocol as unknown as QuestFormInput["protocol"],
  });
  await join(api, "alice", id);
  const measurements = JSON.stringify({ count: 3, hour: 0.3456789, nest: "nest-17" });
  const sent = await api.upload("alice", id, uploadForm(undefined, { measurements, tree_width: undefined }));
  const json = { decision: "accepted", comment: "" };
  expect((await api.call("PUT", `/quest_data/${sent.body.id}/review`, { as: "admin", json })).status).toBe(200);
  return id;
}

/** What visitors read of its data points. */
async function readAll(questId: number): Promise<string> {
  const paths = [`/api/quests/${questId}/results`, `/api/quests/${questId}/results/points`];
  const ogc = [`/ogc/collections/quest-${questId}/items`, "/ogc/api"];
  const texts = await Promise.all([...paths, ...ogc].map(async (path) => (await fetch(api.origin + path)).text()));
  return texts.join("\n");
}
const answersOf = async (questId: number) =>
  (await api.call("GET", `/quests/${questId}/results/points`)).body.map(
    ({ additional_data }: { additional_data: object }) => additional_data,
  );

it("[CALL-47] places of a list, and the hour of a first answer, are nowhere in public", async () => {
  const list = await makeList();
  const questId = await publish(list);
  expect(await answersOf(questId)).toEqual([{ count: 3 }]);
  const ofList = await (await fetch(`${api.origin}/api/lists/${list}`)).text();
  expect(ofList).toContain("Old oak");
  const text = (await readAll(questId)) + ofList;
  for (const secret of ["21.97", "159.37", "0.3456789"]) expect(text).not.toContain(secret);
  expect(await readAll(questId)).not.toContain("nest");
});

it("a list's new version with places takes back the answers to older ones at once", async () => {
  const list = await makeList(withoutGeometry);
  const questId = await publish(list);
  expect(await answersOf(questId)).toMatchObject([{ count: 3, nest: "nest-17" }]);
  await api.call("GET", `/quests/${questId}/results`);
  expect((await api.call("POST", `/lists/${list}/versions`, { as: "admin", form: formOf(nests) })).status).toBe(201);
  const ofQuest = (table: "published_points" | "points_to_publish") =>
    api.database.db.selectFrom(table).select("quest_id").where("quest_id", "=", questId).execute();
  expect([await ofQuest("published_points"), await ofQuest("points_to_publish")]).toEqual([
    [],
    [{ quest_id: questId }],
  ]);
  expect(await answersOf(questId)).toEqual([{ count: 3 }]);
  expect(await readAll(questId)).not.toContain("nest-17");
});

it("what was published before is published anew, and releases with it are withdrawn", async () => {
  const [list, harmless] = [await makeList(), await makeList(withoutGeometry)];
  const unjudged = async (ids: number[], place_columns: string[] | null) =>
    api.database.db.updateTable("list_versions").set({ place_columns }).where("list_id", "in", ids).execute();
  // Nobody looked for places then.
  await unjudged([list], []);
  const quests = [await publish(list), await publish(harmless)];
  const release = (questId: number) => api.call("GET", `/quests/${questId}/releases/1`);
  for (const questId of quests) {
    expect(await answersOf(questId)).toMatchObject([{ nest: "nest-17" }]);
    const json = { licence: "CC0-1.0", notes: "", authors: [{ name: "Ana" }] };
    await api.call("POST", `/quests/${questId}/releases`, { as: "admin", json });
    await vi.waitFor(async () => expect((await release(questId)).body.state).toBe("published"), 20_000);
  }
  await unjudged([list, harmless], null);
  for (const id of quests) await api.database.pool.query("SELECT publish_all_again($1)", [id]);
  for (const questId of quests) expect(await answersOf(questId)).toEqual([{ count: 3 }]);

  await judgeWhatWasPublished(api.services);
  for (const questId of quests) await publishQuest(api.database.db, questId);
  expect(await answersOf(quests[0] ?? 0)).toEqual([{ count: 3 }]);
  expect(await answersOf(quests[1] ?? 0)).toMatchObject([{ count: 3, nest: "nest-17" }]);
  const [closed, open] = await Promise.all(quests.map(release));
  expect(closed?.body).toMatchObject({
    state: "withdrawn",
    withdrawal_reason: expect.stringContaining("(nest, where, wherever)"),
    files: [],
  });
  expect(open?.body.state).toBe("published");
});

it.each([
  [true, "as it was sent", "Mangifera indica"],
  [false, "as it was sent", undefined],
  [false, "unreadable since", undefined],
])("the plant is as public (%s) as the photo that it was identified on, %s", async (isPublic, photo, expected) => {
  const fields = [{ key: "leaf", kind: "photo", label: "Leaf", ...(isPublic && { public: true }) }];
  const { id } = await makeQuest(api, organizationId, {
    results: { visibility: "public", positions: "exact" },
    protocol: { fields } as unknown as QuestFormInput["protocol"],
  });
  await join(api, "alice", id);
  const form = uploadForm(undefined, { measurements: "{}", tree_width: undefined });
  form.set("photo:leaf", new Blob([new Uint8Array(await makePhoto({ width: 32, height: 24 }))]), "leaf.jpg");
  const sent = await api.upload("alice", id, form);
  expect(sent.body).toMatchObject({ id: expect.any(String) });
  const json = { decision: "accepted", comment: "" };
  expect((await api.call("PUT", `/quest_data/${sent.body.id}/review`, { as: "admin", json })).status).toBe(200);
  if (photo === "unreadable since") {
    await api.database.pool.query("UPDATE quest_data_photos SET photo_unreadable_at = now() WHERE quest_data_id = $1", [
      sent.body.id,
    ]);
  }
  const plant = JSON.stringify({ bestMatch: "Mangifera indica", results: [{ score: 0.9 }] });
  await api.database.pool.query(
    "UPDATE quest_data SET additional_data = additional_data || jsonb_build_object('plant_id_data', $2::jsonb) WHERE id = $1",
    [sent.body.id, plant],
  );
  const [answers] = await answersOf(id);
  expect(answers.plant_id_data?.bestMatch).toBe(expected);
});
