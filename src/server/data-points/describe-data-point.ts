import type { DataPointFile, DataPointPhoto, QuestDataPoint } from "../../contract/data-points.ts";
import type { Review } from "../../contract/reviews.ts";
import { shortDegrees } from "../../protocol/degrees.ts";
import { otherFormatOf } from "../photos/formats/file-formats.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import type { DataPointRow } from "./data-point-queries.ts";
import { ownPhotoPath } from "./data-point-rules.ts";
import type { StoredFile } from "./photo-queries.ts";

export function describeDataPoint(row: DataPointRow, addresses: PhotoAddresses): QuestDataPoint {
  const { photos, files } = describeFiles(filesOf(row), addresses);
  const [first] = photos;
  return {
    id: row.id,
    data_url: first?.image_data_presigned_url ?? null,
    data_type: row.data_type,
    coordinates: formatCoordinates(row.latitude, row.longitude),
    adventurer_id: row.adventurer_id,
    quest_id: row.quest_id,
    additional_data: row.additional_data,
    image_data_presigned_url: first?.image_data_presigned_url ?? null,
    thumbnail_presigned_url: first?.thumbnail_presigned_url ?? null,
    accuracy: row.accuracy,
    fixed_at: row.fixed_at?.toISOString() ?? null,
    position_source: row.position_source,
    sha256: first?.sha256 ?? null,
    created_at: row.created_at.toISOString(),
    review: reviewOf(row),
    protocol_version: row.protocol_version,
    photos,
    ...files,
    captured_at: row.captured_at?.toISOString() ?? null,
    late: row.late,
    edited_at: row.edited_at?.toISOString() ?? null,
    revision: row.revision,
    ...(row.station && { station: row.station }),
  };
}

type KeyedFile = Pick<StoredFile, "id" | "sha256"> &
  Partial<Pick<StoredFile, "format" | "bytes" | "seconds" | "copy_failed_at">> & {
    key: string;
    unreadable_at?: string | null;
  };

/** `files` are those that are no photos, if there are any. */
export function describeFiles(
  stored: readonly KeyedFile[],
  addresses: PhotoAddresses,
): { photos: DataPointPhoto[]; files: { files?: DataPointFile[] } } {
  const photos: DataPointPhoto[] = [];
  const files: DataPointFile[] = [];
  for (const file of stored) {
    const other = otherFormatOf(file.format);
    if (!other) {
      photos.push(describePhoto(file, addresses));
      continue;
    }
    files.push({
      key: file.key,
      kind: other.kind,
      url: addresses.sign(file.id, "file"),
      media_type: other.mediaType,
      size_bytes: file.bytes ?? 0,
      sha256: file.sha256,
      ...(typeof file.seconds === "number" && { seconds: file.seconds }),
      ...(file.copy_failed_at && { copy_failed_at: new Date(file.copy_failed_at).toISOString() }),
    });
  }
  return { photos, files: files.length > 0 ? { files } : {} };
}

function describePhoto({ id, key, sha256, unreadable_at }: KeyedFile, addresses: PhotoAddresses): DataPointPhoto {
  return {
    key,
    image_data_presigned_url: addresses.sign(id, "display"),
    thumbnail_presigned_url: addresses.sign(id, "thumbnail"),
    sha256,
    ...(unreadable_at ? { unreadable_at: new Date(unreadable_at).toISOString() } : {}),
  };
}

/** All files of a data point, its own photo first. */
export function filesOf({ id, photo_id, photo_sha256: sha256, photo_unreadable_at, field_files }: DataPointRow) {
  const unreadable_at = photo_unreadable_at?.toISOString() ?? null;
  const own = { id: photo_id ?? id, key: ownPhotoPath, kind: "photo" as const, unreadable_at };
  return [...(sha256 === null ? [] : [{ ...own, sha256 }]), ...(field_files ?? [])];
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
  return [latitude, longitude].map(shortDegrees).join(",");
}
