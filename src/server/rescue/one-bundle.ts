import { createHash } from "node:crypto";
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "../refusals/domain-error.ts";

const renewEveryMs = 30_000;
/** What a process that was killed leaves behind holds nobody up for longer. */
const staleAfterMs = 4 * renewEveryMs;

/**
 * Lets an account bring one bundle at a time, whichever process of this machine takes it: the folder is what they share. The next
 * one may come when this goes out of scope.
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
