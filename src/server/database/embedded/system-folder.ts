import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type Account, canEnter } from "./unprivileged-account.ts";

/** Where root keeps what PostgreSQL's own user cannot reach in the project's folder or in DATA_DIR. */
export const defaultSystemFolder = "/var/lib/cairn";

const abandonedAfterMs = 60 * 60 * 1000;

/** Makes the folder if there is none; refuses one that others could write to or that `account` cannot enter. */
export async function prepareSystemFolder(folder: string, account: Account): Promise<void> {
  const created = await mkdir(folder, { recursive: true });
  // The umask may have closed it; a folder that was there before keeps its mode.
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

/** Removes what killed processes left behind; younger folders may be another process's work. */
export async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(parent, name);
    const found = await stat(folder).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}
