import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiAnswer, type CallOptions, startTestApi, usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest } from "../../../test/factories.ts";
import { calls } from "../../contract/all-calls.ts";
import type { Call } from "../../contract/call.ts";
import { type Access, includesRole, type TeamRole, teamRoles } from "../../contract/roles.ts";
import { fastifyPath } from "./implement-call.ts";

const api = usingApi();
let organizationId: number;
let questId: number;
let badTokens: Record<string, string>;

beforeAll(async () => {
  const mightBe = { username: "alice", groups: ["admins", "feature_testers"] };
  badTokens = {
    expired: await api.mintToken({ ...mightBe, expiresInSeconds: -60 }),
    issuer: await api.mintToken({ ...mightBe, issuer: "https://elsewhere.example" }),
    audience: await api.mintToken({ ...mightBe, audience: "urn:other" }),
    id: await api.mintToken({ ...mightBe, tokenUse: "id" }),
    nonsense: "nonsense",
  };
  organizationId = await makeOrganization(api);
  questId = (await makeQuest(api, organizationId)).id;
  const other = await makeOrganization(api, "Institute of Moss");
  for (const role of teamRoles) {
    await makeMember(api, organizationId, role, role);
    await makeMember(api, other, `other-${role}`, role);
  }
  await join(api, "alice", questId);
});

const everyCall = (Object.entries(calls) as [string, Call][]).map(([name, call]) => ({ name, ...call }));
const withAccess = (...access: Access[]) => everyCall.filter((call) => access.includes(call.access));

const isOpen = (call: Call) => call.access === "visitor" || call.access === "signed_address";

function send(call: Call, options: CallOptions) {
  const isUuid = /^\/(quest_data|photos|files|covers|pictures|sounds|uploads)/.test(call.path);
  const path = call.path
    .replace("{username}", "alice")
    .replace("{id}", isUuid ? randomUUID() : String(call.path.startsWith("/organizations") ? organizationId : questId))
    .replace("{data_point_id}", randomUUID())
    .replace("{invitation_id}", "1")
    .replace("{version}", "1")
    .replace("{number}", "1")
    .replace("{point_id}", randomUUID())
    .replace("{photo_id}", randomUUID())
    .replace("{name}", "data.csv")
    .replace("{webhook}", "1")
    .replace("{station}", "1")
    .replace("{delivery}", "1")
    .replace("{variant}", "display");
  return api.call(call.method, path, options);
}

/** Permitted: answered, or rejected for what an empty request lacks. A server error proves nothing. */
const isLetIn = ({ status, body }: ApiAnswer) =>
  status !== 401 && status !== 403 && (status < 500 || body.code === "plant_id_not_configured");

describe("callers who are rejected", () => {
  it.each(everyCall.filter((call) => !isOpen(call)))("[ROLE-01] $name: a visitor", async (call) => {
    const { status, body, headers } = await send(call, {});
    expect([status, body.code]).toEqual([401, "unauthenticated"]);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
  });

  it.each(withAccess("self"))("[ROLE-02] $name: every other adventurer, admins too", async (call) => {
    for (const as of ["bob", "admin", "tester", "ALICE"]) {
      const { status, body } = await send(call, { as });
      expect([status, body.code], as).toEqual([403, "forbidden"]);
    }
    expect(isLetIn(await send(call, { as: "alice" }))).toBe(true);
  });

  it.each(withAccess("admin"))("[ROLE-03] $name: everybody outside the group admins", async (call) => {
    for (const as of ["alice", "tester"]) {
      const { status, body } = await send(call, { as });
      expect([status, body.code], as).toEqual([403, "forbidden"]);
    }
    expect(isLetIn(await send(call, { as: "admin" }))).toBe(true);
  });

  it.each(withAccess(...teamRoles))("[ROLE-03] $name: everybody without a role in a team", async (call) => {
    const nobodys = await api.mintToken({ username: "rita", groups: ["reviewers:", "reviewers", "owners:", "owners"] });
    for (const options of [{ as: "alice" }, { as: "tester" }, { token: nobodys }]) {
      const { status, body } = await send(call, options);
      expect([status, body.code]).toEqual([403, "forbidden"]);
    }
    expect(isLetIn(await send(call, { as: "admin" }))).toBe(true);
  });

  it.each(teamRoles)("a %s: calls of higher roles, and all about another organization", async (role) => {
    const refusedCalls: string[] = [];
    for (const call of withAccess(...teamRoles)) {
      const isAllowed = includesRole(role, call.access as TeamRole);
      const own = await send(call, { as: role });
      if (isLetIn(own) !== isAllowed) refusedCalls.push(`${call.name} of the own organization: ${own.status}`);
      if (!/^\/(organizations|quests|admin\/datasets)\/\{id\}/.test(call.path)) continue;
      const other = await send(call, { as: `other-${role}` });
      if (other.status !== 403) refusedCalls.push(`${call.name} of another organization: ${other.status}`);
    }
    expect(refusedCalls).toEqual([]);
  });

  it.each(withAccess("self_or_owner"))("$name: members and others than the one in the path", async (call) => {
    for (const as of ["bob", "viewer", "reviewer", "coordinator", "other-owner"]) {
      expect((await send(call, { as })).status, as).toBe(403);
    }
    for (const as of ["alice", "owner", "admin"]) expect(isLetIn(await send(call, { as })), as).toBe(true);
  });

  it.each(withAccess("feature_tester"))(
    "[ROLE-04] $name: everybody outside the group feature_testers",
    async (call) => {
      for (const as of ["alice", "admin"]) {
        const { status, body } = await send(call, { as });
        expect([status, body.code], as).toEqual([403, "forbidden"]);
      }
      expect(isLetIn(await send(call, { as: "tester" }))).toBe(true);
    },
  );

  it.each(withAccess("feature_tester_or_admin"))("[ROLE-04] $name: adventurers", async (call) => {
    expect((await send(call, { as: "alice" })).status).toBe(403);
    expect(isLetIn(await send(call, { as: "admin" }))).toBe(true);
    expect(isLetIn(await send(call, { as: "tester" }))).toBe(true);
  });

  it.each(everyCall.filter((call) => call.access !== "signed_address"))(
    "$name: an expired token, another issuer's, another audience's, an ID token, no token at all",
    async (call) => {
      for (const [name, token] of Object.entries(badTokens)) {
        const { status, body } = await send(call, { token });
        expect([status, body.code], name).toEqual([401, name === "expired" ? "token_expired" : "unauthenticated"]);
      }
    },
  );
});

describe("a visitor", () => {
  /** Calls every route of the running server without a token, including health and the document. */
  async function answersToVisitors(): Promise<Record<string, number>> {
    const answers: Record<string, number> = {};
    // A server of its own: rejected calls count towards the rate limit.
    const fresh = await startTestApi();
    const protocol = { fields: [{ key: "depth", kind: "number", label: "Depth" } as const] };
    const { id } = await makeQuest(fresh, await makeOrganization(fresh), { protocol });
    for (const route of fresh.routes) {
      const [method = "", path = ""] = route.split(" ");
      const url = path
        .replace(":username", "alice")
        .replace(
          ":id",
          /\/(photos|files|covers|pictures|sounds|quest_data|uploads)\//.test(path) ? randomUUID() : String(id),
        )
        .replace(":data_point_id", randomUUID())
        .replace(":invitation_id", "1")
        .replace(":version", "1")
        .replace(":number", "1")
        .replace(":point_id", randomUUID())
        .replace(":photo_id", randomUUID())
        .replace(":name", "data.csv")
        .replace(/:(webhook|delivery|station)/g, "1")
        .replace(":variant", "display")
        .replace(/:[zxy]\b/g, "0");
      const { statusCode } = await fresh.app.inject({ method: method as "GET", url });
      if (statusCode !== 401) answers[route] = statusCode;
    }
    await fresh.close();
    return answers;
  }

  it("[ROLE-01] is answered by these calls of the running server, and by no others", async () => {
    expect(await answersToVisitors()).toEqual({
      "GET /api/quests": 200,
      "HEAD /api/quests": 200,
      "GET /api/organizations/:id": 200,
      "HEAD /api/organizations/:id": 200,
      "GET /api/quests/:id": 200,
      "HEAD /api/quests/:id": 200,
      "GET /api/quests/:id/protocols/:version": 200,
      "HEAD /api/quests/:id/protocols/:version": 200,
      // It has none.
      "GET /api/quests/:id/lesson": 404,
      "HEAD /api/quests/:id/lesson": 404,
      // Hidden until its team says otherwise.
      "GET /api/quests/:id/results": 404,
      "HEAD /api/quests/:id/results": 404,
      "GET /api/quests/:id/results/stations": 404,
      "HEAD /api/quests/:id/results/stations": 404,
      "GET /api/quests/:id/results/stations/:station": 404,
      "HEAD /api/quests/:id/results/stations/:station": 404,
      "GET /api/quests/:id/results/points": 404,
      "HEAD /api/quests/:id/results/points": 404,
      // Without a box, whatever is public.
      "GET /api/quests/:id/results/clusters": 422,
      "HEAD /api/quests/:id/results/clusters": 422,
      "GET /api/quests/:id/results/points/:point_id/photos/:photo_id": 404,
      "HEAD /api/quests/:id/results/points/:point_id/photos/:photo_id": 404,
      "GET /api/quests/:id/releases": 200,
      "HEAD /api/quests/:id/releases": 200,
      "GET /api/quests/:id/shared/:number": 404,
      "HEAD /api/quests/:id/shared/:number": 404,
      "GET /api/quests/:id/releases/:number": 404,
      "HEAD /api/quests/:id/releases/:number": 404,
      "GET /api/quests/:id/releases/:number/files/:name": 404,
      "HEAD /api/quests/:id/releases/:number/files/:name": 404,
      "GET /api/quests/:id/releases/:number/citation": 422,
      "HEAD /api/quests/:id/releases/:number/citation": 422,
      "GET /api/quests/:id/protocol.xlsx": 200,
      // There is no list, picture or sound yet.
      "GET /api/pictures/:id": 404,
      "HEAD /api/pictures/:id": 404,
      "GET /api/sounds/:id": 404,
      "HEAD /api/sounds/:id": 404,
      "GET /api/lists/:id": 404,
      "HEAD /api/lists/:id": 404,
      "HEAD /api/quests/:id/protocol.xlsx": 200,
      "GET /api/config": 200,
      "HEAD /api/config": 200,
      "GET /api/openapi.json": 200,
      "HEAD /api/openapi.json": 200,
      "GET /api/health/live": 200,
      "HEAD /api/health/live": 200,
      "GET /api/health/ready": 200,
      "HEAD /api/health/ready": 200,
      // Permitted, then rejected: box and coordinates are missing, and browsers call the tile service themselves.
      "GET /api/quests/clusters": 422,
      "HEAD /api/quests/clusters": 422,
      "GET /api/static_map": 422,
      "HEAD /api/static_map": 422,
      "GET /api/texts/:language": 404,
      "GET /api/texts/:language/:area": 404,
      // Without a map file.
      "GET /api/map-file/:z/:x/:y": 404,
      "HEAD /api/map-file/:z/:x/:y": 404,
      "GET /api/tiles/:z/:x/:y": 404,
      "HEAD /api/texts/:language": 404,
      "HEAD /api/texts/:language/:area": 404,
      "HEAD /api/tiles/:z/:x/:y": 404,
      // Describes the protocol, for pages at other origins as well.
      "OPTIONS /api/uploads": 204,
      "OPTIONS /api/uploads/:id": 204,
      // Without a signature nobody sees a photo.
      "GET /api/files/:id": 403,
      "GET /api/files/:id/copy": 403,
      "HEAD /api/files/:id": 403,
      "HEAD /api/files/:id/copy": 403,
      "GET /api/photos/:id/:variant": 403,
      "HEAD /api/photos/:id/:variant": 403,
      "GET /api/covers/:id": 403,
      "HEAD /api/covers/:id": 403,
      // Nor downloads a dataset.
      "GET /api/datasets/:id/export": 403,
      "HEAD /api/datasets/:id/export": 403,
      // An invitation is shown by its link only.
      "GET /api/invitations/:token": 404,
      "HEAD /api/invitations/:token": 404,
      // Only a signed URL ends someone's email; opening it leads to the page that does.
      "POST /api/mail/digest/:token/off": 404,
      "GET /api/mail/digest/:token/off": 303,
      "HEAD /api/mail/digest/:token/off": 303,
    });
  });
});

describe("what is returned", () => {
  it("[ERR-05] to a visitor who makes others' calls", async () => {
    const { status, body } = await api.call("GET", "/adventurers/alice/quests");
    expect([status, body]).toEqual([401, { code: "unauthenticated", detail: "User is not authenticated" }]);
  });

  it("[IDENT-03] to the browser about scopes: email, profile and openid", async () => {
    const { body } = await api.call("GET", "/config");
    expect(body.oidc.scopes.split(" ").sort()).toEqual(["email", "openid", "profile"]);
  });
});

describe("the contract", () => {
  it("has a route for every call, and a call for every route", async () => {
    const routes = await api.app.inject("/api/openapi.json");
    expect(routes.statusCode).toBe(200);
    const notCalls = [
      "GET /api/openapi.json",
      "GET /api/health/live",
      "GET /api/health/ready",
      "OPTIONS /api/uploads",
      "OPTIONS /api/uploads/:id",
      "GET /api/mail/digest/:token/off",
    ];
    const named = everyCall.map((call) => `${call.method} /api${fastifyPath(call.path)}`);
    expect([...api.routes].filter((route) => !route.startsWith("HEAD ")).sort()).toEqual(
      [...named, ...notCalls].sort(),
    );
  });

  it("is published: every call with its access, and no unused schema", async () => {
    const { body } = await api.call("GET", "/openapi.json");
    expect(body.openapi).toMatch(/^3\.1\./);
    for (const call of everyCall) {
      const { operationId, security } = body.paths[call.path][call.method.toLowerCase()];
      expect(operationId).toBe(call.name);
      expect(security, call.name).toEqual(isOpen(call) ? [] : [{ bearer: [] }]);
    }
    const referred = JSON.stringify(body).match(/#\/components\/schemas\/\w+/g) ?? [];
    const defined = Object.keys(body.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(referred)].sort()).toEqual(defined.sort());
  });

  it.each([
    "/api",
    "/api/",
    "/api?x",
    "/api/nothing",
    "/api/nothing/here?x=1",
    "/api/quest/7",
    "/metrics",
    "/metrics/x",
  ])(
    "%s, which is nothing, is answered with 404, code and detail, whoever asks and by whatever method",
    async (path) => {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        for (const accept of ["*/*", "text/html,application/xhtml+xml", "application/json"]) {
          const answer = await fetch(`${api.origin}${path}`, { method, headers: { accept } });
          expect([method, answer.status], accept).toEqual([method, 404]);
          expect(await answer.json()).toEqual({ code: "not_found", detail: expect.any(String) });
        }
      }
      expect((await fetch(`${api.origin}${path}`, { method: "HEAD" })).status).toBe(404);
    },
  );

  it("leaves other paths to the pages", async () => {
    for (const path of ["/", "/apiary", "/metrics-of-mine", "/no/such/page"]) {
      const answer = await fetch(`${api.origin}${path}`);
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
        path,
        200,
        "text/html; charset=utf-8",
      ]);
    }
  });
});
