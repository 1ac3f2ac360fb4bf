import { type FileHandle, open, rm } from "node:fs/promises";

/** A new private file (mode 0600) that buffers are appended to. */
export class LocalFileWriter {
  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  private closed = false;
  sizeBytes = 0;

  static async create(path: string): Promise<LocalFileWriter> {
    return new LocalFileWriter(path, await open(path, "wx", 0o600));
  }

  async write(buffers: readonly Uint8Array[]): Promise<void> {
    for (const buffer of buffers) {
      for (let at = 0; at < buffer.byteLength; ) {
        const { bytesWritten } = await this.handle.write(buffer, at);
        at += bytesWritten;
      }
      this.sizeBytes += buffer.byteLength;
    }
  }

  async sync(): Promise<void> {
    await this.handle.sync();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.handle.close();
  }

  async closeAndRemove(): Promise<void> {
    await this.close();
    await rm(this.path, { force: true });
  }
}
