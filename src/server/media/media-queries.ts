import { type Expression, type Insertable, type RawBuilder, sql } from "kysely";
import type { Pictures, Sounds } from "../../../generated/database/schema.ts";
import type { SavedSound } from "../../contract/pictures.ts";
import type { Db } from "../database/connection.ts";
import { copyKeyOf } from "../photos/derivatives/recording-copies.ts";

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

/** How keys in the store begin. */
export const soundKind = "sounds";
export const soundKey = (id: string) => `${soundKind}/${id}`;
/** The sound as it was uploaded, and the copy that everybody hears. */
export const keysOfSound = (id: string) => [copyKeyOf(soundKey(id)), soundKey(id)];

type SoundFacts = Omit<SavedSound, "id">;

/** Those of an organization, by id. */
export async function findSounds(
  db: Db,
  organizationId: number,
  ids: readonly string[],
): Promise<Map<string, SoundFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("sounds")
    .select(["id", "format", "seconds"])
    .where("organization_id", "=", organizationId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, format, seconds }) => [id, { format, ...(seconds !== null && { seconds }) }]));
}

export async function findSoundFormat(db: Db, id: string) {
  const row = await db.selectFrom("sounds").select("format").where("id", "=", id).executeTakeFirst();
  return row?.format;
}

export async function insertSound(db: Db, sound: Insertable<Sounds>): Promise<void> {
  await db.insertInto("sounds").values(sound).execute();
}

/** Which of the keys `sounds/<id>` have a row. */
export async function findReferencedSoundKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const ids = keys.map((key) => key.slice(key.indexOf("/") + 1));
  const rows = await db.selectFrom("sounds").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => soundKey(id)));
}

/** The keys of all sounds, for a backup; hashes aren't stored. */
export const namedSoundsSql = `SELECT '${soundKind}/' || id, NULL FROM sounds`;
