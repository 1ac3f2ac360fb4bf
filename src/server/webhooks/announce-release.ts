import { sql } from "kysely";
import type { Db, Tx } from "../database/connection.ts";

/** Tells a quest's webhooks that a release is published; in the transaction that publishes it. */
export async function announceRelease(db: Db | Tx, questId: number, number: number): Promise<void> {
  await sql`SELECT announce_to_webhooks(${questId}::integer, 'release.published', NULL, ${number}::integer)`.execute(
    db,
  );
}
