import type { FormerRevision } from "../../contract/data-points.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { describeFiles } from "./describe-data-point.ts";
import { findFiles } from "./photo-queries.ts";
import { listRevisions } from "./revision-queries.ts";

export async function listFormerRevisions(
  { db, photoAddresses }: { db: Db; photoAddresses: PhotoAddresses },
  dataPointId: string,
): Promise<FormerRevision[]> {
  const revisions = await listRevisions(db, dataPointId);
  if (revisions.length === 0) return [];
  const stored = await findFiles(db, dataPointId);
  return revisions.map(({ revision, before }) => {
    const kept = before.photos.flatMap(({ id, key }) => {
      const file = stored.get(id);
      return file ? [{ ...file, key }] : [];
    });
    const { photos, files } = describeFiles(kept, photoAddresses);
    return {
      revision: revision - 1,
      created_at: before.arrived_at,
      coordinates: before.coordinates,
      accuracy: before.accuracy,
      position_source: before.position_source,
      captured_at: before.captured_at,
      protocol_version: before.protocol_version,
      additional_data: before.additional_data,
      photos,
      ...files,
    };
  });
}
