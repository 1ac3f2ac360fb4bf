import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** Makes an empty DATA_DIR among the temporary files. */
export async function makeDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), prefix));
  // PostgreSQL's own user has to get in when root runs the tests; what lies in the folder closes itself.
  await chmod(folder, 0o711);
  return folder;
}

/** Removes it with its database, wherever that was put. PostgreSQL must have ended. */
export async function removeDataFolder(folder: string): Promise<void> {
  const database = await realpath(path.join(folder, "postgres")).catch(() => undefined);
  if (database) await rm(database, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}
