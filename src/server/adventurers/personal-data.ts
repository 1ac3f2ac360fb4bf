import { sql } from "kysely";
import type { PhotoFormat } from "../database/column-types.ts";
import type { Db } from "../database/connection.ts";

const batchSize = 200;

/** Reads one batch when it is due. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Everything the tables store about a volunteer, except data points. */
export async function readPersonalData(db: Db, username: string) {
  const profile = await db.selectFrom("adventurers").selectAll().where("id", "=", username).executeTakeFirst();
  const participations = await db
    .selectFrom("adventurer_quests as aq")
    .innerJoin("quests as q", "q.id", "aq.quest_id")
    .select(["aq.quest_id", "q.quest_name", "aq.status", "aq.joined_at", "aq.completed_at"])
    .where("aq.adventurer_id", "=", username)
    .orderBy("aq.joined_at")
    .execute();
  const gpsReports = await db
    .selectFrom("poor_gps_reports")
    .selectAll()
    .where("reported_by", "=", username)
    .orderBy("id")
    .execute();
  const unfinishedUploads = await db
    .selectFrom("resumable_uploads")
    .select(["id", "length_bytes", "received_bytes", "metadata", "created_at", "touched_at"])
    .where("adventurer_id", "=", username)
    .orderBy("created_at")
    .execute();
  const reviewAssignments = await db
    .selectFrom("review_assignments as a")
    .innerJoin("quests as q", "q.id", "a.quest_id")
    .select(["a.quest_id", "q.quest_name", "a.assigned_at"])
    .where("a.reviewer", "=", username)
    .orderBy("a.quest_id")
    .execute();
  return { profile, participations, gpsReports, unfinishedUploads, reviewAssignments };
}

/** The person's reviews, oldest first, in batches. */
export function readReviewsGiven(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, (lastId: number | undefined) =>
    db
      .selectFrom("reviews")
      .select(["id", "quest_data_id", "decision", "comment", "reviewed_at"])
      .where("reviewed_by", "=", username)
      .$if(lastId !== undefined, (query) => query.where("id", ">", lastId ?? 0))
      .orderBy("id")
      .limit(batchSize)
      .execute(),
  );
}

/** The person's messages about data points, as volunteer or reviewer, oldest first, in batches. */
export function readMessagesWritten(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, (lastId: number | undefined) =>
    db
      .selectFrom("data_point_messages")
      .select(["id", "quest_data_id", "is_reviewer", "text", "revision", "written_at"])
      .where("author", "=", username)
      .$if(lastId !== undefined, (query) => query.where("id", ">", lastId ?? 0))
      .orderBy("id")
      .limit(batchSize)
      .execute(),
  );
}

/** The person's second reviews, in batches. */
export function readSecondLooks(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, (lastId: number | undefined) =>
    db
      .selectFrom("review_rechecks as c")
      .innerJoin("reviews as r", "r.id", "c.review_id")
      .select(["c.review_id as id", "r.quest_data_id", "c.second_decision as decision", "c.second_comment as comment"])
      .select("c.checked_at")
      .where("c.second_reviewer", "=", username)
      .$if(lastId !== undefined, (query) => query.where("c.review_id", ">", lastId ?? 0))
      .orderBy("c.review_id")
      .limit(batchSize)
      .execute(),
  );
}

/** The person's data points before each change or deletion, oldest change first, in batches. */
export function readOwnChanges(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, (lastId: number | undefined) =>
    db
      .selectFrom("data_point_changes")
      .select(["id", "quest_data_id", "quest_id", "kind", "before", "changed_at"])
      .where("adventurer_id", "=", username)
      .$if(lastId !== undefined, (query) => query.where("id", ">", lastId ?? 0))
      .orderBy("id")
      .limit(batchSize)
      .execute(),
  );
}

type OwnFieldPhoto = { id: string; key: string; sha256: string; photo_key: string; photo_format: PhotoFormat };

type FormerPhoto = Omit<OwnFieldPhoto, "sha256">;

/**
 * The person's data points with all reviews, messages, revisions and photos, in batches. Holds no connection between
 * batches.
 */
export function readOwnPoints(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, (lastId: string | undefined) =>
    db
      .selectFrom("quest_data as d")
      .innerJoin("quests as q", "q.id", "d.quest_id")
      .selectAll("d")
      .select("q.quest_name")
      .select(
        sql<Record<string, unknown>[]>`(
          SELECT coalesce(json_agg(json_build_object('decision', r.decision, 'comment', r.comment,
            'reviewed_by', r.reviewed_by, 'reviewed_at', r.reviewed_at) ORDER BY r.id), '[]')
          FROM reviews AS r WHERE r.quest_data_id = d.id)`.as("reviews"),
      )
      .select(
        sql<OwnFieldPhoto[]>`(
          SELECT coalesce(json_agg(json_build_object('id', p.id, 'key', p.key, 'sha256', p.photo_sha256,
            'photo_key', p.photo_key, 'photo_format', p.photo_format, 'photo_bytes', p.photo_bytes,
            'exif_latitude', p.exif_latitude, 'exif_longitude', p.exif_longitude, 'exif_taken_at', p.exif_taken_at)
            ORDER BY p.position), '[]')
          FROM quest_data_photos AS p WHERE p.quest_data_id = d.id)`.as("field_photos"),
      )
      .select(
        sql<FormerPhoto[]>`(
          SELECT coalesce(json_agg(to_jsonb(f) - 'quest_data_id' ORDER BY f.id), '[]')
          FROM former_photos AS f WHERE f.quest_data_id = d.id)`.as("former_photos"),
      )
      .select(
        sql<Record<string, unknown>[]>`(
          SELECT coalesce(json_agg(to_jsonb(v) - 'quest_data_id' ORDER BY v.revision), '[]')
          FROM data_point_revisions AS v WHERE v.quest_data_id = d.id)`.as("revisions"),
      )
      .select(
        sql<Record<string, unknown>[]>`(
          SELECT coalesce(json_agg(json_build_object('author', m.author, 'is_reviewer', m.is_reviewer, 'text', m.text,
            'revision', m.revision, 'written_at', m.written_at) ORDER BY m.id), '[]')
          FROM data_point_messages AS m WHERE m.quest_data_id = d.id)`.as("messages"),
      )
      .where("d.adventurer_id", "=", username)
      .$if(lastId !== undefined, (query) => query.where(sql<boolean>`d.id > ${lastId}::uuid`))
      .orderBy("d.id")
      .limit(batchSize)
      .execute(),
  );
}

async function* inBatches<Row extends { id: unknown }>(
  takeTurn: TakeTurn,
  read: (lastId: Row["id"] | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let lastId: Row["id"] | undefined;
  while (true) {
    const after = lastId;
    const rows = await takeTurn(() => read(after));
    yield* rows;
    if (rows.length < batchSize) return;
    lastId = rows.at(-1)?.id;
  }
}
