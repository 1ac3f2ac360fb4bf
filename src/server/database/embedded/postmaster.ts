import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, type FileHandle, open, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type Places, spawnOptions } from "./cluster.ts";
import type { Home } from "./home-folder.ts";

const run = promisify(execFile);

/** Written to a lock file: it is larger than any process number. */
const unusedPid = "999999999\n";

export type PidFile = { pid: number; socketFolder: string | undefined };

// These suit machines from a phone with 1 GB to a laptop; whoever needs others sets DATABASE_URL.
const settings = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "50",
  shared_buffers: "64MB",
  effective_cache_size: "256MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  wal_compression: "on",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  max_parallel_workers_per_gather: "0",
  io_method: "sync",
  huge_pages: "off",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  // The caller logs failed statements, without personal data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

/** Starts PostgreSQL in the cluster. If we are killed, it keeps running. */
export async function spawnPostmaster(
  { binaries, home, cluster }: Places,
  socketFolder: string,
  given: Record<string, string>,
): Promise<ChildProcess> {
  const program = path.join(binaries.folder, "bin", "postgres");
  // A list of folders: a name with a comma or a space must be quoted.
  const socketFolders = `"${socketFolder.replaceAll('"', '""')}"`;
  const all = { ...settings, ...given, unix_socket_directories: socketFolders };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = await openLog(home);
  try {
    const child = spawn(program, ["-D", cluster, ...flags], {
      ...spawnOptions(home.account),
      // In a session of its own: Ctrl-C only reaches us, and we shut it down.
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    });
    await once(child, "spawn");
    child.unref();
    return child;
  } catch (error) {
    throw new Error(
      `PostgreSQL cannot be run on this machine (${(error as Error).message}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  } finally {
    await log.close();
  }
}

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(path.join(cluster, "postmaster.pid"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  return { pid: Math.abs(Number.parseInt(lines[0] ?? "", 10)), socketFolder: lines[4]?.trim() || undefined };
}

/** Whether `pid` is alive and the PostgreSQL of this cluster, not another process with a reused number. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  const commandLine = await readCommandLine(pid);
  return commandLine.includes("postgres") && commandLine.includes(` -D ${cluster} `);
}

async function readCommandLine(pid: number): Promise<string> {
  try {
    if (process.platform === "linux") {
      return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    }
    return (await run("ps", ["-ww", "-o", "command=", "-p", String(pid)])).stdout;
  } catch {
    return "";
  }
}

/**
 * Makes PostgreSQL replace the lock files of one that is gone. It does so itself, unless their process number is reused by a
 * process of the same user, or a power failure left them empty. They aren't deleted by name: another Cairn process may just
 * have started a PostgreSQL, and the file with that name is now its lock.
 */
export async function disarmStaleLocks(cluster: string, socketFolder: string): Promise<void> {
  for (const lock of [path.join(cluster, "postmaster.pid"), path.join(socketFolder, ".s.PGSQL.5432.lock")]) {
    const file = await open(lock, constants.O_RDWR | constants.O_NOFOLLOW).catch(() => undefined);
    try {
      if (file && (await isStale(file, cluster))) {
        await file.write(unusedPid, 0);
        await file.truncate(unusedPid.length);
      }
    } finally {
      await file?.close();
    }
  }
}

async function isStale(lock: FileHandle, cluster: string): Promise<boolean> {
  const pid = Math.abs(Number.parseInt(await lock.readFile("utf8"), 10));
  // PostgreSQL creates the file a moment before it writes its number.
  if (Number.isNaN(pid)) return Date.now() - (await lock.stat()).mtimeMs > 2000;
  return isAlive(pid) && !(await isPostmaster(pid, cluster));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const largestLogBytes = 5 * 1024 * 1024;

function logFile(home: Home): string {
  return path.join(home.folder, "postgres.log");
}

/** Opens PostgreSQL's log for appending, and empties it if it is large. The caller closes it. */
async function openLog(home: Home): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const log = await open(logFile(home), O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  if (home.account) await log.chown(home.account.uid, home.account.gid);
  // PostgreSQL appends, so it can be writing at the same time.
  if ((await log.stat()).size > largestLogBytes) await log.truncate();
  return log;
}

export async function boundLog(home: Home): Promise<void> {
  await (await openLog(home)).close();
}

/** The last lines of PostgreSQL's log, for error messages. */
export async function readLogEnd(home: Home): Promise<string> {
  const text = await readFile(logFile(home), "utf8").catch(() => "");
  return text.trimEnd().split("\n").slice(-6).join("\n");
}
