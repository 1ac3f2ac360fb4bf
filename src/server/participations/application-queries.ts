import { type RawBuilder, sql } from "kysely";
import type { ApplicationSort } from "../../contract/desk-tables.ts";
import { maxId } from "../../contract/limits.ts";
import type { Application, ApplicationQuery } from "../../contract/participations.ts";
import type { Scope } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import {
  instantOfMicroseconds,
  mapPart,
  microsecondsOf,
  type Part,
  readPart,
  readSort,
  requireCursor,
} from "../database/list-parts.ts";
import { inScope, ofOrganizations } from "../teams/scope-queries.ts";

/** Sort keys of an application `aq` to a quest `q`; the quest and the volunteer come last. */
type Order = { keys: RawBuilder<unknown>[]; keysAt: (cursor: Cursor) => RawBuilder<unknown>[] };
type Cursor = { completedAtUs: string; joinedAtUs: string; questId: number; adventurerId: string };

const questName = sql`(sort_words(q.quest_name) COLLATE "C")`;

function orderOf(column: ApplicationSort, isDescending: boolean): Order {
  switch (column) {
    case "adventurer":
      return {
        keys: [sql`(sort_words(aq.adventurer_id) COLLATE "C")`],
        keysAt: ({ adventurerId }) => [sql`(sort_words(${adventurerId}) COLLATE "C")`],
      };
    case "quest":
      return {
        keys: [questName],
        keysAt: ({ questId }) => [sql`(SELECT ${questName} FROM quests q WHERE q.id = ${questId})`],
      };
    case "joined":
      return { keys: [sql`aq.joined_at`], keysAt: ({ joinedAtUs }) => [instantOfMicroseconds(joinedAtUs)] };
    case "status":
      return {
        keys: [sql`aq.status`, sql`aq.joined_at`],
        keysAt: ({ completedAtUs, joinedAtUs }) => [
          sql`${completedAtUs === "" ? "in_progress" : "completed"}`,
          instantOfMicroseconds(joinedAtUs),
        ],
      };
    case "completed": {
      const never = isDescending ? sql`timestamptz '-infinity'` : sql`timestamptz 'infinity'`;
      return {
        keys: [sql`coalesce(aq.completed_at, ${never})`],
        keysAt: ({ completedAtUs }) => [completedAtUs === "" ? never : instantOfMicroseconds(completedAtUs)],
      };
    }
  }
}

/**
 * One part of who joined which quest. By completion, those not completed come last.
 * @throws DomainError `validation_failed` for a cursor of another list
 */
export async function listApplications(
  db: Db,
  scope: Scope,
  { quest_id, organization_id, status, sort = "-joined", ...part }: ApplicationQuery,
): Promise<Part<Application>> {
  const { column, isDescending } = readSort<ApplicationSort>(sort);
  const isSameForAll =
    (column === "quest" && quest_id !== undefined) ||
    (column === "status" && status !== undefined) ||
    (column === "completed" && status === "in_progress");
  const { keys, keysAt } = orderOf(isSameForAll ? "joined" : column, isDescending);
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  let query = db
    .selectFrom("adventurer_quests as aq")
    .innerJoin("quests as q", "q.id", "aq.quest_id")
    .select(["aq.quest_id", "q.quest_name", "aq.adventurer_id", "aq.status", "aq.joined_at", "aq.completed_at"])
    .select([
      microsecondsOf("aq.joined_at").as("joined_at_us"),
      microsecondsOf("aq.completed_at").$castTo<string | null>().as("completed_at_us"),
    ])
    .orderBy(sql.join([...keys, sql`aq.quest_id`, sql`aq.adventurer_id`].map((key) => sql`${key} ${direction}`)));
  if (scope !== "all") query = query.where(inScope(scope));
  if (organization_id !== undefined) query = query.where(ofOrganizations([organization_id]));
  if (quest_id !== undefined) query = query.where("aq.quest_id", "=", quest_id);
  if (status !== undefined) query = query.where("aq.status", "=", status);
  if (part.after !== undefined) {
    const cursor = parseCursor(part.after);
    const isBehind = isDescending ? sql`<` : sql`>`;
    const at = sql.join([...keysAt(cursor), sql`${cursor.questId}::integer`]);
    query = query.where(
      sql<boolean>`(${sql.join(keys)}, aq.quest_id, aq.adventurer_id) ${isBehind} (${at}, ${cursor.adventurerId})`,
    );
    // Lets PostgreSQL use the index of quests: no index covers both tables.
    if (column === "quest") query = query.where(sql<boolean>`(${sql.join(keys)}, q.id) ${isBehind}= (${at})`);
  }
  const rows = await readPart(
    (count) => query.limit(count).execute(),
    part,
    (last) => `${last.completed_at_us ?? ""}_${last.joined_at_us}_${last.quest_id}_${last.adventurer_id}`,
  );
  return mapPart(rows, ({ joined_at_us, completed_at_us, ...row }) => ({
    ...row,
    joined_at: row.joined_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  }));
}

function parseCursor(after: string): Cursor {
  const [completedAtUs = "", joinedAtUs = "", questId, adventurerId = ""] = requireCursor(
    after,
    /^(\d{0,16})_(\d{1,16})_([1-9]\d{0,9})_(.{1,128})$/su,
    ([, , quest, adventurer]) => Number(quest) <= maxId && !adventurer?.includes("\u0000"),
  );
  return { completedAtUs, joinedAtUs, questId: Number(questId), adventurerId };
}
