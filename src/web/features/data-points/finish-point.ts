import type { Protocol } from "../../../protocol/field.ts";
import { withRowsInOrder } from "../../capture/measuring/rows-in-order.ts";
import { ownPhotoKey, type PointRecord } from "../../outbox/record.ts";
import type { UploadReading } from "./read-upload.ts";
import { type OwnPlace, spacingOf } from "./spacing.ts";

/** The data point to save: its read values, without files that are no longer asked for. */
export function finishPoint(
  point: PointRecord,
  read: UploadReading,
  {
    protocol: { spacing_meters: spacingMeters },
    protocolVersion,
    ownPlaces,
  }: { protocol: Protocol; protocolVersion: number; ownPlaces: readonly OwnPlace[] },
): PointRecord {
  const asked = new Set([...read.files.keys(), ...(read.photo ? [ownPhotoKey] : [])]);
  const measured = { ...point, photos: point.photos.filter(({ key }) => asked.has(key)) };
  // The team has chosen the places of stations.
  const spacing =
    point.position && spacingMeters && !point.station ? spacingOf(point.position, ownPlaces, spacingMeters) : undefined;
  return {
    ...withRowsInOrder(measured, read.rows),
    protocolVersion,
    page: undefined,
    values: read.values,
    userPosition: read.position,
    spacingReason: spacing?.isTooClose ? point.spacingReason?.trim() || null : null,
  };
}
