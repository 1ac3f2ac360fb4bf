import { createWriteStream, type WriteStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const abandonedAfterMs = 60 * 60 * 1000;
/** The network delivers 64 KB at a time. Writing several at once saves time on the main thread. */
const bufferedBytes = 256 * 1024;

/** Removes files that have not been written to for an hour. */
export async function removeAbandonedFiles(folder: string): Promise<void> {
  const limit = Date.now() - abandonedAfterMs;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < limit) await rm(path, { force: true });
  }
}

/** A new private file (mode 0600). It is synced before `bytes` closes if `isDurable`. */
export class LocalFileWriter {
  readonly bytes: WriteStream;

  constructor(
    readonly path: string,
    { isDurable }: { isDurable: boolean },
  ) {
    this.bytes = createWriteStream(path, { flags: "wx", mode: 0o600, flush: isDurable, highWaterMark: bufferedBytes });
  }

  get sizeBytes(): number {
    return this.bytes.bytesWritten;
  }

  async remove(): Promise<void> {
    this.bytes.destroy();
    if (!this.bytes.closed) await new Promise<void>((resolve) => this.bytes.once("close", resolve));
    await rm(this.path, { force: true });
  }
}
