import type { Readable } from "node:stream";
import { measurementsBytesMax, photoBytesMax } from "../../contract/limits.ts";
import { photoFieldCountMax } from "../../protocol/protocol-limits.ts";
import { readFormParts, type UnreadForm } from "../http/read-form-parts.ts";
import type { QuotaShare } from "../incoming/upload-quota.ts";
import { type ReceivedPhoto, receivePhoto } from "../photos/receive-photo.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { newPhotoKey } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { ownPhotoPart, readHash } from "./data-point-rules.ts";

/** Files that were not asked for are named in the answer, up to this many. */
const filesMax = photoFieldCountMax + 5;
/** Values of many fields, and positions, as JSON. */
const longFields = { measurements: measurementsBytesMax, fixes: 50_000 };

const formLimitsOf = (photosMax: number) => ({
  // One byte over the photo's limit tells "as large as allowed" from "larger".
  fileBytes: photoBytesMax + 1,
  // Of each photo its hash, and the upload in parts that it is.
  fields: 20 + 2 * (1 + photoFieldCountMax),
  files: filesMax,
  longFields,
  // A photo that is too large is read on, as far as a second one would go.
  bytes: (photosMax + 1) * photoBytesMax + 1_000_000,
});

/** A part of an upload: a text, or a photo that is read where it is wanted. */
export type UploadPart =
  | { type: "field"; fieldname: string; value: unknown }
  | {
      type: "file";
      fieldname: string;
      open: () => Promise<Readable>;
      skip: () => void;
      /** Whether its bytes have been counted when they arrived. */
      isCounted?: true;
      /** Forgets what the photo is read from: its bytes are not those that were sent, and never will be. */
      forget?: () => Promise<void>;
    };

type FilePart = Extract<UploadPart, { type: "file" }>;

/** Where an upload comes from; `photosMax` says how many photos are wanted at most. */
export type UploadSource = (photosMax: number) => AsyncIterable<UploadPart>;

/** An upload that is the form of a request. */
export const uploadForm = (form: UnreadForm): UploadSource =>
  async function* (photosMax) {
    for await (const part of readFormParts(form, formLimitsOf(photosMax))) {
      if (part.type === "field") yield part;
      else {
        const { fieldname, file } = part;
        yield { type: "file", fieldname, open: async () => file, skip: () => void file.resume() };
      }
    }
  };

export type ReceivedUpload = {
  fields: Record<string, string>;
  /** By file part, as they came. */
  photos: Map<string, ReceivedPhoto>;
  /** Every file part that came, those that were not wanted too. */
  parts: Set<string>;
};

type Reception<Result> = {
  photoStore: PhotoStore;
  /** At most so many are stored. */
  photosMax: number;
  /** Where photos are counted; given back where none is kept. */
  quotaShare: QuotaShare;
  /** Asked when a photo begins, with the fields before it: false for a photo that need not be stored. */
  wantsPhoto: (part: string, fields: ReceivedUpload["fields"]) => Promise<boolean>;
  /** Makes something of the upload, and says whether a row names its photos now. */
  use: (upload: ReceivedUpload) => Promise<{ result: Result; namesPhotos: boolean }>;
};

/**
 * Reads the parts of an upload as they come, in whatever order, the photos' bytes straight into the store, and hands
 * them to `use`. Photos that no row came to name are deleted.
 * @throws DomainError for a form or a photo that cannot be taken
 */
export async function withReceivedUpload<Result>(
  parts: AsyncIterable<UploadPart>,
  reception: Reception<Result>,
): Promise<Result> {
  const { photosMax, quotaShare, wantsPhoto, use } = reception;
  const upload: ReceivedUpload = { fields: {}, photos: new Map(), parts: new Set() };
  let mayBeNamed = false;
  try {
    for await (const part of parts) {
      if (part.type === "field") {
        if (typeof part.value === "string") upload.fields[part.fieldname] = part.value;
        continue;
      }
      const { fieldname: name } = part;
      if (upload.parts.has(name)) throw new DomainError("validation_failed.onePhoto", { field: name });
      upload.parts.add(name);
      if (upload.photos.size < photosMax && (await wantsPhoto(name, upload.fields))) {
        upload.photos.set(name, await receive(part, readHash(upload.fields, name), reception));
      } else {
        part.skip();
      }
    }
    mayBeNamed = true;
    const { result, namesPhotos } = await use(upload);
    mayBeNamed = namesPhotos;
    return result;
  } catch (error) {
    // of any other failure nobody knows whether the row was committed; the sweep finds out, a day later
    if (error instanceof DomainError) mayBeNamed = false;
    throw error;
  } finally {
    if (!mayBeNamed) {
      quotaShare.giveBack();
      for (const { key } of upload.photos.values()) await reception.photoStore.delete(key);
    }
  }
}

async function receive(
  part: FilePart,
  sentSha256: string | undefined,
  { photoStore: store, quotaShare }: Pick<Reception<unknown>, "photoStore" | "quotaShare">,
): Promise<ReceivedPhoto> {
  const file = await part.open();
  try {
    const share = part.isCounted ? undefined : quotaShare;
    return await receivePhoto(file, { store, key: newPhotoKey(), sentSha256, share });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isDamaged = error.code === "photo_checksum_mismatch";
    if (isDamaged) await part.forget?.();
    // Of several photos the answer says which.
    throw isDamaged || part.fieldname !== ownPhotoPart ? error.about(part.fieldname) : error;
  }
}
