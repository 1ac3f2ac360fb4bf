import { execFile } from "node:child_process";
import { promisify } from "node:util";
import getPort from "get-port";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { pathOf as pathOfProgram, whyNo } from "../../../test/debian-programs.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";

// Links in answers have the public address.
const port = await getPort({ host: "127.0.0.1" });
const api = usingApi({ PORT: String(port) });
let exactId: number;
let coarseId: number;
let hiddenId: number;

beforeAll(async () => {
  const organizationId = await makeOrganization(api);
  const photo = await makePhoto({ width: 32, height: 24 });
  const make = async (positions: "exact" | 0.1 | "hidden", name: string) => {
    const { id } = await makeQuest(api, organizationId, {
      quest_name: name,
      results: { visibility: "public", positions },
    });
    await join(api, "alice", id);
    for (const [index, [latitude, longitude]] of [
      ["21.9701", "-159.3702"],
      ["-17.7134", "179.9876"],
      ["-17.5", "-179.5"],
    ].entries()) {
      const changes = {
        latitude,
        longitude,
        tree_width: String(80 + index),
        captured_at: `2026-05-0${index + 1}T10:11:12Z`,
      };
      const { body } = await api.upload("alice", id, uploadForm(photo, changes));
      await api.call("PUT", `/quest_data/${body.id}/review`, {
        as: "admin",
        json: { decision: "accepted", comment: null },
      });
    }
    return id;
  };
  exactId = await make("exact", "Bark <b>& more");
  coarseId = await make(0.1, "Coarse bark");
  hiddenId = (await makeQuest(api, organizationId, { quest_name: "Kept by the team" })).id;
});

async function read(path: string, accept = "application/json") {
  const answer = await fetch(`${api.origin}/ogc${path}`, { headers: { accept } });
  const text = await answer.text();
  return {
    status: answer.status,
    type: answer.headers.get("content-type") ?? "",
    headers: answer.headers,
    text,
    body: text.startsWith("{") ? JSON.parse(text) : undefined,
  };
}
/** Paths of our server, whatever its public address. */
const pathOf = (href: string) => new URL(href).pathname.replace(/^\/ogc/, "") + new URL(href).search;
const items = (id: number, query = "") => read(`/collections/quest-${id}/items${query}`);
const widths = (body: { features: { properties: { tree_circumference_cm: number } }[] }) =>
  body.features.map(({ properties }) => properties.tree_circumference_cm).sort();

describe("the features API", () => {
  it("leads from its landing page to everything, for machines and people", async () => {
    const seen = new Set<string>();
    const follow = async (path: string): Promise<void> => {
      if (seen.has(path) || seen.size > 60) return;
      seen.add(path);
      const { status, body, headers } = await read(path);
      expect([path, status, headers.get("access-control-allow-origin")]).toEqual([path, 200, "*"]);
      const page = await read(path, "text/html,*/*");
      expect([page.status, page.type]).toEqual([200, "text/html; charset=utf-8"]);
      expect(page.text).not.toContain("<b>");
      for (const { href } of [
        ...(body?.links ?? []),
        ...(body?.collections ?? []).flatMap(({ links }: { links: [] }) => links),
      ]) {
        if (href.startsWith("http") && !href.includes("f=html")) await follow(pathOf(href));
      }
    };
    await follow("");
    expect([...seen]).toEqual(
      expect.arrayContaining(["/conformance", "/collections", `/collections/quest-${exactId}/items`]),
    );
  });

  it("has a collection per quest with public results, with its extent, and no other", async () => {
    await api.call("GET", `/quests/${exactId}/results`);
    const { body } = await read("/collections");
    expect(body.collections.map(({ id }: { id: string }) => id)).toEqual([`quest-${exactId}`, `quest-${coarseId}`]);
    expect(body.collections[0]).toMatchObject({
      title: "Bark <b>& more",
      itemType: "feature",
      extent: {
        spatial: { bbox: [[179.9876, -17.7134, -159.3702, 21.9701]] },
        temporal: { interval: [["2026-05-01T00:00:00Z", "2026-05-03T23:59:59Z"]] },
      },
    });
    for (const path of [`quest-${hiddenId}`, "quest-999999", "quest-x", `quest-${hiddenId}/items`]) {
      const answer = await read(`/collections/${path}`);
      expect([answer.status, answer.body.code]).toEqual([404, "NotFound"]);
    }
  });

  it("finds features by box, also across the antimeridian, by time and by property", async () => {
    expect(widths((await items(exactId)).body)).toEqual([80, 81, 82]);
    expect(widths((await items(exactId, "?bbox=-160,20,-150,25")).body)).toEqual([80]);
    expect(widths((await items(exactId, "?bbox=179,-20,-179,0")).body)).toEqual([81, 82]);
    expect(widths((await items(exactId, "?datetime=2026-05-02T00:00:00Z/..")).body)).toEqual([81, 82]);
    expect(widths((await items(exactId, "?datetime=2026-05-01")).body)).toEqual([80]);
    expect(widths((await items(exactId, "?tree_circumference_cm=81")).body)).toEqual([81]);
    expect((await items(exactId, "?tree_circumference_cm=1")).body.features).toEqual([]);
    expect((await items(exactId, "?limit=2")).type).toBe("application/geo+json; charset=utf-8");
  });

  it("[CALL-49] has next links that lead to each feature once, while others arrive", async () => {
    const found: string[] = [];
    let path: string | undefined = `/collections/quest-${exactId}/items?limit=1`;
    while (path !== undefined) {
      const { body }: Awaited<ReturnType<typeof read>> = await read(path);
      expect(body.numberReturned).toBe(body.features.length);
      found.push(...body.features.map(({ id }: { id: string }) => id));
      const next = body.links.find(({ rel }: { rel: string }) => rel === "next");
      path = next && pathOf(next.href);
    }
    expect(new Set(found).size).toBe(3);
    const one = await read(`/collections/quest-${exactId}/items/${found[0]}`);
    expect(one.body).toMatchObject({ type: "Feature", id: found[0], geometry: { type: "Point" } });
    expect((await read(`/collections/quest-${coarseId}/items/${found[0]}`)).status).toBe(404);
  });

  it("never finds a coarse data point by its true position or time", async () => {
    const { body, text } = await items(coarseId, "?bbox=-159.45,21.95,-159.35,22.05");
    expect(body.features).toMatchObject([
      { geometry: { coordinates: [-159.4, 22] }, properties: { day: "2026-05-01", measured_at: null } },
    ]);
    expect(text).not.toMatch(/21\.97|159\.37|10:11/);
    expect((await items(coarseId, "?bbox=-159.371,21.97,-159.37,21.971")).body.features).toEqual([]);
    // Within the day, any time finds it.
    expect(widths((await items(coarseId, "?datetime=2026-05-01T03:00:00Z/2026-05-01T04:00:00Z")).body)).toEqual([80]);
  });

  it("refuses in the standard's form what makes no sense", async () => {
    for (const query of ["?bbox=0,10,1,-10", "?bbox=x", "?colour=red", "?limit=0", "?limit=1&limit=2", "?f=xml"]) {
      const { status, body } = await items(exactId, query);
      expect([query, status, body]).toEqual([
        query,
        400,
        { code: "InvalidParameterValue", description: expect.any(String) },
      ]);
    }
    expect((await read("?q=1")).status).toBe(400);
    expect((await read("/nothing")).body).toEqual({ code: "NotFound", description: expect.any(String) });
    expect((await fetch(`${api.origin}/ogc/collections`, { method: "POST" })).status).toBe(404);
  });
});

it.skipIf(whyNo("gdal") !== undefined)(
  "GDAL reads every value of every page, and finds by box and property",
  async () => {
    const readWithGdal = async (...options: string[]) => {
      const source = ["-oo", "PAGE_SIZE=2", `OAPIF:http://127.0.0.1:${port}/ogc`, `quest-${exactId}`];
      const all = ["-f", "GeoJSONSeq", "/vsistdout/", "-lco", "COORDINATE_PRECISION=15", ...source, ...options];
      const { stdout } = await promisify(execFile)(pathOfProgram("gdal"), all);
      const features = stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      return features.map(({ geometry, properties }) => [
        properties.id,
        ...geometry.coordinates,
        properties.tree_circumference_cm,
        new Date(properties.measured_at).toISOString(),
      ]);
    };
    const { rows } = await api.database.pool.query(
      "SELECT id, longitude, latitude, additional_data, captured_at FROM quest_data WHERE quest_id = $1",
      [exactId],
    );
    const stored = rows
      .map((row) => [
        row.id,
        row.longitude,
        row.latitude,
        row.additional_data.tree_width,
        row.captured_at.toISOString(),
      ])
      .sort();
    expect(stored).toHaveLength(3);
    expect((await readWithGdal()).sort()).toEqual(stored);
    const widest = stored.filter(([, , , width]) => width === 82);
    expect(await readWithGdal("-where", "tree_circumference_cm = 82")).toEqual(widest);
    const east = stored.filter(([, longitude]) => longitude > 0);
    expect(await readWithGdal("-spat", "170", "-20", "180", "-10")).toEqual(east);
  },
);
