import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";

const abandonedAfterMs = 60 * 60 * 1000;

/** Removes files that have not been written to for an hour. */
export async function removeAbandonedFiles(folder: string): Promise<void> {
  const limit = Date.now() - abandonedAfterMs;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < limit) await rm(path, { force: true });
  }
}

/** The network delivers 64 KB at a time. Writing four at once saves time on the main thread. */
const bytesPerWrite = 256 * 1024;

/** A new private file (mode 0600). Once `bytes` has finished, it is closed, and synced if `isDurable`. */
export class LocalFileWriter {
  readonly path: string;
  readonly bytes: Writable;
  sizeBytes = 0;

  constructor(path: string, { isDurable }: { isDurable: boolean }) {
    this.path = path;
    let file: FileHandle;
    let held: Buffer[] = [];
    let heldBytes = 0;
    const writeHeld = async () => {
      const buffers = held;
      held = [];
      heldBytes = 0;
      await writeAll(file, buffers);
    };
    this.bytes = new Writable({
      construct: callingBack(async () => {
        file = await open(path, "wx", 0o600);
      }),
      write: (chunk: Buffer, _encoding, done) => {
        held.push(chunk);
        this.sizeBytes += chunk.length;
        heldBytes += chunk.length;
        if (heldBytes < bytesPerWrite) done();
        else callingBack(writeHeld)(done);
      },
      final: callingBack(async () => {
        await writeHeld();
        if (isDurable) await file.sync();
      }),
      destroy(error, done) {
        if (file) file.close().then(() => done(error), done);
        else done(error);
      },
    });
  }

  async remove(): Promise<void> {
    this.bytes.destroy();
    if (!this.bytes.closed) await new Promise<void>((resolve) => this.bytes.once("close", resolve));
    await rm(this.path, { force: true });
  }
}

type Done = (error?: Error | null) => void;

const callingBack = (work: () => Promise<void>) => (done: Done) => void work().then(() => done(), done);

/** A nearly full disk may accept a part and refuse the rest at the next write. */
async function writeAll(file: FileHandle, buffers: Buffer[]): Promise<void> {
  let rest = buffers;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest);
    rest = behind(rest, bytesWritten);
  }
}

function behind(buffers: readonly Buffer[], bytes: number): Buffer[] {
  let left = bytes;
  return buffers.flatMap((buffer) => {
    const taken = Math.min(left, buffer.length);
    left -= taken;
    return taken < buffer.length ? [buffer.subarray(taken)] : [];
  });
}
