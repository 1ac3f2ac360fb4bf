import type { Readable } from "node:stream";
import { measurementsBytesMax, photoBytesMax } from "../../contract/limits.ts";
import { photoFieldCountMax } from "../../protocol/protocol-limits.ts";
import { readFormParts, type UnreadForm } from "../http/read-form-parts.ts";

export type PhotoPart = {
  type: "file";
  fieldname: string;
  open: () => Promise<Readable>;
  /** Its stream is part of the request: it is read to its end if not wanted, and never destroyed. */
  isOfRequest?: true;
  /** Its bytes were counted when they arrived. */
  isCounted?: true;
  /** Deletes its source, which doesn't have the bytes that were sent. */
  forget?: () => Promise<void>;
};

export type UploadPart = { type: "field"; fieldname: string; value: unknown } | PhotoPart;

/** The parts of a form or of a bundle's data point. `photosMax`: how many photos may be wanted. */
export type UploadSource = (photosMax: number) => AsyncIterable<UploadPart>;

/** The answer names unexpected files up to this number. */
const unexpectedMax = 4;
const longFields = { measurements: measurementsBytesMax, fixes: 50_000, photos_from: 20_000 };

const formLimitsOf = (photosMax: number, named = Math.max(photosMax, 1 + photoFieldCountMax)) => ({
  // One byte more shows that a photo is too large.
  fileBytes: photoBytesMax + 1,
  // Each photo has a hash, and may be a resumable upload.
  fields: 20 + 2 * named,
  files: named + unexpectedMax,
  longFields,
  // A photo that is too large is read on for the length of another.
  bytes: (photosMax + 1) * photoBytesMax + 1_000_000,
});

export const uploadForm = (form: UnreadForm): UploadSource =>
  async function* (photosMax) {
    for await (const part of readFormParts(form, formLimitsOf(photosMax))) {
      if (part.type === "field") yield part;
      else yield { type: "file", fieldname: part.fieldname, open: async () => part.file, isOfRequest: true };
    }
  };
