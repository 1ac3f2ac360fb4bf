import { userInfo } from "node:os";
import { AccountInputError } from "../src/identity/accounts/account-input-error.ts";
import { openClientAdministration } from "../src/identity/administration/administration.ts";
import { runClientCommand } from "../src/identity/administration/client-commands.ts";
import { identityMigrations } from "../src/identity/identity-migrations.ts";
import { loadConfig } from "../src/server/config.ts";
import { openDatabase } from "../src/server/database/connection.ts";
import { migrate } from "../src/server/database/migrate.ts";
import { openSettingsDatabase } from "./settings-database.ts";

const { connectionString, stop } = await openSettingsDatabase(loadConfig(process.env));
const database = openDatabase(connectionString);
try {
  await migrate(database.pool, identityMigrations);
  await runClientCommand(process.argv.slice(2), openClientAdministration(database.pool), {
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
