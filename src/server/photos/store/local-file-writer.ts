import { createWriteStream, type WriteStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const abandonedAfterMs = 60 * 60 * 1000;

/** Removes the files in a folder of such files that nobody has written to for an hour. */
export async function removeAbandonedFiles(folder: string): Promise<void> {
  const limit = Date.now() - abandonedAfterMs;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < limit) await rm(path, { force: true });
  }
}

/** How much may wait for the disk while more is being received. */
const waitingBytesMax = 256 * 1024;

/** A new private file (mode 0600). Once `bytes` has finished, the file is closed, and durable where `isDurable` says so. */
export class LocalFileWriter {
  readonly path: string;
  readonly bytes: WriteStream;

  constructor(path: string, { isDurable }: { isDurable: boolean }) {
    this.path = path;
    this.bytes = createWriteStream(path, {
      flags: "wx",
      mode: 0o600,
      flush: isDurable,
      highWaterMark: waitingBytesMax,
    });
  }

  async remove(): Promise<void> {
    this.bytes.destroy();
    if (!this.bytes.closed) await new Promise<void>((resolve) => this.bytes.once("close", resolve));
    await rm(this.path, { force: true });
  }
}
