import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** Creates an empty temporary DATA_DIR. */
export async function makeDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), prefix));
  // If root runs the tests, PostgreSQL's own user needs access; the folder's contents have their own permissions.
  await chmod(folder, 0o711);
  return folder;
}

/** Removes it with its database, wherever that is. PostgreSQL must have ended. */
export async function removeDataFolder(folder: string): Promise<void> {
  const database = await realpath(path.join(folder, "postgres")).catch(() => undefined);
  if (database) await rm(database, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}
