import { sql } from "kysely";
import type { Dataset } from "../../contract/datasets.ts";
import { maxId } from "../../contract/limits.ts";
import type { Db } from "../database/connection.ts";
import { type Part, type PartRequest, readPart, requireCursor } from "../database/list-parts.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { AcceptedPoint } from "./dataset-formats.ts";

/** One part of the quests with their counts, the newest quest first. */
export function listDatasets(db: Db, part: PartRequest): Promise<Part<Dataset>> {
  const query = db
    .selectFrom("quests as q")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("quest_data as d")
          .whereRef("d.quest_id", "=", "q.id")
          .select([
            sql<number>`count(*) FILTER (WHERE d.review_decision IS NULL)`.as("pending"),
            sql<number>`count(*) FILTER (WHERE d.review_decision = 'accepted')`.as("accepted"),
            sql<number>`count(*) FILTER (WHERE d.review_decision = 'denied')`.as("denied"),
            sql<number>`count(*) FILTER (WHERE d.review_decision = 'change_requested')`.as("change_requested"),
          ])
          .as("n"),
      (join) => join.onTrue(),
    )
    .select(["q.id as quest_id", "q.quest_name", "q.quest_type", "q.quest_status"])
    .select([
      sql<number>`n.pending`.as("pending"),
      sql<number>`n.accepted`.as("accepted"),
      sql<number>`n.denied`.as("denied"),
      sql<number>`n.change_requested`.as("change_requested"),
    ])
    .where("q.id", "<", part.after === undefined ? maxId : parseCursor(part.after))
    .orderBy("q.id", "desc");
  return readPart(query, part, (last) => String(last.quest_id));
}

function parseCursor(after: string): number {
  const [id] = requireCursor(after, /^([1-9]\d{0,9})$/, ([questId]) => Number(questId) <= maxId);
  return Number(id);
}

/** @throws DomainError `quest_not_found` */
export async function getQuestName(db: Db, questId: number): Promise<string> {
  const quest = await db.selectFrom("quests").select("quest_name").where("id", "=", questId).executeTakeFirst();
  if (!quest) throw new DomainError("quest_not_found");
  return quest.quest_name;
}

const batchSize = 1_000;

/**
 * The accepted points of a quest, the oldest first, a batch at a time. Between two batches no connection is held: one who
 * downloads slowly keeps nobody waiting.
 */
export async function* readAcceptedPoints(db: Db, questId: number): AsyncGenerator<AcceptedPoint[]> {
  let lastId: string | undefined;
  while (true) {
    const points = await readBatch(db, questId, lastId);
    if (points.length > 0) yield points;
    if (points.length < batchSize) return;
    lastId = points.at(-1)?.id;
  }
}

function readBatch(db: Db, questId: number, lastId: string | undefined): Promise<AcceptedPoint[]> {
  let query = db
    .selectFrom("quest_data as d")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("reviews")
          .select(["comment", "reviewed_by", "reviewed_at"])
          .whereRef("quest_data_id", "=", "d.id")
          .orderBy("id", "desc")
          .limit(1)
          .as("r"),
      (join) => join.onTrue(),
    )
    .select(["d.id", "d.adventurer_id", "d.latitude", "d.longitude", "d.accuracy", "d.position_source", "d.fixed_at"])
    .select(["d.additional_data", "d.photo_sha256", "d.created_at", "r.reviewed_by", "r.reviewed_at", "r.comment"])
    .where("d.quest_id", "=", questId)
    .where("d.review_decision", "=", "accepted")
    .orderBy("d.created_at")
    .orderBy("d.id")
    .limit(batchSize);
  if (lastId !== undefined) {
    query = query.where(
      sql<boolean>`(d.created_at, d.id) > (SELECT created_at, id FROM quest_data WHERE id = ${lastId}::uuid)`,
    );
  }
  return query.execute();
}
