import { type SqlBool, sql } from "kysely";
import type { ReviewDecision, SampleState } from "../../contract/enums.ts";
import type { Db, Tx } from "../database/connection.ts";
import {
  instantOfMicroseconds,
  microsecondsOf,
  type PartRequest,
  readPart,
  requireCursor,
} from "../database/list-parts.ts";

/** What is known of the first photo of a data point: its own, or else that of its first field. */
function ofFirstPhoto<Value extends string | number, Name extends string>(column: string, name: Name) {
  return sql<Value | null>`CASE WHEN d.photo_key IS NOT NULL THEN ${sql.ref(`d.${column}`)} ELSE (
    SELECT ${sql.ref(`p.${column}`)} FROM quest_data_photos p WHERE p.quest_data_id = d.id ORDER BY p.position LIMIT 1)
    END`.as(name);
}

/** Who made the data point, in which state their participation is, what the phone saw, and what the photo says of its place. */
export function findSampleOrigin(db: Db, dataPointId: string) {
  return db
    .selectFrom("quest_data as d")
    .innerJoin("adventurer_quests as aq", (join) =>
      join.onRef("aq.adventurer_id", "=", "d.adventurer_id").onRef("aq.quest_id", "=", "d.quest_id"),
    )
    .innerJoin("adventurers as a", "a.id", "d.adventurer_id")
    .select(["aq.adventurer_id", "aq.quest_id", "aq.status", "aq.completed_at", "a.bio", "a.profile_picture_url"])
    .select(["d.fixes", "d.captured_at_device", "d.clock_offset", "d.spacing_reason"])
    .select(ofFirstPhoto<number, "exif_latitude">("exif_latitude", "exif_latitude"))
    .select(ofFirstPhoto<number, "exif_longitude">("exif_longitude", "exif_longitude"))
    .where("d.id", "=", dataPointId)
    .executeTakeFirst();
}

/** Every decision on a data point, the newest first. */
export function listReviews(db: Db, dataPointId: string) {
  return db
    .selectFrom("reviews")
    .select(["decision", "comment", "reviewed_by", "reviewed_at"])
    .where("quest_data_id", "=", dataPointId)
    .orderBy("id", "desc")
    .execute();
}

export type SampleFilter = PartRequest & { state: SampleState; quest_id?: number | undefined };

/** One part of the samples in a state, the oldest first. */
export function listSamples(db: Db, filter: SampleFilter) {
  let query = db
    .selectFrom("quest_data as d")
    .innerJoin("quests as q", "q.id", "d.quest_id")
    .select(["d.id", "d.quest_id", "q.quest_name", "d.latitude", "d.longitude", "d.adventurer_id", "d.review_decision"])
    .select(["d.created_at", microsecondsOf("d.created_at").as("created_at_us")])
    // In its address a data point's own photo has the data point's id.
    .select(ofFirstPhoto<string, "photo_id">("id", "photo_id"))
    .where(
      "d.review_decision",
      filter.state === "pending" ? "is" : "=",
      filter.state === "pending" ? null : filter.state,
    )
    .orderBy("d.created_at")
    .orderBy("d.id");
  if (filter.quest_id !== undefined) query = query.where("d.quest_id", "=", filter.quest_id);
  if (filter.after !== undefined) {
    const [createdAtUs = "", id] = requireCursor(
      filter.after,
      /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
    );
    query = query.where(sql<SqlBool>`(d.created_at, d.id) > (${instantOfMicroseconds(createdAtUs)}, ${id}::uuid)`);
  }
  return readPart(query, filter, (last) => `${last.created_at_us}_${last.id}`);
}

/** The data point, locked until the transaction ends. */
export function lockDataPoint(tx: Tx, id: string) {
  return tx.selectFrom("quest_data").select("edited_at").where("id", "=", id).forUpdate().executeTakeFirst();
}

export type NewReview = {
  dataPointId: string;
  decision: ReviewDecision;
  comment: string | null;
  reviewedBy: string;
};

/** The decision is kept twice: among all of them, and as the newest with the data point. */
export async function insertReview(tx: Tx, review: NewReview): Promise<void> {
  await tx
    .insertInto("reviews")
    .values({
      quest_data_id: review.dataPointId,
      decision: review.decision,
      comment: review.comment,
      reviewed_by: review.reviewedBy,
    })
    .execute();
  await tx
    .updateTable("quest_data")
    .set({ review_decision: review.decision })
    .where("id", "=", review.dataPointId)
    .execute();
}
