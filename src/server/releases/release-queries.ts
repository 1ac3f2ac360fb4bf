import { sql } from "kysely";
import type { ReleaseFormat, releaseFailures } from "../../contract/desk-enums.ts";
import type { NewRelease, Release, ReleaseChanges, ReleaseContent } from "../../contract/releases.ts";
import { type Db, isFound, type Tx } from "../database/connection.ts";

export type ReleaseId = { questId: number; number: number };

/** A file of a release; its bytes are in the photo store. */
export type StoredReleaseFile = {
  name: string;
  format: ReleaseFormat;
  media_type: string;
  bytes: number;
  sha256: string;
};

/** A release with what its data were, null before it is published, and its deposit, which isn't public. */
export type KnownRelease = Release & { content: ReleaseContent | null };

/** The kind of these files in the photo store. */
export const releaseKind = "releases";
export const releaseFileKey = (sha256: string) => `${releaseKind}/${sha256}`;

export const hasAcceptedPoints = (tx: Tx, questId: number): Promise<boolean> =>
  isFound(
    tx
      .selectFrom("quest_data")
      .select("id")
      .where("quest_id", "=", questId)
      .where("review_decision", "=", "accepted")
      .limit(1),
  );

/**
 * Adds a release that is to be built, in place of one that failed.
 * @throws a violation of `releases_pkey` or `releases_building_unique` if another is being built
 */
export async function insertRelease(
  tx: Tx,
  questId: number,
  { licence, notes, thanks, authors }: NewRelease,
): Promise<number> {
  await tx.deleteFrom("releases").where("quest_id", "=", questId).where("state", "=", "failed").execute();
  const { rows } = await sql<{ number: number }>`
    INSERT INTO releases (quest_id, number, licence, notes, thanks, authors)
    SELECT ${questId}, coalesce(max(number), 0) + 1, ${licence}, ${notes}, ${thanks}, ${JSON.stringify(authors)}::jsonb
    FROM releases WHERE quest_id = ${questId}
    RETURNING number`.execute(tx);
  return rows[0]?.number ?? 1;
}

const releaseColumns = sql`r.quest_id, r.number, r.state, r.licence, r.notes, r.thanks, r.authors, r.failure, r.content, r.changes, r.doi,
  r.withdrawal_reason, to_json(r.requested_at) #>> '{}' AS requested_at, to_json(r.published_at) #>> '{}' AS published_at,
  to_json(r.withdrawn_at) #>> '{}' AS withdrawn_at, (r.content ->> 'accepted')::integer AS accepted,
  CASE WHEN r.state = 'building' THEN json_build_object('done', r.steps_done, 'total', r.steps_total) END AS progress,
  (SELECT json_build_object('state', d.state, 'archive', d.archive, 'failure', d.failure, 'answer', d.answer,
      'progress', CASE WHEN d.state = 'waiting' AND d.bytes_total > 0
        THEN json_build_object('done', d.bytes_done, 'total', d.bytes_total) END)
    FROM release_deposits d WHERE d.quest_id = r.quest_id AND d.number = r.number) AS deposit`;

/** Newest first. */
export async function listReleases(db: Db, questId: number): Promise<KnownRelease[]> {
  const { rows } = await sql<KnownRelease>`
    SELECT ${releaseColumns} FROM releases r WHERE r.quest_id = ${questId} ORDER BY r.number DESC`.execute(db);
  return rows;
}

/** Lists the published releases of all quests. */
export async function listPublishedReleases(db: Db): Promise<ReleaseId[]> {
  const { rows } = await sql<ReleaseId>`
    SELECT quest_id AS "questId", number FROM releases WHERE state = 'published' ORDER BY quest_id, number`.execute(db);
  return rows;
}

/** The versions of a quest's protocol when a release was made. */
export async function findVersionsOfRelease(db: Db, { questId, number }: ReleaseId): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    SELECT v.version FROM protocol_versions v JOIN releases r USING (quest_id)
    WHERE v.quest_id = ${questId} AND r.number = ${number} AND v.created_at <= r.published_at`.execute(db);
  return rows.map(({ version }) => version);
}

export async function findRelease(db: Db | Tx, { questId, number }: ReleaseId): Promise<KnownRelease | undefined> {
  const { rows } = await sql<KnownRelease>`
    SELECT ${releaseColumns} FROM releases r WHERE r.quest_id = ${questId} AND r.number = ${number}`.execute(db);
  return rows[0];
}

/** The files of a published release, in their order. */
export async function listReleaseFiles(db: Db, { questId, number }: ReleaseId): Promise<StoredReleaseFile[]> {
  const { rows } = await sql<StoredReleaseFile>`
    SELECT f.name, f.format, f.media_type, f.bytes::double precision AS bytes, f.sha256
    FROM release_files f JOIN releases r USING (quest_id, number)
    WHERE f.quest_id = ${questId} AND f.number = ${number} AND r.state = 'published' ORDER BY f.position`.execute(db);
  return rows;
}

export async function noteProgress(db: Db, { questId, number }: ReleaseId, done: number, total: number): Promise<void> {
  await db
    .updateTable("releases")
    .set({ steps_done: Math.min(done, total), steps_total: total })
    .where("quest_id", "=", questId)
    .where("number", "=", number)
    .execute();
}

export async function failRelease(
  db: Db,
  { questId, number }: ReleaseId,
  failure: (typeof releaseFailures)[number],
): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM release_points WHERE quest_id = ${questId} AND number = ${number}),
      records AS (DELETE FROM release_records WHERE quest_id = ${questId} AND number = ${number}),
      photos AS (DELETE FROM release_photos WHERE quest_id = ${questId} AND number = ${number})
    UPDATE releases SET state = 'failed', failure = ${failure}
    WHERE quest_id = ${questId} AND number = ${number} AND state = 'building'`.execute(db);
}

/** What changed since the release before it. */
export async function compareWithLast(tx: Tx, { questId, number }: ReleaseId): Promise<ReleaseChanges | null> {
  const { rows: earlier } = await sql<{ number: number | null }>`
    SELECT max(number) AS number FROM releases WHERE quest_id = ${questId} AND number < ${number}`.execute(tx);
  const last = earlier[0]?.number ?? null;
  if (last === null) return null;
  const pointsOf = (of: number) =>
    sql`(SELECT point_id, digest FROM release_points WHERE quest_id = ${questId} AND number = ${of})`;
  const { rows } = await sql<ReleaseChanges>`
    SELECT count(*) FILTER (WHERE o.point_id IS NULL)::integer AS added,
      count(*) FILTER (WHERE n.digest <> o.digest)::integer AS changed,
      count(*) FILTER (WHERE n.point_id IS NULL)::integer AS removed
    FROM ${pointsOf(number)} n FULL JOIN ${pointsOf(last)} o USING (point_id)`.execute(tx);
  return rows[0] ?? null;
}

export async function insertReleaseFiles(
  tx: Tx,
  { questId, number }: ReleaseId,
  files: readonly StoredReleaseFile[],
): Promise<void> {
  await tx
    .insertInto("release_files")
    .values(files.map((file, position) => ({ quest_id: questId, number, position, ...file })))
    .execute();
}

/** @param publishedAt when its data were read */
export async function setPublished(
  tx: Tx,
  { questId, number }: ReleaseId,
  { publishedAt, content, changes }: { publishedAt: Date; content: ReleaseContent; changes: ReleaseChanges | null },
): Promise<void> {
  await sql`
    UPDATE releases SET state = 'published', published_at = ${publishedAt}, content = ${JSON.stringify(content)}::jsonb,
      changes = ${changes && JSON.stringify(changes)}::jsonb
    WHERE quest_id = ${questId} AND number = ${number}`.execute(tx);
  for (const table of ["release_records", "release_photos"] as const) {
    await tx.deleteFrom(table).where("quest_id", "=", questId).where("number", "=", number).execute();
  }
}

/** Returns false unless it was published. */
export async function setWithdrawn(tx: Tx, { questId, number }: ReleaseId, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("releases")
    .set({ state: "withdrawn", withdrawn_at: sql<Date>`now()`, withdrawal_reason: reason })
    .where("quest_id", "=", questId)
    .where("number", "=", number)
    .where("state", "=", "published")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setDoi(tx: Tx, { questId, number }: ReleaseId, doi: string): Promise<void> {
  await tx.updateTable("releases").set({ doi }).where("quest_id", "=", questId).where("number", "=", number).execute();
}

/** Which of these keys belong to files of published releases. */
export async function findReferencedReleaseKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    SELECT DISTINCT ${`${releaseKind}/`} || f.sha256 AS key FROM release_files f JOIN releases r USING (quest_id, number)
    WHERE r.state = 'published' AND ${`${releaseKind}/`} || f.sha256 = ANY (${keys})`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Key and SHA-256 of every file of a published release. */
export const namedReleaseFilesSql = `
  SELECT DISTINCT '${releaseKind}/' || f.sha256, f.sha256 FROM release_files f JOIN releases r USING (quest_id, number)
  WHERE r.state = 'published'`;
