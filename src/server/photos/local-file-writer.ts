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
    let pending = buffers.filter((buffer) => buffer.byteLength > 0);
    while (pending.length > 0) {
      const { bytesWritten } = await this.handle.writev(pending);
      this.sizeBytes += bytesWritten;
      pending = withoutFirstBytes(pending, bytesWritten);
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

function withoutFirstBytes(buffers: readonly Uint8Array[], count: number): Uint8Array[] {
  const rest: Uint8Array[] = [];
  let toSkip = count;
  for (const buffer of buffers) {
    if (toSkip >= buffer.byteLength) toSkip -= buffer.byteLength;
    else {
      rest.push(toSkip > 0 ? buffer.subarray(toSkip) : buffer);
      toSkip = 0;
    }
  }
  return rest;
}
