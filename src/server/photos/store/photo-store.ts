import { createHash, randomUUID } from "node:crypto";
import { Readable, Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DomainError } from "../../refusals/domain-error.ts";
import { OutageError } from "../../refusals/outages.ts";

/**
 * Stores photos. A key is `<kind>/<name>`, for example `originals/6f1c…`; clients never choose the name. Both adapters
 * write a new photo to a local file first, so that it can be checked before it is visible.
 */
export type PhotoStore = {
  /** Starts a new object, which is invisible until `commit`. */
  beginWrite(key: string): Promise<PhotoWriter>;
  /** @param range the first and the last byte; by default all @throws PhotoNotFoundError */
  openRead(key: string, range?: ByteRange): Promise<PhotoReading>;
  /** Calls `use` with the path of a local copy, which exists until `use` settles. @throws PhotoNotFoundError */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Deleting a missing object is not an error. */
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** All objects whose key starts with `prefix`, in no particular order, streamed. */
  list(prefix: string): AsyncIterable<StoredPhoto>;
  /**
   * A URL for browsers that is valid for a while; absent if photos go through us. It doesn't check that the object
   * exists.
   */
  directAddress?: ((key: string, headers: DirectHeaders) => Promise<DirectAddress>) | undefined;
  /** Removes local leftovers of uploads that ended more than an hour ago; opening the store does so too. */
  removeAbandoned(): Promise<void>;
};

export type PhotoWriter = {
  readonly bytes: Writable;
  readonly localPath: string;
  /**
   * Makes the object visible, and durable against crashes and power cuts.
   * @param key another one than at the start, of the same kind
   */
  commit(key?: string): Promise<void>;
  /** Removes everything written. Harmless after `commit` and when repeated. */
  abort(): Promise<void>;
};

export type ByteRange = { start: number; end: number };

/** `sizeBytes` is of the whole object. */
export type PhotoReading = { stream: Readable; sizeBytes: number };

/** What the store answers with. */
export type DirectHeaders = { contentType: string; contentDisposition: string };

export type DirectAddress = { address: string; expiresAt: Date };

export type StoredPhoto = { key: string; sizeBytes: number; modifiedAt: Date };

export class PhotoNotFoundError extends Error {
  override readonly name = "PhotoNotFoundError";
  constructor(readonly key: string) {
    super(`no stored photo has the key ${key}`);
  }
}

export class InvalidPhotoKeyError extends Error {
  override readonly name = "InvalidPhotoKeyError";
  constructor(key: string) {
    super(`not a key of a photo: ${JSON.stringify(key.slice(0, 200))}`);
  }
}

/** It is unknown whether the object was stored or deleted. */
export class PhotoStoreError extends OutageError {
  override readonly name = "PhotoStoreError";
  constructor(message: string, options?: { cause?: unknown }) {
    super("unavailable.photoStore", message, options);
  }
}

const keyShape = /^[a-z][a-z0-9-]{0,31}\/[A-Za-z0-9][A-Za-z0-9_-]{0,127}(\.[a-z0-9]{1,8})?$/;

export const isPhotoKey = (key: string): boolean => keyShape.test(key);

/**
 * Splits a key into kind and name.
 * @throws InvalidPhotoKeyError for anything else, so that no key leads out of the store
 */
export function requirePhotoKey(key: string): { kind: string; name: string } {
  if (!isPhotoKey(key)) throw new InvalidPhotoKeyError(key);
  const slash = key.indexOf("/");
  return { kind: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** Random, so that no two uploads share one, even of the same data point. */
export function newPhotoKey(): string {
  return `originals/${randomUUID()}`;
}

export async function storeBytes(store: PhotoStore, key: string, bytes: Uint8Array): Promise<void> {
  const writer = await store.beginWrite(key);
  try {
    await pipeline([bytes], writer.bytes);
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

type HashedObject = { sha256: string; bytes: number };

/**
 * Stores an object as `<kind>/<its SHA-256>`. Nothing is stored if `content` fails or the signal is aborted.
 * @param content at most 4 GB
 */
export async function storeByHash(
  store: PhotoStore,
  kind: string,
  content: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
): Promise<HashedObject> {
  const writer = await store.beginWrite(`${kind}/${randomUUID()}`);
  const hash = createHash("sha256");
  let bytes = 0;
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(Readable.from(content, { objectMode: false }), hashing, writer.bytes, { signal });
    const sha256 = hash.digest("hex");
    await writer.commit(`${kind}/${sha256}`);
    return { sha256, bytes };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/**
 * Deletes what was stored if the row that names it is refused. If the row isn't written for another reason, the nightly
 * job deletes it as an orphan.
 */
export async function deleteIfRefused<Result>(
  store: PhotoStore,
  keys: readonly string[],
  naming: Promise<Result>,
): Promise<Result> {
  try {
    return await naming;
  } catch (error) {
    if (error instanceof DomainError) for (const key of keys) await store.delete(key);
    throw error;
  }
}

/** The same store; `onError` gets the name of each failed operation, missing photos excepted. */
export function countedPhotoStore(store: PhotoStore, onError: (operation: string) => void): PhotoStore {
  const watch = async <T>(operation: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof PhotoNotFoundError)) onError(operation);
      throw error;
    }
  };
  return {
    beginWrite: async (key) => {
      const writer = await watch("write", store.beginWrite(key));
      return {
        bytes: writer.bytes,
        localPath: writer.localPath,
        commit: (as) => watch("commit", writer.commit(as)),
        abort: () => writer.abort(),
      };
    },
    openRead: (key, range) => watch("read", store.openRead(key, range)),
    withLocalFile: (key, use) => store.withLocalFile(key, use),
    delete: (key) => watch("delete", store.delete(key)),
    exists: (key) => watch("exists", store.exists(key)),
    list: (prefix) => store.list(prefix),
    directAddress: store.directAddress,
    removeAbandoned: () => store.removeAbandoned(),
  };
}
