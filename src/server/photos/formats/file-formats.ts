import type { FileKind } from "../../../protocol/field.ts";
import type { FileFormat, PhotoFormat } from "../../database/column-types.ts";

/** Formats of files that are no photos. Recordings have no video. */
export const otherFormats: {
  readonly [Format in Exclude<FileFormat, PhotoFormat>]: { kind: FileKind; mediaType: string };
} = {
  webm: { kind: "audio", mediaType: "audio/webm" },
  ogg: { kind: "audio", mediaType: "audio/ogg" },
  mp4: { kind: "audio", mediaType: "audio/mp4" },
  mp3: { kind: "audio", mediaType: "audio/mpeg" },
  pdf: { kind: "file", mediaType: "application/pdf" },
};

/** Undefined for a photo's format. */
export const otherFormatOf = (format: FileFormat | undefined) =>
  Object.entries(otherFormats).find(([each]) => each === format)?.[1];
