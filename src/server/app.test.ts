import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../test/api.ts";

let api: TestApi;
const allowed = 5;

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_PER_MINUTE: String(allowed) });
});
afterAll(() => api.close());

describe("requests per minute", () => {
  it("are counted by person, and by address where nobody is signed in", async () => {
    const statusesOf = async (as: string) => {
      const statuses: number[] = [];
      for (let sent = 0; sent < allowed + 1; sent++) statuses.push((await api.call("GET", "/quests", { as })).status);
      return statuses;
    };
    const allButTheLast = [...Array.from({ length: allowed }, () => 200), 429];
    expect(await statusesOf("alice")).toEqual(allButTheLast);
    expect(await statusesOf("bob")).toEqual(allButTheLast);
    expect(await statusesOf("visitor")).toEqual(allButTheLast);
    const { body, headers } = await api.call("GET", "/quests", { as: "alice" });
    expect(body).toEqual({ code: "too_many_requests", detail: expect.any(String) });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
