import { userInfo } from "node:os";
import { AccountInputError } from "../src/identity/accounts/account-input-error.ts";
import { runAccountCommand } from "../src/identity/administration/account-commands.ts";
import { openAccountAdministration } from "../src/identity/administration/administration.ts";
import { identityMigrations } from "../src/identity/identity-migrations.ts";
import { loadConfig } from "../src/server/config.ts";
import { type DatabaseLogger, openDatabase } from "../src/server/database/connection.ts";
import { findRunningPostgres, startEmbeddedPostgres } from "../src/server/database/embedded/start-postgres.ts";
import { migrate } from "../src/server/database/migrate.ts";
import { findDemoAccounts } from "../src/server/demo/demo-accounts.ts";
import { findEncryptionKeys } from "../src/server/processes/encryption-keys.ts";

const logger: DatabaseLogger = {
  info: () => {},
  warn: (...text: unknown[]) => console.warn(...text),
  error: (...text: unknown[]) => console.error(...text),
};

const config = loadConfig(process.env);

/** The database of the settings: the one that a running Cairn uses, or one that is started for the moment. */
async function openSettingsDatabase(): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl, stop: async () => {} };
  const running = await findRunningPostgres({ dataDir: config.dataDir, logger });
  return running
    ? { connectionString: running, stop: async () => {} }
    : startEmbeddedPostgres({ dataDir: config.dataDir, logger });
}

const { connectionString, stop } = await openSettingsDatabase();
const database = openDatabase(connectionString);
try {
  await migrate(database.pool, identityMigrations);
  const administration = openAccountAdministration(database.pool, await findEncryptionKeys(config), config);
  await runAccountCommand(process.argv.slice(2), administration, {
    actor: `${userInfo().username} (command line)`,
    print: (line) => console.log(line),
    temporaryPasswordDays: config.signInPolicy.temporaryPasswordDays,
    findDemoAccounts: () => findDemoAccounts(administration.accounts),
  });
} catch (error) {
  if (!(error instanceof AccountInputError) && !(error instanceof TypeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await database.close();
  await stop();
}
