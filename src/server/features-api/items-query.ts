import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../database/connection.ts";
import type { PublicColumn } from "../results/public-columns.ts";
import { type CreditedPoint, isWithin, precisionOf, readPublishedAfter } from "../results/published-queries.ts";

/** West, south, east, north in degrees; west exceeds east across the antimeridian. */
export type QueryBox = [number, number, number, number];
/** A day, which is one of the place, or an instant. Both ends belong to the interval; an open one is undefined. */
type QueryMoment = { day: string } | { at: Date };
export type QueryInterval = { from: QueryMoment | undefined; until: QueryMoment | undefined };

export type ItemsQuery = {
  bbox: QueryBox | undefined;
  datetime: QueryInterval | undefined;
  limit: number;
  /** Id of the last feature of the page before. */
  after: string | undefined;
  /** Wanted values by column. */
  filters: { column: PublicColumn; value: string }[];
};

/** What is wrong with a request, told in the form of the features API. */
export class FeaturesError extends Error {
  constructor(
    readonly status: 400 | 404 | 406,
    readonly code: "InvalidParameterValue" | "NotFound" | "NotAcceptable",
    description: string,
  ) {
    super(description);
  }
}

export const limitDefault = 100;
/** More is answered with so many, as the standard allows. */
export const limitMax = 1_000;

const formats = ["json", "html"];
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads the parameters of `items`. Names of columns filter by their value.
 * @throws FeaturesError 400 for an unknown parameter, or a value that makes no sense
 */
export function readItemsQuery(query: Readonly<Record<string, unknown>>, columns: readonly PublicColumn[]): ItemsQuery {
  const { bbox, datetime, limit, after, f: _format, ...rest } = textsOf(query);
  return {
    bbox: bbox === undefined ? undefined : readBox(bbox),
    datetime: datetime === undefined ? undefined : readInterval(datetime),
    limit: limit === undefined ? limitDefault : readLimit(limit),
    after: after === undefined ? undefined : readAfter(after),
    filters: Object.entries(rest).map(([name, value]) => {
      const column = columns.find((each) => each.name === name && !each.isInFeature);
      if (!column) throw invalid(`There is no parameter or property "${name}".`);
      return { column, value };
    }),
  };
}

/** @throws FeaturesError 400 for any parameter but the format */
export function refuseParameters(query: Readonly<Record<string, unknown>>): void {
  const [name] = Object.keys(textsOf(query)).filter((each) => each !== "f");
  if (name !== undefined) throw invalid(`There is no parameter "${name}" here.`);
}

function textsOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== "string") throw invalid(`"${name}" is given more than once.`);
  }
  const { f } = query;
  if (f !== undefined && !formats.includes(f as string)) throw invalid(`"f" is "json" or "html".`);
  return query as Record<string, string>;
}

function readBox(text: string): QueryBox {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (!numbers.every(Number.isFinite) || (numbers.length !== 4 && numbers.length !== 6)) {
    throw invalid(`"bbox" is four numbers, or six with heights: west,south,east,north.`);
  }
  const [west, south, east, north] = (numbers.length === 6 ? [0, 1, 3, 4] : [0, 1, 2, 3]).map(
    (index) => numbers[index] as number,
  ) as QueryBox;
  if (south > north) throw invalid(`The south of "bbox", ${south}, is north of its north, ${north}.`);
  if (Math.abs(west) > 180 || Math.abs(east) > 180) throw invalid(`Longitudes of "bbox" are from -180 to 180.`);
  if (south < -90 || north > 90) throw invalid(`Latitudes of "bbox" are from -90 to 90.`);
  return [west, south, east, north];
}

const day = /^\d{4}-\d\d-\d\d$/;
const instant = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const dayMs = 86_400_000;

function readInterval(text: string): QueryInterval {
  const parts = text.split("/");
  const [start = "", end = start] = parts;
  const isOpen = (part: string) => part === "" || part === "..";
  const isRange = parts.length === 2;
  if (parts.length > 2 || (isOpen(start) && isOpen(end))) throw invalidTime(text);
  const from = isRange && isOpen(start) ? undefined : readMoment(start, text);
  const until = isRange && isOpen(end) ? undefined : readMoment(end, text);
  if (from && until && startOf(from) > endOf(until)) throw invalid(`"datetime" ends before it starts.`);
  return { from, until };
}

function readMoment(part: string, text: string): QueryMoment {
  const at = new Date(part);
  if (Number.isNaN(at.getTime()) || !(day.test(part) || instant.test(part))) throw invalidTime(text);
  return day.test(part) ? { day: part } : { at };
}

const startOf = (moment: QueryMoment) => ("day" in moment ? Date.parse(moment.day) : moment.at.getTime());
const endOf = (moment: QueryMoment) => ("day" in moment ? Date.parse(moment.day) + dayMs - 1 : moment.at.getTime());

const invalidTime = (text: string) =>
  invalid(`"datetime" is an instant, a day, or two of them with "/" between, after RFC 3339; "${text}" isn't.`);

function readLimit(text: string): number {
  const limit = Number(text);
  if (!/^\d{1,9}$/.test(text) || limit < 1) throw invalid(`"limit" is a whole number from 1 on.`);
  return Math.min(limit, limitMax);
}

function readAfter(text: string): string {
  if (!uuid.test(text)) throw invalid(`"after" comes from a "next" link.`);
  return text;
}

const invalid = (description: string) => new FeaturesError(400, "InvalidParameterValue", description);

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
