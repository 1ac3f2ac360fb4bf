import { sql } from "kysely";
import type { PhotoFormat } from "../database/column-types.ts";
import type { Db } from "../database/connection.ts";

const batchSize = 200;

/** Waits for the call's turn, then reads one batch. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Rows about a volunteer, few enough to read at once. */
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

/** Written as a volunteer or as a reviewer. */
export function readMessagesWritten(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, 0, (afterId: number) =>
    db
      .selectFrom("data_point_messages")
      .select(["id", "quest_data_id", "is_reviewer", "text", "revision", "written_at"])
      .where("author", "=", username)
      .where("id", ">", afterId)
      .orderBy("id"),
  );
}

export function readReviewsGiven(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, 0, (afterId: number) =>
    db
      .selectFrom("reviews")
      .select(["id", "quest_data_id", "decision", "comment", "reviewed_at"])
      .where("reviewed_by", "=", username)
      .where("id", ">", afterId)
      .orderBy("id"),
  );
}

/** The person's decisions in second reviews. */
export function readSecondLooks(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, 0, (afterId: number) =>
    db
      .selectFrom("review_rechecks as c")
      .innerJoin("reviews as r", "r.id", "c.review_id")
      .select(["c.review_id as id", "r.quest_data_id", "c.second_decision as decision", "c.second_comment as comment"])
      .select("c.checked_at")
      .where("c.second_reviewer", "=", username)
      .where("c.review_id", ">", afterId)
      .orderBy("c.review_id"),
  );
}

/** The person's data points before each change or deletion. */
export function readOwnChanges(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, 0, (afterId: number) =>
    db
      .selectFrom("data_point_changes")
      .select(["id", "quest_data_id", "quest_id", "kind", "before", "changed_at"])
      .where("adventurer_id", "=", username)
      .where("id", ">", afterId)
      .orderBy("id"),
  );
}

type FormerPhoto = { id: string; key: string; photo_key: string; photo_format: PhotoFormat };
type FieldPhoto = FormerPhoto & { sha256: string };

export type OwnPoint = ReturnType<typeof readOwnPoints> extends AsyncGenerator<infer Row> ? Row : never;

/** The person's data points with their reviews, messages, former revisions and photos. */
export function readOwnPoints(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, "00000000-0000-0000-0000-000000000000", (afterId: string) =>
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
        sql<FieldPhoto[]>`(
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
      .where(sql<boolean>`d.id > ${afterId}::uuid`)
      .orderBy("d.id"),
  );
}

type LimitedQuery<Row> = { limit(count: number): { execute(): Promise<Row[]> } };

/** All rows by their ids, a batch at a time. No connection is held between two batches. */
async function* inBatches<Row extends { id: number | string }>(
  takeTurn: TakeTurn,
  firstId: Row["id"],
  query: (afterId: Row["id"]) => LimitedQuery<Row>,
): AsyncGenerator<Row> {
  let afterId: Row["id"] = firstId;
  for (;;) {
    const rows = await takeTurn(() => query(afterId).limit(batchSize).execute());
    yield* rows;
    const last = rows[batchSize - 1];
    if (!last) return;
    afterId = last.id;
  }
}
