import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The user that runs PostgreSQL if we are root: PostgreSQL doesn't run as root. */
export type Account = { uid: number; gid: number; name: string };

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

export async function findAccount(): Promise<Account> {
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout), name };
    } catch {
      // No such user.
    }
  }
  throw new Error(
    "PostgreSQL can't run as root, and there is no user postgres or nobody to run it as. Start Cairn as another user, or set DATABASE_URL to a PostgreSQL 15 or newer.",
  );
}

/** Whether `account` can enter the folder and all folders above it. */
export function canEnter(folder: string, account: Account): Promise<boolean> {
  return passesTest("-x", folder, account);
}

export function canRead(file: string, account: Account): Promise<boolean> {
  return passesTest("-r", file, account);
}

/** Runs `test` as that user, because access lists and mount options matter as well. */
async function passesTest(flag: "-x" | "-r", target: string, { uid, gid }: Account): Promise<boolean> {
  return run("test", [flag, path.resolve(target)], { uid, gid, cwd: "/" }).then(
    () => true,
    () => false,
  );
}

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
