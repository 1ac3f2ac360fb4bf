import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import { spawnOptions } from "./cluster.ts";
import type { Home } from "./home-folder.ts";
import { openLog } from "./server-log.ts";

const run = promisify(execFile);

/** The contents of `postmaster.pid`. */
export type PidFile = { pid: number; socketFolder: string | undefined };

// For machines from a 1 GB phone to a laptop. For other settings use DATABASE_URL.
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

/** Starts PostgreSQL in the cluster. It outlives us if we are killed, so that its backends end cleanly. */
export async function spawnPostmaster(
  binaries: Binaries,
  home: Home,
  cluster: string,
  socketFolder: string,
  given: Record<string, string>,
): Promise<ChildProcess> {
  const program = path.join(binaries.folder, "bin", "postgres");
  // It is a list, so names with commas or spaces need quotes.
  const socketFolders = `"${socketFolder.replaceAll('"', '""')}"`;
  const all = { ...settings, ...given, unix_socket_directories: socketFolders };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = await openLog(home);
  try {
    const child = spawn(program, ["-D", cluster, ...flags], {
      ...spawnOptions(home.account),
      // Its own session, so that Ctrl-C only reaches us and we stop it cleanly.
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

/** Whether `pid` is the PostgreSQL of this cluster, not another process with a reused number. */
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
 * Removes lock files of a dead PostgreSQL. PostgreSQL ignores them, unless their process number was reused or a power
 * failure left them empty.
 */
export async function removeStaleLocks(cluster: string, socketFolder: string): Promise<void> {
  await removeStaleLock(path.join(cluster, "postmaster.pid"), cluster);
  await removeStaleLock(path.join(socketFolder, ".s.PGSQL.5432.lock"), cluster);
}

async function removeStaleLock(file: string, cluster: string): Promise<void> {
  const lock = await readLock(file);
  if (!lock || !(await isStale(lock, cluster))) return;
  // Moved first, so that another process's new lock can be put back.
  const moved = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    await rename(file, moved);
  } catch {
    return;
  }
  if ((await readLock(moved))?.text === lock.text) await rm(moved);
  else await rename(moved, file);
}

type Lock = { text: string; ageMs: number };

async function readLock(file: string): Promise<Lock | undefined> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
    return { text, ageMs: Date.now() - mtimeMs };
  } catch {
    return undefined;
  }
}

async function isStale({ text, ageMs }: Lock, cluster: string): Promise<boolean> {
  const pid = Math.abs(Number.parseInt(text, 10));
  // A starting PostgreSQL writes its number shortly after creating the file.
  if (Number.isNaN(pid)) return ageMs > 2000;
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
