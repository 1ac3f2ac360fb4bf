import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { makeOrganization, makeQuest } from "../../../test/factories.ts";
import { type FakeTileServer, startFakeTileServer, tileColour } from "../../../test/fake-tile-server.ts";
import { calls } from "../../contract/all-calls.ts";
import type { Call } from "../../contract/call.ts";

let tiles: FakeTileServer;
let maps: FakeTileServer;
let api: TestApi;
let questId: number;

beforeAll(async () => {
  tiles = await startFakeTileServer();
  maps = await startFakeTileServer({ sizePx: 640 });
  api = await startTestApi({
    TILE_URL: `${tiles.template.replace("{z}", "SECRET-path/{z}")}?key=SECRET-tiles`,
    STATIC_MAP_URL: `${maps.template.replace(/\{z.*/, "")}SECRET-path/map?center={lat},{lon}&key=SECRET-map`,
    PUBLIC_URL: "https://cairn.example",
  });
  questId = (await makeQuest(api, await makeOrganization(api))).id;
});
afterAll(async () => {
  await api.close();
  await tiles.close();
  await maps.close();
});
beforeEach(() => {
  tiles.requests.length = 0;
});

const getTile = (path: string) => fetch(`${api.origin}/api/tiles/${path}`);

/** A URL for every call that browsers may GET. */
function addressOf({ path }: Call): string {
  const isUuid = path.startsWith("/quest_data") || path.startsWith("/photos");
  const query =
    (
      { "/static_map": "?coordinates=1,2&zoom=9", "/admin/datasets/{id}/export": "?format=csv" } as Record<
        string,
        string
      >
    )[path] ?? "";
  const values: Record<string, string> = {
    username: "alice",
    id: isUuid ? randomUUID() : String(questId),
    variant: "display",
    z: "3",
    x: "1",
    y: "2",
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "") + query;
}

describe("a tile service with a key in its URL", () => {
  it("[CALL-18][CALL-19] is called by the server, and its tiles may be cached", async () => {
    const { body } = await api.call("GET", "/config");
    expect(body.tile_url).toBe("https://cairn.example/api/tiles/{z}/{x}/{y}");
    const response = await getTile("14/8578/5735");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("cache-control")).toBe("public, max-age=86400");
    const { data } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual(Object.values(tileColour));
    expect(tiles.requests.map(({ path }) => path)).toEqual(["/SECRET-path/14/8578/5735.png?key=SECRET-tiles"]);
    await getTile("14/8578/5735");
    expect(tiles.requests).toHaveLength(1);
  });

  it.each(["0/1/0", "3/8/0", "3/0/8", "20/0/0", "3/-1/0", "3/a/0", "3/1.5/0", "3/0"])(
    "has no tile %s",
    async (path) => {
      const response = await getTile(path);
      expect(response.status).toBe(404);
      expect(tiles.requests).toEqual([]);
    },
  );

  it.each(["serves", "missing", "fails"] as const)(
    "[CALL-19] keeps the keys of both services from everything that a browser gets: the service %s",
    async (mood) => {
      Object.assign(tiles, { mood });
      Object.assign(maps, { mood });
      const gets = Object.values(calls as Record<string, Call>).filter(({ method }) => method === "GET");
      const addresses = [...gets.map(addressOf), "/openapi.json", "/health/live", "/health/ready", "/no value"];
      const token = await api.mintToken({ username: "alice", groups: ["admins", "feature_testers"] });
      let answers = "";
      for (const address of addresses) {
        for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
          const response = await fetch(`${api.origin}/api${address}`, { headers });
          answers += JSON.stringify([address, response.status, ...response.headers]);
          answers += Buffer.from(await response.arrayBuffer()).toString("latin1");
        }
      }
      expect(answers).toContain("https://cairn.example/api/tiles/{z}/{x}/{y}");
      expect(answers).not.toContain("SECRET");
      expect(answers).not.toContain(`${new URL(tiles.template).host}/{z}`);
      expect(JSON.stringify(api.log)).not.toContain("SECRET");
    },
  );

  it("distinguishes a missing tile from an outage", async () => {
    tiles.mood = "missing";
    expect((await getTile("5/1/1")).status).toBe(404);
    tiles.mood = "fails";
    const failed = await getTile("5/1/2");
    expect([failed.status, failed.headers.get("cache-control")]).toEqual([503, "no-store"]);
  });
});

describe("a tile service without a key", () => {
  it("[CALL-18] is called by browsers, and not proxied", async () => {
    const open = await startTestApi({ TILE_URL: tiles.template });
    try {
      const { body, headers } = await open.call("GET", "/config");
      expect(body.tile_url).toBe(tiles.template);
      expect(headers.get("content-security-policy")).toContain(new URL(tiles.template).origin);
      expect((await open.call("GET", "/tiles/3/1/2")).status).toBe(404);
      expect(tiles.requests).toEqual([]);
    } finally {
      await open.close();
    }
  });
});
