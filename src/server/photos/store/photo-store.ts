import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { OutageError } from "../../refusals/outages.ts";

/**
 * Where photos are kept. A key is `<kind>/<name>`, for example `originals/6f1c…`; the name is made by us, never by a client.
 * Both adapters collect the bytes of a new photo in a local file first, so that it can be judged before anybody sees it.
 */
export type PhotoStore = {
  /** Starts a new object. Nothing is visible under the key before `commit`. */
  beginWrite(key: string): Promise<PhotoWriter>;
  /** @throws PhotoNotFoundError */
  openRead(key: string): Promise<PhotoReading>;
  /**
   * Calls `use` with the path of a local file that holds the object; the path is only good until `use` settles.
   * @throws PhotoNotFoundError
   */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** All objects whose key starts with `prefix`, in no particular order, without holding the list in memory. */
  list(prefix: string): AsyncIterable<StoredPhoto>;
  /** Where a browser gets the object for a while without asking us; absent where it has to come to us. Whether there is one is not looked up. */
  directAddress?: ((key: string, contentType: string) => Promise<DirectAddress>) | undefined;
  /** Removes what uploads that never ended left on the local disk an hour ago or earlier; opening the store does it too. */
  removeAbandoned(): Promise<void>;
};

export type PhotoWriter = {
  /** Takes the bytes of the photo. */
  readonly bytes: Writable;
  /** The local file that holds the photo once `bytes` has closed. */
  readonly localPath: string;
  /** Makes the object durable and visible. After it settles, neither a crash nor a power cut loses the object. */
  commit(): Promise<void>;
  /** Removes everything that was written. Harmless after `commit` and when called twice. */
  abort(): Promise<void>;
};

export type PhotoReading = { stream: Readable; sizeBytes: number };

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

/** The store refused or failed; whether the object was stored or deleted is not known. */
export class PhotoStoreError extends OutageError {
  override readonly name = "PhotoStoreError";
  constructor(message: string, options?: { cause?: unknown }) {
    super("unavailable.photoStore", message, options);
  }
}

const keyShape = /^[a-z][a-z0-9-]{0,31}\/[A-Za-z0-9][A-Za-z0-9_-]{0,127}(\.[a-z0-9]{1,8})?$/;

/**
 * Splits a key into its kind and name.
 * @throws InvalidPhotoKeyError for everything else, so that no key can name a path outside the store
 */
export function requirePhotoKey(key: string): { kind: string; name: string } {
  if (!keyShape.test(key)) throw new InvalidPhotoKeyError(key);
  const slash = key.indexOf("/");
  return { kind: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** A new key for an original. Random, so that two uploads never share one, even of the same data point. */
export function newPhotoKey(): string {
  return `originals/${randomUUID()}`;
}

/** Stores a small object that is already in memory, durably. */
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
