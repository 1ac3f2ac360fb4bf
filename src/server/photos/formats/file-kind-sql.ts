import { sql } from "kysely";
import type { FileKind } from "../../../protocol/field.ts";
import { otherFormats } from "./file-formats.ts";

/** The kind of a file in a row of a table of files. @param table its alias */
export function fileKindOf(table?: string) {
  const format = sql.ref(table === undefined ? "photo_format" : `${table}.photo_format`);
  const kinds = Object.entries(otherFormats).map(
    ([each, { kind }]) => sql`WHEN ${sql.lit(each)} THEN ${sql.lit(kind)}`,
  );
  return sql<FileKind>`CASE ${format} ${sql.join(kinds, sql` `)} ELSE 'photo' END`;
}

export const isPhotoSql = (table?: string) => sql<boolean>`${fileKindOf(table)} = 'photo'`;
