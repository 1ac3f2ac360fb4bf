import type { DataPointChange, FormerRevision, WrittenFix } from "../../contract/data-points.ts";
import type { EvidenceCode } from "../../contract/enums.ts";

/** Types of JSON and text columns; the generated `schema.ts` uses them. */

export type ParticipationStatus = "in_progress" | "completed";

export type PhotoFormat = "jpeg" | "png" | "webp" | "heic";

/** The stored state of a data point before it was changed or deleted. */
export type DataPointBefore = Omit<DataPointChange, "changed_at"> & {
  captured_at: string | null;
  photos: { key: string; sha256: string }[];
};

/** The stored state of a data point before a new revision replaced it. Photos are named as in their addresses. */
export type RevisionBefore = Omit<FormerRevision, "photos" | "revision" | "created_at"> & {
  arrived_at: string;
  fixed_at: string | null;
  /** By the device's clock. */
  captured_at_device: string | null;
  clock_offset: number | null;
  fixes: WrittenFix[];
  spacing_reason: string | null;
  photos: { id: string; key: string }[];
};

/** A piece of evidence with the numbers of its sentence. */
export type FoundEvidence = { code: EvidenceCode; weight: number; facts: Record<string, string | number | null> };
