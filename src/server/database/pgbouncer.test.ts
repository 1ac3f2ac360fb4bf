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
import { openDatabase } from "./connection.ts";
import { migrate, serverMigrations } from "./migrate.ts";
import { type OpenDatabases, openDatabases } from "./open-databases.ts";
import { warnOfMissingLimits } from "./pooler.ts";
import { ensureSearchIndex } from "./search-index.ts";

const missing = whyNo("pgbouncer") ?? whyNo("postgresql15");
if (missing) console.warn(`NOT RUN: the tests behind PgBouncer. ${missing}`);

/** Fewer than ask at once: what one leaves in a session another finds. */
const sharedConnections = 3;

describe.skipIf(missing !== undefined)("behind PgBouncer in transaction mode", () => {
  let cluster: PostgresCluster;
  let bouncer: PgBouncer;
  let databases: OpenDatabases;
  let server: WholeServer;

  beforeAll(async () => {
    cluster = await PostgresCluster.startPrimary(15);
    bouncer = await startPgBouncer(cluster, sharedConnections);
    const logger = { info: () => undefined, warn: console.warn, error: console.error };
    databases = openDatabases({ url: bouncer.connectionString, directUrl: cluster.connectionString() }, { logger });
    // As processes do that start together.
    await Promise.all([migrate(databases.pool, serverMigrations), migrate(databases.pool, serverMigrations)]);
    await Promise.all([migrate(databases.pool, identityMigrations), migrate(databases.pool, identityMigrations)]);
    const { db, pool, close, listeningPool } = databases;
    const database = { db, pool, connectionString: bouncer.connectionString, drop: close };
    // Nobody looks for jobs: whoever does one has heard of it.
    server = await startWholeServer({ JOB_POLL_SECONDS: "3600" }, { database, listeningPool });
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

  it("people sign in, join, upload and review, jobs are done when they come, and data is exported", async () => {
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
    const pictures = () => databases.pool.query("SELECT FROM jobs WHERE kind = 'make-derivatives'");
    await vi.waitFor(async () => expect((await pictures()).rowCount).toBe(0), { timeout: 30_000, interval: 100 });
  });

  it("no lock stays behind in a session, and limits that a role has count there", async () => {
    const locks = await cluster.query("SELECT FROM pg_locks WHERE locktype = 'advisory'", [], "cairn");
    expect(locks).toEqual([]);
    const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    await warnOfMissingLimits(databases.pool, logger);
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining("ALTER ROLE … SET statement_timeout = '30s'"));
    await cluster.query("ALTER ROLE cairn SET statement_timeout = '30s'");
    await cluster.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'cairn'");
    logger.warn.mockClear();
    await vi.waitFor(() => warnOfMissingLimits(databases.pool, logger), 10_000);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it("is refused with what to do where the setting for it is missing", async () => {
    const { pool, close } = openDatabase(bouncer.connectionString);
    const refusal = "set DATABASE_DIRECT_URL to the PostgreSQL behind it";
    await expect(migrate(pool)).rejects.toThrow(refusal);
    await close();
    // It would leave a session without a limit to others.
    await expect(ensureSearchIndex(bouncer.connectionString, console)).rejects.toThrow("unsupported startup parameter");
  });
});
