import { createWriteStream, type WriteStream } from "node:fs";
import { rm } from "node:fs/promises";

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
