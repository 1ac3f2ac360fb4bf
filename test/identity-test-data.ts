import { TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { awaitedLater } from "./awaited-later.ts";
import type { HttpPage } from "./http-browser.ts";
import { type IdentityServer, startIdentityServer } from "./identity-server.ts";
import { readOutbox, type SignInJourney } from "./sign-in-journey.ts";

export const testPassword = "correct horse battery";

/** An identity server for all tests of a file. Each test fails if the server logs an error. */
export function usingIdentity(...options: Parameters<typeof startIdentityServer>): IdentityServer {
  let server: IdentityServer | undefined;
  beforeAll(async () => {
    server = await startIdentityServer(...options);
  });
  afterEach(() => server && expectNoFailures(server));
  afterAll(() => server?.close());
  return new Proxy({} as IdentityServer, {
    get(_target, name) {
      if (!server) throw new Error("The server starts in beforeAll: use it in tests and in hooks after that.");
      return Reflect.get(server, name);
    },
  });
}

/** The same with the accounts `alice` and `admin`. */
export function usingAliceAndAdmin(...options: Parameters<typeof startIdentityServer>): IdentityServer {
  const server = usingIdentity(...options);
  beforeAll(() => addAliceAndAdmin(server));
  return server;
}

let people = 0;

/** Creates an account with `testPassword` and returns its username. */
export async function addPerson({ identity: { accounts } }: IdentityServer): Promise<string> {
  people += 1;
  const username = `user${people}`;
  const email = `${username}@example.org`;
  await accounts.create({ username, email, password: testPassword, emailVerified: true });
  return username;
}

/** Creates two accounts with `testPassword`: `alice`, and `admin` in both groups. */
export async function addAliceAndAdmin({ identity: { accounts } }: IdentityServer): Promise<void> {
  const password = testPassword;
  await accounts.create({ username: "alice", email: "alice@example.org", password, emailVerified: true });
  await accounts.create({
    username: "admin",
    email: "admin@example.org",
    password,
    groups: ["admins", "feature_testers"],
    emailVerified: true,
  });
}

/** After each test: checks that no errors were logged, and resets attempt limits. */
export async function expectNoFailures({ pool, failures }: IdentityServer): Promise<void> {
  await pool.query("DELETE FROM identity.attempts");
  expect(failures).toEqual([]);
}

/** Runs `work` while the database rejects audit entries, the last write of each account change. */
export async function whileAuditFails({ pool }: IdentityServer, work: () => Promise<unknown>): Promise<void> {
  await pool.query(`CREATE FUNCTION identity.refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'refused by the test'; END $$`);
  await pool.query(`CREATE TRIGGER refuse BEFORE INSERT ON identity.account_audit
    FOR EACH ROW EXECUTE FUNCTION identity.refuse()`);
  try {
    await work();
  } finally {
    await pool.query("DROP FUNCTION identity.refuse CASCADE");
  }
}

/** The authenticator's current code, by the server's clock. */
export function authenticatorCode(server: IdentityServer, secret: string, laterMs = 0): string {
  return new TOTP({ secret }).generate({ timestamp: server.now().getTime() + laterMs });
}

/** A code works once; the next one comes after 30 seconds. */
export const waitForNextCode = (server: IdentityServer) => server.advanceMs(30_000);

/** Opens a page and, if the sign-in is too old by the server's clock, first enters the password. */
export async function openProven({ browser, publicUrl }: SignInJourney, path: string): Promise<HttpPage> {
  const page = await browser.open(`${publicUrl}${path}`);
  if (page.status !== 403) return page;
  return browser.submit(page, "/account/confirm", { current_password: testPassword });
}

/** Signs in and sets up an authenticator on the account page. */
export async function setUpAuthenticator(
  server: IdentityServer,
  journey: SignInJourney,
  username: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  await journey.signIn(username, testPassword);
  const page = await openProven(journey, "/account/app");
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.markup)?.[1]?.replaceAll(" ", "") ?? "";
  const codes = await journey.browser.submit(page, "/account/app", { code: authenticatorCode(server, secret) });
  waitForNextCode(server);
  return {
    secret,
    recoveryCodes: [...codes.markup.matchAll(/<code>(\w{5}-\w{5})<\/code>/g)].map(([, code]) => code ?? ""),
  };
}

/** Resolves once this many emails with codes were sent to an address. */
export async function waitForCodes(folder: string, to: string, count = 1): Promise<void> {
  const withCode = async () => (await readOutbox(folder, to)).filter(({ text }) => /\b\d{6}\b/.test(text));
  await expect.poll(withCode).toHaveLength(count);
}

/** Resolves once this many statements wait for locks. */
export async function untilWaiting(pool: IdentityServer["pool"], count: number): Promise<void> {
  const countWaiting = async () =>
    (await pool.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"))
      .rowCount;
  await expect.poll(countWaiting, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
}

/** Lets requests wait for a lock, so that they have read before any of them writes. */
export async function whileLocked<T>(
  { pool }: Pick<IdentityServer, "pool">,
  { lock, waiting }: { lock: string; waiting: number },
  begin: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; ${lock}`);
    const begun = awaitedLater(begin());
    // Not by this client: within a transaction it would see the same again and again.
    await untilWaiting(pool, waiting);
    await client.query("COMMIT");
    return await begun;
  } finally {
    // Ending the connection frees what it has locked, also after a failure.
    client.release(true);
  }
}
