import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import * as z from "zod/mini";
import { findAccount, lockAccount } from "../auth/hold-accounts.ts";
import type { AccountKey } from "../auth/identity.ts";
import { deleteDataPoints, enqueueDeletionSql } from "../data-points/delete-data-point.ts";
import { derivativesJobOf } from "../data-points/file-jobs.ts";
import { findPhotoKey, photoColumns } from "../data-points/photo-queries.ts";
import type { DatabaseLogger, Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueueEvidenceOfAdventurer } from "../evidence/evidence-jobs.ts";
import { enqueue, enqueueAll, handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import { forgetDigest } from "../notices/enqueue-digests.ts";
import { deletePhoto, deletePhotoJob } from "../photos/delete-photos.ts";
import type { PhotoDerivatives } from "../photos/derivatives/photo-derivatives.ts";
import { isPhotoSql } from "../photos/formats/file-formats.ts";
import { type ReceivedFile, receiveFile } from "../photos/receive-file.ts";
import { newPhotoKey, PhotoNotFoundError, type PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { requireOtherOwners } from "../teams/owned-organizations.ts";
import { deleteUploadsOf } from "../uploads/upload-queries.ts";
import { forgetTasks, renameAdventurer } from "./adventurer-queries.ts";

export type ErasureServices = {
  db: Db;
  logger: DatabaseLogger;
  jobs: { wake(): void };
};

/**
 * Anonymizes a volunteer: a random pseudonym replaces the username, and the profile, device metadata and edit history are deleted.
 * Messages to reviewers stay with their data points; questions to teams go with their answers. Deletes data points that aren't accepted if `deletesUnaccepted`; jobs replace
 * the photos of the others by copies without metadata, and their recordings and PDFs are deleted. Does nothing for an account without data.
 * @throws DomainError `last_owner`, unless it may leave its teams without an owner
 */
export async function eraseAdventurer(
  { db, logger, jobs }: ErasureServices,
  account: AccountKey,
  { deletesUnaccepted, mayLeaveTeams = true }: { deletesUnaccepted: boolean; mayLeaveTeams?: boolean },
): Promise<void> {
  const erase = async (tx: Tx) => {
    const row = await findAccount(tx, account).executeTakeFirst();
    if (!row) return false;
    if (!mayLeaveTeams) await requireOtherOwners(tx, account);
    await lockDataPoints(tx, row.id);
    if (deletesUnaccepted) await deleteUnaccepted(tx, row.id);
    await forgetDevices(tx, row.id);
    await forgetUploads(tx, row.id);
    const pseudonym = `former-${randomBytes(8).toString("hex")}`;
    await forgetDigest(tx, account);
    await tx.deleteFrom("personal_tokens").where("adventurer_id", "=", row.id).execute();
    await tx.deleteFrom("push_subscriptions").where("adventurer_id", "=", row.id).execute();
    await tx.deleteFrom("news").where("adventurer_id", "=", row.id).execute();
    await tx.deleteFrom("questions").where("adventurer_id", "=", row.id).execute();
    await tx.deleteFrom("lesson_attempts").where("adventurer_id", "=", row.id).execute();
    await tx.deleteFrom("practice_values").where("adventurer_id", "=", row.id).execute();
    await leaveQuestsWithoutData(tx, row.id);
    await tx
      .updateTable("adventurer_quests")
      .set({ shared_number: null })
      .where("adventurer_id", "=", row.id)
      .execute();
    await forgetTasks(tx, row.id);
    await renameAdventurer(tx, row.id, pseudonym);
    await tx
      .updateTable("adventurers")
      .set({ issuer: null, subject: null, bio: null, profile_picture_url: null, language: null, erased_at: sql`now()` })
      .set({ credit: "none", credit_name: null })
      .set({ mail_address: null, mail_failed_address: null, mail_failed_at: null })
      // Invalidates the unsubscribe links in old emails.
      .set({ digest_wanted: false, digest_key: sql`gen_random_uuid()` })
      .where("id", "=", pseudonym)
      .execute();
    return true;
  };
  if (!(await transaction(db, erase, { lockFirst: (tx) => lockAccount(tx, account) }))) return;
  logger.info({ deletesUnaccepted }, "a user's data was erased");
  jobs.wake();
}

/** Locked before all that names them, and in the order in which reviewers lock them. */
async function lockDataPoints(tx: Tx, username: string): Promise<void> {
  await sql`SELECT FROM quest_data WHERE adventurer_id = ${username} ORDER BY id FOR UPDATE`.execute(tx);
}

async function deleteUnaccepted(tx: Tx, username: string): Promise<void> {
  const unaccepted = tx
    .selectFrom("quest_data")
    .select("id")
    .where("adventurer_id", "=", username)
    .where("review_decision", "is distinct from", "accepted");
  await deleteDataPoints(tx, unaccepted);
}

/** Deletes metadata of cameras and phones, and the edit history. */
async function forgetDevices(tx: Tx, username: string): Promise<void> {
  await tx.deleteFrom("data_point_changes").where("adventurer_id", "=", username).execute();
  const nothing = { exif_latitude: null, exif_longitude: null, exif_taken_at: null };
  const points = tx.selectFrom("quest_data").select("id").where("adventurer_id", "=", username);
  await tx
    .updateTable("quest_data")
    .set({ ...nothing, fixes: "[]", captured_at_device: null, clock_offset: null, news_at: null })
    .where("adventurer_id", "=", username)
    .execute();
  for (const table of ["quest_data_photos", "former_photos"] as const) {
    await tx.updateTable(table).set(nothing).where("quest_data_id", "in", points).execute();
  }
  // They may have the person's voice or name, which can't be removed from them.
  for (const table of [sql`quest_data_photos`, sql`former_photos`]) {
    const files = sql`DELETE FROM ${table} WHERE quest_data_id IN (${points}) AND NOT ${isPhotoSql()} RETURNING photo_key`;
    await enqueueDeletionSql(files).execute(tx);
  }
  await sql`
    UPDATE data_point_revisions SET before = before || '{"fixes": [], "captured_at_device": null, "clock_offset": null}'
    WHERE quest_data_id IN (${points})`.execute(tx);
  await sql`
    INSERT INTO jobs (kind, payload, unique_key)
    SELECT ${replaceOriginalJob.name}, jsonb_build_object('id', id, 'key', photo_key), ${`${replaceOriginalJob.name}:`} || photo_key
    FROM (
      SELECT coalesce(photo_id, id) AS id, photo_key FROM quest_data
      WHERE adventurer_id = ${username} AND photo_key IS NOT NULL
      UNION ALL SELECT id, photo_key FROM quest_data_photos WHERE quest_data_id IN (${points})
      UNION ALL SELECT id, photo_key FROM former_photos WHERE quest_data_id IN (${points})) AS photos
    ON CONFLICT (unique_key) DO NOTHING`.execute(tx);
  await enqueueEvidenceOfAdventurer(tx, username);
}

/** Deletes unfinished uploads with their photos. */
async function forgetUploads(tx: Tx, username: string): Promise<void> {
  for (const key of (await deleteUploadsOf(tx, username)).keys) {
    await enqueue(tx, deletePhotoJob, { key }, { uniqueKey: `${deletePhotoJob.name}:${key}` });
  }
}

async function leaveQuestsWithoutData(tx: Tx, username: string): Promise<void> {
  await sql`
    DELETE FROM adventurer_quests AS aq WHERE adventurer_id = ${username} AND NOT EXISTS (
      SELECT FROM quest_data AS d WHERE d.adventurer_id = aq.adventurer_id AND d.quest_id = aq.quest_id)`.execute(tx);
}

const replaceOriginalJob = {
  name: "replace-original",
  /** `id` is the photo's id in its URL. */
  payload: z.object({ id: z.string(), key: z.string() }),
};

type Services = { db: Db; logger: DatabaseLogger; photoStore: PhotoStore; photoDerivatives: PhotoDerivatives };

export const makeReplaceOriginalHandler = (services: Services): JobHandler =>
  handleJobs(replaceOriginalJob, ({ id, key }) => replaceOriginal(services, id, key));

/** Replaces an original by its display copy, which has no metadata; without a copy the data point loses the photo. */
async function replaceOriginal(
  { db, logger, photoStore, photoDerivatives }: Services,
  id: string,
  key: string,
): Promise<void> {
  if ((await findPhotoKey(db, id)) === key) {
    const copy = await copyWithoutMetadata({ photoStore, photoDerivatives }, key);
    if (copy) await nameCopy(db, id, key, copy);
    else logger.warn({ photo: id }, "a photo of an erased user could not be copied and was deleted");
  }
  await deletePhoto(photoStore, key);
}

async function copyWithoutMetadata(
  { photoStore, photoDerivatives }: Pick<Services, "photoStore" | "photoDerivatives">,
  key: string,
): Promise<ReceivedFile | undefined> {
  try {
    const { stream } = await photoDerivatives.open(key, "display");
    return await receiveFile(stream, { store: photoStore, key: newPhotoKey() });
  } catch (error) {
    const isGone = error instanceof PhotoNotFoundError;
    if (isGone || (error instanceof DomainError && error.code === "photo_unreadable")) return undefined;
    throw error;
  }
}

async function nameCopy(db: Db, id: string, key: string, copy: ReceivedFile): Promise<void> {
  await transaction(db, async (tx) => {
    const { exif_latitude: _, exif_longitude: __, exif_taken_at: ___, ...columns } = photoColumns(copy);
    // One of these tables has the key.
    for (const table of ["quest_data", "quest_data_photos", "former_photos"] as const) {
      await tx.updateTable(table).set(columns).where("photo_key", "=", key).execute();
    }
    await tx.updateTable("photo_signatures").set({ photo_key: copy.key }).where("photo_key", "=", key).execute();
    await enqueueAll(tx, [derivativesJobOf(id)]);
  });
}
