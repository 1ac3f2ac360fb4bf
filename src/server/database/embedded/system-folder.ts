import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type Account, canEnter } from "./unprivileged-account.ts";

export const defaultSystemFolder = "/var/lib/cairn";

const abandonedAfterMs = 60 * 60 * 1000;

/** Creates the folder if missing. @throws Error if others can write to it, or `account` can't enter it */
export async function prepareSystemFolder(folder: string, account: Account): Promise<void> {
  const created = await mkdir(folder, { recursive: true });
  // Whatever the umask is; an existing folder keeps its mode.
  if (created) await chmod(folder, 0o755);
  await requireOwnedByRoot(folder);
  if (!(await canEnter(folder, account))) {
    throw new Error(
      `PostgreSQL runs as the user ${account.name}, who cannot enter ${folder}. Let other users enter it, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

export async function requireOwnedByRoot(folder: string): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (uid === 0 && (mode & 0o022) === 0) return;
  throw new Error(`${folder} must belong to root and be writable only by root, since programs run from it.`);
}

/** Removes leftovers of killed processes; other processes may still use young folders. */
export async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(parent, name);
    const found = await stat(folder).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}
