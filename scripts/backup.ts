import { existsSync } from "node:fs";
import packageFile from "../package.json" with { type: "json" };
import { backUp } from "../src/server/processes/back-up.ts";
import { loadConfig } from "../src/server/settings/config.ts";
import { runBackupCommand } from "./run-backup-command.ts";
import { openSettingsDatabase } from "./settings-database.ts";

await runBackupCommand("npm run backup -- FILE, or node dist/server/backup.js FILE", async (path) => {
  if (existsSync(path)) throw new Error(`${path} already exists. Choose a new file for the backup.`);
  const config = loadConfig(process.env);
  if (!config.databaseUrl && !existsSync(config.dataDir)) {
    throw new Error(`There is no folder ${config.dataDir}. Set DATA_DIR to the server's folder.`);
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
    for (const key of missing) console.error(`WARNING: photo ${key} is in the database but not in the store.`);
    for (const key of damaged)
      console.error(`WARNING: photo ${key} has changed since it was uploaded. The backup has it as it is now.`);
    if (deleted_meanwhile.length > 0) console.log(`${deleted_meanwhile.length} photos were deleted during the backup.`);
    console.log(`${path} holds the database and ${photos.count} photos (${photos.bytes} bytes).`);
    console.log(
      config.encryptionKeys
        ? "It contains password hashes and all data: keep it private. It doesn't contain ENCRYPTION_KEY: keep that, too."
        : "It contains the encryption key, password hashes and all data: keep it private.",
    );
    console.log("Not included: the settings, the TERMS_FILE, and emails in DATA_DIR/outbox.");
  } finally {
    await stop();
  }
});
