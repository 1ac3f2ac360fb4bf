import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll } from "vitest";
import { createApp } from "../src/server/app.ts";
import { createTokenVerifier } from "../src/server/auth/token-verifier.ts";
import { makeLogger } from "../src/server/processes/make-logger.ts";
import { createSharedServices, createWebServices, type Services } from "../src/server/processes/services.ts";
import { startWorker } from "../src/server/processes/worker.ts";
import { loadConfig } from "../src/server/settings/config.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { makeWebRoot } from "./web-root.ts";

export type TokenClaims = {
  username: string;
  /** Defaults to the username. */
  subject?: string;
  groups?: string[];
  issuer?: string;
  audience?: string;
  expiresInSeconds?: number;
  tokenUse?: "access" | "id";
  /** The sign-in at the embedded provider. */
  sessionId?: string;
  email?: string;
  /** Defaults to true if there is an address. */
  emailVerified?: boolean;
};

export type ApiAnswer = {
  status: number;
  headers: Headers;
  // Tests read answers of any shape.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
};

export type TestApi = {
  app: FastifyInstance;
  services: Services;
  database: TestDatabase;
  /** Address of the server, without a trailing slash. */
  origin: string;
  dataDir: string;
  /** `METHOD /path` of every route below `/api` that has a response body. */
  routes: Set<string>;
  log: Record<string, unknown>[];
  mintToken(claims: TokenClaims): Promise<string>;
  /** `path` is below `/api`; `as` is a username, `token` a complete token. */
  call(method: string, path: string, options?: CallOptions): Promise<ApiAnswer>;
  /** An upload form; values are sent unchanged. */
  upload(username: string, questId: number, form: FormData, query?: string): Promise<ApiAnswer>;
  close(): Promise<void>;
};

export type CallOptions = {
  as?: Person | undefined;
  token?: string;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
};
export type Person = "visitor" | "alice" | "bob" | "tester" | "admin" | (string & {});

const groupsOf: Record<string, string[]> = {
  admin: ["admins"],
  tester: ["feature_testers"],
};

const issuer = "https://issuer.example";
const clientId = "cairn-web";
const audience = "urn:cairn:api";

/** Made once, because RSA keys take time. */
const signingKeys = await generateKeyPair("RS256");

/** Starts the application before the tests of a file or `describe`, and closes it after them. */
export function usingApi(...settings: Parameters<typeof startTestApi>): TestApi {
  let api: TestApi | undefined;
  beforeAll(async () => {
    api = await startTestApi(...settings);
  });
  afterAll(() => api?.close());
  return new Proxy({} as TestApi, {
    get(_target, name) {
      if (!api) throw new Error("The application starts in beforeAll: use it in tests and in hooks after that.");
      return Reflect.get(api, name);
    },
  });
}

/**
 * The real application with its pages, on its own port and database. Tokens are signed with a key that the test holds.
 */
export async function startTestApi(
  environment: Record<string, string> = {},
  {
    isEmbedded = true,
    hasWorker = true,
    ...given
  }: { isEmbedded?: boolean; hasWorker?: boolean; database?: TestDatabase } = {},
): Promise<TestApi> {
  const database = given.database ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-api-"));
  const log: Record<string, unknown>[] = [];
  const { logger } = makeLogger("debug", { write: (line: string) => void log.push(JSON.parse(line)) });
  const jwk = { ...(await exportJWK(signingKeys.publicKey)), kid: "test", alg: "RS256" };
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: "0", ...environment });
  const { teamGroups } = config.oidc;
  const keys = createLocalJWKSet({ keys: [jwk] });
  const verifyToken = createTokenVerifier({ issuer, clientId, audience, keys, teamGroups });
  const shared = await createSharedServices(config, logger, database.db, database.pool);
  const services = await createWebServices(shared, {
    verifyToken,
    issuerName: issuer,
    ...(isEmbedded && {
      embeddedIdentity: {
        issuer,
        clientId,
        audience,
        scopes: "email profile openid",
        describeAccount: async (id: string) => ({ id }),
        isAccountActive: async () => true,
        findEnabledAccounts: async (_db, accountIds) => [...accountIds],
      },
    }),
  });
  const worker = hasWorker ? startWorker(shared, database.pool) : undefined;
  const routes = new Set<string>();
  const app = await createApp(services, {
    webRoot: await makeWebRoot(join(dataDir, "web")),
    onRoute: ({ method, url }) => {
      if (!/^\/api\/[^*]/.test(url)) return;
      for (const each of [method].flat()) routes.add(`${each} ${url}`);
    },
  });
  const origin = (await app.listen({ port: Number(environment.PORT ?? 0), host: "127.0.0.1" })).replace(/\/$/, "");

  const mintToken = ({ username, groups = groupsOf[username] ?? [], ...claims }: TokenClaims): Promise<string> =>
    new SignJWT({
      username,
      "cognito:groups": groups,
      client_id: clientId,
      scope: "openid email profile",
      token_use: claims.tokenUse ?? "access",
      ...(claims.sessionId !== undefined && { grant_id: claims.sessionId }),
      ...(claims.email === undefined ? {} : { email: claims.email, email_verified: claims.emailVerified ?? true }),
    })
      .setProtectedHeader({ alg: "RS256", kid: "test", typ: "at+jwt" })
      .setIssuer(claims.issuer ?? issuer)
      .setAudience(claims.audience ?? audience)
      .setSubject(claims.subject ?? username)
      .setIssuedAt(Math.floor(Date.now() / 1000) - 7200)
      .setExpirationTime(Math.floor(Date.now() / 1000) + (claims.expiresInSeconds ?? 600))
      .sign(signingKeys.privateKey);

  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (username: string) => {
    const known = tokens.get(username) ?? mintToken({ username, expiresInSeconds: 7200 });
    tokens.set(username, known);
    return known;
  };

  const call = async (method: string, path: string, options: CallOptions = {}): Promise<ApiAnswer> => {
    const { as = "visitor", json, form } = options;
    const token = options.token ?? (as === "visitor" ? undefined : await tokenOf(as));
    const body = json === undefined ? form : JSON.stringify(json);
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") && text !== "";
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

  return {
    app,
    services,
    database,
    origin,
    dataDir,
    routes,
    log,
    mintToken,
    call,
    upload: (username, questId, form, query = "?data_type=image") =>
      call("POST", `/adventurers/${username}/quests/${questId}/data/uploads${query}`, { as: username, form }),
    close: async () => {
      await app.close();
      await worker?.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
