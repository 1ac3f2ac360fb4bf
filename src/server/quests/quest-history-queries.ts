import { sql } from "kysely";
import type { QuestHistoryEntry } from "../../contract/quest-history.ts";
import type { Db, Tx } from "../database/connection.ts";
import { type Part, type PartRequest, readIdCursor, readPart } from "../database/list-parts.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { QuestChanges, QuestState } from "./quest-history-rules.ts";

/** The caller has locked the quest. */
export async function readQuestState(tx: Tx, id: number): Promise<QuestState> {
  const { rows } = await sql<QuestState>`
    SELECT to_jsonb(q) || jsonb_build_object(
        'organization', o.organization_name,
        'archived', q.archived_at IS NOT NULL,
        'image_id', coalesce(q.cover_id::text, q.quest_image),
        'quest_image', q.quest_image IS NOT NULL,
        'reviewers', (SELECT count(*) FROM review_assignments a WHERE a.quest_id = q.id),
        'webhooks', (SELECT count(*) FROM webhooks w WHERE w.quest_id = q.id),
        'lesson_version', (
          SELECT CASE WHEN l.cards <> '[]' THEN l.version END FROM lessons l
          WHERE l.quest_id = q.id ORDER BY l.version DESC LIMIT 1)
      ) - 'search_text' - 'translations' - 'translated_names' AS fields, q.translations,
      (SELECT coalesce(jsonb_object_agg(l.id, to_jsonb(l)), '{}') FROM quest_locations l
        WHERE l.quest_id = q.id) AS locations
    FROM quests q JOIN organizations o ON o.id = q.organization_id WHERE q.id = ${id}`.execute(tx);
  if (!rows[0]) throw new DomainError("quest_not_found");
  return rows[0];
}

/** Older entries of a quest are deleted. */
const keptEntriesMax = 500;

export async function insertQuestChange(
  tx: Tx,
  entry: Pick<QuestHistoryEntry, "person" | "kind" | "stations"> & QuestChanges & { questId: number },
): Promise<void> {
  const { questId, person, kind, changes, locations, stations } = entry;
  await tx
    .insertInto("quest_history")
    .values({
      quest_id: questId,
      person,
      kind,
      changes: JSON.stringify(changes),
      locations: locations && JSON.stringify(locations),
      stations: stations ? JSON.stringify(stations) : null,
    })
    .execute();
  await sql`DELETE FROM quest_history WHERE quest_id = ${questId} AND id <= (
    SELECT id FROM quest_history WHERE quest_id = ${questId} ORDER BY id DESC OFFSET ${keptEntriesMax} LIMIT 1)`.execute(
    tx,
  );
}

/**
 * Whether entry `h` is about the form: that has nothing of stations, nor of lessons, which count their own versions.
 */
export const isOfQuestItselfSql = `h.stations IS NULL AND NOT h.changes @> '[{"field": "lesson_version"}]'`;

/** The newest entry of a quest that the caller has locked; 0 if there is none. */
export async function newestRevision(tx: Tx, questId: number): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    SELECT coalesce(max(h.id), 0) AS revision FROM quest_history h
    WHERE h.quest_id = ${questId} AND ${sql.raw(isOfQuestItselfSql)}`.execute(tx);
  return rows[0]?.revision ?? 0;
}

/** A part of a quest's history, newest first. */
export function listQuestHistory(db: Db, questId: number, part: PartRequest): Promise<Part<QuestHistoryEntry>> {
  const before = part.after === undefined ? Number.MAX_SAFE_INTEGER : readIdCursor(part.after);
  const read = async (count: number): Promise<QuestHistoryEntry[]> => {
    const { rows } = await sql<QuestHistoryEntry>`
      SELECT id, to_json(at) #>> '{}' AS at, person, kind, changes, locations, stations FROM quest_history
      WHERE quest_id = ${questId} AND id < ${before} ORDER BY id DESC LIMIT ${count}`.execute(db);
    return rows.map(({ stations, ...entry }) => ({ ...entry, ...(stations && { stations }) }));
  };
  return readPart(read, part, ({ id }) => String(id));
}
