import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type Account, canEnter } from "./unprivileged-account.ts";

/** Used by root for what PostgreSQL's user can't reach in the project's folder or in DATA_DIR. */
export const defaultSystemFolder = "/var/lib/cairn";

const abandonedAfterMs = 60 * 60 * 1000;

/** Creates the folder if needed. Rejects one that others can write to or that `account` can't enter. */
export async function prepareSystemFolder(folder: string, account: Account): Promise<void> {
  const created = await mkdir(folder, { recursive: true });
  // The umask may have closed it; an existing folder keeps its mode.
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

/** Removes leftovers of killed processes; younger folders may still be in use. */
export async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(parent, name);
    const found = await stat(folder).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}
