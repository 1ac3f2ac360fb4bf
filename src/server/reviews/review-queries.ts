import { sql } from "kysely";
import type { Actor } from "../auth/scope.ts";
import { newestReview } from "../data-points/data-point-queries.ts";
import type { Db } from "../database/connection.ts";
import { microsecondsOf, readPart } from "../database/list-parts.ts";
import { isPhotoSql } from "../photos/formats/file-formats.ts";
import { findFirstSamples, placeCode, type SampleListRequest, sampleOrders } from "./samples-in-order.ts";

/** A column of a data point's first photo: its own, or its first field's. */
function ofFirstPhoto<Value extends string | number, Name extends string>(column: string, name: Name) {
  return sql<Value | null>`CASE WHEN d.photo_key IS NOT NULL THEN ${sql.ref(`d.${column}`)} ELSE (
    SELECT ${sql.ref(`p.${column}`)} FROM quest_data_photos p WHERE p.quest_data_id = d.id AND ${isPhotoSql("p")}
    ORDER BY p.position LIMIT 1) END`.as(name);
}

/** The first photo's id in addresses. */
export const firstPhotoId = sql<string | null>`CASE WHEN d.photo_key IS NOT NULL THEN coalesce(d.photo_id, d.id) ELSE (
  SELECT p.id FROM quest_data_photos p WHERE p.quest_data_id = d.id AND ${isPhotoSql("p")}
  ORDER BY p.position LIMIT 1) END`;

const hasUnreadablePhoto =
  sql<boolean>`d.photo_unreadable_at IS NOT NULL OR (d.protocol_version IS NOT NULL AND EXISTS (
  SELECT FROM quest_data_photos p WHERE p.quest_data_id = d.id AND p.photo_unreadable_at IS NOT NULL))`.as(
    "has_unreadable_photo",
  );

/** What reviewers see of a sample's origin: volunteer, participation, device data and the photo's position. */
export function findSampleOrigin(db: Db, dataPointId: string) {
  return db
    .selectFrom("quest_data as d")
    .innerJoin("adventurer_quests as aq", (join) =>
      join.onRef("aq.adventurer_id", "=", "d.adventurer_id").onRef("aq.quest_id", "=", "d.quest_id"),
    )
    .innerJoin("adventurers as a", "a.id", "d.adventurer_id")
    .innerJoin("quests as q", "q.id", "d.quest_id")
    .select("q.organization_id")
    .select(["aq.adventurer_id", "aq.quest_id", "aq.status", "aq.completed_at", "a.bio", "a.profile_picture_url"])
    .select(["d.fixes", "d.captured_at_device", "d.clock_offset", "d.spacing_reason", "d.evidence", "d.evidence_score"])
    .select(ofFirstPhoto<number, "exif_latitude">("exif_latitude", "exif_latitude"))
    .select(ofFirstPhoto<number, "exif_longitude">("exif_longitude", "exif_longitude"))
    .where("d.id", "=", dataPointId)
    .executeTakeFirst();
}

/** Every decision on a data point, newest first. */
export async function listReviews(db: Db, dataPointId: string) {
  const reviews = await db
    .selectFrom("reviews")
    .select(["decision", "comment", "reviewed_by", "reviewed_at", "revision", "undone_at", "own_data_point"])
    .where("quest_data_id", "=", dataPointId)
    .orderBy("id", "desc")
    .execute();
  return reviews.map(({ own_data_point, ...review }) => ({
    ...review,
    reviewed_at: review.reviewed_at.toISOString(),
    undone_at: review.undone_at?.toISOString() ?? null,
    ...(own_data_point && { own_data_point }),
  }));
}

/** A part of the samples. Finds ids by index first, then reads only those rows. */
export async function listSamples(db: Db, asking: Actor, request: SampleListRequest) {
  const order = sampleOrders[request.sort];
  const first = await findFirstSamples(db, asking, request);
  const query = db
    .with("part", () => sql<{ id: string }>`(${first})`)
    .selectFrom("part")
    .innerJoin("quest_data as d", "d.id", "part.id")
    .innerJoin("quests as q", "q.id", "d.quest_id")
    .leftJoinLateral(newestReview(db), (join) => join.onTrue())
    .leftJoin("review_claims as c", (join) =>
      join
        .onRef("c.quest_data_id", "=", "d.id")
        .on("c.claimed_by", "!=", asking.username)
        .on("c.claimed_until", ">", sql<Date>`now()`),
    )
    .select(["d.id", "d.quest_id", "q.quest_name", "q.quest_type", "q.organization_id", "d.adventurer_id"])
    .select(["d.latitude", "d.longitude", "d.accuracy", "d.review_decision", "d.revision", "d.edited_at"])
    .select(["d.additional_data", "d.protocol_version", "d.evidence", "d.evidence_score as score", "d.created_at"])
    .select(["r.decision", "r.comment", "r.reviewed_by", "r.reviewed_at", "c.claimed_by", "c.claimed_until"])
    .select([
      microsecondsOf("d.created_at").as("created_at_us"),
      placeCode.as("place_code"),
      firstPhotoId.as("photo_id"),
      hasUnreadablePhoto,
    ])
    .orderBy(sql`${order.by}`);
  return readPart((count) => query.limit(count).execute(), request, order.cursorOf);
}
