import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { DismissalPayload, Report, ReportQuery, Waiting } from "../../contract/reports.ts";
import type { Scope } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { mapPart, type Part, readIdCursor, readPart } from "../database/list-parts.ts";
import { messageOfNews } from "../notices/news-queries.ts";
import { inScope } from "../teams/scope-queries.ts";

type Row = Omit<Report, "kind" | "written_at" | "reported_at" | "dismissed_at"> & {
  newest: number;
  written_at: Date;
  reported_at: Date;
  dismissed_at: Date | null;
};

const isOpen = sql<SqlBool>`reported_at IS NOT NULL AND dismissed_at IS NULL`;
const isDismissed = sql<SqlBool>`dismissed_at IS NOT NULL`;

/** A row `n` per reported message, with the quest `q` and the organization `o`. */
const reportedMessages = (reports: RawBuilder<SqlBool>) => sql`(
    SELECT announcement_id, question_id, max(id) AS newest, count(*)::int AS reports, max(reported_at) AS reported_at,
      max(dismissed_at) AS dismissed_at, (array_agg(dismissed_by ORDER BY dismissed_at DESC))[1] AS dismissed_by
    FROM news WHERE ${reports} GROUP BY announcement_id, question_id) AS n
  CROSS JOIN LATERAL ${messageOfNews} AS m
  JOIN quests q ON q.id = m.quest_id JOIN organizations o ON o.id = q.organization_id`;

/** Messages with open or dismissed reports, the newest message first. */
export async function listReports(db: Db, scope: Scope, query: ReportQuery): Promise<Part<Report>> {
  const conditions = ofTeam(scope, query.organization_id);
  if (query.after !== undefined) conditions.push(sql<SqlBool>`n.newest < ${readIdCursor(query.after)}`);
  const read = async (count: number) => {
    const { rows } = await sql<Row>`
      SELECT n.newest, coalesce(n.announcement_id, n.question_id) AS id, m.quest_id, q.quest_name, o.organization_name,
        m.title, m.text, m.question, m.author AS written_by, m.written_at, n.reports, n.reported_at, n.dismissed_by,
        n.dismissed_at
      FROM ${reportedMessages(query.dismissed === "only" ? isDismissed : isOpen)}
      WHERE ${sql.join(conditions, sql` AND `)} ORDER BY n.newest DESC LIMIT ${count}`.execute(db);
    return rows;
  };
  return mapPart(await readPart(read, query, ({ newest }) => String(newest)), describe);
}

export async function countWaiting(
  db: Db,
  scope: Scope,
  organizationId: number | undefined,
): Promise<Pick<Waiting, "open_questions" | "reports">> {
  const conditions = sql.join(ofTeam(scope, organizationId), sql` AND `);
  const { rows } = await sql<Waiting>`
    SELECT (SELECT count(*)::int FROM questions u JOIN quests q ON q.id = u.quest_id
        WHERE u.answered_at IS NULL AND ${conditions}) AS open_questions,
      (SELECT count(*)::int FROM ${reportedMessages(isOpen)} WHERE ${conditions}) AS reports`.execute(db);
  return rows[0] ?? { open_questions: 0, reports: 0 };
}

/** The organization whose team wrote a message. */
export async function findTeamOfMessage(db: Db, { kind, id }: DismissalPayload): Promise<number | undefined> {
  const { rows } = await sql<{ organization_id: number }>`
    SELECT q.organization_id FROM ${sql.table(kind === "announcement" ? "announcements" : "questions")} AS m
    JOIN quests q ON q.id = m.quest_id WHERE m.id = ${id}`.execute(db);
  return rows[0]?.organization_id;
}

export async function setDismissed(db: Db, { kind, id }: DismissalPayload, username: string): Promise<void> {
  await db
    .updateTable("news")
    .set({ dismissed_at: sql<Date>`now()`, dismissed_by: username })
    .where(kind === "announcement" ? "announcement_id" : "question_id", "=", id)
    .where(isOpen)
    .execute();
}

function ofTeam(scope: Scope, organizationId: number | undefined): RawBuilder<SqlBool>[] {
  if (organizationId === undefined) return [inScope(scope)];
  return [inScope(scope), sql<SqlBool>`q.organization_id = ${organizationId}`];
}

const describe = ({ newest: _, written_at, reported_at, dismissed_at, ...row }: Row): Report => ({
  ...row,
  kind: row.question === null ? "announcement" : "question",
  written_at: written_at.toISOString(),
  reported_at: reported_at.toISOString(),
  dismissed_at: dismissed_at?.toISOString() ?? null,
});
