import type { SampleRow } from "../../contract/samples.ts";
import { formatCoordinates } from "../data-points/describe-data-point.ts";
import type { Db } from "../database/connection.ts";
import { mapPart, type Part } from "../database/list-parts.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import * as queries from "./review-queries.ts";

/** One part of the samples in a state, the oldest first. */
export async function listSamples(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  filter: queries.SampleFilter,
): Promise<Part<SampleRow>> {
  return mapPart(await queries.listSamples(db, filter), (row) => ({
    id: row.id,
    quest_id: row.quest_id,
    quest_name: row.quest_name,
    coordinates: formatCoordinates(row.latitude, row.longitude),
    adventurer_id: row.adventurer_id,
    created_at: row.created_at.toISOString(),
    state: row.review_decision ?? "pending",
    thumbnail_presigned_url: row.photo_id === null ? null : photoAddresses.sign(row.photo_id, "thumbnail"),
  }));
}
