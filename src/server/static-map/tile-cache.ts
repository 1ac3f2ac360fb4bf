import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type CachedTile = { bytes: Buffer; ageMs: number };

const sweepEveryWrites = 100;

/** Tiles as files, up to a total size; the oldest are removed first. */
export class TileCache {
  #writes = 0;

  constructor(private readonly options: { folder: string; bytesMax: number }) {}

  async find(address: string): Promise<CachedTile | undefined> {
    const path = this.#pathOf(address);
    try {
      const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
      return { bytes, ageMs: Date.now() - mtimeMs };
    } catch {
      return undefined;
    }
  }

  async keep(address: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(address);
    const unfinished = `${path}.${randomUUID()}`;
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
    await writeFile(unfinished, bytes, { mode: 0o600 });
    await rename(unfinished, path);
    this.#writes += 1;
    if (this.#writes % sweepEveryWrites === 1) await this.sweep();
  }

  async sweep(): Promise<void> {
    const files = await Promise.all(
      (await readdir(this.options.folder)).map(async (name) => {
        const path = join(this.options.folder, name);
        const found = await stat(path).catch(() => undefined);
        return { path, sizeBytes: found?.size ?? 0, modifiedMs: found?.mtimeMs ?? 0 };
      }),
    );
    let keptBytes = 0;
    for (const { path, sizeBytes } of files.toSorted((a, b) => b.modifiedMs - a.modifiedMs)) {
      keptBytes += sizeBytes;
      if (keptBytes > this.options.bytesMax) await rm(path, { force: true });
    }
  }

  /** The URL may contain a key, so file names don't show it. */
  #pathOf(address: string): string {
    return join(this.options.folder, createHash("sha256").update(address).digest("hex"));
  }
}
