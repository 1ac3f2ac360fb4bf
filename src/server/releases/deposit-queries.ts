import { sql } from "kysely";
import type { DepositFailureReason } from "../../contract/desk-enums.ts";
import { type Db, isFound, type Tx } from "../database/connection.ts";
import { findRelease, type KnownRelease, type ReleaseId } from "./release-queries.ts";

export type Deposit = { state: "waiting" | "failed" | "deposited"; archive: string; record_id: string | null };

const isOf = ({ questId, number }: ReleaseId) => sql<boolean>`quest_id = ${questId} AND number = ${number}`;

/** Until the transaction ends, nobody else withdraws or deposits it, or enters its DOI. */
export async function lockRelease(tx: Tx, id: ReleaseId): Promise<KnownRelease | undefined> {
  await sql`SELECT FROM releases WHERE ${isOf(id)} FOR UPDATE`.execute(tx);
  return findRelease(tx, id);
}

/** In place of one that failed; its record is kept if it is at this archive. */
export async function insertDeposit(tx: Tx, { questId, number }: ReleaseId, archive: string): Promise<void> {
  await sql`
    INSERT INTO release_deposits AS d (quest_id, number, archive) VALUES (${questId}, ${number}, ${archive})
    ON CONFLICT (quest_id, number) DO UPDATE SET state = 'waiting', archive = excluded.archive, failure = NULL,
      answer = NULL, bytes_done = 0, bytes_total = 0,
      record_id = CASE WHEN d.archive = excluded.archive THEN d.record_id END`.execute(tx);
}

export async function findDeposit(db: Db | Tx, id: ReleaseId): Promise<Deposit | undefined> {
  return db
    .selectFrom("release_deposits")
    .select(["state", "archive", "record_id"])
    .where(isOf(id))
    .executeTakeFirst() as Promise<Deposit | undefined>;
}

/** Whether it is the record of another release. */
export const isRecordTaken = (db: Db, { questId, number }: ReleaseId, record: string): Promise<boolean> =>
  isFound(
    db
      .selectFrom("release_deposits")
      .select("record_id")
      .where("record_id", "=", record)
      .where(sql<boolean>`(quest_id, number) <> (${questId}, ${number})`),
  );

/** Returns false if the record isn't `former` any more. */
export async function keepRecord(db: Db, id: ReleaseId, former: string | null, record: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("release_deposits")
    .set({ record_id: record })
    .where(isOf(id))
    .where("record_id", "is not distinct from", former)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function noteSent(db: Db, id: ReleaseId, done: number, total: number): Promise<void> {
  const sent = { bytes_done: done, bytes_total: total, failure: null };
  await db.updateTable("release_deposits").set(sent).where(isOf(id)).where("state", "=", "waiting").execute();
}

export async function noteOutage(db: Db, id: ReleaseId): Promise<void> {
  const unreached = { failure: "unreached" satisfies DepositFailureReason };
  await db.updateTable("release_deposits").set(unreached).where(isOf(id)).where("state", "=", "waiting").execute();
}

export async function failDeposit(
  db: Db,
  id: ReleaseId,
  { failure, answer }: { failure: DepositFailureReason; answer: string | null },
): Promise<void> {
  const failed = { state: "failed", failure, answer };
  await db.updateTable("release_deposits").set(failed).where(isOf(id)).where("state", "=", "waiting").execute();
}

/** The archive's DOI stays, even if the release was withdrawn meanwhile. */
export async function setDeposited(tx: Tx, id: ReleaseId, doi: string): Promise<void> {
  await tx.updateTable("releases").set({ doi }).where(isOf(id)).where("doi", "is", null).execute();
  const deposited = { state: "deposited", failure: null, answer: null };
  await tx.updateTable("release_deposits").set(deposited).where(isOf(id)).execute();
}

export async function deleteDeposit(db: Db, id: ReleaseId): Promise<void> {
  await db.deleteFrom("release_deposits").where(isOf(id)).where("state", "<>", "deposited").execute();
}

export async function isWithdrawn(db: Db, id: ReleaseId): Promise<boolean> {
  const found = await db.selectFrom("releases").select("state").where(isOf(id)).executeTakeFirst();
  return found?.state !== "published";
}

/** The DOI of the newest earlier release that has one. */
export async function findPreviousDoi(db: Db, { questId, number }: ReleaseId): Promise<string | undefined> {
  const found = await db
    .selectFrom("releases")
    .select("doi")
    .where("quest_id", "=", questId)
    .where("number", "<", number)
    .where("doi", "is not", null)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return found?.doi ?? undefined;
}
