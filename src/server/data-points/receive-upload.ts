import type { FileKind } from "../../protocol/field.ts";
import type { UploadQuota } from "../incoming/upload-quota.ts";
import { type ReceivedFile, receiveFile } from "../photos/receive-file.ts";
import { newPhotoKey } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { ownPhotoPath, partOf, readHash, type SentFile } from "./data-point-rules.ts";
import { forgetNamedUpload, type NamedUploadServices, namedFile, namesUpload } from "./named-uploads.ts";
import type { FilePart, UploadSource } from "./upload-source.ts";

export type ReceiveServices = NamedUploadServices & { uploadQuota: UploadQuota };

export type UploadFields = Record<string, string>;

export type Reception = {
  username: string;
  filesMax: number;
  /** Called when a file begins, with the fields before it, for its kind; undefined skips the file. */
  wantedKind: (file: SentFile, fields: UploadFields) => Promise<FileKind | undefined>;
};

/**
 * Reads the parts of an upload in any order, streams its files into the store, and then the resumable uploads that its
 * fields name.
 * @throws DomainError for an invalid form or file, after deleting what was stored
 */
export async function receiveUpload(
  services: ReceiveServices,
  source: UploadSource,
  reception: Reception,
): Promise<ReceivedUpload> {
  const { username, filesMax } = reception;
  const upload = new ReceivedUpload(services, username);
  try {
    for await (const part of source(filesMax)) {
      if (part.type === "file") await receivePart(services, part, upload, reception);
      else if (typeof part.value === "string") upload.addField(part.fieldname, part.value);
    }
    for (const [field, id] of upload.named) {
      await receivePart(services, namedFile(services, { field, id, username }), upload, reception);
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
  part: FilePart,
  upload: ReceivedUpload,
  { filesMax, wantedKind }: Reception,
): Promise<void> {
  const { path } = part;
  if (upload.sent.has(path)) throw new DomainError("validation_failed.onePhoto", { field: partOf(part) });
  upload.sent.set(path, part.kind);
  const kind = upload.files.size < filesMax ? await wantedKind(part, upload.fields) : undefined;
  if (kind) upload.files.set(path, await storeFile(services, { ...part, kind }, upload));
  else if (part.isOfRequest) (await part.open()).resume();
}

async function storeFile(
  { photoStore: store }: ReceiveServices,
  part: FilePart & { kind: FileKind },
  { fields, quotaShare }: ReceivedUpload,
): Promise<ReceivedFile> {
  const sentSha256 = readHash(fields, part.path);
  const bytes = await part.open();
  try {
    const share = part.isCounted ? undefined : quotaShare;
    return await receiveFile(bytes, { kind: part.kind, store, key: newPhotoKey(), sentSha256, share });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isDamaged = error.code === "photo_checksum_mismatch";
    if (isDamaged) await part.forget?.();
    // With several files the answer names the part.
    throw isDamaged || part.path !== ownPhotoPath ? error.about(partOf(part)) : error;
  } finally {
    if (!part.isOfRequest) bytes.destroy();
  }
}

/** The parts of an upload. At the end of its scope, orphaned files are deleted. */
export class ReceivedUpload implements AsyncDisposable {
  readonly fields: UploadFields = {};
  /** By path. */
  readonly files = new Map<string, ReceivedFile>();
  /** All that came, the skipped ones included. */
  readonly sent = new Map<string, SentFile["kind"]>();
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
   * Keeps the files if the row is new, or if it is unknown whether it was committed; the nightly sweep decides then.
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
    for (const { key } of this.files.values()) {
      await photoStore
        .delete(key)
        .catch((error) => logger.warn({ err: error, key }, "an orphaned file stays until it is swept"));
    }
  }
}
