import type { Insertable } from "kysely";
import type { Sounds } from "../../../generated/database/schema.ts";
import type { SavedSound } from "../../contract/pictures.ts";
import type { Db } from "../database/connection.ts";
import { copyKeyOf } from "../photos/derivatives/recording-copies.ts";

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
