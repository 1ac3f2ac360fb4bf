import type { MeasuredRecord } from "../../outbox/record.ts";
import type { PositionNow } from "../positions/live-position.ts";
import type { PhotoOrigin } from "../positions/read-photo-exif.ts";

/** A remark about the first photo. */
export type PhotoRemark =
  /** Its time is old or unknown, so the device's current position is not used. */
  | { kind: "not-of-now"; takenAtMs: number | null; hasPlace: boolean }
  /** It should come from the camera, but its metadata has an older time. */
  | { kind: "says-older"; origin: PhotoOrigin & { takenAtMs: number } };

/** The data point that was saved last. `searching`: it may still get a fix. */
export type Saved = { localId: string; id: string; position: "known" | "searching" | "none" };

export type Measured<Kind extends MeasuredRecord> = {
  status: "ready";
  /** The draft. */
  point: Kind;
  /** By key, including photos that could not be stored. */
  photos: Readonly<Record<string, File>>;
  device: PositionNow;
  remark: PhotoRemark | undefined;
  isSaving: boolean;
  saved: Saved | undefined;
  /** The error of saving, and below of storing a photo. */
  failure: unknown;
  photoFailure: unknown;
};

/** `elsewhere`: another tab has the draft. */
export type MeasurementState<Kind extends MeasuredRecord> = { status: "loading" | "elsewhere" } | Measured<Kind>;

/** Provides drafts. */
export type DraftSource<Kind extends MeasuredRecord> = {
  highAccuracy: boolean;
  begin: () => Kind;
  /** Finds and locks the draft to continue. */
  find: () => Promise<Kind | "elsewhere" | undefined>;
};
