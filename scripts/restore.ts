import { restore } from "../src/server/processes/restore.ts";
import { loadConfig } from "../src/server/settings/config.ts";
import { runBackupCommand } from "./run-backup-command.ts";
import { openSettingsDatabase } from "./settings-database.ts";

await runBackupCommand("npm run restore -- FILE, or node dist/server/restore.js FILE", async (path) => {
  const config = loadConfig(process.env);
  const { photos, missing, deleted_meanwhile } = await restore({
    config,
    openDatabase: () => openSettingsDatabase(config),
    path,
    print: console.log,
  });
  console.log(`The database and ${photos.count} photos are restored. Start Cairn now.`);
  const absent = missing.length + deleted_meanwhile.length;
  if (absent > 0) console.log(`${absent} photos in the database were missing from the store when the backup was made.`);
});
