import { userInfo } from "node:os";
import { AccountInputError } from "../src/identity/accounts/account-input-error.ts";
import { runAccountCommand } from "../src/identity/administration/account-commands.ts";
import { openAccountAdministration } from "../src/identity/administration/administration.ts";
import { identityMigrations } from "../src/identity/identity-migrations.ts";
import { loadConfig } from "../src/server/config.ts";
import { openDatabase } from "../src/server/database/connection.ts";
import { migrate } from "../src/server/database/migrate.ts";
import { findDemoAccounts } from "../src/server/demo/demo-accounts.ts";
import { findEncryptionKeys } from "../src/server/processes/encryption-keys.ts";
import { openSettingsDatabase } from "./settings-database.ts";

const config = loadConfig(process.env);
const { connectionString, stop } = await openSettingsDatabase(config);
const database = openDatabase(connectionString);
try {
  await migrate(database.pool, identityMigrations);
  const administration = openAccountAdministration(
    database.pool,
    await findEncryptionKeys(config, database.db),
    config,
  );
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
