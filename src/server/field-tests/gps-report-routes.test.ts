import { describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";

const api = usingApi();

const report = {
  coordinates: [21.97, -159.37],
  highAccuracySolved: true,
  sameAsNative: false,
  location: "Under the mango trees",
  details: "Off by 40 m",
};

const countReports = async () => (await api.database.db.selectFrom("poor_gps_reports").select("id").execute()).length;

describe("poor GPS reports", () => {
  it("[CALL-10] are added by a feature tester and listed, the newest first, with and without a trailing slash", async () => {
    const first = await api.call("POST", "/test_feature_test_gps/", { as: "tester", json: report });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({ id: expect.any(Number), ...report });
    const second = await api.call("POST", "/test_feature_test_gps", {
      as: "tester",
      json: { ...report, location: "By the river", details: null },
    });
    for (const path of ["/test_feature_test_gps/", "/test_feature_test_gps"]) {
      const list = await api.call("GET", path, { as: "tester" });
      expect(list.status).toBe(200);
      expect(list.body).toEqual([second.body, first.body]);
    }
  });

  it("[GPS-04] default to false and true, and store the reporter", async () => {
    const { body } = await api.call("POST", "/test_feature_test_gps", {
      as: "tester",
      json: { coordinates: [-33.5, 18.25], location: "Cape" },
    });
    expect(body).toEqual({
      id: expect.any(Number),
      coordinates: [-33.5, 18.25],
      highAccuracySolved: false,
      sameAsNative: true,
      location: "Cape",
      details: null,
    });
    const row = await api.database.db
      .selectFrom("poor_gps_reports")
      .select("reported_by")
      .where("id", "=", body.id)
      .executeTakeFirstOrThrow();
    expect(row.reported_by).toBe("tester");
  });

  it.each([
    ["visitor", 401, "unauthenticated"],
    ["alice", 403, "forbidden"],
    ["admin", 403, "forbidden"],
  ])("[ROLE-04] are rejected from %s", async (as, status, code) => {
    const before = await countReports();
    const answer = await api.call("POST", "/test_feature_test_gps", { as, json: report });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await countReports()).toBe(before);
  });

  it.each([
    ["visitor", 401],
    ["alice", 403],
    ["admin", 200],
    ["tester", 200],
  ])("[ROLE-04][FEAT-01] are readable by %s: %i", async (as, status) => {
    expect((await api.call("GET", "/test_feature_test_gps", { as })).status).toBe(status);
  });

  it.each([
    ["coordinates.0", { coordinates: [90.1, 0] }],
    ["coordinates.1", { coordinates: [0, -180.1] }],
    ["coordinates", { coordinates: [1, 2, 3] }],
    ["coordinates.0", { coordinates: ["21", 3] }],
    ["location", { location: "" }],
    ["location", { location: "x".repeat(201) }],
    ["location", { location: "nul \u0000" }],
    ["details", { details: "x".repeat(2001) }],
    ["highAccuracySolved", { highAccuracySolved: "yes" }],
    ["sameAsNative", { sameAsNative: 1 }],
  ])("[VALID-12] reject a wrong %s (%j)", async (path, change) => {
    const before = await countReports();
    const answer = await api.call("POST", "/test_feature_test_gps", { as: "tester", json: { ...report, ...change } });
    expect(answer.status).toBe(422);
    expect(answer.body.info.map((field: { path: string }) => field.path)).toContain(path);
    expect(await countReports()).toBe(before);
  });

  it("keep markup as plain text", async () => {
    const location = "<script>alert(1)</script> 🌳 שלום";
    await api.call("POST", "/test_feature_test_gps", { as: "tester", json: { ...report, location } });
    const { headers, body } = await api.call("GET", "/test_feature_test_gps", { as: "admin" });
    expect(body[0].location).toBe(location);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
  });
});
