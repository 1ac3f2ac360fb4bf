import type { MeasuredRecord } from "../outbox/record.ts";
import type { PositionNow } from "../positions/live-position.ts";
import type { PhotoOrigin } from "../positions/read-photo-exif.ts";

/** What is to be said of the photo that the data point's moment belongs to. */
export type PhotoRemark =
  /** The device's position of now is not used: the photo is older, or says nothing of its time. */
  | { kind: "not-of-now"; takenAtMs: number | null; hasPlace: boolean }
  /** The camera was asked for, and what came says that it is older. */
  | { kind: "says-older"; origin: PhotoOrigin & { takenAtMs: number } };

/** The data point that was saved last. `searching`: without a position, whose fix may still come. */
export type Saved = { localId: string; position: "known" | "searching" | "none" };

export type Measured<Kind extends MeasuredRecord> = {
  status: "ready";
  /** The draft. */
  point: Kind;
  /** By key; those that the database would not take too. */
  photos: Readonly<Record<string, File>>;
  device: PositionNow;
  remark: PhotoRemark | undefined;
  isSaving: boolean;
  saved: Saved | undefined;
  /** What was thrown when it was saved, or when a photo was kept. */
  failure: unknown;
  photoFailure: unknown;
};

/** `elsewhere`: another tab has the draft. */
export type MeasurementState<Kind extends MeasuredRecord> = { status: "loading" | "elsewhere" } | Measured<Kind>;

/** Where drafts come from. */
export type DraftSource<Kind extends MeasuredRecord> = {
  highAccuracy: boolean;
  begin: () => Kind;
  /** The one to go on with, whose lock this tab has then. */
  find: () => Promise<Kind | "elsewhere" | undefined>;
};
