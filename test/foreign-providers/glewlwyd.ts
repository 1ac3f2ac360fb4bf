import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import getPort from "get-port";
import { exportJWK, generateKeyPair } from "jose";

export type Glewlwyd = { issuer: string; clientId: string; password: string; close(): Promise<void> };

const webapp = "/usr/share/glewlwyd/webapp";
const schema = "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3";
const modules = "/usr/lib/glewlwyd";
const startTimeoutMs = 20_000;

/** What is missing; undefined if Debian's packages `glewlwyd` and `sqlite3` are installed. */
/** Why its tests can't run. With `REQUIRE_GLEWLWYD=1` they fail instead of being skipped. */
export function whyNoGlewlwyd(): string | undefined {
  if (process.env.REQUIRE_GLEWLWYD === "1") return undefined;
  const missing = ["/usr/bin/glewlwyd", "/usr/bin/sqlite3", schema].filter((path) => !existsSync(path));
  return missing.length === 0
    ? undefined
    : `${missing.join(", ")} missing: apt-get install glewlwyd sqlite3 (Debian 12) provides it`;
}

/**
 * Debian's Glewlwyd, a third-party OpenID provider, on its own port and database, with the users `fern` and `warden`
 * (an administrator) and the public client `cairn-field-app` for the app at `appOrigin`.
 */
export async function startGlewlwyd(appOrigin: string): Promise<Glewlwyd> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-glewlwyd-"));
  const origin = `http://127.0.0.1:${await getPort()}`;
  const database = join(folder, "glewlwyd.db");
  const made = spawnSync("sqlite3", [database], { input: await readFile(schema) });
  if (made.status !== 0) throw new Error(`sqlite3: ${made.stderr}`);
  await writeFile(join(folder, "glewlwyd.conf"), await settings(folder, origin, database));
  const server = spawn("glewlwyd", [`--config-file=${join(folder, "glewlwyd.conf")}`], { stdio: "ignore" });
  const exited = new Promise((resolve) => server.once("exit", resolve));
  const close = async () => {
    server.kill("SIGTERM");
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const password = "moss and lichen";
  try {
    await setUp(await signInAsAdministrator(origin), origin, appOrigin, password);
  } catch (error) {
    await close();
    throw error;
  }
  return { issuer: `${origin}/api/oidc`, clientId: "cairn-field-app", password, close };
}

async function settings(folder: string, origin: string, database: string): Promise<string> {
  // The package links config.json to another folder, which hides the settings from its own pages.
  await cp(webapp, join(folder, "webapp"), {
    recursive: true,
    dereference: true,
    filter: (path) => !path.endsWith("/config.json"),
  });
  await cp("/etc/glewlwyd/config-2.7.json/config.json", join(folder, "webapp", "config.json"));
  await mkdir(join(folder, "none"));
  const types = Object.entries({
    ".html": "text/html",
    ".css": "text/css",
    ".js": "application/javascript",
    ".json": "application/json",
  }).map(([extension, type]) => `{ extension = "${extension}" mime_type = "${type}" compress = 0 }`);
  return `port=${new URL(origin).port}
bind_address="127.0.0.1"
external_url="${origin}"
login_url="login.html"
api_prefix="api"
static_files_path="${join(folder, "webapp")}"
allow_origin="*"
log_mode="console"
log_level="ERROR"
cookie_domain="127.0.0.1"
cookie_secure=0
session_key="GLEWLWYD_SESSION"
user_module_path="${modules}/user"
user_middleware_module_path="${join(folder, "none")}"
client_module_path="${modules}/client"
user_auth_scheme_module_path="${modules}/scheme"
plugin_module_path="${modules}/plugin"
hash_algorithm="SHA512"
database = { type = "sqlite3", path = "${database}" };
static_files_mime_types = (${types.join(",")})
`;
}

type Administer = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Waits until it listens; the package's first administrator has a well-known password. */
async function signInAsAdministrator(origin: string): Promise<Administer> {
  const startedMs = Date.now();
  for (;;) {
    const response = await fetch(`${origin}/api/auth`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "admin", password: "password" }),
    }).catch(() => undefined);
    if (!response) {
      if (Date.now() - startedMs > startTimeoutMs) throw new Error("glewlwyd did not start in time");
      await wait(100);
      continue;
    }
    const cookie = response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    return async (method, path, body) => {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: { cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`glewlwyd: ${method} ${path}: ${answer.status} ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    };
  }
}

async function setUp(administer: Administer, origin: string, appOrigin: string, password: string): Promise<void> {
  const scope = { description: "For field work", password_required: true, password_max_age: 0, scheme: {} };
  for (const name of ["email", "profile"]) await administer("POST", "/scope", { name, display_name: name, ...scope });
  await administer("PUT", "/scope/openid", { display_name: "openid", ...scope });

  const users = (await administer("GET", "/mod/user/database")) as {
    parameters: { "data-format": Record<string, unknown> };
  };
  users.parameters["data-format"].groups = { multiple: true, read: true, write: true };
  await administer("PUT", "/mod/user/database", users);
  await administer("PUT", "/mod/user/database/reset");
  for (const [username, groups] of Object.entries({ fern: [], warden: ["admins", "others"] })) {
    await administer("POST", "/user", {
      username,
      name: username,
      email: `${username}@trees.example`,
      password,
      enabled: true,
      scope: ["openid", "email", "profile"],
      groups,
    });
  }
  await administer("POST", "/client", {
    client_id: "cairn-field-app",
    name: "Cairn",
    enabled: true,
    confidential: false,
    redirect_uri: [`${appOrigin}/`],
    post_logout_redirect_uri: `${appOrigin}/`,
    authorization_type: ["code", "refresh_token"],
    token_endpoint_auth_method: ["none"],
    scope: [],
  });
  await administer("POST", "/mod/plugin/", await openidPlugin(origin));
}

async function openidPlugin(origin: string): Promise<object> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: "field", alg: "RS256" };
  return {
    module: "oidc",
    name: "oidc",
    display_name: "OpenID Connect",
    enabled: true,
    parameters: {
      iss: `${origin}/api/oidc`,
      "oauth-as-iss-id": true,
      "jwks-private": JSON.stringify({ keys: [key] }),
      "jwks-show": true,
      "jwt-type": "rsa",
      "jwt-key-size": "256",
      "access-token-duration": 300,
      "refresh-token-duration": 86_400,
      "code-duration": 60,
      "refresh-token-rolling": false,
      "refresh-token-one-use": "always",
      "allow-non-oidc": true,
      "auth-type-code-enabled": true,
      "auth-type-code-revoke-replayed": true,
      "auth-type-token-enabled": false,
      "auth-type-id-token-enabled": true,
      "auth-type-none-enabled": false,
      "auth-type-password-enabled": false,
      "auth-type-client-enabled": false,
      "auth-type-device-enabled": false,
      "auth-type-refresh-enabled": true,
      "subject-type": "public",
      "pkce-allowed": true,
      "pkce-method-plain-allowed": false,
      "pkce-required": true,
      "session-management-allowed": true,
      "session-cookie-name": "GLEWLWYD_OIDC_SESSION",
      "session-cookie-expiration": 86_400,
      "name-claim": "mandatory",
      "email-claim": "mandatory",
      "scope-claim": "no",
      "additional-parameters": [
        { "user-parameter": "username", "token-parameter": "preferred_username" },
        { "user-parameter": "groups", "token-parameter": "groups" },
      ],
    },
  };
}
