import { sql } from "kysely";
import type { AdditionalData } from "../../contract/data-points.ts";
import type { ReviewDecision } from "../../contract/enums.ts";
import { metersBetween, type Place } from "../../protocol/distance.ts";
import type { Db } from "../database/connection.ts";
import { isWithin, toward } from "../evidence/evidence-queries.ts";
import { firstPhotoId } from "./review-queries.ts";

export type NeighbourRow = Place & {
  id: string;
  adventurer_id: string;
  quest_id: number;
  quest_type: string;
  protocol_version: number | null;
  additional_data: AdditionalData;
  measured_at: Date;
  review_decision: ReviewDecision | null;
  photo_id: string | null;
};

export async function findCentre(db: Db, id: string) {
  return (
    db
      .selectFrom("quest_data as d")
      .innerJoin("quests as q", "q.id", "d.quest_id")
      .select(["d.id", "d.latitude", "d.longitude", "d.adventurer_id", "d.quest_id", "q.organization_id"])
      // A text has microseconds; a JavaScript date would be earlier.
      .select(sql<string>`coalesce(d.captured_at, d.created_at)::text`.as("measured_at"))
      .where("d.id", "=", id)
      .executeTakeFirst()
  );
}
export type Centre = NonNullable<Awaited<ReturnType<typeof findCentre>>>;

const columns = sql`d.id, d.latitude, d.longitude, d.adventurer_id, d.quest_id, q.quest_type, d.protocol_version,
  d.additional_data, coalesce(d.captured_at, d.created_at) AS measured_at, d.review_decision, ${firstPhotoId} AS photo_id`;

/** Tried in turn: where points are dense, few are read. */
const radiiMeters = [25, 100, 500] as const;

/** The nearest of the same quest within 500 m, nearest first. */
export async function listNearest(db: Db, centre: Centre, limit: number): Promise<NeighbourRow[]> {
  for (const radius of radiiMeters) {
    const places = await listPlacesWithin(db, centre, radius);
    const nearest = places
      .map(({ id, ...place }) => ({ id, distance: metersBetween(centre, place) }))
      .filter(({ distance }) => distance <= radius)
      .sort((one, other) => one.distance - other.distance || (one.id < other.id ? -1 : 1))
      .slice(0, limit);
    if (nearest.length === limit || radius === radiiMeters.at(-1)) {
      return listByIds(
        db,
        nearest.map(({ id }) => id),
      );
    }
  }
  return [];
}

/** Enough to find the nearest; in denser boxes any of them will do. */
const placesMax = 20_000;

async function listPlacesWithin(db: Db, centre: Centre, meters: number): Promise<(Place & { id: string })[]> {
  const { rows } = await sql<Place & { id: string }>`
    SELECT d.id, d.latitude, d.longitude FROM quest_data d
    WHERE d.quest_id = ${centre.quest_id} AND ${isWithin(centre, meters)} AND d.id <> ${centre.id}
    LIMIT ${placesMax}`.execute(db);
  return rows;
}

/** In the order of the ids. */
async function listByIds(db: Db, ids: readonly string[]): Promise<NeighbourRow[]> {
  const { rows } = await sql<NeighbourRow>`
    SELECT ${columns} FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, place)
    JOIN quest_data d USING (id) JOIN quests q ON q.id = d.quest_id ORDER BY wanted.place`.execute(db);
  return rows;
}

/** The volunteer's data points on the same quest just before or after, in order of time. */
export async function listBeside(
  db: Db,
  centre: Centre,
  order: "before" | "after",
  limit: number,
): Promise<NeighbourRow[]> {
  const { isBeyond, direction } = toward(order);
  const { rows } = await sql<NeighbourRow>`
    SELECT ${columns} FROM quest_data d JOIN quests q ON q.id = d.quest_id
    WHERE d.adventurer_id = ${centre.adventurer_id} AND d.quest_id = ${centre.quest_id}
      AND (coalesce(d.captured_at, d.created_at), d.id) ${isBeyond} (${centre.measured_at}::timestamptz, ${centre.id}::uuid)
    ORDER BY coalesce(d.captured_at, d.created_at) ${direction}, d.id ${direction} LIMIT ${limit}`.execute(db);
  return order === "before" ? rows.reverse() : rows;
}
