import { sql } from "kysely";
import type { SavedPicture } from "../../contract/pictures.ts";
import { type Actor, requireInScope } from "../auth/scope.ts";
import type { Db } from "../database/connection.ts";
import { keepSmall } from "../media/save-media.ts";
import { PictureFaultError } from "../photos/decoding/decode-task.ts";
import { isPhotoSql } from "../photos/formats/file-formats.ts";
import { PhotoNotFoundError, type PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findSampleOrigin } from "./review-queries.ts";

/**
 * Makes a picture for the quest's lesson from a sample's first photo.
 * @throws DomainError `data_point_not_found`, `forbidden`; `not_found` without a photo, `photo_unreadable`
 */
export async function copySamplePhoto(
  services: { db: Db; photoStore: PhotoStore },
  { username, scope }: Actor,
  id: string,
): Promise<SavedPicture> {
  const { db, photoStore } = services;
  const origin = await findSampleOrigin(db, id);
  if (!origin) throw new DomainError("data_point_not_found");
  const organizationId = origin.organization_id;
  requireInScope(scope, organizationId);
  const key = await findFirstPhotoKey(db, id);
  if (key === undefined) throw new DomainError("not_found.photo");
  const owner = { organizationId, username, copyOf: { questId: origin.quest_id, dataPointId: id.toLowerCase() } };
  try {
    return await photoStore.withLocalFile(key, (path) => keepSmall(services, owner, path));
  } catch (cause) {
    if (cause instanceof PictureFaultError) throw new DomainError("photo_unreadable.noPicture", { cause });
    throw cause instanceof PhotoNotFoundError ? new DomainError("not_found.photo", { cause }) : cause;
  }
}

/** Its own, otherwise that of its first field with one. */
async function findFirstPhotoKey(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string | null }>`SELECT coalesce(
    (SELECT photo_key FROM quest_data WHERE id = ${id}),
    (SELECT photo_key FROM quest_data_photos WHERE quest_data_id = ${id} AND ${isPhotoSql()}
      ORDER BY position LIMIT 1)) AS key`.execute(db);
  return rows[0]?.key ?? undefined;
}
