import { sql } from "kysely";
import { thresholds } from "../../contract/evidence-scale.ts";
import type { PhotoMeasures } from "../../contract/photo-measures.ts";
import { isTelling } from "../../contract/photo-rules.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { OtherPoint } from "./evidence-facts.ts";
import type { PointRow } from "./evidence-queries.ts";

/** The version of `photo-measures.ts`; other versions are recomputed. */
export const signatureVersion = 4;

/** By photo key. */
export async function findSignatures(db: Db, keys: readonly string[]): Promise<Map<string, PhotoMeasures>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("photo_signatures")
    .select([
      "photo_key",
      "hash",
      "contrast",
      "brightness",
      "dark_share as darkShare",
      "white_share as whiteShare",
      "sharpness",
      "finger_share as fingerShare",
    ])
    .where("photo_key", "in", [...keys])
    .where("version", "=", signatureVersion)
    .execute();
  return new Map(rows.map(({ photo_key, ...signature }) => [photo_key, signature]));
}

export async function keepSignature(db: Db, photoKey: string, signature: PhotoMeasures): Promise<void> {
  const { hash, contrast, brightness, darkShare, whiteShare, sharpness, fingerShare } = signature;
  const values = {
    // Cast in SQL, because parameters would be text.
    hash: sql<string>`${hash}::bit(256)`,
    bands: isTelling(signature) ? bandsOf(hash) : [],
    contrast,
    brightness,
    dark_share: darkShare,
    white_share: whiteShare,
    sharpness,
    finger_share: fingerShare,
    version: signatureVersion,
  };
  await db
    .insertInto("photo_signatures")
    .values({ photo_key: photoKey, ...values })
    .onConflict((conflict) => conflict.column("photo_key").doUpdateSet(values))
    .execute();
}

/** More would add nothing. */
const similarMax = 50;

/**
 * Other data points with a similar photo, most similar first. Finds every hash within `surelyFoundBits`, and most
 * within the threshold.
 */
export async function listSimilarPhotos(
  db: Db,
  point: PointRow,
  signature: PhotoMeasures,
): Promise<(OtherPoint & { differentBits: number })[]> {
  if (!isTelling(signature)) return [];
  const select = sql<{ id: string; adventurer_id: string; captured_at: Date; station_id: number | null; bits: number }>`
    WITH near AS MATERIALIZED (
      SELECT photo_key, bit_count(hash # ${signature.hash}::bit(256))::int AS bits FROM photo_signatures
      WHERE bands && ${probesOf(signature.hash)}::int[]
        AND bit_count(hash # ${signature.hash}::bit(256)) <= ${thresholds.similarPhotoBits}
      ORDER BY bits LIMIT ${similarMax}),
    owners AS (
      SELECT near.bits, d.id FROM near JOIN quest_data d USING (photo_key)
      UNION ALL SELECT near.bits, p.quest_data_id FROM near JOIN quest_data_photos p USING (photo_key)
      UNION ALL SELECT near.bits, f.quest_data_id FROM near JOIN former_photos f USING (photo_key))
    SELECT d.id, d.adventurer_id, coalesce(d.captured_at, d.created_at) AS captured_at, d.station_id, min(owners.bits) AS bits
    FROM owners JOIN quest_data d USING (id) WHERE d.id <> ${point.id}
    GROUP BY d.id ORDER BY bits, d.id`;
  const { rows } = await transaction(db, async (tx) => {
    // The planner estimates that so many bands match most rows, and would compare every photo.
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    return select.execute(tx);
  });
  return rows.map(({ id, adventurer_id, captured_at, station_id, bits }) => ({
    id,
    isSameAdventurer: adventurer_id === point.adventurer_id,
    capturedAt: captured_at,
    stationId: station_id,
    differentBits: bits,
  }));
}

/** Deletes signatures of photos that no data point refers to. */
export async function sweepSignatures(db: Db): Promise<void> {
  await sql`
    DELETE FROM photo_signatures s
    WHERE NOT EXISTS (SELECT FROM quest_data WHERE photo_key = s.photo_key)
      AND NOT EXISTS (SELECT FROM quest_data_photos WHERE photo_key = s.photo_key)
      AND NOT EXISTS (SELECT FROM former_photos WHERE photo_key = s.photo_key)`.execute(db);
}

const bandCount = 16;
const bandBits = 16;

/** Hashes that differ in up to this many bits are always found: with 31 bits in 16 bands, one band has at most one. */
export const surelyFoundBits = 2 * bandCount - 1;

/** The hash as 16-bit bands, each a number that includes its position, as indexed. */
export function bandsOf(hash: string): number[] {
  return Array.from({ length: bandCount }, (_, place) => {
    const bits = Number.parseInt(hash.slice(place * bandBits, (place + 1) * bandBits), 2);
    return place * 2 ** bandBits + bits;
  });
}

/**
 * The bands of all hashes to find: each band itself, and with each bit flipped (multi-index hashing, M. Norouzi and
 * others, Fast Search in Hamming Space, 2012). The first bands are the lowest frequencies, which cropping changes
 * least, so most more distant hashes are found too.
 */
export function probesOf(hash: string): number[] {
  return bandsOf(hash).flatMap((band) => [band, ...Array.from({ length: bandBits }, (_, bit) => band ^ (1 << bit))]);
}
