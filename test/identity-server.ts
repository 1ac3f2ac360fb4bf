import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastify } from "fastify";
import { createIdentity, type Identity } from "../src/identity/identity.ts";
import { outboxMailer } from "../src/identity/messages/outbox-mailer.ts";
import { outboxMessenger } from "../src/identity/messages/text-messages.ts";
import { createTestDatabase } from "./database.ts";

export interface IdentityServer {
  readonly identity: Identity;
  publicUrl: string;
  outbox: string;
  pool: Awaited<ReturnType<typeof createTestDatabase>>["pool"];
  /** What was logged as an error. */
  failures: object[];
  /** Moves the provider's clock. The provider's own tokens go by the real one. */
  advanceMs(milliseconds: number): void;
  now(): Date;
  /** Ends the server and starts it anew on the same database, as after an upgrade. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The embedded provider alone, on a port and a database of its own. */
export async function startIdentityServer(options: { cognitoApi?: boolean } = {}): Promise<IdentityServer> {
  const database = await createTestDatabase();
  const outbox = await mkdtemp(join(tmpdir(), "cairn-outbox-"));
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const failures: object[] = [];
  let offsetMs = 0;
  const clock = () => new Date(Date.now() + offsetMs);
  const start = async () => {
    const identity = await createIdentity({
      pool: database.pool,
      publicUrl,
      mailer: outboxMailer({ folder: outbox, from: "cairn@localhost", clock }),
      messenger: outboxMessenger({ folder: outbox, clock }),
      logger: { info: () => {}, warn: () => {}, error: (details) => failures.push(details) },
      clock,
      ...options,
    });
    const app = fastify();
    await app.register(identity.plugin);
    app.get("/", async () => "app");
    await app.listen({ port, host: "localhost" });
    return { identity, app };
  };
  const stop = async ({ app }: Awaited<ReturnType<typeof start>>) => {
    await app.close();
  };
  let running = await start();
  return {
    get identity() {
      return running.identity;
    },
    publicUrl,
    outbox,
    pool: database.pool,
    failures,
    now: clock,
    advanceMs: (milliseconds) => {
      offsetMs += milliseconds;
    },
    restart: async () => {
      await stop(running);
      running = await start();
    },
    close: async () => {
      await stop(running);
      await database.drop();
      await rm(outbox, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("No free port");
  return address.port;
}
