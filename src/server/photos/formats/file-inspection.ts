import type { PhotoExif } from "../../../contract/exif-tags.ts";
import type { FileFormat } from "../../database/column-types.ts";

export type InspectedFile = {
  format: FileFormat;
  /** A photo's pixels as stored, before orientation is applied (HEIC: as shown). */
  width: number | null;
  height: number | null;
  exif: PhotoExif;
  /** Length of a recording. */
  seconds: number | null;
};

/** Judges a file by its bytes as they pass. */
export type FileInspection = {
  /** @throws DomainError once the file can't be accepted */
  push(chunk: Buffer): void;
  /** @param path the file with all bytes that were pushed @throws DomainError */
  finish(path: string): Promise<InspectedFile>;
};
