import { userInfo } from "node:os";
import type { Pool } from "pg";
import { AccountInputError } from "../src/identity/accounts/account-rules.ts";
import { identityMigrations } from "../src/identity/identity-migrations.ts";
import { type Db, openDatabase } from "../src/server/database/connection.ts";
import { migrate, serverMigrations } from "../src/server/database/migrate.ts";
import { type Config, loadConfig } from "../src/server/settings/config.ts";
import { openSettingsDatabase } from "./settings-database.ts";

type Work = (database: { pool: Pool; db: Db }, config: Config) => Promise<void>;

/** The operator's name for the audit trail, and where the command prints. */
export const operator = {
  actor: `${userInfo().username} (command line)`,
  print: (line: string) => console.log(line),
};

/** Runs a command on the configured database, creating it if needed; prints errors in one line. */
export async function administer(work: Work): Promise<void> {
  const config = loadConfig(process.env);
  const { connectionString, stop } = await openSettingsDatabase(config);
  const database = openDatabase(connectionString);
  try {
    await migrate(database.pool, serverMigrations);
    await migrate(database.pool, identityMigrations);
    await work(database, config);
  } catch (error) {
    if (!(error instanceof AccountInputError) && !(error instanceof TypeError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await database.close();
    await stop();
  }
}
