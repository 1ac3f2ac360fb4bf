import { sql } from "kysely";
import type { FileFormat } from "../database/column-types.ts";
import type { Db } from "../database/connection.ts";
import { listTokens } from "../personal-tokens/personal-token-queries.ts";

const batchSize = 200;

/** Waits for the call's turn, then reads one batch. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Rows about a volunteer, few enough to read at once. */
export async function readPersonalData(db: Db, username: string) {
  const profile = await db.selectFrom("adventurers").selectAll().where("id", "=", username).executeTakeFirst();
  const participations = await db
    .selectFrom("adventurer_quests as aq")
    .innerJoin("quests as q", "q.id", "aq.quest_id")
    .select([
      "aq.quest_id",
      "q.quest_name",
      "aq.status",
      "aq.joined_at",
      "aq.completed_at",
      "aq.muted",
      "aq.shared_number",
    ])
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
  const teamRoles = await sql<Row>`
    SELECT t.organization_id, o.organization_name, t.role, t.since, t.is_by_group FROM (
      SELECT organization_id, role, since, false AS is_by_group FROM organization_members
      WHERE adventurer_id = ${username}
      UNION ALL SELECT organization_id, role, seen_at, true FROM organization_group_members
      WHERE adventurer_id = ${username}) t
    JOIN organizations o ON o.id = t.organization_id ORDER BY 1, 5`.execute(db);
  const teamChanges = await db
    .selectFrom("organization_log")
    .select(["organization_id", "at", "action", "role"])
    .select((log) => log("actor", "=", username).as("is_own"))
    .where((log) => log.or([log("actor", "=", username), log("person", "=", username)]))
    .orderBy("id")
    .execute();
  const organizationRequests = await db
    .selectFrom("organization_requests")
    .select(["organization_name", "organization_email", "reason", "requested_at", "state", "comment"])
    .where("adventurer_id", "=", username)
    .orderBy("id")
    .execute();
  const invitations = await db
    .selectFrom("organization_invitations")
    .select(["organization_id", "role", "email", "created_at", "accepted_at", "revoked_at"])
    .select((invitation) => invitation("invited_by", "=", username).as("is_own"))
    .where((each) => each.or([each("invited_by", "=", username), each("accepted_by", "=", username)]))
    .orderBy("id")
    .execute();
  const teams = { requests: organizationRequests, roles: teamRoles.rows, changes: teamChanges, invitations };
  const pushSubscriptions = await db
    .selectFrom("push_subscriptions")
    .select(["endpoint", "created_at"])
    .where("adventurer_id", "=", username)
    .orderBy("id")
    .execute();
  const personalTokens = await listTokens(db, username);
  const own = { profile, participations, gpsReports, unfinishedUploads, pushSubscriptions, personalTokens };
  return { ...own, reviewAssignments, teams };
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

export function readAnnouncementsWritten(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, 0, (afterId: number) =>
    db
      .selectFrom("announcements")
      .select(["id", "quest_id", "audience", "title", "text", "written_at"])
      .where("author", "=", username)
      .where("id", ">", afterId)
      .orderBy("id"),
  );
}

export function readQuestChanges(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, 0, (afterId: number) =>
    db
      .selectFrom("quest_history")
      .select(["id", "quest_id", "at", "kind", "changes", "locations"])
      .where("person", "=", username)
      .where("id", ">", afterId)
      .orderBy("id"),
  );
}

/** The person's questions to teams, with the answers. */
export function readQuestionsAsked(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, 0, (afterId: number) =>
    db
      .selectFrom("questions")
      .select(["id", "quest_id", "text", "asked_at", "answer", "answered_at"])
      .where("adventurer_id", "=", username)
      .where("id", ">", afterId)
      .orderBy("id"),
  );
}

/** The person's answers to volunteers. */
export function readAnswersGiven(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, 0, (afterId: number) =>
    db
      .selectFrom("questions")
      .select(["id", "quest_id", "answer", "answered_at"])
      .where("answered_by", "=", username)
      .where("id", ">", afterId)
      .orderBy("id"),
  );
}

/** How the person went through lessons. */
export function readLessonAttempts(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, "00000000-0000-0000-0000-000000000000", (afterId: string) =>
    db
      .selectFrom("lesson_attempts")
      .select(["id", "quest_id", "version", "started_at", "ended_at", "received_at", "answers", "passed"])
      .where("adventurer_id", "=", username)
      .where(sql<boolean>`id > ${afterId}::uuid`)
      .orderBy("id"),
  );
}

/** What teams told the person. */
export function readNews(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, 0, (afterId: number) =>
    db
      .selectFrom("news as n")
      .innerJoin("announcements as m", "m.id", "n.announcement_id")
      .select(["n.id", "m.quest_id", "m.title", "m.text", "n.arrived_at", "n.seen_at", "n.reported_at"])
      .where("n.adventurer_id", "=", username)
      .where("n.id", ">", afterId)
      .orderBy("n.id"),
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

type Row = Record<string, unknown>;
type OwnFile = { id: string; key: string; photo_key: string; photo_format: FileFormat };

export type OwnPoint = ReturnType<typeof readOwnPoints> extends AsyncGenerator<infer Point> ? Point : never;

/** The person's data points with their reviews, messages, former revisions and photos. */
export function readOwnPoints(db: Db, username: string, takeTurn: TakeTurn) {
  return inBatches(takeTurn, "00000000-0000-0000-0000-000000000000", (afterId: string) =>
    db
      .selectFrom("quest_data as d")
      .innerJoin("quests as q", "q.id", "d.quest_id")
      .selectAll("d")
      .select([
        "q.quest_name",
        rowsOf<Row>("reviews", "id").as("reviews"),
        rowsOf<OwnFile>("quest_data_photos", "position").as("field_photos"),
        rowsOf<OwnFile>("former_photos", "id").as("former_photos"),
        rowsOf<Row>("data_point_revisions", "revision").as("revisions"),
        rowsOf<Row>("data_point_messages", "id").as("messages"),
      ])
      .where("d.adventurer_id", "=", username)
      .where(sql<boolean>`d.id > ${afterId}::uuid`)
      .orderBy("d.id"),
  );
}

/** All rows about the data point `d`. */
const rowsOf = <Each>(table: string, order: string) =>
  sql<Each[]>`(
    SELECT coalesce(json_agg(to_jsonb(t) - 'quest_data_id' ORDER BY ${sql.ref(`t.${order}`)}), '[]')
    FROM ${sql.table(table)} AS t WHERE t.quest_data_id = d.id)`;

type LimitedQuery<Each> = { limit(count: number): { execute(): Promise<Each[]> } };

/** All rows by their ids, a batch at a time. No connection is held between two batches. */
async function* inBatches<Each extends { id: number | string }>(
  takeTurn: TakeTurn,
  firstId: Each["id"],
  query: (afterId: Each["id"]) => LimitedQuery<Each>,
): AsyncGenerator<Each> {
  let afterId: Each["id"] = firstId;
  for (;;) {
    const rows = await takeTurn(() => query(afterId).limit(batchSize).execute());
    yield* rows;
    const last = rows[batchSize - 1];
    if (!last) return;
    afterId = last.id;
  }
}
