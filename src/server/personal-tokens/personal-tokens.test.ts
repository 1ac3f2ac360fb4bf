import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest } from "../../../test/factories.ts";
import { testPassword as password } from "../../../test/identity-test-data.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";
import { startWholeServer, type WholeServer } from "../../../test/whole-server.ts";
import { calls } from "../../contract/all-calls.ts";
import type { Call } from "../../contract/call.ts";
import type { MadePersonalToken } from "../../contract/personal-tokens.ts";
import type { TokenScope } from "../../contract/roles.ts";
import { noteUse } from "./personal-token-queries.ts";

const api = usingApi();
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
let organizationId: number;
let questId: number;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  questId = (await makeQuest(api, organizationId)).id;
  await join(api, "alice", questId);
});

async function makeToken(as: string, scope: TokenScope = "write", expires_at = inDays(90)): Promise<MadePersonalToken> {
  const json = { name: "My script", scope, expires_at };
  const { status, body } = await api.call("POST", "/account/tokens", { as, json });
  if (status !== 201) throw new Error(`could not make a token: ${status} ${JSON.stringify(body)}`);
  return body;
}

const listOf = async (as: string) => (await api.call("GET", "/account/tokens", { as })).body;
const newsWith = ({ token }: { token: string }) => api.call("GET", "/account/news", { token });
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const setRow = (id: number, changes: { expires_at?: Date; last_used_at?: Date }) =>
  api.database.db.updateTable("personal_tokens").set(changes).where("id", "=", id).execute();

describe("a personal token", () => {
  it("[CALL-46] is shown once, and stored as its SHA-256", async () => {
    const expires_at = inDays(90);
    const made = await makeToken("rita", "read", expires_at);
    expect(made).toEqual({
      id: expect.any(Number),
      name: "My script",
      scope: "read",
      created_at: expect.any(String),
      expires_at,
      token: expect.stringMatching(/^cairn_[\w-]{43}$/),
    });
    const { token, ...shown } = made;
    expect(await listOf("rita")).toEqual([{ ...shown, last_used_at: null }]);
    const rows = await api.database.db.selectFrom("personal_tokens").selectAll().where("id", "=", made.id).execute();
    expect(rows[0]?.token_sha256).toEqual(createHash("sha256").update(token).digest());
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("[CALL-46] acts as its owner, with the roles in teams at that moment", async () => {
    await makeMember(api, organizationId, "vera", "viewer");
    const { token } = await makeToken("vera");
    const assign = () => api.call("PUT", `/quests/${questId}/reviewers`, { token, json: { reviewers: ["vera"] } });
    expect((await api.call("GET", `/organizations/${organizationId}/members`, { token })).status).toBe(200);
    expect(codeOf(await assign())).toEqual([403, "forbidden"]);
    await makeMember(api, organizationId, "vera", "coordinator");
    expect((await assign()).status).toBe(200);
    await api.call("DELETE", `/organizations/${organizationId}/members/vera`, { as: "admin" });
    expect(codeOf(await assign())).toEqual([403, "forbidden"]);
  });

  it("has no role by a group: administrators', testers' and reviewers' neither", async () => {
    const groups = ["admins", "feature_testers", `owners:${organizationId}`];
    const signedIn = await api.mintToken({ username: "olga", groups });
    const json = { name: "Nightly export", scope: "write", expires_at: inDays(1) };
    const { token } = (await api.call("POST", "/account/tokens", { token: signedIn, json })).body;
    await api.call("GET", "/account/teams", { token: signedIn });
    for (const path of ["/admin/settings", "/test_feature_test_gps", `/organizations/${organizationId}/members`]) {
      expect(codeOf(await api.call("GET", path, { token })), path).toEqual([403, "forbidden"]);
      expect((await api.call("GET", path, { token: signedIn })).status, path).toBe(200);
    }
    expect((await api.call("GET", "/account/teams", { token })).body).toEqual([]);
    // The team still lists whom a sign-in showed to have a group.
    const members = await api.call("GET", `/organizations/${organizationId}/members`, { as: "admin" });
    expect(members.body).toContainEqual(expect.objectContaining({ username: "olga", from: "group" }));
  });

  it("to read makes only GET requests, to write all but those about tokens and the whole account", async () => {
    const tokens = { read: await makeToken("alice", "read"), write: await makeToken("alice", "write") };
    const refused = { read: new Set<string>(), write: new Set<string>() };
    for (const [name, call] of Object.entries(calls) as [string, Call][]) {
      const path = call.path
        .replace("{username}", "alice")
        .replace("{id}", /^\/(quest_data|photos|files|covers|pictures|uploads)/.test(call.path) ? randomUUID() : "999")
        .replace("{data_point_id}", randomUUID())
        .replace("{invitation_id}", "1")
        .replace("{version}", "1")
        .replace("{number}", "1")
        .replace("{name}", "data.csv")
        .replace("{webhook}", "1")
        .replace("{station}", "1")
        .replace("{delivery}", "1")
        .replace("{variant}", "display");
      for (const scope of ["read", "write"] as const) {
        const { status, body } = await api.call(call.method, path, { token: tokens[scope].token });
        if (body.code === "sign_in_required") refused[scope].add(name);
        else expect(body.code === "token_read_only", name).toBe(scope === "read" && call.method !== "GET");
        expect(status, name).not.toBe(401);
        expect(status === 500, name).toBe(false);
      }
    }
    const aboutAccount = [
      "createPersonalToken",
      "eraseAdventurer",
      "exportAdventurer",
      "listPersonalTokens",
      "revokePersonalToken",
    ];
    expect([...refused.read].sort()).toEqual(aboutAccount);
    expect([...refused.write].sort()).toEqual(aboutAccount);
    expect(await listOf("alice")).toHaveLength(2);
  });

  it("that can only read is told so in words, and logged", async () => {
    const { token } = await makeToken("nina", "read");
    const { status, body } = await api.call("POST", "/account/news/seen", {
      token,
      json: { until: inDays(0), ids: [] },
    });
    const detail = "This access token can only read. Create one that can also make changes.";
    expect([status, body]).toEqual([403, { code: "token_read_only", detail }]);
    const line = { security_event: "access.refused", account_id: "nina", code: "token_read_only" };
    await expect.poll(() => api.log).toContainEqual(expect.objectContaining(line));
    expect(JSON.stringify(api.log)).not.toContain(token.slice(6));
  });

  it("is refused once it is revoked, and after its end", async () => {
    const revoked = await makeToken("bob");
    const expired = await makeToken("bob");
    expect((await newsWith(revoked)).status).toBe(200);
    expect((await api.call("DELETE", `/account/tokens/${revoked.id}`, { as: "bob" })).status).toBe(204);
    const refusal = await newsWith(revoked);
    expect(codeOf(refusal)).toEqual([401, "unauthenticated"]);
    expect(refusal.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    const line = { security_event: "token.refused", code: "unauthenticated" };
    await expect.poll(() => api.log).toContainEqual(expect.objectContaining(line));
    await setRow(expired.id, { expires_at: new Date(Date.now() - 1) });
    expect(codeOf(await newsWith(expired))).toEqual([401, "token_expired"]);
    // On calls for visitors as well.
    expect((await api.call("GET", "/quests", { token: expired.token })).status).toBe(401);
  });

  it.each(["cairn_", `cairn_${"x".repeat(43)}`, `cairn_${"x".repeat(44)}`, "cairn_a.b.c"])(
    "is not just any text with its beginning: %s",
    async (token) => expect(codeOf(await newsWith({ token }))).toEqual([401, "unauthenticated"]),
  );

  it("of another account can't be revoked", async () => {
    const made = await makeToken("carl");
    const other = await api.call("DELETE", `/account/tokens/${made.id}`, { as: "bob" });
    expect(codeOf(other)).toEqual([404, "personal_token_not_found"]);
    expect((await newsWith(made)).status).toBe(200);
  });

  it("notes its use once a minute", async () => {
    const made = await makeToken("dora");
    const noted = async () => (await listOf("dora"))[0].last_used_at;
    await newsWith(made);
    const first = await noted();
    expect(Date.parse(first)).toBeGreaterThanOrEqual(Date.parse(made.created_at));
    await newsWith(made);
    expect(await noted()).toBe(first);
    // Another request was faster.
    await noteUse(api.database.db, made.id);
    expect(await noted()).toBe(first);
    const before = new Date(Date.now() - 61_000);
    await setRow(made.id, { last_used_at: before });
    await newsWith(made);
    expect(Date.parse(await noted())).toBeGreaterThan(before.getTime());
  });

  it("ends in the future, within a year", async () => {
    const make = (expires_at: string) =>
      api.call("POST", "/account/tokens", { as: "emil", json: { name: "x", scope: "read", expires_at } });
    for (const end of [inDays(-1), new Date().toISOString(), inDays(367)]) {
      const { status, body } = await make(end);
      expect([status, body.code, body.info[0].path], end).toEqual([422, "validation_failed", "expires_at"]);
    }
    expect((await make(inDays(366))).status).toBe(201);
  });

  it("is one of 20 at most; expired ones make room", async () => {
    const made: MadePersonalToken[] = [];
    for (let count = 0; count < 20; count++) made.push(await makeToken("fred"));
    const json = { name: "x", scope: "read", expires_at: inDays(1) };
    const more = () => api.call("POST", "/account/tokens", { as: "fred", json });
    expect(codeOf(await more())).toEqual([409, "personal_tokens_exhausted"]);
    await setRow(made[3]?.id ?? 0, { expires_at: new Date() });
    expect((await more()).status).toBe(201);
    expect(await listOf("fred")).toHaveLength(20);
  });
});

describe("the account of a personal token", () => {
  let server: WholeServer;
  beforeAll(async () => {
    server = await startWholeServer();
  });
  afterAll(() => server.close());

  it("has to be enabled and not erased, at the provider where people sign in", async () => {
    const { accounts } = server.identity;
    await accounts.create({ username: "gina", email: "gina@example.org", password });
    const signedIn = (await new SignInJourney(server.publicUrl).signIn("gina", password)).access_token;
    const json = { name: "My script", scope: "read", expires_at: inDays(1) };
    const { token } = (await server.call("POST", "/account/tokens", { token: signedIn, json })).body;
    const statusNow = async () => (await server.call("GET", "/account/news", { token })).status;
    expect(await statusNow()).toBe(200);
    await accounts.disable("gina");
    expect(await statusNow()).toBe(401);
    await accounts.enable("gina");
    expect(await statusNow()).toBe(200);
    const rows = server.database.db.updateTable("adventurers").where("id", "=", "gina");
    await rows.set({ issuer: "https://former.example" }).execute();
    expect(await statusNow()).toBe(401);
    await rows.set({ issuer: "embedded" }).execute();
    await accounts.remove("gina");
    expect(await statusNow()).toBe(401);
    expect(await server.database.db.selectFrom("personal_tokens").selectAll().execute()).toEqual([]);
  });
});
