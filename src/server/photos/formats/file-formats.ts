import { sql } from "kysely";
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

/** The kind of a file in a row of a table of files. @param table its alias */
export function fileKindOf(table?: string) {
  const format = sql.ref(table === undefined ? "photo_format" : `${table}.photo_format`);
  const kinds = Object.entries(otherFormats).map(
    ([each, { kind }]) => sql`WHEN ${sql.lit(each)} THEN ${sql.lit(kind)}`,
  );
  return sql<FileKind>`CASE ${format} ${sql.join(kinds, sql` `)} ELSE 'photo' END`;
}

export const isPhotoSql = (table?: string) => sql<boolean>`${fileKindOf(table)} = 'photo'`;
