import { constants } from "node:fs";
import { type FileHandle, open, readFile } from "node:fs/promises";
import path from "node:path";
import type { Home } from "./home-folder.ts";

const largestLogBytes = 5 * 1024 * 1024;

function logFile(home: Home): string {
  return path.join(home.folder, "postgres.log");
}

/** Opens PostgreSQL's log for appending, and empties it if it is large. The caller closes it. */
export async function openLog(home: Home): Promise<FileHandle> {
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
export async function readLogEnd(home: Home, lines = 6): Promise<string> {
  const text = await readFile(logFile(home), "utf8").catch(() => "");
  return text.trimEnd().split("\n").slice(-lines).join("\n");
}
