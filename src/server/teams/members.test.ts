import { beforeEach, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { makeMember, makeOrganization, makeQuest, questPayload, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";

const api = usingApi();
let ferns: number;
let moss: number;
let counted = 0;

beforeEach(async () => {
  counted += 1;
  ferns = await makeOrganization(api, `Institute of Ferns ${counted}`);
  moss = await makeOrganization(api, `Institute of Moss ${counted}`);
});

const member = (method: string, username: string, as: string, json?: unknown) =>
  api.call(method, `/organizations/${ferns}/members/${username}`, { as, json });
const membersOf = async (as: string) => (await api.call("GET", `/organizations/${ferns}/members`, { as })).body;
const logOf = async (as: string) => (await api.call("GET", `/organizations/${ferns}/log`, { as })).body;

describe("the team of an organization", () => {
  it("[CALL-35] is chosen by its owners, and each change is in its log", async () => {
    await makeMember(api, ferns, "olga", "owner");
    await api.call("GET", "/account/teams", { as: "vera" });
    const added = await api.call("POST", `/organizations/${ferns}/members`, {
      as: "olga",
      json: { username: "vera", role: "viewer" },
    });
    expect([added.status, added.body]).toEqual([
      201,
      { username: "vera", role: "viewer", from: "team", since: expect.any(String) },
    ]);
    expect((await member("PUT", "vera", "olga", { role: "reviewer" })).body.role).toBe("reviewer");
    // The same again changes nothing.
    expect((await member("PUT", "vera", "olga", { role: "reviewer" })).status).toBe(200);
    expect(
      (await membersOf("vera")).map(({ username, role }: { username: string; role: string }) => [username, role]),
    ).toEqual([
      ["olga", "owner"],
      ["vera", "reviewer"],
    ]);
    expect((await member("DELETE", "vera", "vera")).status).toBe(204);
    expect(await logOf("olga")).toEqual(
      [
        ["vera", false, "member_left", "vera", "reviewer"],
        ["olga", false, "role_changed", "vera", "reviewer"],
        ["olga", false, "member_added", "vera", "viewer"],
        ["admin", true, "member_added", "olga", "owner"],
      ].map(([actor, as_administrator, action, person, role]) => ({
        id: expect.any(Number),
        at: expect.any(String),
        actor,
        as_administrator,
        action,
        person,
        role,
      })),
    );
  });

  it("[CALL-35] is left by an administrator as by anybody", async () => {
    await makeMember(api, ferns, "admin", "viewer");
    expect((await member("DELETE", "admin", "admin")).status).toBe(204);
    expect((await logOf("admin"))[0]).toMatchObject({ action: "member_left", as_administrator: false });
  });

  it("[CALL-35] keeps its last owner, even if two remove each other at once", async () => {
    await makeMember(api, ferns, "olga", "owner");
    for (const [method, json] of [
      ["DELETE", undefined],
      ["PUT", { role: "viewer" }],
    ] as const) {
      for (const as of ["olga", "admin"]) {
        const { status, body } = await member(method, "olga", as, json);
        expect([status, body.code]).toEqual([409, "last_owner"]);
      }
    }
    await makeMember(api, ferns, "omar", "owner");
    const both = await Promise.all([
      member("DELETE", "omar", "olga"),
      member("PUT", "olga", "omar", { role: "viewer" }),
    ]);
    // The second was refused as the last owner, or as nobody's owner any more.
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 204]);
    const owners = (await membersOf("admin")).filter(({ role }: { role: string }) => role === "owner");
    expect(owners).toHaveLength(1);
  });

  it("has people with an account only", async () => {
    const { status, body } = await api.call("POST", `/organizations/${ferns}/members`, {
      as: "admin",
      json: { username: "nobody-yet", role: "viewer" },
    });
    expect([status, body.code]).toEqual([404, "adventurer_not_found"]);
    expect((await member("DELETE", "nobody-yet", "admin")).body.code).toBe("member_not_found");
    expect((await member("PUT", "alice", "admin", { role: "king" })).status).toBe(422);
  });

  it("loses the rights of a role at the next request, and not at the next token", async () => {
    await makeMember(api, ferns, "cora", "coordinator");
    const token = await api.mintToken({ username: "cora" });
    const create = () => api.call("POST", "/quests", { token, json: questPayload(ferns) });
    expect((await create()).status).toBe(201);
    await member("PUT", "cora", "admin", { role: "reviewer" });
    expect((await create()).status).toBe(403);
    expect((await api.call("GET", "/admin/samples", { token })).status).toBe(200);
    await member("DELETE", "cora", "admin");
    expect((await api.call("GET", "/admin/samples", { token })).status).toBe(403);
  });

  it("is the account's, whatever its name: a new name keeps the role, and a taken one gets none", async () => {
    await makeMember(api, ferns, "rita", "coordinator");
    const renamed = await api.mintToken({ username: "rita-new", subject: "rita" });
    expect((await api.call("GET", "/account/teams", { token: renamed })).body).toMatchObject([{ role: "coordinator" }]);
    // Another provider's account with the same subject.
    await api.database.pool.query(
      "INSERT INTO adventurers (id, issuer, subject) VALUES ('twin', 'https://elsewhere.example', 'rita')",
    );
    await api.database.pool.query("INSERT INTO organization_members VALUES ($1, 'twin', 'owner')", [moss]);
    expect((await api.call("GET", "/account/teams", { token: renamed })).body).toHaveLength(1);
    const taker = await api.mintToken({ username: "rita", subject: "somebody-else" });
    expect((await api.call("GET", "/account/teams", { token: taker })).body).toEqual([]);
  });

  it("shows people with a group of the identity provider, who keep the higher of two roles", async () => {
    const token = await api.mintToken({ username: "greta", groups: [`coordinators:${ferns}`, `reviewers:${ferns}`] });
    expect((await api.call("GET", "/account/teams", { token })).body).toEqual([
      { organization_id: ferns, organization_name: `Institute of Ferns ${counted}`, role: "coordinator" },
    ]);
    expect(await membersOf("admin")).toEqual([
      { username: "greta", role: "coordinator", from: "group", since: expect.any(String) },
    ]);
    await member("PUT", "greta", "admin", { role: "viewer" });
    expect((await api.call("POST", "/quests", { token, json: questPayload(ferns) })).status).toBe(201);
    const without = await api.mintToken({ username: "greta", groups: [] });
    expect((await api.call("POST", "/quests", { token: without, json: questPayload(ferns) })).status).toBe(403);
    await api.call("GET", "/account/teams", { token: without });
    expect((await membersOf("admin")).map(({ from }: { from: string }) => from)).toEqual(["team"]);
  });
});

describe("a coordinator", () => {
  let cora: string;
  beforeEach(async () => {
    cora = `cora-${counted}`;
    await makeMember(api, ferns, cora, "coordinator");
  });

  it("creates and changes quests of the own organization only", async () => {
    const own = await api.call("POST", "/quests", { as: cora, json: questPayload(ferns) });
    expect(own.status).toBe(201);
    expect((await api.call("POST", "/quests", { as: cora, json: questPayload(moss) })).status).toBe(403);
    const change = (id: number, organizationId: number) =>
      api.call("PUT", `/quests/${id}`, { as: cora, json: questPayload(organizationId, { quest_name: "Changed" }) });
    expect((await change(own.body.id, ferns)).body.quest_name).toBe("Changed");
    expect((await change(own.body.id, moss)).status).toBe(403);
    const other = await makeQuest(api, moss);
    expect((await change(other.id, ferns)).status).toBe(403);
    expect((await change(2_000_000_000, ferns)).body.code).toBe("quest_not_found");
    const place = other.locations[0]?.id;
    expect((await api.call("DELETE", "/quests/locations", { as: cora, json: [place] })).status).toBe(403);
    expect((await api.call("GET", `/quests/${other.id}`)).body).toMatchObject({
      quest_name: other.quest_name,
      locations: [{ id: place }],
    });
  });

  it("sees the own organization's quests, applications, samples and data sets only", async () => {
    const own = await makeQuest(api, ferns, { quest_name: "Own fronds" });
    const other = await makeQuest(api, moss, { quest_name: "Others' cushions" });
    for (const quest of [own, other]) {
      await api.call("POST", `/adventurers/alice/quests/${quest.id}/sign-up`, { as: "alice" });
      expect((await api.upload("alice", quest.id, uploadForm(await makePhoto()))).status).toBe(201);
    }
    const questsIn = async (path: string, key: string) =>
      (await api.call("GET", path, { as: cora })).body.map((row: Record<string, unknown>) => row[key]);
    expect(await questsIn("/admin/quests", "id")).toEqual([own.id]);
    expect(await questsIn("/admin/quests/summaries", "id")).toEqual([own.id]);
    expect(await questsIn("/admin/applications", "quest_id")).toEqual([own.id]);
    expect(await questsIn("/admin/samples", "quest_id")).toEqual([own.id]);
    expect(await questsIn("/admin/datasets", "quest_id")).toEqual([own.id]);
    expect((await api.call("GET", "/admin/quests/counts", { as: cora })).body).toEqual({
      found: 1,
      quests: 1,
      adventurers: 1,
      data_points: 1,
    });
    // A person in two organizations sees both, or one of them.
    await makeMember(api, moss, cora, "coordinator");
    for (const [path, key] of [
      ["/admin/quests/summaries", "id"],
      ["/admin/applications", "quest_id"],
      ["/admin/datasets", "quest_id"],
      ["/admin/samples", "quest_id"],
    ] as const) {
      expect((await questsIn(path, key)).sort(), path).toEqual([own.id, other.id].sort());
      expect(await questsIn(`${path}?organization_id=${moss}`, key), path).toEqual([other.id]);
    }
    await member("DELETE", cora, "admin");
    await api.call("DELETE", `/organizations/${moss}/members/${cora}`, { as: cora });
    await makeMember(api, ferns, cora, "coordinator");
    expect((await api.call("GET", "/admin/samples/counts", { as: cora })).body.pending).toBe(1);
    expect((await api.call("GET", `/admin/datasets/${other.id}/export?format=csv`, { as: cora })).status).toBe(403);
    expect((await api.call("GET", `/admin/datasets/${own.id}/export?format=csv`, { as: cora })).status).toBe(200);
  });

  it("renews lists of the own organization only", async () => {
    const form = () => {
      const list = new FormData();
      list.set("name", "Ferns");
      list.set("file", new Blob(["code,label\npv,Polypodium"], { type: "text/csv" }), "ferns.csv");
      return list;
    };
    const own = await api.call("POST", `/organizations/${ferns}/lists`, { as: cora, form: form() });
    const other = await api.call("POST", `/organizations/${moss}/lists`, { as: "admin", form: form() });
    expect((await api.call("POST", `/lists/${own.body.id}/versions`, { as: cora, form: form() })).body.version).toBe(2);
    expect((await api.call("POST", `/lists/${other.body.id}/versions`, { as: cora, form: form() })).status).toBe(403);
  });
});
