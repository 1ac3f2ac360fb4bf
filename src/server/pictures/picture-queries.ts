import type { Insertable } from "kysely";
import type { Db } from "../database/connection.ts";
import type { Pictures } from "../database/schema.ts";

/** Of keys in the store. */
export const pictureKind = "pictures";
export const pictureKey = (id: string) => `${pictureKind}/${id}.webp`;

/** Those of an organization, by id. */
export async function findPictures(
  db: Db,
  organizationId: number,
  ids: readonly string[],
): Promise<Map<string, { width: number; height: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("pictures")
    .select(["id", "width", "height"])
    .where("organization_id", "=", organizationId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, ...size }) => [id, size]));
}

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
