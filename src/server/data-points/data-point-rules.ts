import { type UploadFields, uploadFieldsSchema } from "../../contract/data-points.ts";
import { findProblems, givenValues } from "../../protocol/check-values.ts";
import { defaultProtocol } from "../../protocol/default-protocol.ts";
import type { Values } from "../../protocol/field.ts";
import { DomainError, type FieldRefusal } from "../refusals/domain-error.ts";
import { describeAll, fieldRefusalsOf } from "../refusals/invalid-fields.ts";

/**
 * Reads an upload's text fields.
 * @throws DomainError `validation_failed`, field by field
 */
export function parseUploadFields(fields: Record<string, string>): UploadFields {
  const parsed = uploadFieldsSchema.safeParse(fields, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw refusalOf(fieldRefusalsOf(parsed.error.issues));
}

/**
 * The values that the protocol asks for, of an upload's fields.
 * @throws DomainError `validation_failed`, field by field
 */
export function requireValues(fields: UploadFields, protocol = defaultProtocol): Values {
  const values = { tree_width: fields.tree_width };
  const problems = findProblems(protocol, values);
  if (problems.length > 0) {
    throw refusalOf(
      problems.map(({ key, text, values: said }) => ({ path: key, message: { key: text, values: said } })),
    );
  }
  const { user_supplied_latitude, user_supplied_longitude } = fields;
  return { ...givenValues(protocol, values), user_supplied_latitude, user_supplied_longitude };
}

const refusalOf = (info: FieldRefusal[]) => new DomainError("validation_failed", { detail: describeAll(info), info });

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
