import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { whyNo } from "../../../test/debian-programs.ts";
import { questPayload, uploadForm } from "../../../test/factories.ts";
import { testPassword as password } from "../../../test/identity-test-data.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { type PgBouncer, startPgBouncer } from "../../../test/pgbouncer.ts";
import { PostgresCluster } from "../../../test/postgres-cluster.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";
import { startWholeServer, type WholeServer } from "../../../test/whole-server.ts";
import { identityMigrations } from "../../identity/identity-migrations.ts";
import { type OpenDatabase, openDatabase } from "./connection.ts";
import { migrate, serverMigrations } from "./migrate.ts";

const missing = whyNo("pgbouncer") ?? whyNo("postgresql15");
if (missing) console.warn(`NOT RUN: the tests behind PgBouncer. ${missing}`);

/** Fewer than the concurrent requests, so that they share sessions. */
const sharedConnections = 3;

describe.skipIf(missing !== undefined)("behind PgBouncer in transaction mode", () => {
  let cluster: PostgresCluster;
  let bouncer: PgBouncer;
  let database: OpenDatabase;
  let server: WholeServer;

  beforeAll(async () => {
    cluster = await PostgresCluster.startNew();
    bouncer = await startPgBouncer(cluster, sharedConnections);
    const logger = { info: () => undefined, warn: console.warn, error: console.error };
    database = openDatabase(bouncer.connectionString, { logger });
    const { db, pool, close } = database;
    // Like processes that start at the same time.
    await Promise.all([migrate(pool, serverMigrations), migrate(pool, serverMigrations)]);
    await Promise.all([migrate(pool, identityMigrations), migrate(pool, identityMigrations)]);
    // PgBouncer passes no notifications: workers poll.
    const given = { db, pool, connectionString: bouncer.connectionString, drop: close };
    server = await startWholeServer({ JOB_POLL_SECONDS: "1" }, { database: given });
  });

  afterAll(async () => {
    await server?.close();
    await bouncer?.close();
    await cluster?.remove();
  });

  async function signIn(username: string, groups: string[] = []): Promise<string> {
    const email = `${username}@example.org`;
    await server.identity.accounts.create({ username, email, password, groups, emailVerified: true });
    return (await new SignInJourney(server.publicUrl).signIn(username, password)).access_token;
  }

  it("people sign in, join, upload and review, jobs are found by polling, and data is exported", async () => {
    const [adminToken, token] = await Promise.all([signIn("boss", ["admins"]), signIn("uma")]);
    const asAdmin = { token: adminToken };
    const organization = { organization_name: "Reef Watch", organization_email: "reef@example.org" };
    const { id } = (await server.call("POST", "/organizations", { ...asAdmin, json: organization })).body;
    const questId = (await server.call("POST", "/quests", { ...asAdmin, json: questPayload(id) })).body.id;
    const path = `/adventurers/uma/quests/${questId}`;
    expect((await server.call("POST", `${path}/sign-up`, { token })).status).toBe(200);
    const uploads = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const form = uploadForm(await makePhoto({ uniqueSeed: `pooled ${index}` }));
        return server.call("POST", `${path}/data/uploads`, { token, form });
      }),
    );
    expect(uploads.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    const json = { decision: "accepted" };
    for (const { body } of uploads) {
      expect((await server.call("PUT", `/quest_data/${body.id}/review`, { ...asAdmin, json })).status).toBe(200);
    }
    const reads = ["/quests", `${path}/data`, `/admin/datasets/${questId}/export?format=csv`, "/admin/samples"];
    const answers = await Promise.all([...reads, ...reads, ...reads].map((each) => server.call("GET", each, asAdmin)));
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 200, 200, 403, 200, 200, 200, 403, 200, 200]);
    expect((await server.call("GET", `${path}/data`, { token })).body).toHaveLength(8);
    expect(answers[2]?.body.trim().split("\n")).toHaveLength(9);
    const pictures = () => database.pool.query("SELECT FROM jobs WHERE kind = 'make-derivatives'");
    await vi.waitFor(async () => expect((await pictures()).rowCount).toBe(0), { timeout: 30_000, interval: 100 });
  });

  it("the migrations create the search index, and leave no lock or setting behind in a shared session", async () => {
    const made = await cluster.query("SELECT to_regclass('quests_search_text') AS name", [], "cairn");
    expect(made).toEqual([{ name: "quests_search_text" }]);
    const locks = await cluster.query("SELECT FROM pg_locks WHERE locktype = 'advisory'", [], "cairn");
    expect(locks).toEqual([]);
    const changedSettings =
      "SELECT name FROM pg_settings, pg_sleep(0.2) WHERE source = 'session' AND name LIKE '%timeout'";
    const sessions = Array.from({ length: sharedConnections }, () => database.pool.query(changedSettings));
    expect((await Promise.all(sessions)).flatMap(({ rows }) => rows)).toEqual([]);
  });

  it("the role's limits apply", async () => {
    await cluster.query("ALTER ROLE cairn SET statement_timeout = '100ms'");
    await cluster.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'cairn'");
    await vi.waitFor(() => database.pool.query("SELECT 1"), 10_000);
    await expect(database.pool.query("SELECT pg_sleep(5)")).rejects.toThrow("statement timeout");
  });
});
