import { type RawBuilder, sql } from "kysely";
import { hasRole } from "../auth/has-role.ts";
import type { Db, Tx } from "../database/connection.ts";

/** Whether a person may review in an organization. */
const isReviewer = (person: RawBuilder<string>, organizationId: RawBuilder<number> | number) =>
  hasRole("reviewer", person, organizationId);

/** Those of the people who may not review in the organization. */
export async function findNoReviewers(tx: Tx, organizationId: number, people: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`
    SELECT person FROM unnest(${people}::text[]) AS person
    WHERE NOT ${isReviewer(sql`person`, organizationId)}`.execute(tx);
  return rows.map(({ person }) => person);
}

/** Ends the assignments of somebody who may no longer review in an organization. */
export async function endAssignments(
  db: Db,
  { organizationId, username }: { organizationId: number; username: string },
): Promise<void> {
  await sql`
    DELETE FROM review_assignments a USING quests q
    WHERE a.quest_id = q.id AND q.organization_id = ${organizationId} AND a.reviewer = ${username}
      AND NOT ${isReviewer(sql`a.reviewer`, organizationId)}`.execute(db);
}

/** Ends the assignments to a quest of all who may not review in its organization. */
export async function endForeignAssignments(tx: Tx, questId: number): Promise<void> {
  await sql`
    DELETE FROM review_assignments a USING quests q
    WHERE a.quest_id = q.id AND q.id = ${questId}
      AND NOT ${isReviewer(sql`a.reviewer`, sql`q.organization_id`)}`.execute(tx);
}
