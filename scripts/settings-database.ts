import type { DatabaseLogger } from "../src/server/database/connection.ts";
import { findRunningPostgres, startEmbeddedPostgres } from "../src/server/database/embedded/start-postgres.ts";
import type { Config } from "../src/server/settings/config.ts";

const logger: DatabaseLogger = {
  info: () => {},
  warn: (...text: unknown[]) => console.warn(...text),
  error: (...text: unknown[]) => console.error(...text),
};

/** The configured database: that of a running Cairn, or one started temporarily. */
export async function openSettingsDatabase(
  config: Config,
): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl, stop: async () => {} };
  const running = await findRunningPostgres({ dataDir: config.dataDir, logger });
  return running
    ? { connectionString: running, stop: async () => {} }
    : startEmbeddedPostgres({ dataDir: config.dataDir, logger });
}
