import { execFile } from "node:child_process";
import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The user that PostgreSQL runs as when we are root, whom it refuses. */
export type Account = { uid: number; gid: number; name: string };

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The user `postgres` if the machine has one, else `nobody`. */
export async function findAccount(): Promise<Account> {
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout), name };
    } catch {
      // `id` knows no such user: try the next one.
    }
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody to run it as. Start Cairn as another user, or set DATABASE_URL to a PostgreSQL 15 or newer.",
  );
}

/** Whether `account` may enter the folder and every folder above it. */
export async function canEnter(folder: string, account: Account): Promise<boolean> {
  let current = await realpath(folder);
  for (;;) {
    if (!(await hasPermission(current, account, 0o1))) return false;
    const parent = path.dirname(current);
    if (parent === current) return true;
    current = parent;
  }
}

/** Whether `account` may read the file and get to it. */
export async function canRead(file: string, account: Account): Promise<boolean> {
  const target = await realpath(file);
  return (await hasPermission(target, account, 0o4)) && canEnter(path.dirname(target), account);
}

async function hasPermission(target: string, account: Account, bit: 0o1 | 0o4): Promise<boolean> {
  const { uid, gid, mode } = await stat(target);
  if (uid === account.uid) return (mode & (bit << 6)) !== 0;
  if (gid === account.gid) return (mode & (bit << 3)) !== 0;
  return (mode & bit) !== 0;
}
