import type { DataPointChange, FormerRevision, WrittenFix } from "../../contract/data-points.ts";
import type { EvidenceCode } from "../../contract/desk-enums.ts";
import type { AudioFormat } from "../../contract/field-files/judge-audio.ts";

/** Types of columns that PostgreSQL doesn't know; `schema.ts` uses them. */

export type ParticipationStatus = "in_progress" | "completed";

export type PhotoFormat = "jpeg" | "png" | "webp" | "heic";
/** Formats of a recording, or of a sound of a question. */
export type { AudioFormat };
/** Formats of a photo, or of another file of a field. */
export type FileFormat = PhotoFormat | AudioFormat | "pdf";

/** A data point before it was edited or deleted. */
export type DataPointBefore = Omit<DataPointChange, "changed_at"> & {
  captured_at: string | null;
  photos: { key: string; sha256: string }[];
};

/** A data point before a new revision replaced it; photos and other files by their ids in URLs. */
export type RevisionBefore = Omit<FormerRevision, "photos" | "files" | "revision" | "created_at"> & {
  arrived_at: string;
  fixed_at: string | null;
  /** By the device's clock. */
  captured_at_device: string | null;
  clock_offset: number | null;
  fixes: WrittenFix[];
  spacing_reason: string | null;
  photos: { id: string; key: string }[];
};

/** Evidence with the numbers of its sentence. */
export type FoundEvidence = { code: EvidenceCode; weight: number; facts: Record<string, string | number | null> };
