import { sql } from "kysely";
import type { ReviewDecision, SampleState } from "../../contract/enums.ts";
import { DomainError } from "../../contract/errors.ts";
import { pageSize } from "../../contract/limits.ts";
import type { SampleDetail, SampleRow } from "../../contract/samples.ts";
import { findDataPoint, formatCoordinates } from "../data-points/data-point-queries.ts";
import type { Db, Tx } from "../database/connection.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { getQuest } from "../quests/quest-queries.ts";

/** @throws DomainError `data_point_not_found` */
export async function getSample(db: Db, addresses: PhotoAddresses, id: string): Promise<SampleDetail> {
  const point = await findDataPoint(db, addresses, id);
  const rest = await db
    .selectFrom("quest_data as d")
    .innerJoin("adventurer_quests as aq", (join) =>
      join.onRef("aq.adventurer_id", "=", "d.adventurer_id").onRef("aq.quest_id", "=", "d.quest_id"),
    )
    .innerJoin("adventurers as a", "a.id", "d.adventurer_id")
    .select([
      "aq.adventurer_id",
      "aq.quest_id",
      "aq.status",
      "a.bio",
      "a.profile_picture_url",
      "d.exif_latitude",
      "d.exif_longitude",
    ])
    .where("d.id", "=", id)
    .executeTakeFirst();
  if (!point || !rest) throw new DomainError("data_point_not_found", "There is no such data point.");
  const reviews = await db
    .selectFrom("reviews")
    .select(["decision", "comment", "reviewed_by", "reviewed_at"])
    .where("quest_data_id", "=", id)
    .orderBy("id", "desc")
    .execute();
  return {
    ...point,
    quest: await getQuest(db, rest.quest_id),
    adventurer_quest: {
      adventurer_id: rest.adventurer_id,
      quest_id: rest.quest_id,
      status: rest.status,
      adventurer: { id: rest.adventurer_id, bio: rest.bio, profile_picture_url: rest.profile_picture_url },
    },
    reviews: reviews.map((review) => ({ ...review, reviewed_at: review.reviewed_at.toISOString() })),
    exif_coordinates:
      rest.exif_latitude === null || rest.exif_longitude === null
        ? null
        : formatCoordinates(rest.exif_latitude, rest.exif_longitude),
  };
}

type SampleFilter = {
  state: SampleState;
  quest_id?: number | undefined;
  limit?: number | undefined;
  after?: string | undefined;
};

/** One part of the samples in a state, the oldest first; `next` is the `after` of the part that follows. */
export async function listSamples(
  db: Db,
  addresses: PhotoAddresses,
  filter: SampleFilter,
): Promise<{ samples: SampleRow[]; next: string | undefined }> {
  const limit = filter.limit ?? pageSize.default;
  let query = db
    .selectFrom("quest_data as d")
    .innerJoin("quests as q", "q.id", "d.quest_id")
    .select(["d.id", "d.quest_id", "q.quest_name", "d.latitude", "d.longitude", "d.adventurer_id", "d.review_decision"])
    .select([
      "d.created_at",
      sql<string>`(extract(epoch from d.created_at) * 1000000)::bigint::text`.as("created_at_microseconds"),
    ])
    .where(
      "d.review_decision",
      filter.state === "pending" ? "is" : "=",
      filter.state === "pending" ? null : filter.state,
    )
    .orderBy("d.created_at")
    .orderBy("d.id")
    .limit(limit + 1);
  if (filter.quest_id !== undefined) query = query.where("d.quest_id", "=", filter.quest_id);
  if (filter.after !== undefined) {
    const { microseconds, id } = requireCursor(filter.after);
    const createdAt = sql`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`;
    query = query.where(sql<boolean>`(d.created_at, d.id) > (${createdAt}, ${id}::uuid)`);
  }
  const rows = await query.execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    samples: rows.slice(0, limit).map((row) => ({
      id: row.id,
      quest_id: row.quest_id,
      quest_name: row.quest_name,
      coordinates: formatCoordinates(row.latitude, row.longitude),
      adventurer_id: row.adventurer_id,
      created_at: row.created_at.toISOString(),
      state: row.review_decision ?? "pending",
      thumbnail_presigned_url: addresses.sign(row.id, "thumbnail"),
    })),
    next: last && `${last.created_at_microseconds}_${last.id}`,
  };
}

function requireCursor(after: string): { microseconds: string; id: string } {
  const [, microseconds, id] = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(after) ?? [];
  if (!microseconds || !id) {
    throw new DomainError("validation_failed", "query.after: Invalid value", [
      { path: "query.after", message: "Invalid value" },
    ]);
  }
  return { microseconds, id };
}

/** @throws DomainError `data_point_not_found` */
export async function insertReview(
  tx: Tx,
  review: { dataPointId: string; decision: ReviewDecision; comment: string | null; reviewedBy: string },
): Promise<void> {
  // The row is locked first, so that of two decisions at once the later one is the newest in both tables.
  const point = await tx
    .selectFrom("quest_data")
    .select("id")
    .where("id", "=", review.dataPointId)
    .forUpdate()
    .executeTakeFirst();
  if (!point) throw new DomainError("data_point_not_found", "There is no such data point.");
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
