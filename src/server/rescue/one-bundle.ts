import { createHash } from "node:crypto";
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "../refusals/domain-error.ts";

const renewEveryMs = 30_000;
/** A lock that a killed process left behind expires after this time. */
const staleAfterMs = 4 * renewEveryMs;

/**
 * Allows one import per account at a time, on all processes of this machine: the lock is a file in their shared folder.
 * Released at the end of its scope.
 * @throws DomainError `too_many_requests`
 */
export async function requireOnlyBundle(folder: string, username: string): Promise<AsyncDisposable> {
  const path = join(folder, `${createHash("sha256").update(username).digest("hex")}.lock`);
  const former = await stat(path).catch(() => undefined);
  if (former && former.mtimeMs < Date.now() - staleAfterMs) await rm(path, { force: true });
  const lock = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? new DomainError("too_many_requests.bundle") : error;
  });
  const renewing = setInterval(() => {
    const now = new Date();
    lock.utimes(now, now).catch(() => undefined);
  }, renewEveryMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(renewing);
      await lock.close();
      await rm(path, { force: true });
    },
  };
}
