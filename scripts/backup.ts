import { existsSync } from "node:fs";
import packageFile from "../package.json" with { type: "json" };
import { loadConfig } from "../src/server/config.ts";
import { backUp } from "../src/server/processes/back-up.ts";
import { runBackupCommand } from "./run-backup-command.ts";
import { openSettingsDatabase } from "./settings-database.ts";

await runBackupCommand("npm run backup -- FILE, or node dist/server/backup.js FILE", async (path) => {
  if (existsSync(path)) throw new Error(`${path} exists already. A backup is a new file.`);
  const config = loadConfig(process.env);
  if (!config.databaseUrl && !existsSync(config.dataDir)) {
    throw new Error(`There is no folder ${config.dataDir}: is DATA_DIR the one of the server?`);
  }
  const { connectionString, stop } = await openSettingsDatabase(config);
  try {
    const { photos, missing, damaged, deleted_meanwhile } = await backUp({
      config,
      connectionString,
      path,
      cairn: packageFile.version,
      print: console.log,
    });
    for (const key of missing) console.error(`WARNING: the store has no photo ${key}, which the database names.`);
    for (const key of damaged)
      console.error(`WARNING: the photo ${key} is not as it came in. It is in the backup as it is.`);
    if (deleted_meanwhile.length > 0) console.log(`${deleted_meanwhile.length} photos were deleted meanwhile.`);
    console.log(`${path} holds the database and ${photos.count} photos (${photos.bytes} bytes).`);
    console.log(
      config.encryptionKeys
        ? "ENCRYPTION_KEY is not in it: keep that too. Password hashes and all data are: nobody else may read the file."
        : "It holds the encryption key, password hashes and all data: nobody else may read the file.",
    );
    console.log("Not in it: the settings, the file that TERMS_FILE names, mails in DATA_DIR/outbox.");
  } finally {
    await stop();
  }
});
