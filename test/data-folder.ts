import { statfsSync } from "node:fs";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** Linux's file system in memory. */
const sharedMemory = "/dev/shm";
/** What all tests of a run use at most, several times over. */
const enoughBytes = 4 * 1024 ** 3;

/** A test's database is hundreds of small files: in memory, creating one takes a tenth of the time. */
function findParent(): string {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory);
    return bavail * bsize >= enoughBytes ? sharedMemory : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

/** Creates an empty temporary DATA_DIR. */
export async function makeDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(findParent(), prefix));
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
