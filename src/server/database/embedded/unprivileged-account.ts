import { execFile } from "node:child_process";
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
