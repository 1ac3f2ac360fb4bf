import type { calls } from "../../contract/all-calls.ts";
import type { ResponseOf } from "../../contract/call.ts";
import type { Neighbour } from "../../contract/samples.ts";
import { metersBetween } from "../../protocol/distance.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { requireInScope, type Scope } from "../auth/scope.ts";
import { formatCoordinates } from "../data-points/describe-data-point.ts";
import { describeRowMeasurements, findProtocolsOf } from "../data-points/row-measurements.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findCentre, listBeside, listNearest, type NeighbourRow } from "./neighbour-queries.ts";

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
  const before = await listBeside(db, centre, "before", besideMax);
  const after = await listBeside(db, centre, "after", besideMax);
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
