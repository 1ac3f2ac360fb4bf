import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import type { Identity } from "../src/identity/identity.ts";
import { createApp } from "../src/server/app.ts";
import { issuerNameOf, makeTokenVerifier, startIdentity } from "../src/server/processes/identity-provider.ts";
import { makeLogger } from "../src/server/processes/make-logger.ts";
import { createSharedServices, createWebServices, type Services } from "../src/server/processes/services.ts";
import { startWorker } from "../src/server/processes/worker.ts";
import { loadConfig } from "../src/server/settings/config.ts";
import type { ApiAnswer } from "./api.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { makeWebRoot } from "./web-root.ts";

export type WholeServer = {
  identity: Identity;
  services: Services;
  database: TestDatabase;
  publicUrl: string;
  /** Folder of sent emails. */
  outbox: string;
  log: Record<string, unknown>[];
  /** A call below `/api` with an access token of the embedded provider. */
  call(
    method: string,
    path: string,
    options?: { token?: string; json?: unknown; form?: FormData },
  ): Promise<ApiAnswer & { bytes: Buffer }>;
  close(): Promise<void>;
};

/** API, pages, worker and embedded provider in this process, on their own port and database. */
export async function startWholeServer(
  environment: Record<string, string> = {},
  given: { database?: TestDatabase } = {},
): Promise<WholeServer> {
  const database = given.database ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-whole-"));
  const log: Record<string, unknown>[] = [];
  const { logger } = makeLogger("debug", { write: (line: string) => void log.push(JSON.parse(line)) });
  const port = await getPort();
  const config = loadConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: "0",
    JOB_POLL_SECONDS: "1",
    ...environment,
  });
  const shared = await createSharedServices(config, logger, database.db, database.pool);
  const identity = await startIdentity(shared, database.pool, undefined);
  if (!identity) throw new Error("the settings name an external provider");
  const services = await createWebServices(shared, {
    verifyToken: makeTokenVerifier(config, identity, logger),
    issuerName: issuerNameOf(config),
    embeddedIdentity: identity,
  });
  const worker = startWorker(shared, database.pool);
  const app = await createApp(services, {
    sitePlugins: [identity.plugin],
    onLanguageChosen: identity.onLanguageChosen,
    webRoot: await makeWebRoot(join(dataDir, "web")),
  });
  await app.listen({ port, host: "localhost" });
  return {
    identity,
    services,
    database,
    publicUrl: config.publicUrl,
    outbox: join(dataDir, "outbox"),
    log,
    async call(method, path, { token, json, form } = {}) {
      const body = json === undefined ? form : JSON.stringify(json);
      const response = await fetch(`${config.publicUrl}/api${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(json === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const isJson = response.headers.get("content-type")?.includes("json") && bytes.length > 0;
      const text = bytes.toString();
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text, bytes };
    },
    async close() {
      await app.close();
      await worker.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
