import { type SqlBool, sql } from "kysely";
import { hasRole, organizationsOf } from "../auth/has-role.ts";
import { holdPeople } from "../auth/hold-accounts.ts";
import { embeddedIssuer } from "../auth/identity.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { textIn } from "../quest-texts/texts-of-quests.ts";
import { shortened } from "./digest-queries.ts";
import { enqueueDigests } from "./enqueue-digests.ts";
import type { MailOwner } from "./mail-address.ts";

/** Finds the ids of the embedded accounts that are administrators; undefined with an external provider. */
export type FindAdministrators = (() => Promise<string[]>) | undefined;

/** What the digest says beside data points and messages of teams. */
export type DeskNews = {
  /** Volunteers' questions to teams of which the person is a coordinator, if nobody has answered them. */
  questions: { quest_name: string; words: string }[];
  /** Number of requests for organizations, for administrators. */
  requests: number;
  /** Number of data points that wait for the person as a reviewer. */
  samples: number;
  /** The person's own requests for organizations that were decided. */
  decided: { organization_name: string; organization_id: number | null; words: string | null }[];
};

/** After `endDigest`, a digest is open: it has all that is newer. */
const isNew = (column: string) => sql<SqlBool>`(
  ${sql.ref(column)} > a.digest_told_until AND ${sql.ref(column)} <= coalesce(a.digest_telling_until, 'infinity'))`;

/** What came in the time of the digest. */
export async function listDeskNews(
  db: Db,
  { id, ...owner }: { id: string } & Pick<MailOwner, "issuer" | "subject">,
  findAdministrators: FindAdministrators,
): Promise<DeskNews> {
  const { rows: questions } = await sql<DeskNews["questions"][number]>`
    SELECT ${textIn(sql`a.language`, "quest_name")} AS quest_name, ${shortened("u.text")}
    FROM adventurers AS a CROSS JOIN questions AS u JOIN quests AS q ON q.id = u.quest_id
    WHERE a.id = ${id} AND u.answered_at IS NULL AND u.adventurer_id <> a.id AND ${isNew("u.asked_at")}
      AND ${hasRole("coordinator", sql`a.id`, sql`q.organization_id`)}
    ORDER BY u.id`.execute(db);
  const { rows: decided } = await sql<DeskNews["decided"][number]>`
    SELECT r.organization_name, r.organization_id, ${shortened("r.comment")}
    FROM adventurers AS a JOIN organization_requests AS r ON r.adventurer_id = a.id
    WHERE a.id = ${id} AND r.decided_by IS DISTINCT FROM a.id AND ${isNew("r.decided_at")}
    ORDER BY r.id`.execute(db);
  const requests = (await isAdministrator(owner, findAdministrators)) ? await countNewRequests(db, id) : 0;
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce(sum(n.count), 0)::int AS count
    FROM adventurers AS a CROSS JOIN LATERAL ${questsToReview} AS q
    CROSS JOIN LATERAL (SELECT count(*) AS count ${newSamples}) AS n
    WHERE a.id = ${id}`.execute(db);
  return { questions, requests, samples: rows[0]?.count ?? 0, decided };
}

/** Samples count as one. */
export const countOf = ({ questions, requests, samples, decided }: DeskNews): number =>
  questions.length + requests + Number(samples > 0) + decided.length;

/** The quests of a reviewer: samples are looked for in these only. Where reviewers are assigned to a quest, it is theirs. */
const questsToReview = sql`(
  SELECT id FROM quests JOIN ${organizationsOf(sql`a.id`, "reviewer")} AS o USING (organization_id)
  WHERE EXISTS (SELECT FROM review_assignments WHERE quest_id = quests.id AND reviewer = a.id)
    OR NOT EXISTS (SELECT FROM review_assignments WHERE quest_id = quests.id))`;
const newSamples = sql`
  FROM quest_data AS d
  WHERE d.quest_id = q.id AND d.review_decision IS NULL AND ${isNew("d.created_at")} AND d.adventurer_id <> a.id`;

/** Schedules an email to reviewers for whom new samples wait, unless they had one within a day. */
export async function remindReviewers(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM adventurers AS a
    WHERE a.digest_wanted AND a.issuer IS NOT NULL
      AND (a.digest_sent_at IS NULL OR a.digest_sent_at < now() - interval '1 day')
      AND a.id IN (SELECT adventurer_id FROM organization_members UNION SELECT adventurer_id FROM organization_group_members)
      AND EXISTS (SELECT FROM ${questsToReview} AS q CROSS JOIN LATERAL (SELECT ${newSamples} LIMIT 1) AS n)
    ORDER BY a.id`.execute(db);
  const reviewers = rows.map(({ id }) => id);
  if (reviewers.length === 0) return;
  await transaction(db, (tx) => enqueueDigests(tx, reviewers), { lockFirst: (tx) => holdPeople(tx, reviewers) });
}

async function isAdministrator(
  { issuer, subject }: Pick<MailOwner, "issuer" | "subject">,
  findAdministrators: FindAdministrators,
): Promise<boolean> {
  if (issuer !== embeddedIssuer || subject === null) return false;
  return (await findAdministrators?.())?.includes(subject) ?? false;
}

async function countNewRequests(db: Db, adventurerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM adventurers AS a CROSS JOIN organization_requests AS r
    WHERE a.id = ${adventurerId} AND r.state = 'pending' AND ${isNew("r.requested_at")}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The usernames of administrators, who hear of requests for organizations. */
export async function findAdministratorNames(db: Db, findAdministrators: FindAdministrators): Promise<string[]> {
  const subjects = (await findAdministrators?.()) ?? [];
  if (subjects.length === 0) return [];
  const rows = await db
    .selectFrom("adventurers")
    .select("id")
    .where("issuer", "=", embeddedIssuer)
    .where("subject", "in", subjects)
    .execute();
  return rows.map(({ id }) => id);
}
