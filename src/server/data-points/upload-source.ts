import type { Readable } from "node:stream";
import { measurementsBytesMax, photoBytesMax } from "../../contract/limits.ts";
import { photoFieldCountMax } from "../../protocol/protocol-limits.ts";
import { readFormParts, type UnreadForm } from "../http/read-form-parts.ts";

/** A photo that comes with an upload. */
export type PhotoPart = {
  type: "file";
  fieldname: string;
  open: () => Promise<Readable>;
  /** Its stream belongs to the request: it is read past where it is not wanted, and never destroyed. */
  isOfRequest?: true;
  /** Its bytes were counted when they arrived. */
  isCounted?: true;
  /** Forgets what it is read from, where that is not what was sent, and never will be. */
  forget?: () => Promise<void>;
};

export type UploadPart = { type: "field"; fieldname: string; value: unknown } | PhotoPart;

/** Where an upload comes from: a form, or a data point of a bundle. `photosMax` says how many photos are wanted at most. */
export type UploadSource = (photosMax: number) => AsyncIterable<UploadPart>;

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

/** An upload that is the form of a request. */
export const uploadForm = (form: UnreadForm): UploadSource =>
  async function* (photosMax) {
    for await (const part of readFormParts(form, formLimitsOf(photosMax))) {
      if (part.type === "field") yield part;
      else yield { type: "file", fieldname: part.fieldname, open: async () => part.file, isOfRequest: true };
    }
  };
