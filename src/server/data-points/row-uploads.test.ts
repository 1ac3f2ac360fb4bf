// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { createHash } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import {
  join,
  makeOrganization,
  makeQuest,
  questPayload,
  type UploadForm,
  uploadForm,
} from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import type { Field, Protocol } from "../../protocol/field.ts";
import { derivativeKeyOf } from "../photos/derivatives/photo-derivatives.ts";

const api = usingApi({ JOB_POLL_SECONDS: "1" });
let organizationId: number;
let questId: number;
let photos: Buffer[];

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  photos = await Promise.all(["a", "b", "c"].map((uniqueSeed) => makePhoto({ width: 64, height: 48, uniqueSeed })));
});

const birds: Field = {
  key: "birds",
  kind: "group",
  label: "Birds",
  repeat: { min: 1, max: 500 },
  row_label: "${count} × ${species}",
  fields: [
    { key: "species", kind: "text", label: "Species", required: true },
    { key: "count", kind: "integer", label: "How many?", min: 1, expected_max: 50 },
    { key: "picture", kind: "photo", label: "Picture" },
    {
      key: "chicks",
      kind: "group",
      label: "Chicks",
      repeat: {},
      fields: [
        { key: "weight", kind: "integer", label: "Weight", expected_max: 90 },
        { key: "ring", kind: "photo", label: "Ring" },
      ],
    },
  ],
};
const protocol = {
  fields: [
    { key: "total", kind: "calculated", label: "In total", expression: "sum(${count})" },
    {
      key: "stops",
      kind: "group",
      label: "Stops",
      repeat: {},
      fields: [{ key: "name", kind: "text", label: "Name" }, birds],
    },
    { key: "shore", kind: "photo", label: "Shore" },
  ],
} as Protocol as QuestFormInput["protocol"];

beforeEach(async () => {
  questId = (await makeQuest(api, organizationId, { quest_type: "WATER", protocol })).id;
  await join(api, "alice", questId);
});

const heron = { species: "heron", count: 2 };
const values = { stops: [{ name: "Mole", birds: [heron, { species: "rail" }] }, { birds: [heron] }] };

type Photos = Record<string, Buffer | undefined>;

function formOf(measurements: unknown, files: Photos = {}, fields: UploadForm = {}): FormData {
  const form = uploadForm(undefined, { tree_width: undefined, measurements: JSON.stringify(measurements), ...fields });
  for (const [part, bytes] of Object.entries(files)) {
    form.set(part, new Blob([new Uint8Array(bytes ?? [])]), "photo.jpg");
  }
  return form;
}
const send = (measurements: unknown, files: Photos = {}, fields: UploadForm = {}) =>
  api.upload("alice", questId, formOf(measurements, files, fields));
const refusalsOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [
  status,
  ...(body.info ?? []).map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`),
];
const sha256 = (bytes: Buffer | undefined) =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex");
async function originals(): Promise<number> {
  let count = 0;
  for await (const _ of api.services.photoStore.list("originals/")) count++;
  return count;
}

describe("a data point with rows", () => {
  it("keeps them with their results, and their photos in the form's order under their path", async () => {
    const { status, body } = await send(
      values,
      {
        "photo:shore": photos[0],
        "photo:stops.1.birds.0.picture": photos[1],
        "photo:stops.0.birds.1.picture": photos[2],
      },
      { "sha256:stops.1.birds.0.picture": sha256(photos[1]) },
    );
    expect([status, body.additional_data]).toEqual([201, { total: 4, ...values }]);
    expect(body.photos.map(({ key, sha256 }: { key: string; sha256: string }) => [key, sha256])).toEqual([
      ["stops.0.birds.1.picture", sha256(photos[2])],
      ["stops.1.birds.0.picture", sha256(photos[1])],
      ["shore", sha256(photos[0])],
    ]);
    const { db } = api.database;
    const { key } = await db
      .selectFrom("quest_data_photos")
      .select("photo_key as key")
      .where("quest_data_id", "=", body.id)
      .where("key", "=", "stops.0.birds.1.picture")
      .executeTakeFirstOrThrow();
    const isShown = () => api.services.photoStore.exists(derivativeKeyOf(key, "display"));
    await expect.poll(isShown, { timeout: 20_000 }).toBe(true);
  });

  it("can have rows in three groups, with their photos and evidence", async () => {
    const chicks = [{ weight: 12 }, { weight: 91 }];
    const { status, body } = await send(
      { stops: [{}, { birds: [heron, { ...heron, chicks }] }].map((stop) => ({ birds: [heron], ...stop })) },
      { "photo:stops.1.birds.1.chicks.0.ring": photos[0] },
    );
    expect([status, body.photos.map(({ key }: { key: string }) => key)]).toEqual([
      201,
      ["stops.1.birds.1.chicks.0.ring"],
    ]);
    const answer = await send({ stops: [{ birds: [{ ...heron, chicks: [{ weight: "x" }] }] }] });
    expect(refusalsOf(answer)).toEqual([422, "measurements.stops.0.birds.0.chicks.0.weight: Expected number"]);
    await expect
      .poll(async () => (await api.call("GET", `/quest_data/${body.id}`, { as: "admin" })).body.evidence, {
        timeout: 10_000,
      })
      .toContainEqual(expect.objectContaining({ sentence: "Weight, row 2.2.2: 91. Expected: at most 90." }));
  });

  it("is rejected by the paths of what is wrong, and nothing stays", async () => {
    const before = await originals();
    const wrong = { stops: [{ birds: [{ count: 0, weight: 3 }, 7] }, { birds: [] }, { name: 4, birds: [heron] }] };
    const answer = await send(wrong, { "photo:stops.0.birds.5.picture": photos[0], "photo:stops.0.name": photos[1] });
    expect(refusalsOf(answer)).toEqual([
      422,
      "measurements.stops.0.birds.0.species: Required",
      "measurements.stops.0.birds.0.count: Enter 1 or more",
      "measurements.stops.0.birds.1: A row has values by key",
      "measurements.stops.1.birds: Add at least 1",
      "measurements.stops.2.name: Enter text",
      "measurements.stops.0.birds.0.weight: This quest doesn't ask for this",
      "photo:stops.0.birds.5.picture: This quest doesn't ask for this",
      "photo:stops.0.name: This quest doesn't ask for this",
    ]);
    expect(await originals()).toBe(before);
  });

  it("is rejected with a wrong hash of a photo in a row", async () => {
    const part = "photo:stops.0.birds.1.picture";
    const { status, body } = await send(
      values,
      { [part]: photos[0] },
      { "sha256:stops.0.birds.1.picture": sha256(photos[1]) },
    );
    expect([status, body.code, body.info[0].path]).toEqual([422, "photo_checksum_mismatch", part]);
  });

  it("has no photo at a path that isn't one of the form", async () => {
    for (const part of [
      "photo:stops.00.birds.1.picture",
      "photo:stops.-1.birds.1.picture",
      "photo:stops.0.picture",
      "photo:stops..birds.0.picture",
      "photo:stops.0.birds.1.picture.0.x",
    ]) {
      expect(refusalsOf(await send(values, { [part]: photos[0] }))).toEqual([
        422,
        `${part}: This quest doesn't ask for this`,
      ]);
    }
  });

  it("can have 1,000 rows and 40 photos in rows, and not more", async () => {
    const rows = (count: number) => ({
      stops: [{ birds: Array.from({ length: count }, () => heron) }, { birds: Array(499).fill(heron) }],
    });
    expect((await send(rows(499))).status).toBe(201);
    expect(refusalsOf(await send(rows(500)))).toEqual([
      422,
      "measurements.stops.1.birds: At most 1000 rows are possible in total",
    ]);
    const tiny = await makePhoto({ width: 8, height: 8 });
    const files = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, row) => [`photo:stops.0.birds.${row}.picture`, tiny]));
    const { status, body } = await send(rows(41), files(40));
    expect([status, body.photos.length, body.photos[9].key]).toEqual([201, 40, "stops.0.birds.9.picture"]);
    expect(refusalsOf(await send(rows(41), files(41)))).toEqual([
      422,
      "photo:stops.0.birds.40.picture: A data point can have at most 40 photos and files",
    ]);
  });

  it.each<[string, unknown, string]>([
    ["5,000 rows", { stops: Array(5_000).fill({}) }, "measurements.stops: At most 1000 rows are possible in total"],
    [
      "10,000 rows in a row",
      { stops: [{ birds: Array(10_000).fill(0) }] },
      "measurements.stops.0.birds: At most 1000 rows are possible in total",
    ],
    [
      "4,000 answered rows, of which a sum would be calculated",
      { stops: [{ birds: Array(2_000).fill(heron) }, { birds: Array(2_000).fill(heron) }] },
      "measurements.stops.0.birds: At most 1000 rows are possible in total",
    ],
    [
      "10,000 answered rows",
      { stops: [{ birds: Array(10_000).fill({ count: 2 }) }] },
      "measurements: Too many values, or nested too deeply",
    ],
    ["30,000 rows", { stops: Array(30_000).fill({}) }, "measurements: Too many values, or nested too deeply"],
    [
      "rows in rows in rows",
      { stops: JSON.parse(`${'[{"birds":'.repeat(30)}[]${"}]".repeat(30)}`) },
      "measurements: Too many values, or nested too deeply",
    ],
  ])("with %s is rejected", async (_what, measurements, refusal) => {
    expect(refusalsOf(await send(measurements))).toEqual([422, refusal]);
  });

  it("has evidence of a value in a row, named by its number", async () => {
    const { body } = await send({
      stops: [{ birds: [heron, heron] }, { birds: [heron, { species: "rail", count: 51 }] }],
    });
    const evidence = await vi.waitFor(
      async () => {
        const { body: sample } = await api.call("GET", `/quest_data/${body.id}`, { as: "admin" });
        expect(sample.evidence.map(({ code }: { code: string }) => code)).toContain("out_of_range");
        return sample.evidence;
      },
      { timeout: 10_000 },
    );
    expect(evidence.find(({ code }: { code: string }) => code === "out_of_range").sentence).toBe(
      "How many?, row 2.2: 51. Expected: at most 50.",
    );
  });

  it("has outliers among the values of all rows", async () => {
    const counts = [10, 11, 12, 9, 8, 13, 10, 11, 12, 40];
    const { body } = await send({ stops: [{ birds: counts.map((count) => ({ species: "rail", count })) }] });
    const isDue = () =>
      api.database.db
        .updateTable("jobs")
        .set({ run_at: new Date(0) })
        .execute();
    const row = await vi.waitFor(
      async () => {
        await isDue();
        const found = await api.database.db
          .selectFrom("quest_data")
          .select(["evidence", "evidence_codes"])
          .where("id", "=", body.id)
          .executeTakeFirstOrThrow();
        expect(found.evidence_codes).toContain("outlier");
        return found;
      },
      { timeout: 20_000, interval: 200 },
    );
    expect(row.evidence.find(({ code }) => code === "outlier")?.facts).toMatchObject({
      value: 40,
      row: "1.10",
      count: 10,
    });
  });

  it("is listed with the number of its rows", async () => {
    await send(values);
    const { body } = await api.call("GET", `/admin/samples?quest_id=${questId}`, { as: "admin" });
    const [sample] = body.items ?? body;
    expect(sample.measurements.map(({ name, value }: { name: string; value: unknown }) => [name, value])).toEqual([
      ["total", 4],
      ["stops", 2],
    ]);
  });
});

describe("photos in rows", () => {
  const part = (stop: number, row: number) => `photo:stops.${stop}.birds.${row}.picture`;
  const hashesOf = ({ photos: kept }: { photos: { key: string; sha256: string }[] }) =>
    Object.fromEntries(kept.map(({ key, sha256 }) => [key, sha256]));
  const [first, second, third] = ["stops.0.birds.0.picture", "stops.0.birds.1.picture", "stops.1.birds.0.picture"];
  let id: string;
  let hashes: string[];

  beforeEach(async () => {
    const { body } = await send(values, { [part(0, 0)]: photos[0], [part(0, 1)]: photos[1], [part(1, 0)]: photos[2] });
    id = body.id;
    hashes = photos.map(sha256);
  });
  const revise = async (measurements: object | undefined, from: unknown, files: Photos = {}) => {
    const form = new FormData();
    if (measurements) form.set("measurements", JSON.stringify(measurements));
    if (from !== undefined) form.set("photos_from", typeof from === "string" ? from : JSON.stringify(from));
    for (const [name, bytes] of Object.entries(files)) form.set(name, new Blob([new Uint8Array(bytes ?? [])]), "p.jpg");
    await api.call("PUT", `/quest_data/${id}/review`, {
      as: "admin",
      json: { decision: "change_requested", comment: "Which one?" },
    });
    return api.call("POST", `/quest_data/${id}/revisions`, { as: "alice", form });
  };
  const edit = (measurements: object, from?: unknown) =>
    api.call("PUT", `/adventurers/alice/quests/${questId}/data/${id}`, {
      as: "alice",
      json: { measurements, ...(from !== undefined && { photos_from: from }) },
    });
  const turned = { stops: [{ name: "Mole", birds: [{ species: "rail" }, heron] }, { birds: [heron] }] };

  it("stay if a revision says nothing about their group, and go with a removed row", async () => {
    const { body } = await revise(undefined, undefined, { "photo:shore": photos[0] });
    expect(Object.keys(hashesOf(body))).toEqual([first, second, third, "shore"]);
    const { body: shorter } = await revise({ stops: [{ birds: [heron] }, { birds: [heron] }] }, undefined);
    expect(Object.keys(hashesOf(shorter))).toEqual([first, third, "shore"]);
    const sample = (await api.call("GET", `/quest_data/${id}`, { as: "admin" })).body;
    expect(
      sample.former_revisions.map((each: Parameters<typeof hashesOf>[0]) => Object.keys(hashesOf(each))),
    ).toContainEqual([first, second, third, "shore"]);
  });

  it("change places with their rows in a revision, beside a new one", async () => {
    const moved = { [first]: second, [third]: first };
    const { status, body } = await revise(turned, moved, { [part(0, 1)]: photos[2] });
    expect([status, hashesOf(body)]).toEqual([201, { [first]: hashes[1], [second]: hashes[2], [third]: hashes[0] }]);
  });

  it("change places with their rows in an edit", async () => {
    const { status, body } = await edit(turned, { [first]: second, [second]: first });
    expect([status, hashesOf(body)]).toEqual([200, { [first]: hashes[1], [second]: hashes[0], [third]: hashes[2] }]);
    expect(Object.keys(hashesOf(body))).toEqual([first, second, third]);
  });

  const refusedEdits: [unknown, string][] = [
    [{ [first]: "stops.0.birds.7.picture" }, `photos_from.${first}`],
    [{ [first]: second, [third]: second }, `photos_from.${third}`],
    [{ [first]: "file" }, `photos_from.${first}`],
    [{ "stops.0.birds.9.picture": first }, "photo:stops.0.birds.9.picture"],
    [{ "stops.0.name": first }, "photo:stops.0.name"],
    [{ [first]: second }, `photo:${first}`],
  ];
  it("aren't lost by an edit that would take them from elsewhere", async () => {
    for (const [from, path] of refusedEdits) {
      const { status, body } = await edit(values, from);
      expect([status, body.info?.map((each: { path: string }) => each.path)], JSON.stringify(from)).toEqual([
        422,
        expect.arrayContaining([path]),
      ]);
    }
    const { rows } = await api.database.pool.query("SELECT key FROM quest_data_photos WHERE quest_data_id = $1", [id]);
    expect(rows.map(({ key }) => key).sort()).toEqual([first, second, third]);
  });

  it("are refused in a revision that names no photos", async () => {
    for (const from of ["[1]", '{"a":1}', "{"]) {
      const { status, body } = await revise(values, from);
      expect([status, body.info?.[0].path.split(".")[0]], from).toEqual([422, "photos_from"]);
    }
  });

  it("of a row whose photo can't be removed by an edit keep the row", async () => {
    const { status, body } = await edit({ stops: [{ birds: [heron] }, { birds: [heron] }] });
    expect([status, body.info[0].path]).toEqual([422, `photo:${second}`]);
  });
});

describe("points, lines and areas", () => {
  const asked = {
    fields: [
      { key: "way", kind: "line", label: "Way" },
      { key: "tree", kind: "point", label: "Tree" },
      { key: "meters", kind: "calculated", label: "Metres", expression: "round(distance(${way}), 0)" },
      {
        key: "plots",
        kind: "group",
        label: "Plots",
        repeat: {},
        fields: [
          { key: "plot", kind: "area", label: "Plot" },
          { key: "stem", kind: "point", label: "Stem" },
          { key: "apart", kind: "calculated", label: "Apart", expression: "round(distance(${tree}, ${stem}), 1)" },
          { key: "size", kind: "calculated", label: "Size", expression: "round(area(${plot}), 0)" },
        ],
      },
    ],
    photo: { required: false },
  } as Protocol as QuestFormInput["protocol"];
  const way = { type: "LineString", coordinates: pairs("0 0, 0 0.001"), accuracies: [4, null], method: "walked" };
  const plot = (ring: string) => ({ type: "Polygon", coordinates: [pairs(ring)] });
  const triangle = plot("0 0, 0.001 0, 0 0.001, 0 0");
  function pairs(text: string): number[][] {
    return text.split(", ").map((pair) => pair.split(" ").map(Number));
  }
  const at = (longitude: number, latitude: number) => ({ type: "Point", coordinates: [longitude, latitude] });
  const tree = { ...at(0, 0), accuracies: [4.5], method: "located" };
  const drawn = { way, plots: [{ plot: triangle }] };

  beforeEach(async () => {
    questId = (await makeQuest(api, organizationId, { quest_type: "WATER", protocol: asked })).id;
    await join(api, "alice", questId);
  });

  it("are kept as they were sent, with what is calculated of them, and shown to their volunteer and reviewers", async () => {
    const { status, body } = await send(drawn);
    expect([status, body.additional_data]).toEqual([
      201,
      { way, meters: 111, plots: [{ plot: triangle, size: 6182 }] },
    ]);
    const sample = await api.call("GET", `/quest_data/${body.id}`, { as: "admin" });
    expect(sample.body.additional_data).toEqual(body.additional_data);
    expect((await api.call("GET", `/quest_data/${body.id}`, { as: "bob" })).status).toBe(403);
    const { body: samples } = await api.call("GET", `/admin/samples?state=pending&quest_id=${questId}`, {
      as: "admin",
    });
    expect(samples[0].measurements[0]).toMatchObject({ name: "way", kind: "line", value: 111.2, unit: "m" });
    expect(refusalsOf(await send({ ...drawn, meters: 112 }))).toEqual([
      422,
      "measurements.meters: This value is calculated, and the result is another one",
    ]);
  });

  it("points are kept in the form and in rows, with the distance between them", async () => {
    const measurements = { tree, plots: [{ stem: at(0, 0.001) }, { stem: { ...at(0.002, 0), method: "tapped" } }] };
    const { status, body } = await send(measurements);
    expect([status, body.additional_data.tree]).toEqual([201, tree]);
    expect(body.additional_data.plots).toMatchObject([{ apart: 111.2 }, { apart: 222.4 }]);
    const { body: samples } = await api.call("GET", `/admin/samples?state=pending&quest_id=${questId}`, {
      as: "admin",
    });
    expect(samples[0].measurements[0]).toMatchObject({ name: "tree", kind: "point", value: "0, 0", unit: null });

    const faultOf = async (stem: string) => {
      const sent = JSON.stringify({ plots: [{ stem: at(0, 0) }] }).replace("[0,0]", stem);
      return refusalsOf(await api.upload("alice", questId, formOf({}, {}, { measurements: sent })));
    };
    const degrees = "measurements.plots.0.stem: This isn't a longitude and a latitude in degrees";
    expect(await faultOf("[0,1e999]")).toEqual([422, degrees]);
    expect(await faultOf("[21.97,-159.37]")).toEqual([422, degrees]);
    expect((await faultOf("[0,NaN]"))[0]).toBe(422);
    expect(refusalsOf(await send({ tree: way }))).toEqual([
      422,
      "measurements.tree: Give a position: GeoJSON of the type Point",
    ]);
  });

  it.each<[string, unknown, string]>([
    [
      "an altitude beyond JSON's numbers",
      {
        ...way,
        coordinates: [
          [0, 0],
          [0, "1e999"],
        ],
      },
      "Point 2 isn't",
    ],
    [
      "null",
      {
        ...way,
        coordinates: [
          [0, 0],
          [null, 1],
        ],
      },
      "Point 2 isn't",
    ],
    [
      "latitudes first",
      {
        ...way,
        coordinates: [
          [21, -159],
          [22, -159],
        ],
      },
      "Point 1 isn't",
    ],
    [
      "the antimeridian",
      {
        ...way,
        coordinates: [
          [179.9, 0],
          [-179.9, 0],
        ],
      },
      "This crosses the 180° meridian",
    ],
    ["one point", { ...way, coordinates: [[0, 0]], accuracies: [1] }, "Add more points: at least 2"],
    [
      "2,001 points",
      { type: "LineString", coordinates: Array.from({ length: 2_001 }, (_, index) => [index / 100, 0]) },
      "At most 2000 points are possible",
    ],
    ["an area", triangle, "Draw a line: GeoJSON"],
    ["a text", "LINESTRING (0 0, 1 1)", "Draw a line: GeoJSON"],
  ])("aren't %s", async (_, value, message) => {
    // JSON reads 1e999 as infinity.
    const measurements = JSON.stringify({ way: value }).replace('"1e999"', "1e999");
    const { status, body } = await api.upload("alice", questId, formOf({}, {}, { measurements }));
    expect([status, body.info?.[0].path]).toEqual([422, "measurements.way"]);
    expect(body.info[0].message).toContain(message);
  });

  it("NaN is no JSON", async () => {
    const measurements = JSON.stringify({ way }).replace("0.001", "NaN");
    expect((await api.upload("alice", questId, formOf({}, {}, { measurements }))).status).toBe(422);
  });

  it("that cross themselves are refused in rows, and in edits and revisions", async () => {
    const crossed = { plots: [{ plot: triangle }, { plot: plot("0 0, 1 1, 1 0, 0 1, 0 0") }] };
    const refusal = [
      422,
      "measurements.plots.1.plot: The outline crosses itself. Undo its last points, or draw it again.",
    ];
    expect(refusalsOf(await send(crossed))).toEqual(refusal);
    const { id } = (await send(drawn)).body;
    const address = `/adventurers/alice/quests/${questId}/data/${id}`;
    const edit = (measurements: unknown) => api.call("PUT", address, { as: "alice", json: { measurements } });
    expect(refusalsOf(await edit(crossed))).toEqual(refusal);
    const moved = { way: { ...way, coordinates: pairs("0 0, 0 0.002") } };
    expect((await edit(moved)).body.additional_data).toEqual({ ...moved, meters: 222 });
    await api.call("PUT", `/quest_data/${id}/review`, {
      as: "admin",
      json: { decision: "change_requested", comment: "Walk it again." },
    });
    const revise = (measurements: unknown) => {
      const form = new FormData();
      form.set("measurements", JSON.stringify(measurements));
      return api.call("POST", `/quest_data/${id}/revisions`, { as: "alice", form });
    };
    expect(refusalsOf(await revise(crossed))).toEqual(refusal);
    expect(refusalsOf(await revise(drawn))).toEqual([201]);
    const { body: revised } = await api.call("GET", `/quest_data/${id}`, { as: "admin" });
    expect([revised.revision, revised.additional_data.way]).toEqual([2, way]);
  });

  it("are compared with nothing but themselves when a protocol is saved", async () => {
    const fields = [
      { key: "way", kind: "line", label: "Way" },
      { key: "far", kind: "note", label: "Far", shown_when: { expression: "${way} > 5" } },
      { key: "wide", kind: "note", label: "Wide", shown_when: { expression: "area(${far_away}) > 5" } },
      { key: "far_away", kind: "text", label: "Away" },
    ];
    const { status, body } = await api.call("POST", "/quests", {
      as: "admin",
      json: questPayload(organizationId, { protocol: { fields } as unknown as QuestFormInput["protocol"] }),
    });
    expect([status, ...body.info.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      "protocol.fields.1.shown_when.expression",
      "protocol.fields.2.shown_when.expression",
    ]);
  });
});
