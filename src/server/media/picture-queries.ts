import { type Expression, type Insertable, type RawBuilder, sql } from "kysely";
import type { Pictures } from "../../../generated/database/schema.ts";
import type { Db } from "../database/connection.ts";

/** How keys in the store begin. */
export const pictureKind = "pictures";
export const pictureKey = (id: string) => `${pictureKind}/${id}.webp`;

/** Those of an organization, by id; copies of volunteers' photos only for the lesson of their quest. */
export async function findPictures(
  db: Db,
  organizationId: number,
  ids: readonly string[],
  lessonOf?: number,
): Promise<Map<string, { width: number; height: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("pictures")
    .select(["id", "width", "height"])
    .where("organization_id", "=", organizationId)
    .where("id", "in", ids)
    .where((is) => is.or([is("quest_id", "is", null), is("quest_id", "=", lessonOf ?? null)]))
    .execute();
  return new Map(rows.map(({ id, ...size }) => [id, size]));
}

/** Those that weren't deleted, and whether they are copies of volunteers' photos. */
export async function findOrigins(db: Db, ids: readonly string[]): Promise<Map<string, { isOfVolunteer: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("pictures").select(["id", "quest_data_id"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, quest_data_id }) => [id, { isOfVolunteer: quest_data_id !== null }]));
}

/** @param ids a query of ids of data points */
export const deleteCopiesSql = (ids: Expression<unknown>): RawBuilder<unknown> => sql`
  DELETE FROM pictures WHERE quest_data_id IN (${ids}) RETURNING ${`${pictureKind}/`} || id || '.webp' AS photo_key`;

export async function insertPicture(db: Db, picture: Insertable<Pictures>): Promise<void> {
  await db.insertInto("pictures").values(picture).execute();
}

/** Which of the keys `pictures/<id>` have a row. */
export async function findReferencedPictureKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const ids = keys.map((key) => key.slice(key.indexOf("/") + 1));
  const rows = await db.selectFrom("pictures").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => `${pictureKind}/${id}`));
}

/** The keys of all pictures, for a backup; hashes aren't stored. */
export const namedPicturesSql = `SELECT '${pictureKind}/' || id || '.webp', NULL FROM pictures`;
