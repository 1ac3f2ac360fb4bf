import { fastify } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ForeignIssuer, type MintOptions, startForeignIssuer } from "../../../test/foreign-issuer.ts";
import { requireAccess } from "../calls/guards.ts";
import { identifyRequests } from "../calls/identify-requests.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { groupPrefixes, type TeamGroups } from "./identity.ts";
import { createTokenVerifier, type TokenVerifier } from "./token-verifier.ts";

let issuer: ForeignIssuer;
let other: ForeignIssuer;
let verify: TokenVerifier;

beforeAll(async () => {
  [issuer, other] = await Promise.all([startForeignIssuer(), startForeignIssuer()]);
  verify = createTokenVerifier({ issuer: issuer.issuer, clientId: issuer.clientId, audience: issuer.audience });
});
afterAll(() => Promise.all([issuer.close(), other.close()]));

async function refusalOf(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DomainError);
  return (error as DomainError).code;
}

describe("createTokenVerifier", () => {
  it("[ROLE-03] [ROLE-04] reads the roles from the groups in the token", async () => {
    expect(
      await verify(await issuer.mintToken({ username: "ann", groups: ["admins", "feature_testers"] })),
    ).toMatchObject({
      username: "ann",
      groups: ["admins", "feature_testers"],
      isAdmin: true,
      isFeatureTester: true,
    });
    expect(await verify(await issuer.mintToken({ groups: ["Admins", "guests/admins", "admins2"] }))).toMatchObject({
      isAdmin: false,
      isFeatureTester: false,
    });
  });

  const refused: [string, MintOptions][] = [
    ["another audience", { audience: "urn:other:api" }],
    ["no audience", { audience: null }],
    ["another client", { clientId: "other-app" }],
    ["another issuer's name", { issuer: "http://127.0.0.1:9" }],
    ["an ID token", { use: "id" }],
    ["an ID token that has our audience", { use: "id", claims: { aud: "urn:cairn:api", client_id: "cairn-web" } }],
    ["alg none", { algorithm: "none" }],
    ["HS256 with the public key as the secret", { algorithm: "HS256" }],
    ["a key of somebody else", { foreignKey: true }],
    ["no expiry", { claims: { exp: undefined } }],
    ["no user", { claims: { username: undefined } }],
    ["an empty user", { claims: { username: "" } }],
    ["a token not valid yet", { claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }],
  ];
  it.each(refused)("rejects %s", async (_name, options) => {
    expect(await refusalOf(verify(await issuer.mintToken({ groups: ["admins"], ...options })))).toBe("unauthenticated");
  });

  it("rejects a valid token of another issuer", async () => {
    expect(await refusalOf(verify(await other.mintToken()))).toBe("unauthenticated");
    expect(await refusalOf(verify(await other.mintToken({ issuer: issuer.issuer })))).toBe("unauthenticated");
  });

  it("reports an expired token as expired", async () => {
    expect(await refusalOf(verify(await issuer.mintToken({ expiresIn: -60 })))).toBe("token_expired");
  });

  it("rejects a token whose groups were changed after signing", async () => {
    const [header, payload, signature] = (await issuer.mintToken()).split(".");
    const claims = JSON.parse(Buffer.from(payload ?? "", "base64url").toString()) as Record<string, unknown>;
    const tampered = Buffer.from(JSON.stringify({ ...claims, "cognito:groups": ["admins"] })).toString("base64url");
    expect(await refusalOf(verify(`${header}.${tampered}.${signature}`))).toBe("unauthenticated");
  });

  it.each(["", "a.b.c", "nonsense", "ey.ey.ey", "x".repeat(20_000)])("rejects other texts", async (text) => {
    expect(await refusalOf(verify(text))).toBe("unauthenticated");
  });

  it("accepts tokens of a new key, and of the old one while it is published", async () => {
    const rotating = await startForeignIssuer();
    const verifyRotating = createTokenVerifier({ ...rotating });
    const before = await rotating.mintToken();
    await verifyRotating(before);
    await rotating.rotateKey();
    // Keys are reread for an unknown key id, at most every 2 seconds.
    const fresh = createTokenVerifier({ ...rotating });
    expect((await fresh(await rotating.mintToken())).username).toBe("alice");
    expect((await fresh(before)).username).toBe("alice");
    await rotating.close();
  });

  it("reports unavailable, not unauthenticated, while the provider's keys can't be read", async () => {
    const gone = await startForeignIssuer();
    const token = await gone.mintToken();
    const verifyGone = createTokenVerifier({ ...gone });
    await gone.close();
    expect(await refusalOf(verifyGone(token))).toBe("unavailable");
  });

  it("checks the session last", async () => {
    const asked: unknown[] = [];
    const verifyAlive = createTokenVerifier({
      ...issuer,
      isTokenAlive: async (claims) => {
        asked.push(claims.username);
        return claims.username !== "dead";
      },
    });
    await refusalOf(verifyAlive(await issuer.mintToken({ audience: "urn:other:api" })));
    expect(asked).toEqual([]);
    expect((await verifyAlive(await issuer.mintToken())).username).toBe("alice");
    expect(await refusalOf(verifyAlive(await issuer.mintToken({ username: "dead" })))).toBe("token_expired");
  });

  it("[IDENT-21] tells that the account was deleted, by a dead or expired token that the provider signed", async () => {
    const deleted: string[] = [];
    const isAccountDeleted = async (subject: string) => deleted.includes(subject);
    const verify = createTokenVerifier({ ...issuer, isTokenAlive: async () => deleted.length === 0, isAccountDeleted });
    const expired = await issuer.mintToken({ expiresIn: -60 });
    expect(await refusalOf(verify(expired))).toBe("token_expired");
    deleted.push((await verify(await issuer.mintToken())).subject);
    expect(await refusalOf(verify(await issuer.mintToken()))).toBe("account_deleted");
    expect(await refusalOf(verify(expired))).toBe("account_deleted");
    const [header, payload] = expired.split(".");
    expect(await refusalOf(verify(`${header}.${payload}.${"A".repeat(342)}`))).toBe("unauthenticated");
  });
});

describe("[IDENT-13] other providers by configuration alone", () => {
  it("Cognito: no audience, the client in client_id, the use in token_use", async () => {
    const cognito = createTokenVerifier({ issuer: issuer.issuer, clientId: "cairn-web" });
    const like = { audience: null, headerType: "JWT" } as const;
    expect(await cognito(await issuer.mintToken({ ...like, groups: ["admins"] }))).toMatchObject({ isAdmin: true });
    expect(await refusalOf(cognito(await issuer.mintToken({ ...like, clientId: "other" })))).toBe("unauthenticated");
    expect(await refusalOf(cognito(await issuer.mintToken({ ...like, use: "id" })))).toBe("unauthenticated");
  });

  it("Keycloak: groups with slashes, azp, typ, preferred_username", async () => {
    const keycloak = createTokenVerifier({
      issuer: issuer.issuer,
      clientId: "cairn-web",
      groupsClaim: "groups",
      usernameClaim: "preferred_username",
    });
    const like = (claims: Record<string, unknown>): MintOptions => ({
      headerType: "JWT",
      audience: "account",
      clientId: null,
      claims: {
        token_use: undefined,
        username: undefined,
        "cognito:groups": undefined,
        azp: "cairn-web",
        typ: "Bearer",
        preferred_username: "kay",
        groups: ["/admins", "/guests/feature_testers"],
        ...claims,
      },
    });
    expect(await keycloak(await issuer.mintToken(like({})))).toMatchObject({
      username: "kay",
      isAdmin: true,
      isFeatureTester: false,
    });
    expect(await refusalOf(keycloak(await issuer.mintToken(like({ typ: "ID", aud: "cairn-web" }))))).toBe(
      "unauthenticated",
    );
    expect(await refusalOf(keycloak(await issuer.mintToken(like({ typ: "Refresh" }))))).toBe("unauthenticated");
    expect(await refusalOf(keycloak(await issuer.mintToken(like({ azp: "other" }))))).toBe("unauthenticated");
  });

  it("roles in a nested claim", async () => {
    const nested = createTokenVerifier({ ...issuer, groupsClaim: "realm_access.roles" });
    const token = await issuer.mintToken({ claims: { realm_access: { roles: ["admins"] } } });
    expect(await nested(token)).toMatchObject({ groups: ["admins"], isAdmin: true });
  });

  it("a provider without marks: an access token needs an audience of its own", async () => {
    const plain = { headerType: "JWT", claims: { token_use: undefined, scope: undefined } } as const;
    expect((await verify(await issuer.mintToken(plain))).username).toBe("alice");
    const clientOnly = createTokenVerifier({ issuer: issuer.issuer, clientId: "cairn-web" });
    expect(await refusalOf(clientOnly(await issuer.mintToken({ ...plain, audience: "cairn-web" })))).toBe(
      "unauthenticated",
    );
  });
});

describe("an ID token that lists the API among its audiences", () => {
  const both = ["cairn-web", "urn:cairn:api"];
  const idTokens: [string, MintOptions][] = [
    ["says so by the claim typ", { claims: { typ: "ID", aud: both } }],
    ["has a nonce", { claims: { nonce: "n", aud: "urn:cairn:api" } }],
    ["has the hash of an access token", { claims: { at_hash: "h", aud: "urn:cairn:api", scope: "openid" } }],
    ["is for the client too", { claims: { aud: both } }],
  ];
  it.each(idTokens)("is not an access token: it %s", async (_name, { claims }) => {
    const bare = { token_use: undefined, scope: undefined, client_id: undefined, azp: "cairn-web" };
    const token = await issuer.mintToken({ headerType: "JWT", claims: { ...bare, ...claims } });
    expect(await refusalOf(verify(token))).toBe("unauthenticated");
  });

  it("differs from an access token for the client, which has scopes", async () => {
    const clientOnly = createTokenVerifier({ issuer: issuer.issuer, clientId: "cairn-web" });
    const claims = { token_use: undefined, nonce: "n", aud: "cairn-web" };
    const token = await issuer.mintToken({ headerType: "JWT", claims: { ...claims, scope: "openid email" } });
    expect((await clientOnly(token)).username).toBe("alice");
    const bare = await issuer.mintToken({ headerType: "JWT", claims: { ...claims, scope: undefined } });
    expect(await refusalOf(clientOnly(bare))).toBe("unauthenticated");
  });
});

describe("the audience claim", () => {
  const like = (claims: Record<string, unknown>): MintOptions => ({
    headerType: "JWT",
    audience: "api://default",
    claims: { token_use: undefined, scope: undefined, client_id: undefined, ...claims },
  });

  it.each(["cid", "appid", "azp", "client_id"] as const)("%s", async (audienceClaim) => {
    const byClient = createTokenVerifier({ issuer: issuer.issuer, clientId: "cairn-web", audienceClaim });
    expect((await byClient(await issuer.mintToken(like({ [audienceClaim]: "cairn-web" })))).username).toBe("alice");
    for (const other of [{ [audienceClaim]: "another-app" }, {}]) {
      expect(await refusalOf(byClient(await issuer.mintToken(like(other))))).toBe("unauthenticated");
    }
  });

  it.each(["cid", "appid"])("%s names the client even if the audience is the API", async (claim) => {
    const byAudience = createTokenVerifier({ ...issuer, audience: "api://default" });
    expect((await byAudience(await issuer.mintToken(like({ [claim]: "cairn-web" })))).username).toBe("alice");
    expect(await refusalOf(byAudience(await issuer.mintToken(like({ [claim]: "another-app" }))))).toBe(
      "unauthenticated",
    );
  });
});

describe("groups", () => {
  const groupsOf = async (groups: unknown, groupsSeparator?: string) => {
    const verifyGroups = createTokenVerifier({ ...issuer, groupsSeparator });
    return (await verifyGroups(await issuer.mintToken({ claims: { "cognito:groups": groups } }))).groups;
  };

  it("in one string are one group, unless a setting names the separator", async () => {
    expect(await groupsOf("friends of admins")).toEqual(["friends of admins"]);
    expect(await groupsOf("guests,admins")).toEqual(["guests,admins"]);
    expect(await groupsOf("guests, field admins", ",")).toEqual(["guests", "field admins"]);
    expect(await groupsOf("guests admins", " ")).toEqual(["guests", "admins"]);
  });

  it("of teams have a configurable prefix, and name an organization", async () => {
    const groups = [
      "reviewers:7",
      "reviewers:Institute of Ferns",
      "reviewers:",
      "my reviewers:8",
      "desk-7",
      "owners:9",
    ];
    const token = await issuer.mintToken({ claims: { "cognito:groups": groups } });
    const rolesBy = async (teamGroups?: TeamGroups) =>
      (await createTokenVerifier({ ...issuer, teamGroups })(token)).groupRoles;
    const owner = { role: "owner", organization: "9" };
    expect(await rolesBy()).toEqual([{ role: "reviewer", organization: "7" }, owner]);
    expect(await rolesBy({ byName: true })).toEqual([
      { role: "reviewer", organization: "7" },
      { role: "reviewer", organization: "Institute of Ferns" },
      owner,
    ]);
    expect(await rolesBy({ prefixes: { ...groupPrefixes, reviewer: "desk-" } })).toEqual([
      { role: "reviewer", organization: "7" },
      owner,
    ]);
  });

  it("lose Keycloak's leading slash, but no other part of a path", async () => {
    const groups = ["/admins", "/guests/admins", "//admins", "guests/admins", " admins"];
    expect(await groupsOf(groups)).toEqual(["admins", "/guests/admins", "//admins", "guests/admins", " admins"]);
    expect(await groupsOf("/guests/admins")).toEqual(["/guests/admins"]);
  });
});

describe("the provider's keys", () => {
  const minute = 60_000;
  let own: ForeignIssuer;
  let verifyOwn: TokenVerifier;
  const warnings: string[] = [];
  beforeEach(async () => {
    own = await startForeignIssuer();
    verifyOwn = createTokenVerifier({ ...own, logger: { warn: (_details, message) => void warnings.push(message) } });
    warnings.splice(0);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await own.close();
  });
  /** Stops the clock, however long creating a key takes. */
  const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  const stopTime = () => later(0);

  it.each(["empty", "failing"] as const)("stay valid while the provider's answer is %s", async (answer) => {
    const token = await own.mintToken({ expiresIn: 3600 });
    await verifyOwn(token);
    own.serveKeys(answer);
    later(11 * minute);
    expect((await verifyOwn(token)).username).toBe("alice");
    expect(warnings).toContain("the identity provider's keys cannot be read");
  });

  it("that can't be read yet make a token of a new key unavailable, not invalid", async () => {
    await verifyOwn(await own.mintToken());
    await own.rotateKey();
    own.serveKeys("failing");
    later(minute);
    const token = await own.mintToken();
    expect(await refusalOf(verifyOwn(token))).toBe("unavailable");
    own.serveKeys("whole");
    later(minute);
    expect((await verifyOwn(token)).username).toBe("alice");
  });

  it("without ids are all tried", async () => {
    const unnamed = await startForeignIssuer({ namesKeys: false });
    const before = await unnamed.mintToken();
    await unnamed.rotateKey();
    const verifyUnnamed = createTokenVerifier({ ...unnamed });
    expect((await verifyUnnamed(await unnamed.mintToken())).username).toBe("alice");
    expect((await verifyUnnamed(before)).username).toBe("alice");
    const forged = await unnamed.mintToken({ foreignKey: true });
    expect(await refusalOf(verifyUnnamed(forged))).toBe("unauthenticated");
    await unnamed.close();
  });

  it("are not read again immediately after a failure, and neither is the document", async () => {
    stopTime();
    own.serveKeys("failing");
    const token = await own.mintToken();
    for (let count = 0; count < 10; count++) expect(await refusalOf(verifyOwn(token))).toBe("unavailable");
    expect([own.documentReads(), own.keyReads()]).toEqual([1, 1]);
  });

  it("are not read again immediately for an unknown key", async () => {
    stopTime();
    await verifyOwn(await own.mintToken());
    const elsewhere = await startForeignIssuer();
    for (let count = 0; count < 10; count++) {
      expect(await refusalOf(verifyOwn(await elsewhere.mintToken()))).toBe("unauthenticated");
    }
    expect(own.keyReads()).toBe(1);
    await elsewhere.close();
  });

  it("of an issuer with another name are rejected", async () => {
    own.sayIssuer("https://another.example");
    expect(await refusalOf(verifyOwn(await own.mintToken()))).toBe("unavailable");
  });
});

describe("messages for operators", () => {
  it("a token without a username is logged with the setting", async () => {
    const logged: [object, string][] = [];
    const logger = { warn: (details: object, message: string) => void logged.push([details, message]) };
    const verifyName = createTokenVerifier({ ...issuer, usernameClaim: "preferred_username", logger });
    expect(await refusalOf(verifyName(await issuer.mintToken()))).toBe("unauthenticated");
    expect(logged).toMatchObject([
      [
        { claims: expect.arrayContaining(["sub", "username"]) },
        'an access token has no username: OIDC_USERNAME_CLAIM is "preferred_username", which it does not have',
      ],
    ]);
  });

  it("an opaque access token has its own message", async () => {
    await expect(verify("gAAAAABnopaque")).rejects.toMatchObject({
      message: "The access token isn't a JWT, so Cairn can't read it.",
    });
  });

  it("clocks may differ by a minute, or by a setting", async () => {
    const ago = { expiresIn: -45 };
    expect((await verify(await issuer.mintToken(ago))).username).toBe("alice");
    const strict = createTokenVerifier({ ...issuer, clockToleranceSeconds: 5 });
    expect(await refusalOf(strict(await issuer.mintToken(ago)))).toBe("token_expired");
  });
});

describe("requests", () => {
  async function ask(url: string, authorization?: string) {
    const app = fastify();
    app.setErrorHandler((error, _request, reply) =>
      error instanceof DomainError ? reply.code(error.status).send(error.toBody()) : reply.code(500).send(),
    );
    identifyRequests(app, verify);
    app.get("/public", async (request) => ({ username: request.identity?.username ?? null }));
    const routes = { "/mine/:username": "self", "/admin": "admin", "/tester": "feature_tester" } as const;
    for (const [path, access] of Object.entries(routes)) {
      app.get<{ Params: { username?: string } }>(path, async ({ identity, params }) => {
        requireAccess(access, identity, params);
        return {};
      });
    }
    const response = await app.inject({ url, headers: authorization ? { authorization } : {} });
    return { status: response.statusCode, ...response.json<{ code?: string; username?: string | null }>() };
  }
  const bearer = async (options: MintOptions) => `Bearer ${await issuer.mintToken(options)}`;

  it("[ROLE-01] allow visitors only public calls", async () => {
    expect(await ask("/public")).toMatchObject({ status: 200, username: null });
    for (const url of ["/mine/alice", "/admin", "/tester"]) {
      expect(await ask(url)).toMatchObject({ status: 401, code: "unauthenticated" });
    }
  });

  it("with an invalid token are not treated as visitors", async () => {
    expect(await ask("/public", "Bearer nonsense")).toMatchObject({ status: 401, code: "unauthenticated" });
    expect(await ask("/public", "Basic YTpi")).toMatchObject({ status: 401, code: "unauthenticated" });
    expect(await ask("/public", await bearer({ expiresIn: -60 }))).toMatchObject({
      status: 401,
      code: "token_expired",
    });
  });

  it("[ROLE-02] for another username are forbidden, even for administrators", async () => {
    expect((await ask("/mine/alice", await bearer({ username: "alice" }))).status).toBe(200);
    expect(await ask("/mine/alice", await bearer({ username: "bob" }))).toMatchObject({
      status: 403,
      code: "forbidden",
    });
    expect((await ask("/mine/alice", await bearer({ username: "boss", groups: ["admins"] }))).status).toBe(403);
    expect((await ask("/mine/Alice", await bearer({ username: "alice" }))).status).toBe(403);
  });

  it("[ROLE-03] [ROLE-04] for administrators and testers need their groups", async () => {
    expect((await ask("/admin", await bearer({ groups: ["admins"] }))).status).toBe(200);
    expect((await ask("/admin", await bearer({ groups: ["feature_testers"] }))).status).toBe(403);
    expect((await ask("/tester", await bearer({ groups: ["feature_testers"] }))).status).toBe(200);
    expect((await ask("/tester", await bearer({ groups: ["admins"] }))).status).toBe(403);
  });
});
