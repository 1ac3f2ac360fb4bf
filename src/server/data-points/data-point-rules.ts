import { type UploadFields, uploadFieldsSchemaOf } from "../../contract/data-points.ts";
import { defaultProtocol } from "../../protocol/default-protocol.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { describeAll, fieldRefusalsOf } from "../refusals/invalid-fields.ts";

/**
 * Reads an upload's text fields.
 * @throws DomainError `validation_failed`, field by field
 */
export function parseUploadFields(fields: Record<string, string>, protocol = defaultProtocol): UploadFields {
  const parsed = uploadFieldsSchemaOf(protocol).safeParse(fields, { reportInput: true });
  if (parsed.success) return parsed.data;
  const info = fieldRefusalsOf(parsed.error.issues);
  throw new DomainError("validation_failed", { detail: describeAll(info), info });
}

/** @throws DomainError `photo_required` */
export function requirePhoto<T>(photo: T | undefined): T {
  if (photo === undefined) {
    throw new DomainError("photo_required", { field: "file" });
  }
  return photo;
}

/**
 * What sending an id that exists already means: the same data point again for whoever made it, a conflict for others.
 * @throws DomainError `data_point_id_taken`
 */
export function requireSameOwner(
  existing: { adventurer_id: string | null; quest_id: number | null },
  username: string,
  questId: number,
): void {
  if (existing.adventurer_id !== username || existing.quest_id !== questId) {
    throw new DomainError("data_point_id_taken");
  }
}

/**
 * The photo as the client sent it, where the client says what it hashes to.
 * @throws DomainError `photo_checksum_mismatch`
 */
export function requireSameBytes(photo: { sha256: string }, sentSha256: string | undefined): void {
  if (sentSha256 && sentSha256.toLowerCase() !== photo.sha256) throw new DomainError("photo_checksum_mismatch");
}
