import type { FormerRevision } from "../../contract/data-points.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { describePhoto } from "./describe-data-point.ts";
import { findPhotoHashes } from "./photo-queries.ts";
import { listRevisions } from "./revision-queries.ts";

export async function listFormerRevisions(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  dataPointId: string,
): Promise<FormerRevision[]> {
  const revisions = await listRevisions(db, dataPointId);
  if (revisions.length === 0) return [];
  const hashes = await findPhotoHashes(db, dataPointId);
  return revisions.map(({ revision, before }) => ({
    revision: revision - 1,
    created_at: before.arrived_at,
    coordinates: before.coordinates,
    accuracy: before.accuracy,
    position_source: before.position_source,
    captured_at: before.captured_at,
    protocol_version: before.protocol_version,
    additional_data: before.additional_data,
    photos: before.photos.map(({ id, key }) =>
      describePhoto({ id, key, sha256: hashes.get(id) ?? "" }, photoAddresses),
    ),
  }));
}
