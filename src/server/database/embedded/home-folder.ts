import { chmod, chown, lstat, mkdir, mkdtemp, realpath, rm, stat, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { DatabaseLogger } from "../connection.ts";
import { type Account, canEnter, findAccount, prepareSystemFolder, runsAsRoot } from "./unprivileged-account.ts";

/** `DATA_DIR/postgres` with resolved links. It contains `cluster`, `socket` and `postgres.log`. */
export type Home = { folder: string; account: Account | undefined };

const socketFile = ".s.PGSQL.5432";
const longestSocketPathBytes = process.platform === "darwin" ? 103 : 107;
const temporaryPrefix = "cairn-postgres-";

/**
 * Finds or creates the folder of the embedded PostgreSQL in `dataDir`. If we are root and PostgreSQL's user can't enter `dataDir`,
 * the folder is in the system folder, with a link in `dataDir`.
 */
export async function prepareHome(dataDir: string, systemFolder: string, logger: DatabaseLogger): Promise<Home> {
  const place = path.join(dataDir, "postgres");
  await mkdir(dataDir, { recursive: true });
  const account = runsAsRoot() ? await findAccount() : undefined;
  if (!(await lstat(place).catch(() => undefined))) {
    if (!account || (await canEnter(dataDir, account))) await mkdir(place).catch(ignoreExisting);
    else await placeElsewhere(place, systemFolder, account, logger);
  }
  const folder = await realpath(place).catch(() => {
    throw new Error(
      `${place} links to a folder that no longer exists. Restore the folder, or remove the link to start with an empty database.`,
    );
  });
  return account ? openHomeAsRoot(folder, account) : openOwnHome(folder);
}

async function openOwnHome(folder: string): Promise<Home> {
  const { uid } = await stat(folder);
  if (process.getuid && uid !== process.getuid()) {
    throw new Error(
      `The database in ${folder} belongs to another user (uid ${uid}). Start Cairn as that user, or set DATA_DIR to another folder.`,
    );
  }
  await chmod(folder, 0o700);
  return { folder, account: undefined };
}

async function openHomeAsRoot(folder: string, account: Account): Promise<Home> {
  const { uid, gid } = await stat(folder);
  // Created by an ordinary user: it stays theirs.
  const runAs = uid === 0 ? account : { uid, gid, name: `with uid ${uid}` };
  // Its contents are private. The folder is root's, so that PostgreSQL's user can't add links that root would follow.
  if (uid === 0) await chmod(folder, 0o711);
  if (!(await canEnter(folder, runAs))) {
    throw new Error(
      `PostgreSQL runs as the user ${runAs.name}, who cannot enter ${folder}. Let that user enter the folders above it, or set DATA_DIR to another folder.`,
    );
  }
  return { folder, account: runAs };
}

async function placeElsewhere(
  place: string,
  systemFolder: string,
  account: Account,
  logger: DatabaseLogger,
): Promise<void> {
  await prepareSystemFolder(systemFolder, account);
  const folder = await mkdtemp(path.join(systemFolder, "postgres-"));
  try {
    await symlink(folder, place);
    logger.info(
      `The database is in ${folder}, because PostgreSQL runs as the user ${account.name}, who cannot enter ${path.dirname(place)}`,
    );
  } catch (error) {
    await rm(folder, { recursive: true });
    ignoreExisting(error as NodeJS.ErrnoException);
  }
}

/** Creates a folder for PostgreSQL's user only. */
export async function makePrivateFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting);
  await handOver(folder, account);
}

async function handOver(folder: string, account: Account | undefined): Promise<void> {
  if (account) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
}

/** A private folder for the socket: in the home, or a temporary one if the path is too long for a socket (about 100 bytes). */
export async function prepareSocketFolder({ folder, account }: Home): Promise<string> {
  const inHome = path.join(folder, "socket");
  if (fitsSocket(inHome)) {
    await makePrivateFolder(inHome, account);
    return inHome;
  }
  for (const parent of [os.tmpdir(), "/tmp"]) {
    const prefix = path.join(await realpath(parent), temporaryPrefix);
    if (!fitsSocket(`${prefix}XXXXXX`) || (account && !(await canEnter(parent, account)))) continue;
    const made = await mkdtemp(prefix);
    await handOver(made, account);
    return made;
  }
  throw new Error(`The paths ${folder} and TMPDIR are too long for PostgreSQL's socket.`);
}

export async function removeTemporarySocketFolder(folder: string): Promise<void> {
  if (path.basename(folder).startsWith(temporaryPrefix)) await rm(folder, { recursive: true, force: true });
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, socketFile)) <= longestSocketPathBytes;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
