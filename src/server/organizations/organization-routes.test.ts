import { describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { makeQuest } from "../../../test/factories.ts";

const api = usingApi();

const department = { organization_name: "Department of Botany", organization_email: "botany@example.org" };

const create = (json: unknown, as = "admin") => api.call("POST", "/organizations", { as, json });
const list = async () => (await api.call("GET", "/organizations/", { as: "admin" })).body;

describe("organizations", () => {
  it("[CALL-15] are created by an administrator and listed", async () => {
    const { status, body } = await create({ ...department, organization_name: "  Department of Botany " });
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.any(Number), ...department });
    expect(await list()).toContainEqual({
      id: body.id,
      organization_name: "Department of Botany",
      organization_email: "botany@example.org",
    });
  });

  it("have unique names, in any case", async () => {
    const before = await list();
    const taken = await create({ ...department, organization_name: "DEPARTMENT of botany" });
    expect([taken.status, taken.body.code]).toEqual([409, "organization_name_taken"]);
    const other = (await create({ ...department, organization_name: "Rangers" })).body;
    const renamed = await api.call("PUT", `/organizations/${other.id}`, { as: "admin", json: department });
    expect([renamed.status, renamed.body.code]).toEqual([409, "organization_name_taken"]);
    expect(await list()).toEqual([...before, other]);
  });

  it("can keep their name when the email changes", async () => {
    const { id } = (await create({ ...department, organization_name: "River Watch" })).body;
    const changed = { organization_name: "River watch", organization_email: "new@example.org" };
    const { status, body } = await api.call("PUT", `/organizations/${id}`, { as: "admin", json: changed });
    expect([status, body]).toEqual([200, { id, ...changed }]);
    expect(await list()).toContainEqual(body);
  });

  it("[HOME-13] are searchable by their new name after a rename, and no longer by the old one", async () => {
    const { id } = (await create({ ...department, organization_name: "Kelp Society" })).body;
    const quest = await makeQuest(api, id, { quest_name: "Count the fronds" });
    const find = async (q: string) =>
      (await api.call("GET", `/quests?q=${q}`)).body.map((found: { id: number }) => found.id);
    expect(await find("kelp")).toEqual([quest.id]);
    await api.call("PUT", `/organizations/${id}`, {
      as: "admin",
      json: { ...department, organization_name: "Seagrass Society" },
    });
    await expect.poll(() => find("seagrass")).toEqual([quest.id]);
    expect(await find("kelp")).toEqual([]);
    expect((await api.call("GET", `/quests/${quest.id}`)).body.organization.organization_name).toBe("Seagrass Society");
  });

  it("are renamed immediately, even with many quests and a locked one", async () => {
    const { id } = (await create({ ...department, organization_name: "Tidal Trust" })).body;
    const { pool } = api.database;
    await pool.query(
      `INSERT INTO quests (quest_name, organization_id, quest_status, search_text)
       SELECT 'Rock pool ' || i, $1, 'IN_PROGRESS', 'rock pool ' || i || ' tidal trust' FROM generate_series(1, 450) i`,
      [id],
    );
    const count = async (name: string) =>
      (
        await pool.query(
          "SELECT count(*)::int AS count FROM quests WHERE organization_id = $1 AND search_text = lower(quest_name) || $2",
          [id, ` ${name}`],
        )
      ).rows[0].count;
    // Someone is joining the last of them.
    const joining = await pool.connect();
    try {
      await joining.query("BEGIN");
      await joining.query("SELECT FROM quests WHERE organization_id = $1 AND quest_name = 'Rock pool 450' FOR UPDATE", [
        id,
      ]);
      const json = { ...department, organization_name: "Shore Trust" };
      expect((await api.call("PUT", `/organizations/${id}`, { as: "admin", json })).status).toBe(200);
      // Earlier transactions have released theirs.
      await expect.poll(() => count("shore trust")).toBe(425);
    } finally {
      await joining.query("COMMIT");
      joining.release();
    }
    await expect.poll(() => count("shore trust")).toBe(450);
    expect(await count("tidal trust")).toBe(0);
  });

  it("are not found by an unknown id", async () => {
    const answer = await api.call("PUT", "/organizations/2000000000", { as: "admin", json: department });
    expect([answer.status, answer.body.code]).toEqual([404, "organization_not_found"]);
    expect((await api.call("PUT", "/organizations/x", { as: "admin", json: department })).status).toBe(404);
  });

  it.each([
    ["visitor", 401],
    ["alice", 403],
    ["tester", 403],
  ])("[ROLE-03] can't be changed by %s", async (as, status) => {
    const before = await list();
    const change = { ...department, organization_name: `By ${as}` };
    expect((await create(change, as)).status).toBe(status);
    expect((await api.call("PUT", `/organizations/${before[0].id}`, { as, json: change })).status).toBe(status);
    expect((await api.call("GET", "/organizations", { as })).status).toBe(status);
    expect(await list()).toEqual(before);
  });

  it.each([
    ["organization_name", { organization_name: "" }],
    ["organization_name", { organization_name: "   " }],
    ["organization_name", { organization_name: "x".repeat(201) }],
    ["organization_name", { organization_name: "a\u0000b" }],
    ["organization_email", { organization_email: "nobody" }],
    ["organization_email", { organization_email: undefined }],
  ])("[VALID-12] reject a wrong %s (%j)", async (path, change) => {
    const before = await list();
    const answer = await create({ ...department, organization_name: "Wrong", ...change });
    expect([answer.status, answer.body.code]).toEqual([422, "validation_failed"]);
    expect(answer.body.info.map((field: { path: string }) => field.path)).toContain(path);
    expect(await list()).toEqual(before);
  });
});
