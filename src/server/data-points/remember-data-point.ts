import type { DataPointBefore } from "../database/column-types.ts";
import type { Tx } from "../database/connection.ts";
import { insertChange } from "./change-queries.ts";
import type { LockedDataPoint, OwnDataPoint } from "./data-point-queries.ts";
import { ownPhotoPath } from "./data-point-rules.ts";
import { formatCoordinates } from "./describe-data-point.ts";
import { listFieldPhotos } from "./photo-queries.ts";

export async function rememberDataPoint(
  tx: Tx,
  kind: "edited" | "deleted",
  own: OwnDataPoint,
  point: LockedDataPoint,
): Promise<DataPointBefore> {
  const { latitude, longitude, photo_sha256: sha256 } = point;
  const ownPhoto = sha256 === null ? [] : [{ key: ownPhotoPath, sha256 }];
  const before: DataPointBefore = {
    coordinates: formatCoordinates(latitude, longitude),
    accuracy: point.accuracy,
    position_source: point.position_source,
    additional_data: point.additional_data,
    captured_at: point.captured_at?.toISOString() ?? null,
    photos: [...ownPhoto, ...(await listFieldPhotos(tx, own.id))],
  };
  await insertChange(tx, own, { kind, before });
  return before;
}
