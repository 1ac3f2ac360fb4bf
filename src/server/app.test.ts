import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Person, startTestApi, type TestApi } from "../../test/api.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";

/** One for all servers, without the counts of those before. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let api: TestApi;
const allowed = 5;
const start = async (environment: Record<string, string> = {}) => {
  await database.db.deleteFrom("request_counts").execute();
  const kept = { ...database, drop: async () => undefined };
  api = await startTestApi({ RATE_LIMIT_PER_MINUTE: String(allowed), ...environment }, { database: kept });
};
afterEach(() => api.close());

/** Statuses of one request more than is allowed. */
async function statusesOf(path: string, options: { as?: Person; token?: string; forwardedFor?: string[] } = {}) {
  const statuses: number[] = [];
  for (let sent = 0; sent < allowed + 1; sent++) {
    const forwardedFor = options.forwardedFor?.[sent % options.forwardedFor.length];
    const headers = forwardedFor ? { "x-forwarded-for": forwardedFor } : {};
    statuses.push((await api.call("GET", path, { ...options, headers })).status);
  }
  return statuses;
}
const allButTheLast = (status: number) => [...Array.from({ length: allowed }, () => status), 429];
const all = (status: number) => Array.from({ length: allowed + 1 }, () => status);

describe("requests per minute", () => {
  it("are counted by person, and by address where nobody is signed in", async () => {
    await start();
    expect(await statusesOf("/quests", { as: "alice" })).toEqual(allButTheLast(200));
    expect(await statusesOf("/quests", { as: "bob" })).toEqual(allButTheLast(200));
    expect(await statusesOf("/quests")).toEqual(allButTheLast(200));
    const { body, headers } = await api.call("GET", "/quests", { as: "alice" });
    expect(body).toEqual({ code: "too_many_requests", detail: expect.any(String) });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("of a person whose name looks like an address are not counted as that address's", async () => {
    await start();
    expect(await statusesOf("/quests", { as: "127.0.0.1" })).toEqual(allButTheLast(200));
    expect(await statusesOf("/quests")).toEqual(allButTheLast(200));
  });

  it.each([
    ["a token is not good", "/quests", { token: "not.a.token" }, 401],
    ["a call is not for this person", "/adventurers/alice/quests", { as: "bob" }, 403],
    ["a call needs somebody signed in", "/adventurers/alice/quests", {}, 401],
    ["there is no such call", "/no value", {}, 404],
  ])("count where %s", async (_why, path, options, status) => {
    await start();
    expect(await statusesOf(path, options)).toEqual(allButTheLast(status));
  });

  it("cannot be escaped by an address that a client made up in front of the proxy's", async () => {
    await start({ TRUST_PROXY: "1" });
    const forwardedFor = ["198.51.100.1, 203.0.113.9", "198.51.100.2, 203.0.113.9"];
    expect(await statusesOf("/quests", { forwardedFor })).toEqual(allButTheLast(200));
  });

  it("are counted by the address that the proxy saw", async () => {
    await start({ TRUST_PROXY: "loopback" });
    expect(await statusesOf("/quests", { forwardedFor: ["203.0.113.1", "203.0.113.2"] })).toEqual(all(200));
    const oneNetwork = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2"];
    expect(await statusesOf("/quests", { forwardedFor: oneNetwork })).toEqual(allButTheLast(200));
  });

  it("believe no forwarded address where no proxy is named", async () => {
    await start();
    const forwardedFor = ["203.0.113.1", "203.0.113.2"];
    expect(await statusesOf("/quests", { forwardedFor })).toEqual(allButTheLast(200));
  });
});
