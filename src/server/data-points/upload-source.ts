import type { Readable } from "node:stream";
import { measurementsBytesMax, photoBytesMax } from "../../contract/limits.ts";
import { fileFieldCountMax } from "../../protocol/protocol-limits.ts";
import { readFormParts, type UnreadForm } from "../calls/read-form-parts.ts";
import { fileOfPart, type SentFile } from "./data-point-rules.ts";

export type FilePart = SentFile & {
  type: "file";
  open: () => Promise<Readable>;
  /** Its stream is part of the request: it is read to its end if not wanted, and never destroyed. */
  isOfRequest?: true;
  /** Deletes its source, which doesn't have the bytes that were sent. */
  forget?: () => Promise<unknown>;
};

export type UploadPart = { type: "field"; fieldname: string; value: unknown } | FilePart;

/** The parts of a form or of a bundle's data point. `filesMax`: how many files may be wanted. */
export type UploadSource = (filesMax: number) => AsyncIterable<UploadPart>;

/** The answer names unexpected files up to this number. */
const unexpectedMax = 4;
const longFields = { measurements: measurementsBytesMax, fixes: 50_000, photos_from: 20_000 };

const formLimitsOf = (filesMax: number, named = Math.max(filesMax, 1 + fileFieldCountMax)) => ({
  // One byte more shows that a file is too large.
  fileBytes: photoBytesMax + 1,
  // Each file has a hash, and may be a resumable upload.
  fields: 20 + 2 * named,
  files: named + unexpectedMax,
  longFields,
  // A file that is too large is read on for the length of another.
  bytes: (filesMax + 1) * photoBytesMax + 1_000_000,
});

export const uploadForm = (form: UnreadForm): UploadSource =>
  async function* (filesMax) {
    for await (const part of readFormParts(form, formLimitsOf(filesMax))) {
      if (part.type === "field") yield part;
      else yield { type: "file", ...fileOfPart(part.fieldname), open: async () => part.file, isOfRequest: true };
    }
  };
