import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { Review } from "../../contract/reviews.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import type { DataPointRow } from "./data-point-queries.ts";

/** A row as the wire has it, with addresses of its photo that expire. */
export function describeDataPoint(row: DataPointRow, addresses: PhotoAddresses): QuestDataPoint {
  return {
    id: row.id,
    data_url: addresses.unsigned(row.id, "display"),
    data_type: row.data_type,
    coordinates: formatCoordinates(row.latitude, row.longitude),
    adventurer_id: row.adventurer_id,
    quest_id: row.quest_id,
    additional_data: row.additional_data,
    image_data_presigned_url: addresses.sign(row.id, "display"),
    thumbnail_presigned_url: addresses.sign(row.id, "thumbnail"),
    accuracy: row.accuracy,
    fixed_at: row.fixed_at?.toISOString() ?? null,
    position_source: row.position_source,
    sha256: row.photo_sha256,
    created_at: row.created_at.toISOString(),
    review: reviewOf(row),
    protocol_version: null,
    photos: [],
  };
}

function reviewOf(row: DataPointRow): Review | null {
  if (row.decision === null || row.reviewed_by === null || row.reviewed_at === null) return null;
  return {
    decision: row.decision,
    comment: row.comment,
    reviewed_by: row.reviewed_by,
    reviewed_at: row.reviewed_at.toISOString(),
  };
}

/** `"lat,lon"`, in degrees. */
export function formatCoordinates(latitude: number, longitude: number): string {
  return `${latitude},${longitude}`;
}
