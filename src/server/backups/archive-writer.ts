import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, type WriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { finished, pipeline } from "node:stream/promises";
import { type Pack, pack } from "tar-stream";
import { type BackupManifest, entryNames } from "./backup-format.ts";

export type WrittenEntry = { sha256: string; sizeBytes: number };

/**
 * Writes a backup to a new file with mode 0600. It gets its name once it is complete and flushed; until then there are
 * `<file>.part` and `<file>.checksums`. Add one entry at a time.
 */
export class ArchiveWriter {
  readonly #path: string;
  readonly #pack: Pack = pack();
  readonly #written: Promise<void>;
  readonly #checksums: WriteStream;

  constructor(path: string) {
    this.#path = path;
    const file = createWriteStream(this.#partPath, { flags: "wx", mode: 0o600, flush: true });
    this.#written = pipeline(this.#pack as AsyncIterable<Buffer>, file);
    this.#written.catch(() => undefined);
    this.#checksums = createWriteStream(this.#checksumsPath, { mode: 0o600 });
    this.#checksums.on("error", (error) => this.#pack.destroy(error));
  }

  get #partPath(): string {
    return `${this.#path}.part`;
  }

  get #checksumsPath(): string {
    return `${this.#path}.checksums`;
  }

  async addBytes(name: string, bytes: Buffer): Promise<void> {
    await this.#put(name, bytes.length, [bytes]);
  }

  /** The file must not change while it is added. */
  async addFile(name: string, path: string): Promise<WrittenEntry> {
    const { size } = await stat(path);
    // An extra byte would damage the rest of the archive.
    const bytes = size === 0 ? [] : createReadStream(path, { end: size - 1, highWaterMark: 256 * 1024 });
    return { sha256: await this.#put(name, size, bytes), sizeBytes: size };
  }

  async finish(manifest: BackupManifest): Promise<void> {
    await this.addBytes(entryNames.manifest, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
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

  async #put(name: string, sizeBytes: number, chunks: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
    const hash = createHash("sha256");
    const writing = this.#writeEntry(name, sizeBytes, chunks, hash.update.bind(hash));
    // With a full disk the archive ends, and nothing reads the entry any more.
    await Promise.race([writing, this.#written.then(() => writing)]);
    const sha256 = hash.digest("hex");
    if (!this.#checksums.writableEnded) this.#checksums.write(`${sha256}  ${name}\n`);
    return sha256;
  }

  async #writeEntry(
    name: string,
    size: number,
    chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
    look: (chunk: Buffer) => void,
  ): Promise<void> {
    const entry = this.#pack.entry({ name, size, mode: 0o600 });
    for await (const chunk of chunks) {
      look(chunk);
      if (!entry.write(chunk)) await once(entry, "drain");
    }
    const done = once(entry, "finish");
    entry.end(undefined);
    await done;
  }
}
