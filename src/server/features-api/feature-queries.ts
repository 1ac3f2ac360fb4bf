import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { type CreditedPoint, isWithin, precisionOf, readPublishedAfter } from "../results/published-queries.ts";
import type { ItemsQuery } from "./read-items-query.ts";

export type PublicCollection = {
  id: number;
  quest_name: string;
  quest_description: string | null;
  organization_name: string;
  precision: ReturnType<typeof precisionOf>;
  /** West, south, east, north in degrees, and days; null without data points. */
  box: [number, number, number, number] | null;
  first_day: string | null;
  last_day: string | null;
};

/** All quests with public results, or one of them. */
export async function listCollections(db: Db, id?: number): Promise<PublicCollection[]> {
  const { rows } = await sql<Omit<PublicCollection, "precision"> & { results_positions: string }>`
    SELECT q.id, q.quest_name, q.quest_description, o.organization_name, q.results_positions,
      r.summary -> 'box' AS box, r.summary ->> 'first_day' AS first_day, r.summary ->> 'last_day' AS last_day
    FROM quests q JOIN organizations o ON o.id = q.organization_id LEFT JOIN quest_results r ON r.quest_id = q.id
    WHERE q.results_visibility = 'public' ${id === undefined ? sql`` : sql`AND q.id = ${id}`}
    ORDER BY q.id`.execute(db);
  return rows.map(({ results_positions, ...row }) => ({ ...row, precision: precisionOf(results_positions) }));
}

/** Published data points in the order of their random ids, so that pages stay true while others arrive. */
export function listFeatures(
  db: Db,
  questId: number,
  { after, bbox, datetime }: Pick<ItemsQuery, "after" | "bbox" | "datetime">,
  limit: number,
): Promise<CreditedPoint[]> {
  const conditions = [...(bbox ? [isWithin(bbox)] : []), ...(datetime ? [isDuring(datetime)] : [])];
  return readPublishedAfter(db, questId, { after, conditions, limit });
}

export async function findFeature(db: Db, questId: number, id: string): Promise<CreditedPoint | undefined> {
  const conditions = [sql<SqlBool>`p.id = ${id}::uuid`];
  const [point] = await readPublishedAfter(db, questId, { after: undefined, conditions, limit: 1 });
  return point;
}

/** Compared with an instant, a data point without a time is anywhere within its day, as if that were one of UTC. */
function isDuring({ from, until }: NonNullable<ItemsQuery["datetime"]>): RawBuilder<SqlBool> {
  const dayBegins = sql`(p.day::timestamp AT TIME ZONE 'UTC')`;
  const dayEnds = sql`(${dayBegins} + interval '1 day' - interval '1 millisecond')`;
  const [begins, ends] = [dayBegins, dayEnds].map((otherwise) => sql`coalesce(p.measured_at, ${otherwise})`);
  const isAfter = !from
    ? sql`true`
    : "day" in from
      ? sql`p.day >= ${from.day}::date`
      : sql`${ends} >= ${from.at.toISOString()}::timestamptz`;
  const isBefore = !until
    ? sql`true`
    : "day" in until
      ? sql`p.day <= ${until.day}::date`
      : sql`${begins} <= ${until.at.toISOString()}::timestamptz`;
  return sql<SqlBool>`(${isAfter} AND ${isBefore})`;
}
