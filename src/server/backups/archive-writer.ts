import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, type WriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { finished, pipeline } from "node:stream/promises";
import { type Pack, pack } from "tar-stream";
import { type BackupManifest, entryNames } from "./backup-format.ts";

/**
 * Writes a backup to a new file, mode 0600, which gets its name when it is complete and on disk. Until then there are
 * `<file>.part` and `<file>.checksums`. Add one entry after the other.
 */
export class ArchiveWriter {
  readonly #path: string;
  readonly #partPath: string;
  readonly #checksumsPath: string;
  readonly #pack: Pack = pack();
  readonly #written: Promise<void>;
  readonly #checksums: WriteStream;

  /** @throws the system's error if there can be no such file */
  static async create(path: string): Promise<ArchiveWriter> {
    const part = await open(`${path}.part`, "wx", 0o600);
    return new ArchiveWriter(path, part.createWriteStream({ flush: true }));
  }

  private constructor(path: string, file: WriteStream) {
    this.#path = path;
    this.#partPath = `${path}.part`;
    this.#checksumsPath = `${path}.checksums`;
    this.#written = pipeline(this.#pack as AsyncIterable<Buffer>, file);
    this.#written.catch(() => undefined);
    this.#checksums = createWriteStream(this.#checksumsPath, { mode: 0o600 });
    this.#checksums.on("error", (error) => this.#pack.destroy(error));
  }

  async addBytes(name: string, bytes: Buffer): Promise<void> {
    await this.#put(name, bytes.length, [bytes]);
  }

  async addJson(name: string, value: unknown): Promise<void> {
    await this.addBytes(name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`));
  }

  /** The file must not change while it is added. */
  async addFile(name: string, path: string): Promise<{ sha256: string; sizeBytes: number }> {
    const { size } = await stat(path);
    // One more byte would break the following entries.
    const bytes = size === 0 ? [] : createReadStream(path, { end: size - 1, highWaterMark: 256 * 1024 });
    return { sha256: await this.#put(name, size, bytes), sizeBytes: size };
  }

  async finish(manifest: BackupManifest): Promise<void> {
    await this.addJson(entryNames.manifest, manifest);
    this.#checksums.end();
    await finished(this.#checksums);
    await this.addFile(entryNames.checksums, this.#checksumsPath);
    this.#pack.finalize();
    await this.#written;
    await rename(this.#partPath, this.#path);
    await rm(this.#checksumsPath, { force: true });
  }

  async abort(): Promise<void> {
    this.#pack.destroy();
    this.#checksums.destroy();
    await this.#written.catch(() => undefined);
    await rm(this.#partPath, { force: true });
    await rm(this.#checksumsPath, { force: true });
  }

  async #put(name: string, size: number, chunks: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
    // Its true error, not that nothing can be added any more.
    if (this.#pack.destroyed) await this.#written;
    const hash = createHash("sha256");
    const entry = this.#pack.entry({ name, size, mode: 0o600 });
    const write = async () => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        if (!entry.write(chunk)) await once(entry, "drain");
      }
      const done = once(entry, "finish");
      entry.end(undefined);
      await done;
    };
    const writing = write();
    // If the disk is full, the archive fails and the entry never ends.
    await Promise.race([writing, this.#written.then(() => writing)]);
    const sha256 = hash.digest("hex");
    if (!this.#checksums.writableEnded) this.#checksums.write(`${sha256}  ${name}\n`);
    return sha256;
  }
}
