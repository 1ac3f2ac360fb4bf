import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest, questPayload } from "../../../test/factories.ts";
import type { Dataset } from "../../contract/datasets.ts";
import type { ReviewDecision } from "../../contract/enums.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import { refreshQuestFigures } from "../quests/quest-summaries.ts";

const api = usingApi();
let organization: number;

beforeAll(async () => {
  organization = await makeOrganization(api);
});

type Point = {
  decision?: ReviewDecision | null;
  latitude?: number;
  longitude?: number;
  comment?: string;
  version?: number;
  values?: Record<string, unknown>;
};

/** Inserts data points with reviews. */
async function makePoints(questId: number, username: string, points: Point[]): Promise<string[]> {
  const rows = points.map((point) => ({ id: randomUUID(), ...point }));
  for (let start = 0; start < rows.length; start += 500) {
    const part = rows.slice(start, start + 500);
    await api.database.db
      .insertInto("quest_data")
      .values(
        part.map(({ id, decision = null, latitude = 21.97, longitude = -159.37, version = null, values }) => ({
          id,
          adventurer_id: username,
          quest_id: questId,
          latitude,
          longitude,
          additional_data: JSON.stringify(values ?? { tree_width: 87.5 }),
          protocol_version: version,
          photo_key: `originals/${id}`,
          photo_sha256: "a".repeat(64),
          photo_bytes: 1000,
          photo_format: "jpeg" as const,
          review_decision: decision,
        })),
      )
      .execute();
    const reviewed = part.filter((row) => row.decision);
    if (reviewed.length === 0) continue;
    await api.database.db
      .insertInto("reviews")
      .values(
        reviewed.map(({ id, decision, comment = "as it should be" }) => ({
          quest_data_id: id,
          decision: decision as ReviewDecision,
          comment,
          reviewed_by: "admin",
        })),
      )
      .execute();
  }
  return rows.map((row) => row.id);
}

async function makeJoinedQuest(name: string, values: Partial<QuestFormInput> = {}): Promise<number> {
  const { id } = await makeQuest(api, organization, { quest_name: name, ...values });
  await join(api, "alice", id);
  return id;
}

describe("datasets", () => {
  it("[ROUTE-10] are the quests with their counts by review state, newest first, in pages", async () => {
    const counted = await makeJoinedQuest("Counted quest");
    const empty = await makeJoinedQuest("Empty quest");
    await makePoints(counted, "alice", [
      {},
      {},
      {},
      { decision: "accepted" },
      { decision: "accepted" },
      { decision: "denied" },
      { decision: "change_requested" },
    ]);
    const first = await api.call("GET", "/admin/datasets?limit=1", { as: "admin" });
    const next = /<\/api([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await api.call("GET", next, { as: "admin" });
    expect(first.body).toEqual([
      {
        quest_id: empty,
        quest_name: "Empty quest",
        quest_type: "TREES",
        quest_status: "ACCEPTING_APPLICATIONS",
        pending: 0,
        accepted: 0,
        denied: 0,
        change_requested: 0,
      },
    ]);
    expect(second.body).toMatchObject([{ quest_id: counted, pending: 3, accepted: 2, denied: 1, change_requested: 1 }]);
    expect(second.headers.get("link")).toBeNull();
  });

  describe("sorted", () => {
    beforeAll(async () => {
      const nine = await makeJoinedQuest("Sorted 9");
      const ten = await makeJoinedQuest("Sorted 10");
      const air = await makeJoinedQuest("sorted air", { quest_type: "AIR" });
      await makePoints(nine, "alice", [{ decision: "accepted" }]);
      await makePoints(ten, "alice", [{}, {}, { decision: "accepted" }, { decision: "accepted" }]);
      await makePoints(air, "alice", [{}, { decision: "denied" }, { decision: "change_requested" }]);
      await refreshQuestFigures(api.database.db);
    });

    it.each([
      ["quest", ["Sorted 9", "Sorted 10", "sorted air"]],
      ["-quest", ["sorted air", "Sorted 10", "Sorted 9"]],
      ["type", ["sorted air", "Sorted 9", "Sorted 10"]],
      ["-type", ["Sorted 10", "Sorted 9", "sorted air"]],
      ["pending", ["Sorted 9", "sorted air", "Sorted 10"]],
      ["-pending", ["Sorted 10", "sorted air", "Sorted 9"]],
      ["accepted", ["sorted air", "Sorted 9", "Sorted 10"]],
      ["-denied", ["sorted air", "Sorted 10", "Sorted 9"]],
      ["-change_requested", ["sorted air", "Sorted 10", "Sorted 9"]],
    ])("[ROUTE-10] by %s come in that order, whole and in parts", async (sort, expected) => {
      const names = (rows: Dataset[]) =>
        rows.map(({ quest_name }) => quest_name).filter((name) => /^sorted/i.test(name));
      const whole = await api.call("GET", `/admin/datasets?sort=${sort}`, { as: "admin" });
      expect(names(whole.body)).toEqual(expected);
      const found: string[] = [];
      for (let next: string | undefined = `/admin/datasets?limit=1&sort=${sort}`; next; ) {
        const { body, headers } = await api.call("GET", next, { as: "admin" });
        found.push(...names(body));
        next = /<\/api([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
      }
      expect(found).toEqual(expected);
    });
  });

  it.each(["0", "-1", "x", "2147483648", "1.5", "1", "0_1", "1_2147483648"])(
    "refuse the mark %j of a part",
    async (after) => {
      const { status, body } = await api.call("GET", `/admin/datasets?after=${after}`, { as: "admin" });
      expect([status, body.code]).toEqual([422, "validation_failed"]);
    },
  );

  it.each([
    ["visitor", 401],
    ["alice", 403],
    ["tester", 403],
  ])("[ROLE-03] are neither listed for %s nor exported", async (as, status) => {
    const quest = await makeJoinedQuest("Guarded quest");
    expect((await api.call("GET", "/admin/datasets", { as })).status).toBe(status);
    expect((await api.call("GET", `/admin/datasets/${quest}/export?format=csv`, { as })).status).toBe(status);
  });
});

describe("an export", () => {
  it("[ROUTE-10] contains only the accepted data points, as a CSV download", async () => {
    const quest = await makeJoinedQuest("Bark & sap");
    const [accepted] = await makePoints(quest, "alice", [
      { decision: "accepted", comment: "=cmd|' /C calc'!A0" },
      {},
      { decision: "denied" },
      { decision: "change_requested" },
    ]);
    const { status, headers, body } = await api.call("GET", `/admin/datasets/${quest}/export?format=csv`, {
      as: "admin",
    });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe(`attachment; filename="quest-${quest}-bark-sap.csv"`);
    expect(headers.get("cache-control")).toBe("no-store");
    const lines = body.trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`^${accepted},21\\.97,-159\\.37,`));
    expect(lines[1]).toContain(",'=cmd|");
  });

  it("[ROUTE-10] has longitude first as GeoJSON", async () => {
    const quest = await makeJoinedQuest("Bark as GeoJSON");
    const [accepted] = await makePoints(quest, "alice", [{ decision: "accepted", latitude: -10, longitude: 20 }, {}]);
    const { headers, body } = await api.call("GET", `/admin/datasets/${quest}/export?format=geojson`, { as: "admin" });
    expect(headers.get("content-type")).toBe("application/geo+json; charset=utf-8");
    expect(headers.get("content-disposition")).toContain(`quest-${quest}-bark-as-geojson.geojson"`);
    const collection = typeof body === "string" ? JSON.parse(body) : body;
    expect(collection.features).toMatchObject([{ id: accepted, geometry: { coordinates: [20, -10] } }]);
  });

  it("[ROUTE-10] writes instants in milliseconds, exactly as other answers do", async () => {
    const quest = await makeJoinedQuest("Instants");
    const instants = [
      "1970-01-01T00:00:00Z",
      "1999-12-31T23:59:59.999999Z",
      "2026-03-29T01:30:00.0005+01:00",
      "2026-05-01T10:00:00.07Z",
      "2026-05-01T10:00:00.999499Z",
      "9999-12-31T23:59:59.999Z",
      "9999-12-31T23:59:59.123456-12:00",
    ];
    const ids = await makePoints(
      quest,
      "alice",
      instants.map(() => ({ decision: "accepted" })),
    );
    const { pool, db } = api.database;
    for (const [index, instant] of instants.entries()) {
      await pool.query("UPDATE quest_data SET captured_at = $2, fixed_at = $2 WHERE id = $1", [ids[index], instant]);
      await pool.query("UPDATE reviews SET reviewed_at = $2 WHERE quest_data_id = $1", [ids[index], instant]);
    }
    const { body } = await api.call("GET", `/admin/datasets/${quest}/export?format=geojson`, { as: "admin" });
    const told = new Map(
      body.features.map((feature: { id: string; properties: object }) => [feature.id, feature.properties]),
    );
    const points = await db.selectFrom("quest_data").selectAll().where("quest_id", "=", quest).execute();
    expect(points).toHaveLength(instants.length);
    for (const { id, captured_at, created_at } of points) {
      const instant = captured_at?.toISOString();
      expect(told.get(id)).toMatchObject({
        captured_at: instant,
        position_fixed_at: instant,
        accepted_at: instant,
        submitted_at: created_at.toISOString(),
      });
    }
  });

  it("is downloaded from a signed URL: for this quest and format, for a short time", async () => {
    const quest = await makeJoinedQuest("Signed quest");
    const other = await makeJoinedQuest("Other quest");
    const [accepted] = await makePoints(quest, "alice", [{ decision: "accepted" }]);
    const signed = await api.call("GET", `/admin/datasets/${quest}/export/address?format=csv`, { as: "admin" });
    expect(signed.headers.get("cache-control")).toBe("no-store");
    const address = signed.body.address.replace(/^.*\/api\//, "/");
    const saved = await api.call("GET", address, {});
    const direct = await api.call("GET", `/admin/datasets/${quest}/export?format=csv`, { as: "admin" });
    expect([saved.status, saved.body]).toEqual([200, direct.body]);
    expect(saved.body).toContain(accepted);
    for (const name of ["content-type", "content-disposition", "cache-control"]) {
      expect(saved.headers.get(name)).toBe(direct.headers.get(name));
    }
    const codeAt = async (path: string) => {
      const { status, body } = await api.call("GET", path, { as: "admin" });
      return [status, body.code];
    };
    const invalid = [403, "forbidden"];
    expect(await codeAt(address.replace(`/${quest}/export?`, `/${other}/export?`))).toEqual(invalid);
    expect(await codeAt(address.replace("format=csv", "format=geojson"))).toEqual(invalid);
    expect(await codeAt(address.replace(/expires=(\d)/, "expires=9"))).toEqual(invalid);
    expect(
      await codeAt(
        address.replace(/signature=(.)/, (_: string, letter: string) => `signature=${letter === "A" ? "B" : "A"}`),
      ),
    ).toEqual(invalid);
    expect(await codeAt(address.replace(/&signature=.*/, ""))).toEqual(invalid);
    expect(await codeAt(`/datasets/${quest}/export?format=csv`)).toEqual(invalid);
    const expired = api.services.exportAddresses
      .sign({ questId: quest, format: "csv" }, Date.now() - 121_000)
      .replace(/^.*\/api\//, "/");
    expect(await codeAt(expired)).toEqual([403, "forbidden"]);
    const unknown = await api.call("GET", "/admin/datasets/2000000000/export/address?format=csv", { as: "admin" });
    expect([unknown.status, unknown.body.code]).toEqual([404, "quest_not_found"]);
  });

  it("continues over many batches, with every data point once", async () => {
    const quest = await makeJoinedQuest("Large quest");
    const ids = await makePoints(quest, "alice", Array<Point>(2_345).fill({ decision: "accepted" }));
    const { body } = await api.call("GET", `/admin/datasets/${quest}/export?format=csv`, { as: "admin" });
    const found = body
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line: string) => line.slice(0, 36));
    expect(found.toSorted()).toEqual(ids.toSorted());
  });

  it("breaks off if the database fails midway", async () => {
    const quest = await makeJoinedQuest("Interrupted quest");
    await makePoints(quest, "alice", Array<Point>(2_100).fill({ decision: "accepted" }));
    const token = await api.mintToken({ username: "admin" });
    for (const encoding of ["identity", "gzip"]) {
      for (const format of ["csv", "geojson"]) {
        let batches = 0;
        const original = api.services.db.getExecutor().executeQuery;
        const executor = Object.getPrototypeOf(api.services.db.getExecutor());
        const spy = vi.spyOn(executor, "executeQuery").mockImplementation(function (this: unknown, ...args: unknown[]) {
          const { sql } = args[0] as { sql: string };
          if (sql.includes('"reviews"') && ++batches === 2) throw new Error("the database is gone");
          return (original as (...args: unknown[]) => Promise<unknown>).apply(this, args);
        } as never);
        const download = fetch(`${api.origin}/api/admin/datasets/${quest}/export?format=${format}`, {
          headers: { authorization: `Bearer ${token}`, "accept-encoding": encoding },
        }).then((response) => response.text());
        await expect(download).rejects.toThrow();
        expect(batches).toBe(2);
        spy.mockRestore();
      }
    }
  });

  it("breaks off if the role ends midway", async () => {
    const quest = await makeJoinedQuest("Quest of a former viewer");
    const { db } = api.database;
    await makePoints(quest, "alice", Array<Point>(2_100).fill({ decision: "accepted" }));
    await makeMember(api, organization, "vera", "viewer");
    const executor = Object.getPrototypeOf(api.services.db.getExecutor());
    const original = executor.executeQuery;
    let batches = 0;
    const spy = vi.spyOn(executor, "executeQuery").mockImplementation(async function (
      this: unknown,
      ...args: unknown[]
    ) {
      const { sql } = args[0] as { sql: string };
      if (sql.includes('"reviews"') && ++batches === 2) {
        await db.deleteFrom("organization_members").where("adventurer_id", "=", "vera").execute();
      }
      return original.apply(this, args);
    } as never);
    const token = await api.mintToken({ username: "vera" });
    const download = fetch(`${api.origin}/api/admin/datasets/${quest}/export?format=csv`, {
      headers: { authorization: `Bearer ${token}`, "accept-encoding": "identity" },
    });
    await expect(download.then((response) => response.text())).rejects.toThrow();
    spy.mockRestore();
    expect(batches).toBe(2);
    expect(api.log.map(({ msg }) => msg)).toContain("a long response ended with the right to it");
  });

  it("needs an existing quest and a known format", async () => {
    const quest = await makeJoinedQuest("Some quest");
    const export_ = (path: string) => api.call("GET", `/admin/datasets/${path}`, { as: "admin" });
    const unknown = await export_("2000000000/export?format=csv");
    expect([unknown.status, unknown.body.code]).toEqual([404, "quest_not_found"]);
    expect((await export_(`${quest}/export?format=xlsx`)).status).toBe(422);
    expect((await export_(`${quest}/export`)).status).toBe(422);
  });

  it("[ROUTE-10] has the columns of all versions, each data point by its own, and a dictionary", async () => {
    const field = { key: "depth", kind: "number", label: "Depth" } as const;
    const first: QuestFormInput["protocol"] = {
      fields: [
        { ...field, unit: "cm" },
        { key: "shore", kind: "photo", label: "Shore" },
      ],
    };
    const second: QuestFormInput["protocol"] = {
      fields: [
        { ...field, unit: "m" },
        { key: "note", kind: "text", label: "Note" },
      ],
    };
    const { id } = await makeQuest(api, organization, { quest_name: "Depths", protocol: first });
    await join(api, "alice", id);
    const update = await api.call("PUT", `/quests/${id}`, {
      as: "admin",
      json: questPayload(organization, { quest_name: "Depths", protocol: second }),
    });
    expect(update.body.protocol_version).toBe(2);
    const ids = await makePoints(id, "alice", [
      { decision: "accepted", version: 1, values: { depth: 120 }, comment: "old" },
      { decision: "accepted", version: 2, values: { depth: 1.2, note: "clear" }, comment: "new" },
    ]);
    const photo = { photo_key: `originals/${id}-shore`, photo_sha256: "b".repeat(64), photo_bytes: 1 };
    await api.database.db
      .insertInto("quest_data_photos")
      .values({
        ...photo,
        id: randomUUID(),
        quest_data_id: ids[0] ?? "",
        key: "shore",
        position: 1,
        photo_format: "jpeg" as const,
      })
      .execute();
    const { body } = await api.call("GET", `/admin/datasets/${id}/export?format=geojson`, { as: "admin" });
    const { features } = typeof body === "string" ? JSON.parse(body) : body;
    const propertiesOf = (pointId: string | undefined) =>
      features.find((feature: { id: string }) => feature.id === pointId).properties;
    expect(propertiesOf(ids[0])).toMatchObject({
      depth: null,
      depth_cm: 120,
      note: null,
      shore: "b".repeat(64),
      protocol_version: 1,
    });
    expect(propertiesOf(ids[1])).toMatchObject({
      depth: 1.2,
      depth_cm: null,
      note: "clear",
      shore: null,
      protocol_version: 2,
    });
    expect(propertiesOf(ids[0])).not.toHaveProperty("tree_circumference_cm");

    const dictionary = await api.call("GET", `/admin/datasets/${id}/export?format=dictionary`, { as: "admin" });
    expect(dictionary.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(dictionary.headers.get("content-disposition")).toBe(
      `attachment; filename="quest-${id}-depths-dictionary.csv"`,
    );
    const rows = dictionary.body.replace("\uFEFF", "").split("\r\n");
    expect(rows[0]).toMatch(/^key,label,kind,unit,bounds,options,versions,/);
    expect(rows.slice(1, 5).map((row: string) => row.split(",").slice(0, 8).join())).toEqual([
      "depth,Depth,number,m,,,2,depth",
      "note,Note,text,,,,2,note",
      "depth,Depth,number,cm,,,1,depth_cm",
      'shore,Shore,photo,,"SHA-256 of the file, in hexadecimal",,1',
    ]);
  });

  it("has points as WKT with their coordinates, or as the geometry of features", async () => {
    const fields = [
      { key: "tree", kind: "point", label: "Tree" },
      {
        key: "trunks",
        kind: "group",
        label: "Trunks",
        repeat: {},
        fields: [{ key: "stem", kind: "point", label: "Stem" }],
      },
    ];
    const protocol = { fields, photo: { required: false } } as unknown as QuestFormInput["protocol"];
    const { id } = await makeQuest(api, organization, { quest_name: "Trees", protocol });
    await join(api, "alice", id);
    const tree = { type: "Point", coordinates: [-159.36, 21.98] };
    const values = {
      tree: { ...tree, accuracies: [4.5], method: "located" },
      trunks: [{ stem: { type: "Point", coordinates: [1, 2], method: "tapped" } }],
    };
    await makePoints(id, "alice", [{ decision: "accepted", version: 1, values }]);
    const read = (query: string) => api.call("GET", `/admin/datasets/${id}/export?${query}`, { as: "admin" });
    const csv = String((await read("format=csv")).body);
    expect(csv).toContain(",tree,tree_latitude,tree_longitude,tree_accuracy_m,tree_method,trunks,");
    expect(csv).toContain(",POINT (-159.36 21.98),21.98,-159.36,4.5,located,1,");
    expect(String((await read("format=csv&group=trunks")).body)).toContain(",POINT (1 2),2,1,,tapped\r\n");
    const { body } = await read("format=geojson&geometry=tree");
    const { features } = typeof body === "string" ? JSON.parse(body) : body;
    expect(features.map(({ geometry }: { geometry: unknown }) => geometry)).toEqual([tree]);
    const { body: datasets } = await api.call("GET", "/admin/datasets?limit=1", { as: "admin" });
    expect(datasets[0]).toMatchObject({
      quest_id: id,
      further_exports: [
        { format: "csv", group: "trunks" },
        { format: "geojson", geometry: "tree" },
        { format: "geojson", group: "trunks", geometry: "stem" },
      ],
    });
    for (const query of datasets[0].further_exports) {
      expect((await read(new URLSearchParams(query).toString())).status).toBe(200);
    }
    const dictionary = String((await read("format=dictionary")).body);
    expect(dictionary).toContain('tree,"Tree (latitude, WGS 84)",number,deg,,,1,tree_latitude,');
  });

  it("has lines and areas as WKT with their figures, or as the geometry of features", async () => {
    const fields = [
      { key: "way", kind: "line", label: "Way" },
      {
        key: "plots",
        kind: "group",
        label: "Plots",
        repeat: {},
        fields: [{ key: "plot", kind: "area", label: "Plot" }],
      },
    ];
    const protocol = { fields, photo: { required: false } } as unknown as QuestFormInput["protocol"];
    const { id } = await makeQuest(api, organization, { quest_name: "Plots", protocol });
    await join(api, "alice", id);
    const line = {
      type: "LineString",
      coordinates: [
        [0, 0],
        [0, 0.001],
      ],
    };
    const polygon = {
      type: "Polygon",
      coordinates: [
        [
          [0, 0],
          [0.001, 0],
          [0, 0.001],
          [0, 0],
        ],
      ],
    };
    const [point = ""] = await makePoints(id, "alice", [
      {
        decision: "accepted",
        version: 1,
        values: {
          way: { ...line, accuracies: [4, 7.5], method: "walked" },
          plots: [{ plot: { ...polygon, method: "tapped" } }, {}],
        },
      },
      { decision: "accepted", version: 1, values: {} },
    ]);
    const read = (query: string) => api.call("GET", `/admin/datasets/${id}/export?${query}`, { as: "admin" });
    const csv = String((await read("format=csv")).body);
    expect(csv).toContain(",way,way_length_m,way_accuracy_m,way_method,plots,");
    expect(csv).toContain(',"LINESTRING (0 0, 0 0.001)",111.2,7.5,walked,2,');
    const rows = String((await read("format=csv&group=plots")).body);
    expect(rows).toContain(",plot,plot_area_m2,plot_perimeter_m,plot_accuracy_m,plot_method\r\n");
    expect(rows).toContain(',"POLYGON ((0 0, 0.001 0, 0 0.001, 0 0))",6182.17,379.64,,tapped\r\n');

    const featuresOf = async (query: string) => {
      const { body } = await read(query);
      const { features } = typeof body === "string" ? JSON.parse(body) : body;
      return features.map(({ id: row, geometry }: { id: string; geometry: unknown }) => [row, geometry]);
    };
    expect(Object.fromEntries(await featuresOf("format=geojson&geometry=way"))).toMatchObject({ [point]: line });
    expect(await featuresOf("format=geojson&geometry=way")).toHaveLength(2);
    expect(await featuresOf("format=geojson&geometry=way")).toContainEqual([expect.not.stringContaining(point), null]);
    expect(await featuresOf("format=geojson&group=plots&geometry=plot")).toEqual([
      [`${point}/1`, polygon],
      [`${point}/2`, null],
    ]);
    for (const query of ["format=geojson&geometry=plot", "format=csv&geometry=way", "format=geojson&geometry=plots"]) {
      const { status, body } = await read(query);
      expect([status, body.info[0].path], query).toEqual([422, "geometry"]);
    }
    const signed = await api.call(
      "GET",
      `/admin/datasets/${id}/export/address?format=geojson&group=plots&geometry=plot`,
      { as: "admin" },
    );
    expect(signed.status, JSON.stringify(signed.body)).toBe(200);
    const { pathname, search } = new URL(signed.body.address);
    const saved = await fetch(`${api.origin}${pathname}${search}`);
    expect(saved.headers.get("content-disposition")).toContain(`quest-${id}-plots-plots-plot.geojson`);
    expect((await fetch(`${api.origin}${pathname}${search.replace("geometry=plot", "geometry=way")}`)).status).toBe(
      403,
    );
  });

  it("has a table for each repeated group, with the keys of data point and row around it", async () => {
    const species = { key: "species", kind: "choice", label: "Species", options: [{ value: "h", label: "Heron" }] };
    const picture = { key: "picture", kind: "photo", label: "Picture" };
    const ring = { key: "ring", kind: "photo", label: "Ring" };
    const weight = { key: "weight", kind: "integer", label: "Weight" };
    const chicks = { key: "chicks", kind: "group", label: "Chicks", repeat: {}, fields: [weight, ring] };
    const fields = [species, picture, chicks];
    const birds = { key: "birds", kind: "group", label: "Birds", repeat: { max: 9 }, fields };
    const name = { key: "name", kind: "text", label: "Name" };
    const stops = { key: "stops", kind: "group", label: "Stops", repeat: {}, fields: [name, birds] };
    const protocol = { fields: [stops], photo: { required: false } } as unknown as QuestFormInput["protocol"];
    const { id } = await makeQuest(api, organization, { quest_name: "Birds", protocol });
    await join(api, "alice", id);
    const values = {
      stops: [
        { name: "=Mole", birds: [{ species: "h" }, {}] },
        { birds: [{ species: "h", chicks: [{ weight: 3 }, {}] }] },
      ],
    };
    const [point = ""] = await makePoints(id, "alice", [
      { decision: "accepted", version: 1, values },
      { decision: null, version: 1, values },
      { decision: "accepted", version: 1, values: {} },
    ]);
    const photo = { photo_key: `originals/${id}-bird`, photo_sha256: "b".repeat(64), photo_bytes: 1 };
    await api.database.db
      .insertInto("quest_data_photos")
      .values({
        ...photo,
        id: randomUUID(),
        quest_data_id: point,
        key: "stops.0.birds.1.picture",
        position: 0,
        photo_format: "jpeg",
      })
      .execute();
    await api.database.db
      .insertInto("quest_data_photos")
      .values({
        ...photo,
        photo_key: `originals/${id}-ring`,
        id: randomUUID(),
        quest_data_id: point,
        key: "stops.1.birds.0.chicks.1.ring",
        position: 1,
        photo_format: "jpeg",
      })
      .execute();
    const read = (query: string) => api.call("GET", `/admin/datasets/${id}/export?${query}`, { as: "admin" });
    const linesOf = async (query: string) =>
      String((await read(query)).body)
        .replace("\uFEFF", "")
        .trimEnd()
        .split("\r\n");
    expect(await linesOf("format=csv&group=stops")).toEqual([
      "id,parent_id,data_point_id,row,name,birds",
      `${point}/1,${point},${point},1,'=Mole,2`,
      `${point}/2,${point},${point},2,,1`,
    ]);
    expect(await linesOf("format=csv&group=birds")).toEqual([
      "id,parent_id,data_point_id,row,species,species_label,picture,chicks",
      `${point}/1/1,${point}/1,${point},1,h,Heron,,`,
      `${point}/1/2,${point}/1,${point},2,,,${"b".repeat(64)},`,
      `${point}/2/1,${point}/2,${point},1,h,Heron,,2`,
    ]);
    expect(await linesOf("format=csv&group=chicks")).toEqual([
      "id,parent_id,data_point_id,row,weight,ring",
      `${point}/2/1/1,${point}/2/1,${point},1,3,`,
      `${point}/2/1/2,${point}/2/1,${point},2,,${"b".repeat(64)}`,
    ]);
    const { body: geojson, headers } = await read("format=geojson&group=birds");
    expect(headers.get("content-disposition")).toBe(`attachment; filename="quest-${id}-birds-birds.geojson"`);
    const { features } = typeof geojson === "string" ? JSON.parse(geojson) : geojson;
    expect(features.map(({ id: row, geometry }: { id: string; geometry: unknown }) => [row, geometry])).toEqual(
      ["1/1", "1/2", "2/1"].map((row) => [`${point}/${row}`, { type: "Point", coordinates: [-159.37, 21.97] }]),
    );
    const dictionary = await linesOf("format=dictionary");
    expect(dictionary[0]).toMatch(/,table$/);
    expect(dictionary.find((line) => line.startsWith("species,"))).toMatch(/,birds$/);
    expect(dictionary.find((line) => line.startsWith("stops,"))).toMatch(/^stops,Stops,group,.*,$/);

    const { status, body } = await read("format=csv&group=name");
    expect([status, body.info[0].path]).toEqual([422, "group"]);
    const sign = (query: string) => api.call("GET", `/admin/datasets/${id}/export/address?${query}`, { as: "admin" });
    expect((await sign("format=csv&group=species")).status).toBe(422);
    const signed = String((await sign("format=csv&group=birds")).body.address).replace(/^.*\/api\//, "/");
    expect(String((await api.call("GET", signed)).body)).toContain(`${point}/1/2`);
    expect((await api.call("GET", signed.replace("group=birds", "group=stops"))).status).toBe(403);
    expect((await api.call("GET", signed.replace("&group=birds", ""))).status).toBe(403);
  });
});
