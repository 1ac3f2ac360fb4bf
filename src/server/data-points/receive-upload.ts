import type { UploadQuota } from "../incoming/upload-quota.ts";
import { type ReceivedPhoto, receivePhoto } from "../photos/receive-photo.ts";
import { newPhotoKey } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { ownPhotoPart, readHash } from "./data-point-rules.ts";
import { forgetNamedUpload, type NamedUploadServices, namedPhoto, namesUpload } from "./named-uploads.ts";
import type { PhotoPart, UploadSource } from "./upload-source.ts";

export type ReceiveServices = NamedUploadServices & { uploadQuota: UploadQuota };

export type UploadFields = Record<string, string>;

export type Reception = {
  username: string;
  photosMax: number;
  /** Called when a photo begins, with the fields before it; false skips the photo. */
  wantsPhoto: (part: string, fields: UploadFields) => Promise<boolean>;
};

/**
 * Reads the parts of an upload in any order, streams its photos into the store, and then the resumable uploads that its
 * fields name.
 * @throws DomainError for an invalid form or photo, after deleting what was stored
 */
export async function receiveUpload(
  services: ReceiveServices,
  source: UploadSource,
  reception: Reception,
): Promise<ReceivedUpload> {
  const { username, photosMax } = reception;
  const upload = new ReceivedUpload(services, username);
  try {
    for await (const part of source(photosMax)) {
      if (part.type === "file") await receivePart(services, part, upload, reception);
      else if (typeof part.value === "string") upload.addField(part.fieldname, part.value);
    }
    for (const [field, id] of upload.named) {
      await receivePart(services, namedPhoto(services, { field, id, username }), upload, reception);
    }
  } catch (error) {
    if (error instanceof DomainError && error.code === "upload_unknown") upload.missing = error;
    else {
      await upload[Symbol.asyncDispose]();
      throw error;
    }
  }
  return upload;
}

async function receivePart(
  services: ReceiveServices,
  part: PhotoPart,
  upload: ReceivedUpload,
  { photosMax, wantsPhoto }: Reception,
): Promise<void> {
  const { fieldname: name } = part;
  if (upload.parts.has(name)) throw new DomainError("validation_failed.onePhoto", { field: name });
  upload.parts.add(name);
  if (upload.photos.size < photosMax && (await wantsPhoto(name, upload.fields))) {
    upload.photos.set(name, await storePhoto(services, part, upload));
  } else if (part.isOfRequest) {
    (await part.open()).resume();
  }
}

async function storePhoto(
  { photoStore: store }: ReceiveServices,
  part: PhotoPart,
  { fields, quotaShare }: ReceivedUpload,
): Promise<ReceivedPhoto> {
  const sentSha256 = readHash(fields, part.fieldname);
  const bytes = await part.open();
  try {
    const share = part.isCounted ? undefined : quotaShare;
    return await receivePhoto(bytes, { store, key: newPhotoKey(), sentSha256, share });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isDamaged = error.code === "photo_checksum_mismatch";
    if (isDamaged) await part.forget?.();
    // With several photos the answer names the part.
    throw isDamaged || part.fieldname !== ownPhotoPart ? error.about(part.fieldname) : error;
  } finally {
    if (!part.isOfRequest) bytes.destroy();
  }
}

/** The parts of an upload. At the end of its scope, orphaned photos are deleted. */
export class ReceivedUpload implements AsyncDisposable {
  readonly fields: UploadFields = {};
  readonly photos = new Map<string, ReceivedPhoto>();
  /** All form parts with a photo, the skipped ones included. */
  readonly parts = new Set<string>();
  /** Ids of resumable uploads, by the fields that name them. */
  readonly named = new Map<string, string>();
  /** Set if a resumable upload is missing: a simultaneous request for the same data point may have used it. */
  missing: DomainError | undefined;
  readonly quotaShare;
  #mayBeNamed = false;

  constructor(
    private readonly services: ReceiveServices,
    private readonly username: string,
  ) {
    this.quotaShare = services.uploadQuota.begin(username);
  }

  addField(name: string, text: string): void {
    if (!namesUpload(name)) this.fields[name] = text;
    else if (text !== "") this.named.set(name, text);
  }

  /** @throws DomainError `upload_unknown` */
  requireWhole(): void {
    if (this.missing) throw this.missing;
  }

  /**
   * Keeps the photos if the row is new, or if it is unknown whether it was committed; the nightly sweep decides then.
   */
  async keepFor<Stored extends { isNew: boolean }>(storing: Promise<Stored>): Promise<Stored> {
    this.#mayBeNamed = true;
    try {
      const stored = await storing;
      this.#mayBeNamed = stored.isNew;
      return stored;
    } catch (error) {
      if (error instanceof DomainError) this.#mayBeNamed = false;
      throw error;
    }
  }

  /** Deletes the resumable uploads that it named, since the data point has their bytes. */
  async forgetNamed(): Promise<void> {
    for (const id of this.named.values()) await forgetNamedUpload(this.services, { id, username: this.username });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#mayBeNamed) return;
    const { logger, photoStore } = this.services;
    this.quotaShare.giveBack();
    for (const { key } of this.photos.values()) {
      await photoStore
        .delete(key)
        .catch((error) => logger.warn({ err: error, key }, "an orphaned photo stays until it is swept"));
    }
  }
}
