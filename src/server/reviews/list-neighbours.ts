import { sql } from "kysely";
import type { calls } from "../../contract/all-calls.ts";
import type { ResponseOf } from "../../contract/call.ts";
import type { AdditionalData } from "../../contract/data-points.ts";
import type { ReviewDecision } from "../../contract/enums.ts";
import type { Neighbour } from "../../contract/samples.ts";
import { metersBetween, type Place } from "../../protocol/distance.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { requireInScope, type Scope } from "../auth/scope.ts";
import { formatCoordinates } from "../data-points/describe-data-point.ts";
import { describeRowMeasurements, findProtocolsOf } from "../data-points/row-measurements.ts";
import type { Db } from "../database/connection.ts";
import { isWithin, toward } from "../evidence/evidence-queries.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { firstPhotoId } from "./review-queries.ts";

const nearMax = 20;
const besideMax = 3;

/**
 * The quest's data points near a sample, and its volunteer's just before and after.
 * @throws DomainError `data_point_not_found`, `forbidden`
 */
export async function listNeighbours(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  scope: Scope,
  id: string,
  texts: Texts,
): Promise<ResponseOf<typeof calls.listNeighbours>> {
  const centre = await findCentre(db, id);
  if (!centre) throw new DomainError("data_point_not_found");
  requireInScope(scope, centre.organization_id);
  const near = await listNearest(db, centre, nearMax);
  const before = await listBeside(db, centre, "before");
  const after = await listBeside(db, centre, "after");
  const protocolOf = await findProtocolsOf(db, [...near, ...before, ...after]);
  const describe = (row: NeighbourRow): Neighbour => ({
    id: row.id,
    coordinates: formatCoordinates(row.latitude, row.longitude),
    adventurer_id: row.adventurer_id,
    is_same_adventurer: row.adventurer_id === centre.adventurer_id,
    distance: Math.round(metersBetween(centre, row) * 10) / 10,
    measured_at: row.measured_at.toISOString(),
    state: row.review_decision ?? "pending",
    measurements: describeRowMeasurements(row.additional_data, protocolOf(row), texts),
    thumbnail_presigned_url: row.photo_id === null ? null : photoAddresses.sign(row.photo_id, "thumbnail"),
  });
  return { near: near.map(describe), before: before.map(describe), after: after.map(describe) };
}

type NeighbourRow = Place & {
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

async function findCentre(db: Db, id: string) {
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
type Centre = NonNullable<Awaited<ReturnType<typeof findCentre>>>;

const columns = sql`d.id, d.latitude, d.longitude, d.adventurer_id, d.quest_id, q.quest_type, d.protocol_version,
  d.additional_data, coalesce(d.captured_at, d.created_at) AS measured_at, d.review_decision, ${firstPhotoId} AS photo_id`;

/** Tried in turn: where points are dense, few are read. */
const radiiMeters = [25, 100, 500] as const;

/** The nearest of the same quest within 500 m, nearest first. */
async function listNearest(db: Db, centre: Centre, limit: number): Promise<NeighbourRow[]> {
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
async function listBeside(db: Db, centre: Centre, order: "before" | "after"): Promise<NeighbourRow[]> {
  const { isBeyond, direction } = toward(order);
  const { rows } = await sql<NeighbourRow>`
    SELECT ${columns} FROM quest_data d JOIN quests q ON q.id = d.quest_id
    WHERE d.adventurer_id = ${centre.adventurer_id} AND d.quest_id = ${centre.quest_id}
      AND (coalesce(d.captured_at, d.created_at), d.id) ${isBeyond} (${centre.measured_at}::timestamptz, ${centre.id}::uuid)
    ORDER BY coalesce(d.captured_at, d.created_at) ${direction}, d.id ${direction} LIMIT ${besideMax}`.execute(db);
  return order === "before" ? rows.reverse() : rows;
}
