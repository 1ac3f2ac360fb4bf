import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import {
  join,
  makeMember,
  makeOrganization,
  makeQuest,
  questPayload,
  type UploadForm,
  uploadForm,
} from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { StationChange, StationPayload } from "../../contract/stations.ts";

const api = usingApi();
let organizationId: number;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  await makeMember(api, organizationId, "cora", "coordinator");
  await makeMember(api, organizationId, "rita", "reviewer");
});

const ford: StationPayload = { code: "F-1", name: "Ford", latitude: 21.97, longitude: -159.37 };
const add = (questId: number, json: object, as = "cora") =>
  api.call("POST", `/quests/${questId}/stations`, { as, json });
const change = (questId: number, id: number, json: Partial<StationChange>) =>
  api.call("PUT", `/quests/${questId}/stations/${id}`, { as: "cora", json: { ...ford, ...json } });
const remove = (questId: number, id: number) => api.call("DELETE", `/quests/${questId}/stations/${id}`, { as: "cora" });
const ofTeam = async (questId: number) => (await api.call("GET", `/quests/${questId}/stations`, { as: "rita" })).body;
const ofVolunteer = (questId: number, username = "alice", as = username) =>
  api.call("GET", `/adventurers/${username}/quests/${questId}/stations`, { as });
function importFile(questId: number, csv: string, as = "cora") {
  const form = new FormData();
  form.append("file", new Blob([csv], { type: "text/csv" }), "stations.csv");
  return api.call("POST", `/quests/${questId}/stations/file`, { as, form });
}

async function questWithStation(): Promise<{ questId: number; stationId: number }> {
  const { id } = await makeQuest(api, organizationId);
  const { status, body } = await add(id, ford);
  expect(status).toBe(201);
  for (const username of ["alice", "bob"]) await join(api, username, id);
  return { questId: id, stationId: body.id };
}

const upload = async (questId: number, changes: UploadForm = {}, username = "alice") =>
  api.upload(username, questId, uploadForm(await makePhoto({ uniqueSeed: randomUUID() }), changes));
const decide = (id: string, decision: string) =>
  api.call("PUT", `/quest_data/${id}/review`, { as: "rita", json: { decision } });

describe("stations at the desk", () => {
  it("[CALL-72] are added, changed, retired, taken back and deleted", async () => {
    const { questId, stationId } = await questWithStation();
    expect(await ofTeam(questId)).toEqual({
      repeat_days: null,
      stations: [{ id: stationId, ...ford, data_point_count: 0 }],
    });
    expect(
      (await change(questId, stationId, { name: "Ford, east", description: "Deep.", retired: true })).body,
    ).toEqual({
      id: stationId,
      ...ford,
      name: "Ford, east",
      description: "Deep.",
      retired_at: expect.any(String),
      data_point_count: 0,
    });
    const [{ retired_at }] = (await ofTeam(questId)).stations;
    expect((await change(questId, stationId, { retired: true })).body.retired_at).toBe(retired_at);
    expect((await change(questId, stationId, {})).body.retired_at).toBe(retired_at);
    expect((await ofVolunteer(questId)).body.stations).toEqual([]);
    expect((await change(questId, stationId, { retired: false, description: null })).body).toEqual({
      id: stationId,
      ...ford,
      data_point_count: 0,
    });
    expect((await remove(questId, stationId)).status).toBe(204);
    expect((await remove(questId, stationId)).body.code).toBe("station_not_found");
    expect((await ofTeam(questId)).stations).toEqual([]);
  });

  it("[HOME-13] their names are searched where everybody may see stations, and nowhere else", async () => {
    const { questId, stationId } = await questWithStation();
    const isFound = async (q: string) => {
      const { body } = await api.call("GET", `/quests?q=${encodeURIComponent(q)}`);
      return body.some(({ id }: { id: number }) => id === questId);
    };
    const { body: quest } = await api.call("GET", `/quests/${questId}`);
    const publish = (positions: "exact" | 0.01) =>
      api.call("PUT", `/quests/${questId}`, {
        as: "admin",
        json: questPayload(organizationId, {
          locations: quest.locations,
          results: { visibility: "public", positions },
        }),
      });
    await change(questId, stationId, { name: "Tårnvik ferry" });
    expect(await isFound("tarnvik")).toBe(false);
    expect((await publish("exact")).status).toBe(200);
    expect(await isFound("Tarnvik")).toBe(true);
    await importFile(questId, "code,name,latitude,longitude\nF-2,Oldfield bridge,21.97,-159.37\n");
    expect(await isFound("oldfield f-2")).toBe(true);
    await change(questId, stationId, { name: "Tårnvik ferry", retired: true });
    expect(await isFound("tarnvik")).toBe(false);
    expect((await publish(0.01)).status).toBe(200);
    expect(await isFound("oldfield")).toBe(false);
  });

  it("[CALL-72] changes are in the quest's history, and don't disturb whoever edits the quest", async () => {
    const { questId, stationId } = await questWithStation();
    const revision = async () => (await api.call("GET", `/quests/${questId}`, { as: "admin" })).body.revision;
    const before = await revision();
    await change(questId, stationId, { name: "Ford, east" });
    await importFile(questId, "code,name,latitude,longitude\nF-1,Ford,1,1\nA,Mill,1,1\nB,Pond,1,2");
    await importFile(questId, "code,name,latitude,longitude\nA,Mill,1,1");
    await remove(questId, stationId);
    expect((await remove(questId, stationId)).status).toBe(404);
    const { body } = await api.call("GET", `/quests/${questId}/history`, { as: "cora" });
    const entry = (added: number, changed: number, removed: number, names: string[]) => ({
      person: "cora",
      kind: "changed",
      changes: [],
      locations: null,
      stations: { added, changed, removed, names },
    });
    expect(body).toMatchObject([
      entry(0, 0, 1, ["F-1 Ford"]),
      entry(2, 1, 0, ["A Mill", "B Pond", "F-1 Ford"]),
      entry(0, 1, 0, ["F-1 Ford, east"]),
      entry(1, 0, 0, ["F-1 Ford"]),
      { kind: "created" },
    ]);
    expect(await revision()).toBe(before);
  });

  it("[CALL-72] have codes of their own, whatever the case, and keep what has data points", async () => {
    const { questId, stationId } = await questWithStation();
    expect((await add(questId, { ...ford, code: "f-1" })).body.code).toBe("station_code_taken");
    expect((await upload(questId, { station_id: String(stationId) })).status).toBe(201);
    expect((await remove(questId, stationId)).body.code).toBe("station_has_data_points");
    const other = await makeQuest(api, organizationId);
    expect((await change(other.id, stationId, {})).body.code).toBe("station_not_found");
    expect((await remove(other.id, stationId)).body.code).toBe("station_not_found");
    expect((await add(other.id, ford)).status).toBe(201);
  });

  it("[CALL-72] come from a file, all lines or none", async () => {
    const { questId, stationId } = await questWithStation();
    const bad = await importFile(questId, "code,name,latitude,longitude\nA,One,1,2\nB,Two,95,2\nC,,1,2\n");
    expect([bad.status, bad.body.info.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ["line 3, latitude", "line 4, name"],
    ]);
    expect((await ofTeam(questId)).stations).toHaveLength(1);
    const csv =
      '\ufeffcode;name;latitude;longitude;description\r\nf-1;Ford, west;21,97;-159,37;\r\nA;One;1;2;"Two\nlines"\r\n';
    expect((await importFile(questId, csv)).body).toEqual({ added: 1, changed: 1, unchanged: 0 });
    expect((await importFile(questId, csv)).body).toEqual({ added: 0, changed: 0, unchanged: 2 });
    expect((await ofTeam(questId)).stations).toMatchObject([
      { code: "A", description: "Two\nlines" },
      { id: stationId, code: "f-1", name: "Ford, west", longitude: -159.37 },
    ]);
    expect((await importFile(questId, "")).status).toBe(422);
    expect((await importFile(questId, `${csv}${" ".repeat(5_000_000)}`)).body.code).toBe("stations_exhausted");
    expect((await importFile(questId, 'code,name,latitude,longitude\n"A,One,1,2')).body.code).toBe("list_unreadable");
    expect(
      (await api.call("POST", `/quests/${questId}/stations/file`, { as: "cora", form: new FormData() })).status,
    ).toBe(422);
  });

  it("[CALL-72] keep the descriptions that a file or a change says nothing of", async () => {
    const { id } = await makeQuest(api, organizationId);
    const stored = { ...ford, description: "Deep." };
    const { body } = await add(id, stored);
    const without = "code,name,latitude,longitude\nF-1,Ford,21.97,-159.37\n";
    expect((await importFile(id, without)).body).toEqual({ added: 0, changed: 0, unchanged: 1 });
    const other = "code,name,latitude,longitude,description\nF-1,Ford,21.97,-159.37,Deep.\n";
    expect((await importFile(id, other)).body).toEqual({ added: 0, changed: 0, unchanged: 1 });
    expect((await importFile(id, other.replace("Deep", "Shallow"))).body).toMatchObject({ changed: 1 });
    expect((await importFile(id, other)).body).toMatchObject({ changed: 1 });
    await change(id, body.id, { name: "Ford, west" });
    expect((await ofTeam(id)).stations).toMatchObject([{ name: "Ford, west", description: "Deep." }]);
    const emptied = "code,name,latitude,longitude,description\nF-1,Ford,21.97,-159.37,\n";
    expect((await importFile(id, emptied)).body).toEqual({ added: 0, changed: 1, unchanged: 0 });
    expect((await ofTeam(id)).stations[0]).not.toHaveProperty("description");
  });

  it("[CALL-72] may be 10,000, and not one more", async () => {
    const { id } = await makeQuest(api, organizationId);
    const lines = Array.from({ length: 10_000 }, (_each, index) => `S${index},Station ${index},${index / 200},8`);
    const csv = ["code,name,latitude,longitude", ...lines].join("\n");
    expect((await importFile(id, csv)).body).toEqual({ added: 10_000, changed: 0, unchanged: 0 });
    expect((await add(id, ford)).body.code).toBe("stations_exhausted");
    expect((await importFile(id, `code,name,latitude,longitude\nX,X,1,1`)).body.code).toBe("stations_exhausted");
    expect((await importFile(id, `${csv}\nX,X,1,1`)).status).toBe(422);
  });

  it("[CALL-72] are for coordinators to change, and for the team to see", async () => {
    const { questId, stationId } = await questWithStation();
    const refused = [
      await add(questId, ford, "rita"),
      await importFile(questId, "code", "rita"),
      await api.call("PUT", `/quests/${questId}/stations/${stationId}`, { as: "rita", json: ford }),
      await api.call("DELETE", `/quests/${questId}/stations/${stationId}`, { as: "rita" }),
      await api.call("PUT", `/quests/${questId}/stations/repeat`, { as: "rita", json: { repeat_days: 3 } }),
      await api.call("GET", `/quests/${questId}/stations`, { as: "alice" }),
      await api.call("GET", `/quests/${questId}/stations/${stationId}/series`, { as: "alice" }),
      await ofVolunteer(questId, "alice", "bob"),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
  });
});

describe("a data point at a station", () => {
  it("[CALL-73] says so everywhere, and makes the station measured", async () => {
    const { questId, stationId } = await questWithStation();
    await api.call("PUT", `/quests/${questId}/stations/repeat`, { as: "cora", json: { repeat_days: 30 } });
    const captured_at = "2026-05-01T10:00:00.000Z";
    const sent = await upload(questId, { station_id: String(stationId), captured_at });
    const station = { id: stationId, code: "F-1", name: "Ford" };
    expect([sent.status, sent.body.station]).toEqual([201, station]);
    const list = await api.call("GET", `/adventurers/alice/quests/${questId}/data`, { as: "alice" });
    expect(list.body[0].station).toEqual(station);
    const sample = await api.call("GET", `/quest_data/${sent.body.id}`, { as: "rita" });
    expect(sample.body.station).toEqual(station);
    const own = (await ofVolunteer(questId)).body;
    expect(own).toEqual({
      repeat_days: 30,
      stations: [
        {
          ...station,
          latitude: ford.latitude,
          longitude: ford.longitude,
          measured_at: expect.any(String),
          own_measured_at: expect.any(String),
        },
      ],
    });
    expect(new Date(own.stations[0].measured_at).toISOString()).toBe(captured_at);
    expect((await ofVolunteer(questId, "bob")).body.stations[0]).not.toHaveProperty("own_measured_at");
    expect((await api.call("GET", `/adventurers/alice/quests/${questId}`, { as: "alice" })).body.station_count).toBe(1);
    await decide(sent.body.id, "denied");
    expect((await ofVolunteer(questId)).body.stations[0]).not.toHaveProperty("measured_at");
    expect((await ofVolunteer(questId, "carl")).body.code).toBe("not_joined");
  });

  it("[CALL-73] names a station of its own quest, that wasn't retired when it was measured", async () => {
    const { questId, stationId } = await questWithStation();
    const other = await questWithStation();
    const id = String(stationId);
    expect((await upload(questId, { station_id: String(other.stationId) })).body).toMatchObject({
      code: "station_not_found",
      info: [{ path: "station_id" }],
    });
    expect((await upload(questId, { station_id: "near the bridge" })).status).toBe(422);
    await change(questId, stationId, { retired: true });
    const quest = await api.call("GET", `/adventurers/alice/quests/${questId}`, { as: "alice" });
    expect(quest.body.station_count ?? 0).toBe(0);
    const before = new Date(Date.now() - 3_600_000).toISOString();
    expect((await upload(questId, { station_id: id, captured_at: before })).status).toBe(201);
    for (const captured_at of [undefined, new Date().toISOString()]) {
      const refused = await upload(questId, { station_id: id, captured_at });
      expect([refused.status, refused.body.code]).toEqual([409, "station_retired"]);
    }
  });

  it("[CALL-73] is far from its station, but not too close to earlier visits", async () => {
    const { id: questId } = await makeQuest(api, organizationId, {
      protocol: { fields: [], spacing_meters: 20, photo: { required: false } },
    });
    const stationId = (await add(questId, ford)).body.id;
    await join(api, "alice", questId);
    const send = async (changes: UploadForm) =>
      (await api.upload("alice", questId, uploadForm(undefined, { tree_width: undefined, accuracy: "5", ...changes })))
        .body.id;
    const at = { latitude: "21.97", longitude: "-159.37", station_id: String(stationId) };
    await send({ ...at, captured_at: "2026-05-01T10:00:00.000Z" });
    const again = await send({ ...at, captured_at: "2026-06-01T10:00:00.000Z" });
    const far = await send({ ...at, latitude: "21.975", captured_at: "2026-07-01T10:00:00.000Z" });
    const codesOf = async (id: string) => {
      const row = await api.database.db
        .selectFrom("quest_data")
        .select(["evidence_codes", "evidence_rules"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return row.evidence_rules === null ? undefined : row.evidence_codes;
    };
    await vi.waitFor(async () => expect(await codesOf(far)).toEqual(["far_from_station"]), 20_000);
    await vi.waitFor(async () => expect(await codesOf(again)).toEqual([]), 20_000);
    const without = await send({ ...at, station_id: undefined, captured_at: "2026-08-01T10:00:00.000Z" });
    await vi.waitFor(async () => expect(await codesOf(without)).toEqual(["too_close"]), 20_000);
  });
});

describe("what was measured at a station over time", () => {
  const measured = async (results: { visibility: "public"; positions: "exact" | 0.01 }) => {
    const { id: questId } = await makeQuest(api, organizationId, { results });
    const stationId = (await add(questId, ford)).body.id;
    await join(api, "alice", questId);
    const ids: string[] = [];
    for (const [width, day] of [
      ["20", "02"],
      ["10", "01"],
      ["30", "03"],
    ]) {
      const changes = { station_id: String(stationId), tree_width: width, captured_at: `2026-05-${day}T10:00:00.000Z` };
      ids.push((await upload(questId, changes)).body.id);
    }
    await decide(ids[0] ?? "", "accepted");
    await decide(ids[1] ?? "", "accepted");
    return { questId, stationId, ids };
  };
  const valuesOf = (body: { fields: { values: { value: number }[] }[] }) =>
    body.fields.map(({ values }) => values.map(({ value }) => value));

  it("[CALL-74] is in order for the team, and public as far as results are", async () => {
    const { questId, stationId, ids } = await measured({ visibility: "public", positions: "exact" });
    const series = () => api.call("GET", `/quests/${questId}/stations/${stationId}/series`, { as: "rita" });
    expect(valuesOf((await series()).body)).toEqual([[10, 20, 30]]);
    await decide(ids[2] ?? "", "denied");
    expect(valuesOf((await series()).body)).toEqual([[10, 20]]);
    const place = { id: stationId, ...ford };
    await vi.waitFor(async () => {
      const list = await api.call("GET", `/quests/${questId}/results/stations`);
      expect(list.body).toEqual([{ ...place, count: 2 }]);
    }, 10_000);
    const open = await api.call("GET", `/quests/${questId}/results/stations/${stationId}`);
    expect([open.body.station, valuesOf(open.body), open.body.has_more]).toEqual([place, [[10, 20]], false]);
    // The offset is the station's own: its day is that of the station.
    expect(open.body.fields[0].values[0].at).toBe("2026-05-01T00:00:00.000-10:00");
    const other = await measured({ visibility: "public", positions: "exact" });
    for (const path of ["results/stations/", "stations/"].map(
      (part) => `/quests/${other.questId}/${part}${stationId}`,
    )) {
      const answer = await api.call("GET", path.includes("results") ? path : `${path}/series`, { as: "rita" });
      expect(answer.body.code).toBe("station_not_found");
    }
    const points = await api.call("GET", `/quests/${questId}/results/points`);
    expect(points.body[0].station).toEqual({ id: stationId, code: "F-1", name: "Ford" });
    const csv = await api.call("GET", `/admin/datasets/${questId}/export?format=csv`, { as: "rita" });
    expect(csv.body.split("\r\n")[1]).toContain("F-1,Ford");
  });

  it("[CALL-74] has no station in public unless exact positions are", async () => {
    const { questId, stationId } = await measured({ visibility: "public", positions: 0.01 });
    expect((await api.call("GET", `/quests/${questId}/results/stations`)).body).toEqual([]);
    expect((await api.call("GET", `/quests/${questId}/results/stations/${stationId}`)).body.code).toBe(
      "station_not_found",
    );
    const { questId: hidden, stationId: of } = await questWithStation();
    expect((await api.call("GET", `/quests/${hidden}/results/stations/${of}`)).body.code).toBe("results_hidden");
    const points = await api.call("GET", `/quests/${questId}/results/points`);
    expect(points.body).toHaveLength(2);
    expect(points.body[0]).not.toHaveProperty("station");
  });
});
