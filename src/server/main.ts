import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { createIdentity, type Identity } from "../identity/identity.ts";
import { outboxMailer } from "../identity/outbox-mailer.ts";
import { smtpMailer } from "../identity/smtp-mailer.ts";
import { outboxMessenger, webhookMessenger } from "../identity/text-messages.ts";
import { createApp } from "./app.ts";
import { createTokenVerifier } from "./auth/token-verifier.ts";
import { type Config, loadConfig } from "./config.ts";
import { openDatabase } from "./database/connection.ts";
import { startEmbeddedPostgres } from "./database/embedded/start-postgres.ts";
import { migrate } from "./database/migrate.ts";
import { seedDemo } from "./demo/seed-demo.ts";
import { createServices, startBackgroundWork } from "./services.ts";

type Closable = { name: string; close: () => Promise<unknown> };

/** From the settings to a listening server; what was started is ended in reverse order. */
async function main(): Promise<void> {
  const config = readSettings();
  const logger = pino({ level: config.logLevel, redact: ["req.headers.authorization", "headers.authorization"] });
  const started: Closable[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= closeAll(started, logger);
    return stopping;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => void stop().then(() => process.exit(0)));
  }

  try {
    await start(config, logger, started);
  } catch (error) {
    logger.fatal({ err: error }, "could not start");
    console.error(error instanceof Error ? error.message : error);
    await stop();
    process.exit(1);
  }
}

/** The settings, or an end with what is wrong with them and nothing else. */
function readSettings(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function start(config: Config, logger: pino.Logger, started: Closable[]): Promise<void> {
  // As root PostgreSQL runs as a user of its own, who has to pass; what lies inside is closed to others by itself.
  await mkdir(config.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  let connectionString = config.databaseUrl;
  if (!connectionString) {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, logger });
    started.push({ name: "PostgreSQL", close: postgres.stop });
    connectionString = postgres.connectionString;
  }
  const database = openDatabase(connectionString, { logger });
  started.push({ name: "database connections", close: database.close });
  await migrate(database.pool, { logger });

  const identity = config.oidc.externalIssuer ? undefined : await startIdentity(config, logger, database.pool);
  if (identity) started.push({ name: "identity provider", close: async () => identity.close() });

  const services = await createServices(config, logger, database.db, {
    verifyToken: makeTokenVerifier(config, identity),
    ...(identity ? { embeddedIdentity: identity } : {}),
  });
  const work = startBackgroundWork(services);
  started.push({ name: "background work", close: work.stop });
  if (config.demo && identity) await seedDemo({ services, accounts: identity.accounts });
  else if (config.demo) logger.info("no demo content: its accounts belong to the embedded identity provider");

  const webRoot = findWebRoot();
  const app = await createApp(services, {
    sitePlugins: identity ? [identity.plugin] : [],
    ...(webRoot ? { webRoot } : {}),
  });
  started.push({ name: "server", close: () => app.close() });
  await app.listen({ port: config.port, host: config.host });
  const link = config.demo ? undefined : await identity?.makeFirstAdministratorLink();
  if (link) console.log(`There is no administrator yet. Create one at ${link} (works once, for a day)`);
  console.log(`Cairn is listening on ${config.publicUrl}`);
}

function startIdentity(config: Config, logger: pino.Logger, pool: Parameters<typeof createIdentity>[0]["pool"]) {
  const from = config.smtp.from ?? `Cairn <no-reply@${new URL(config.publicUrl).hostname}>`;
  const mailer = config.smtp.url
    ? smtpMailer({ url: config.smtp.url, from })
    : outboxMailer({ folder: join(config.dataDir, "outbox"), from });
  const messenger = config.smsWebhook
    ? webhookMessenger(config.smsWebhook)
    : outboxMessenger({ folder: join(config.dataDir, "outbox") });
  return createIdentity({
    pool,
    publicUrl: config.publicUrl,
    mailer,
    messenger,
    logger,
    cognitoApi: config.cognitoApi,
  });
}

function makeTokenVerifier(config: Config, identity: Identity | undefined) {
  const { groupsClaim, usernameClaim, externalIssuer, clientId, audience } = config.oidc;
  if (externalIssuer)
    return createTokenVerifier({ issuer: externalIssuer, clientId, audience, groupsClaim, usernameClaim });
  if (!identity) throw new Error("there is neither an embedded nor an external identity provider");
  return createTokenVerifier({
    issuer: identity.issuer,
    clientId: identity.clientId,
    audience: identity.audience,
    groupsClaim: "cognito:groups",
    usernameClaim: "username",
    keys: identity.jwks,
    isTokenAlive: identity.isTokenAlive,
  });
}

/** The built pages: beside the bundle, or in the project's `dist` when run from source. */
function findWebRoot(): string | undefined {
  const candidates = ["../web/", "../../dist/web/"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return candidates.find((folder) => existsSync(join(folder, "index.html")) && existsSync(join(folder, "assets")));
}

async function closeAll(started: Closable[], logger: pino.Logger): Promise<void> {
  for (const { name, close } of started.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      logger.error({ err: error }, `${name} did not close cleanly`);
    }
  }
}

await main();
