import { sql } from "kysely";
import { resumableUploadKeptForMs } from "../../contract/limits.ts";
import type { Db } from "../database/connection.ts";
import { isUploadId } from "./upload-queries.ts";

/** Longer than any request. A killed process leaves a claim of an upload that is still there. */
const claimOfLostRequestMs = 15 * 60_000;

type Claim = { uploadId: string; username: string; claimedFor: string };

/**
 * Claims an upload for one data point, or confirms its claim; false if another has it or has used it. An unknown upload
 * can't be claimed: reading it says so.
 */
export async function claimUpload(db: Db, { uploadId, username, claimedFor }: Claim): Promise<boolean> {
  if (!isUploadId(uploadId)) return true;
  const { rows } = await sql<{ is_others: boolean }>`
    WITH claimed AS (
      INSERT INTO upload_claims AS c (upload_id, claimed_for)
      SELECT id, ${claimedFor} FROM resumable_uploads WHERE id = ${uploadId} AND adventurer_id = ${username}
      ON CONFLICT (upload_id) DO UPDATE SET claimed_for = excluded.claimed_for, claimed_at = now()
      WHERE c.claimed_for = excluded.claimed_for
        OR c.claimed_at < now() - ${claimOfLostRequestMs} * interval '1 millisecond'
      RETURNING upload_id)
    SELECT NOT EXISTS (SELECT FROM claimed) AND (
      EXISTS (SELECT FROM resumable_uploads WHERE id = ${uploadId} AND adventurer_id = ${username})
      OR EXISTS (SELECT FROM upload_claims WHERE upload_id = ${uploadId} AND claimed_for <> ${claimedFor})
    ) AS is_others`.execute(db);
  return rows[0]?.is_others !== true;
}

/** Lets others use the uploads that are still there. */
export async function releaseClaims(
  db: Db,
  { claimedFor, uploadIds }: { claimedFor: string; uploadIds: readonly string[] },
): Promise<void> {
  await sql`
    DELETE FROM upload_claims AS c USING resumable_uploads AS u
    WHERE u.id = c.upload_id AND c.claimed_for = ${claimedFor} AND c.upload_id = ANY(${uploadIds.filter(isUploadId)}::uuid[])`.execute(
    db,
  );
}

export async function deleteOldClaims(db: Db): Promise<void> {
  await sql`DELETE FROM upload_claims WHERE claimed_at < now() - ${resumableUploadKeptForMs} * interval '1 millisecond'`.execute(
    db,
  );
}
