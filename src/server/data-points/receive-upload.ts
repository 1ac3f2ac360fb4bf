import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { measurementsBytesMax, photoBytesMax } from "../../contract/limits.ts";
import type { FileKind } from "../../protocol/field.ts";
import { fileFieldCountMax } from "../../protocol/protocol-limits.ts";
import { readFormParts, type UnreadForm } from "../calls/read-form-parts.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { regardlessOfRights } from "../database/rights.ts";
import type { UploadQuota } from "../incoming/upload-quota.ts";
import { type ReceivedFile, receiveFile } from "../photos/receive-file.ts";
import { newPhotoKey, type PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { claimUpload, forgetUpload, openUpload, releaseClaims } from "../uploads/take-uploads.ts";
import { fileOfPart, ownPhotoPath, partOf, readHash, type SentFile } from "./data-point-rules.ts";

type FilePart = SentFile & {
  type: "file";
  open: () => Promise<Readable>;
  /** Its stream is part of the request: it is read to its end if not wanted, and never destroyed. */
  isOfRequest?: true;
  /** Deletes its source, which doesn't have the bytes that were sent. */
  forget?: () => Promise<unknown>;
};

type UploadPart = { type: "field"; fieldname: string; value: unknown } | FilePart;

/** The parts of a form or of a bundle's data point. `filesMax`: how many files may be wanted. */
export type UploadSource = (filesMax: number) => AsyncIterable<UploadPart>;

/** The answer names unexpected files up to this number. */
const unexpectedMax = 4;
const longFields = { measurements: measurementsBytesMax, fixes: 50_000, photos_from: 20_000 };

function formLimitsOf(filesMax: number) {
  const named = Math.max(filesMax, 1 + fileFieldCountMax);
  return {
    // One byte more shows that a file is too large.
    fileBytes: photoBytesMax + 1,
    // Each file has a hash, and may be a resumable upload.
    fields: 20 + 2 * named,
    files: named + unexpectedMax,
    longFields,
    // A file that is too large is read on for the length of another.
    bytes: (filesMax + 1) * photoBytesMax + 1_000_000,
  };
}

export const uploadForm = (form: UnreadForm): UploadSource =>
  async function* (filesMax) {
    for await (const part of readFormParts(form, formLimitsOf(filesMax))) {
      if (part.type === "field") yield part;
      else yield { type: "file", ...fileOfPart(part.fieldname), open: async () => part.file, isOfRequest: true };
    }
  };

export type ReceiveServices = NamedUploadServices & { uploadQuota: UploadQuota };

export type UploadFields = Record<string, string>;

export type Reception = {
  username: string;
  filesMax: number;
  /** Called when a file begins, with the fields before it, for its kind; undefined skips the file. */
  wantedKind: (file: SentFile, fields: UploadFields) => Promise<FileKind | undefined>;
};

/**
 * Reads the parts of an upload in any order, and streams the files of the request into the store. The others wait for
 * `receiveHeld`, so that fields are checked before bytes are copied.
 * @throws DomainError for an invalid form or file, after deleting what was stored
 */
export async function receiveUpload(
  services: ReceiveServices,
  source: UploadSource,
  reception: Reception,
): Promise<ReceivedUpload> {
  const { username, filesMax } = reception;
  const upload = new ReceivedUpload(services, reception);
  try {
    for await (const part of source(filesMax)) {
      if (part.type === "field") {
        if (typeof part.value === "string") upload.addField(part.fieldname, part.value);
      } else {
        upload.announce(part);
        if (part.isOfRequest) await receivePart(services, part, upload, reception);
        else upload.held.push(part);
      }
    }
    for (const [field, id] of upload.named) {
      const part = namedFile(services, { field, id, username });
      upload.announce(part);
      upload.held.push(part);
    }
    upload.requireDifferentUploads();
  } catch (error) {
    await upload[Symbol.asyncDispose]();
    throw error;
  }
  return upload;
}

async function receivePart(
  services: ReceiveServices,
  part: FilePart,
  upload: ReceivedUpload,
  { filesMax, wantedKind }: Reception,
): Promise<void> {
  const kind = upload.files.size < filesMax ? await wantedKind(part, upload.fields) : undefined;
  if (kind) upload.files.set(part.path, await storeFile(services, { ...part, kind }, upload));
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
    return await receiveFile(bytes, { kind: part.kind, store, key: newPhotoKey(), sentSha256, share: quotaShare });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isDamaged = error.code === "photo_checksum_mismatch";
    if (isDamaged) await part.forget?.();
    // If there are several files, the answer names the part.
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
  /** Files that are not in the request itself: resumable uploads, and files of a bundle. */
  readonly held: FilePart[] = [];
  readonly quotaShare;
  #mayBeNamed = false;
  #claimedFor: string | undefined;

  constructor(
    private readonly services: ReceiveServices,
    private readonly reception: Reception,
  ) {
    this.quotaShare = services.uploadQuota.begin(reception.username);
  }

  /** @throws DomainError `validation_failed` if a field names a second upload */
  addField(name: string, text: string): void {
    if (!namesUpload(name)) this.fields[name] = text;
    else if (text !== "") {
      if (this.named.has(name)) throw new DomainError("validation_failed.onePhoto", { field: name });
      this.named.set(name, text.toLowerCase());
    }
  }

  /** @throws DomainError `validation_failed` for a second file at the same path */
  announce(part: FilePart): void {
    if (this.sent.has(part.path)) throw new DomainError("validation_failed.onePhoto", { field: partOf(part) });
    this.sent.set(part.path, part.kind);
  }

  /** @throws DomainError `validation_failed` if two fields name one upload */
  requireDifferentUploads(): void {
    const seen = new Set<string>();
    for (const [field, id] of this.named) {
      if (seen.has(id)) throw new DomainError("validation_failed.uploadTwice", { field });
      seen.add(id);
    }
  }

  /**
   * Copies the held files into the store, once the fields are known to be right. Resumable uploads are claimed first:
   * no other data point can use them meanwhile or later. Their copies count until the uploads are deleted.
   * @param id of the data point or of the answer that uses them
   * @returns the refusal if a resumable upload is missing: a simultaneous request with the same id may have used it
   * @throws DomainError `upload_conflict` if another data point has claimed an upload
   */
  async receiveHeld(id: string = randomUUID()): Promise<DomainError | undefined> {
    const { services, reception } = this;
    this.#claimedFor = id;
    for (const [field, uploadId] of this.named) {
      const isClaimed = await claimUpload(services.db, { uploadId, username: reception.username, claimedFor: id });
      if (!isClaimed) throw new DomainError("upload_conflict.claimed", { field });
    }
    try {
      for (const part of this.held) await receivePart(services, part, this, reception);
    } catch (error) {
      if (error instanceof DomainError && error.code === "upload_unknown") return error;
      throw error;
    }
    return undefined;
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

  /** Deletes the resumable uploads that it named, since the data point has their bytes, which then count once. */
  async forgetNamed(): Promise<void> {
    const { username } = this.reception;
    for (const [field, id] of this.named) {
      const isForgotten = await forgetNamedUpload(this.services, { id, username });
      const copy = this.files.get(namedPath(field));
      if (isForgotten && copy) this.quotaShare.giveBack(copy.sizeBytes);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#mayBeNamed) return;
    const { db, logger, photoStore } = this.services;
    if (this.#claimedFor !== undefined && this.named.size > 0) {
      const claims = { claimedFor: this.#claimedFor, uploadIds: [...this.named.values()] };
      await regardlessOfRights(() => releaseClaims(db, claims)).catch((error) =>
        logger.warn({ err: error }, "a claim of a resumable upload stays until it is old"),
      );
    }
    this.quotaShare.giveBack();
    for (const { key } of this.files.values()) {
      await photoStore
        .delete(key)
        .catch((error) => logger.warn({ err: error, key }, "an orphaned file stays until it is swept"));
    }
  }
}

type NamedUploadServices = { db: Db; logger: DatabaseLogger; photoStore: PhotoStore };

const prefix = "upload:";

/** Fields that name a resumable upload: `upload:KEY` for a field's file, `upload:file` for the data point's own. */
const namesUpload = (field: string): boolean => field.startsWith(prefix);

const namedPath = (field: string): string => field.slice(prefix.length);

function namedFile(
  services: NamedUploadServices,
  { field, id, username }: { field: string; id: string; username: string },
): FilePart {
  return {
    type: "file",
    path: namedPath(field),
    open: async () => {
      try {
        return await openUpload(services, { id, username });
      } catch (error) {
        throw error instanceof DomainError ? error.about(field) : error;
      }
    },
    forget: () => forgetNamedUpload(services, { id, username }),
  };
}

/** Deletes a resumable upload that a data point has used. False if it wasn't there; if that fails, it expires. */
async function forgetNamedUpload(
  services: NamedUploadServices,
  { id, username }: { id: string; username: string },
): Promise<boolean> {
  try {
    return await regardlessOfRights(() => forgetUpload(services, { id, username }));
  } catch (error) {
    services.logger.warn({ err: error, upload: id }, "a finished resumable upload could not be deleted; it expires");
    return false;
  }
}
