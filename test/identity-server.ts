import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastify } from "fastify";
import getPort from "get-port";
import type { SecurityPolicy } from "../src/identity/accounts/security-policy.ts";
import type { FindOwnedOrganizations } from "../src/identity/accounts/still-needed.ts";
import { createIdentity, type Identity } from "../src/identity/identity.ts";
import { outboxMailer } from "../src/identity/messages/outbox-mailer.ts";
import type { FindLanguage } from "../src/identity/messages/owner-texts.ts";
import { outboxMessenger } from "../src/identity/messages/text-messages.ts";
import type { Terms } from "../src/identity/terms/terms.ts";
import { outageOf } from "../src/server/refusals/outages.ts";
import { createTestDatabase } from "./database.ts";

/** Encryption key of the test provider's secrets. */
export const testEncryptionKey = "the key that tests encrypt secrets by";

/** Those of the worker's first database: RSA keys take time. */
let signingKeys: object[] = [];

export type IdentityServer = {
  readonly identity: Identity;
  publicUrl: string;
  /** Where it listens, whatever its public address. */
  localUrl: string;
  outbox: string;
  pool: Awaited<ReturnType<typeof createTestDatabase>>["pool"];
  failures: object[];
  /** Logged security events, oldest first. */
  securityEvents: Record<string, unknown>[];
  /** Moves the provider's clock. The provider's own tokens use real time. */
  advanceMs(milliseconds: number): void;
  now(): Date;
  /** Restarts the server on the same database, optionally with other terms or keys. */
  restart(changed?: { terms?: Terms; encryptionKeys?: string[] }): Promise<void>;
  close(): Promise<void>;
};

/**
 * The embedded provider alone, on its own port and database. With two processes, requests alternate between two
 * providers that share only the database.
 */
export async function startIdentityServer(
  options: {
    processes?: 1 | 2;
    policy?: Partial<SecurityPolicy>;
    publicUrl?: string;
    terms?: Terms;
    appOrigins?: string[];
    findLanguage?: FindLanguage;
    findOwnedOrganizations?: FindOwnedOrganizations;
  } = {},
): Promise<IdentityServer> {
  const { processes = 1, publicUrl: givenUrl, ...identityOptions } = options;
  let { terms } = options;
  let encryptionKeys = [testEncryptionKey];
  const database = await createTestDatabase();
  const table = "identity.signing_keys";
  await database.pool.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(signingKeys),
  ]);
  const outbox = await mkdtemp(join(tmpdir(), "cairn-outbox-"));
  const port = await getPort();
  const localUrl = `http://localhost:${port}`;
  const publicUrl = givenUrl ?? localUrl;
  const failures: object[] = [];
  const securityEvents: Record<string, unknown>[] = [];
  const keepEvent = (details: object) => {
    if ("security_event" in details) securityEvents.push({ ...details });
  };
  let offsetMs = 0;
  const clock = () => new Date(Date.now() + offsetMs);
  const startOne = async (onPort: number) => {
    const identity = await createIdentity({
      pool: database.pool,
      publicUrl,
      encryptionKeys,
      mailer: outboxMailer({ folder: outbox, from: "cairn@localhost", clock }),
      messenger: outboxMessenger({ folder: outbox, clock }),
      logger: { info: keepEvent, warn: keepEvent, error: (details) => failures.push(details) },
      isOutage: (error) => outageOf(error) !== undefined,
      clock,
      ...identityOptions,
      terms,
    });
    const app = fastify();
    await app.register(identity.plugin);
    app.get("/", async () => "app");
    await app.listen({ port: onPort, host: "localhost" });
    return { identity, close: () => app.close() };
  };
  const start = async () => {
    if (processes === 1) return startOne(port);
    const ports = [await getPort(), await getPort()];
    const [first, second] = await Promise.all([startOne(ports[0] ?? 0), startOne(ports[1] ?? 0)]);
    const front = await takeTurns(port, ports);
    const close = () => Promise.all([front.close(), first.close(), second.close()]);
    return { identity: first.identity, close };
  };
  let running = await start();
  signingKeys = (await database.pool.query(`SELECT * FROM ${table}`)).rows;
  return {
    get identity() {
      return running.identity;
    },
    publicUrl,
    localUrl,
    outbox,
    pool: database.pool,
    failures,
    securityEvents,
    now: clock,
    advanceMs: (milliseconds) => {
      offsetMs += milliseconds;
    },
    restart: async (changed) => {
      await running.close();
      terms = changed?.terms ?? terms;
      encryptionKeys = changed?.encryptionKeys ?? encryptionKeys;
      running = await start();
    },
    close: async () => {
      await running.close();
      await database.drop();
      await rm(outbox, { recursive: true, force: true });
    },
  };
}

/** Forwards requests to several ports in turn. */
async function takeTurns(port: number, targets: number[]): Promise<{ close: () => Promise<void> }> {
  let count = 0;
  const front = createHttpServer((request, response) => {
    const { method, url, headers } = request;
    const target = { host: "localhost", port: targets[count++ % targets.length], method, path: url, headers };
    const onward = httpRequest(target, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => front.listen(port, "localhost", resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        front.close(() => resolve());
        front.closeAllConnections();
      }),
  };
}
