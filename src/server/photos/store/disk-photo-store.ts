import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, open, opendir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { LocalFileWriter, removeAbandonedFiles } from "./local-file-writer.ts";
import {
  type ByteRange,
  PhotoNotFoundError,
  type PhotoReading,
  type PhotoStore,
  type PhotoWriter,
  requirePhotoKey,
  type StoredPhoto,
} from "./photo-store.ts";

const incomingFolder = ".incoming";
const shardCount = 64;

/**
 * Photos as files: `<root>/<kind>/<shard>/<name>`, 64 shards per kind. New files are written to `<root>/.incoming` and
 * renamed into place. Folders are 0700, files 0600. Opening the store removes files in `.incoming` that are older than
 * an hour.
 */
export class DiskPhotoStore implements PhotoStore {
  readonly #shardsReady = new Map<string, Promise<void>>();

  private constructor(private readonly root: string) {}

  static async open(root: string): Promise<DiskPhotoStore> {
    const incoming = join(root, incomingFolder);
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const store = new DiskPhotoStore(root);
    await store.removeAbandoned();
    return store;
  }

  removeAbandoned(): Promise<void> {
    return removeAbandonedFiles(join(this.root, incomingFolder));
  }

  async beginWrite(key: string): Promise<PhotoWriter> {
    const { kind } = requirePhotoKey(key);
    await this.#requireShards(kind);
    const file = new LocalFileWriter(join(this.root, incomingFolder, randomUUID()), { isDurable: true });
    return {
      bytes: file.bytes,
      localPath: file.path,
      commit: async (as = key) => {
        const target = this.#pathOf(as);
        await rename(file.path, target.path);
        await syncFolder(target.folder);
      },
      abort: () => file.remove(),
    };
  }

  async openRead(key: string, range?: ByteRange): Promise<PhotoReading> {
    const handle = await open(this.#pathOf(key).path, constants.O_RDONLY).catch((error) => {
      throw notFoundOr(error, key);
    });
    try {
      const { size } = await handle.stat();
      return { stream: handle.createReadStream({ highWaterMark: 256 * 1024, ...range }), sizeBytes: size };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    const { path } = this.#pathOf(key);
    await access(path, constants.R_OK).catch((error) => {
      throw notFoundOr(error, key);
    });
    return use(path);
  }

  async delete(key: string): Promise<void> {
    await rm(this.#pathOf(key).path, { force: true });
  }

  async exists(key: string): Promise<boolean> {
    try {
      await access(this.#pathOf(key).path);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async *list(prefix: string): AsyncIterable<StoredPhoto> {
    const kinds = (await readdir(this.root, { withFileTypes: true })).filter(
      (entry) => entry.isDirectory() && entry.name !== incomingFolder,
    );
    for (const kind of kinds) {
      // A prefix may end within the kind or go beyond it.
      if (!`${kind.name}/`.startsWith(prefix) && !prefix.startsWith(`${kind.name}/`)) continue;
      for (const shard of await readdir(join(this.root, kind.name))) {
        yield* this.#listShard(kind.name, shard, prefix);
      }
    }
  }

  async *#listShard(kind: string, shard: string, prefix: string): AsyncIterable<StoredPhoto> {
    const folder = join(this.root, kind, shard);
    for await (const entry of await opendir(folder)) {
      const key = `${kind}/${entry.name}`;
      if (!entry.isFile() || !key.startsWith(prefix)) continue;
      const found = await stat(join(folder, entry.name)).catch((error) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (found) yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
    }
  }

  #pathOf(key: string): { folder: string; path: string } {
    const { kind, name } = requirePhotoKey(key);
    const folder = join(this.root, kind, shardOf(name));
    return { folder, path: join(folder, name) };
  }

  /** Creates all shards of a kind at once, so that no upload has to create a folder and sync its parent. */
  #requireShards(kind: string): Promise<void> {
    let ready = this.#shardsReady.get(kind);
    if (!ready) {
      ready = makeShards(this.root, kind);
      this.#shardsReady.set(kind, ready);
      ready.catch(() => this.#shardsReady.delete(kind));
    }
    return ready;
  }
}

async function makeShards(root: string, kind: string): Promise<void> {
  const folder = join(root, kind);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const present = new Set(await readdir(folder));
  for (let shard = 0; shard < shardCount; shard++) {
    const name = shardName(shard);
    if (!present.has(name)) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  }
  await syncFolder(folder);
  await syncFolder(root);
}

function shardOf(name: string): string {
  return shardName((createHash("sha256").update(name).digest()[0] ?? 0) % shardCount);
}

function shardName(shard: number): string {
  return shard.toString(16).padStart(2, "0");
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function notFoundOr(error: unknown, key: string): unknown {
  return isMissing(error) ? new PhotoNotFoundError(key) : error;
}
