import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { loadConfig } from "../settings/config.ts";

const app = "https://app.example";
let api: TestApi;
let closed: TestApi;
beforeAll(async () => {
  api = await startTestApi({ APP_ORIGINS: `${app}, http://localhost:3000/`, PUBLIC_URL: "https://api.example" });
  closed = await startTestApi({ PUBLIC_URL: "https://api.example" });
});
afterAll(async () => {
  await api.close();
  await closed.close();
});

const preflight = (server: TestApi, origin: string, path = "/adventurers/alice/quests/1/data/uploads") =>
  fetch(`${server.origin}/api${path}`, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "authorization,content-type",
    },
  });

describe("pages at another origin", () => {
  it.each([app, "http://localhost:3000"])("[CALL-17] of the setting may make calls: %s", async (origin) => {
    const asked = await preflight(api, origin);
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe(origin);
    expect(asked.headers.get("access-control-allow-methods")).toContain("PATCH");
    expect(asked.headers.get("access-control-allow-headers")).toMatch(/authorization.*content-type/i);
    expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
    for (const [path, status] of [
      ["/quests", 200],
      ["/adventurers/alice/quests", 401],
      ["/no value", 404],
    ] as const) {
      const { headers, status: answered } = await api.call("GET", path, { headers: { origin } });
      expect([path, answered, headers.get("access-control-allow-origin")]).toEqual([path, status, origin]);
      expect(headers.get("access-control-expose-headers")).toMatch(/link/i);
      expect(headers.get("vary")).toMatch(/origin/i);
      expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    }
  });

  it.each(["https://evil.example", "https://app.example.evil.example", "http://app.example", "null"])(
    "[CALL-17] of no setting may not: %s",
    async (origin) => {
      expect((await preflight(api, origin)).headers.get("access-control-allow-origin")).toBeNull();
      const { headers } = await api.call("GET", "/quests", { headers: { origin } });
      expect(headers.get("access-control-allow-origin")).toBeNull();
    },
  );

  it("may not make calls by default", async () => {
    const { headers } = await closed.call("GET", "/quests", { headers: { origin: app } });
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect((await preflight(closed, app)).status).toBe(404);
  });
});

describe("pages built for an API at another origin", () => {
  it("[CALL-17] may connect to it and show its images", async () => {
    const pages = await startTestApi({ VITE_API_BASE: "https://api.example/api" });
    try {
      const policy = (await pages.call("GET", "/config")).headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/connect-src 'self' https:\/\/api\.example[;\s]/);
      expect(policy).toMatch(/img-src [^;]* https:\/\/api\.example[;\s]/);
    } finally {
      await pages.close();
    }
    const own = (await closed.call("GET", "/config")).headers.get("content-security-policy") ?? "";
    expect(own).toMatch(/connect-src 'self'(;|$)/);
  });
});

describe("the setting", () => {
  it("accepts only exact origins", () => {
    expect(loadConfig({}).appOrigins).toEqual([]);
    expect(loadConfig({ APP_ORIGINS: "https://a.example http://localhost:3000/" }).appOrigins).toEqual([
      "https://a.example",
      "http://localhost:3000",
    ]);
    for (const wrong of ["*", "app.example", "https://app.example/path", "ftp://app.example", "https://*.example"]) {
      expect(() => loadConfig({ APP_ORIGINS: wrong }), wrong).toThrow(/APP_ORIGINS/);
    }
  });
});
