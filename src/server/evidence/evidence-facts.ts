import type { EvidenceCode } from "../../contract/desk-enums.ts";
import type { PositionSource } from "../../contract/enums.ts";
import type { PhotoMeasures } from "../../contract/photo-measures.ts";
import type { Place } from "../../protocol/distance.ts";
import type { IntegerField, NumberField } from "../../protocol/field.ts";
import { atLocalTime, zoneOf } from "../local-time.ts";

/** The time a photo was taken, according to the camera. */
type CameraTime = {
  at: Date;
  /** The location's time zone, if the photo has none. */
  zone: string | null;
};

/** `2026-03-04T05:06:07`, optionally with an offset. */
const writtenTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z)?$/;

/**
 * The camera's time. Without an offset it is local time at the location; near a border the zone may be the neighbour's.
 * @param takenAt ISO 8601, with an offset if the photo has one
 */
export function readCameraTime(takenAt: string | null, place: Place): CameraTime | undefined {
  const offset = takenAt === null ? undefined : writtenTime.exec(takenAt);
  if (takenAt === null || !offset) return undefined;
  if (offset[1] !== undefined) return validTime({ at: new Date(takenAt), zone: null });
  const zone = zoneOf(place);
  return validTime({ at: atLocalTime(new Date(`${takenAt}Z`), zone), zone });
}

const validTime = (time: CameraTime) => (Number.isNaN(time.at.getTime()) ? undefined : time);

/** Another data point. Leaves out the volunteer's name, because evidence outlives names. */
export type OtherPoint = { id: string; isSameAdventurer: boolean; capturedAt: Date; stationId?: number | null };

export type PlacedPoint = OtherPoint & { place: Place; accuracy: number | null };

export type Photo = {
  key: string;
  exifPlace: Place | undefined;
  cameraTime: CameraTime | undefined;
  /** Undefined if the photo can't be decoded. */
  signature: PhotoMeasures | undefined;
};

/** How a field's values are distributed over a quest. */
export type Spread = {
  count: number;
  median: number;
  /** Median of the absolute deviations from the median. */
  deviation: number;
};

export type NumericValue = {
  field: NumberField | IntegerField;
  value: number;
  spread: Spread | undefined;
  /** The number of its row, if it is in one: `2`, or `1.3` in a row of the first row. */
  row?: string | undefined;
};

/** Everything the rules use. */
export type PointFacts = {
  place: Place;
  /** Metres. */
  accuracy: number | null;
  source: PositionSource;
  capturedAt: Date | null;
  arrivedAt: Date;
  isLate: boolean;
  photos: readonly Photo[];
  values: readonly NumericValue[];
  /** The station that it was measured at. */
  station: (Place & { id: number; name: string }) | undefined;
  questPlaces: readonly (Place & { name: string })[];
  /** The protocol's minimum distance between data points, in metres. */
  spacingMeters: number | undefined;
  /** Minutes that a data point takes, according to the protocol. */
  minutesPerPoint: number | undefined;
  /** Photos with the same SHA-256. */
  samePhotos: readonly OtherPoint[];
  /** Photos with a similar hash, and the number of differing bits. */
  similarPhotos: readonly (OtherPoint & { differentBits: number })[];
  /** Data points of the quest within the minimum distance. */
  near: readonly PlacedPoint[];
  /** The volunteer's data points on the same quest just before and after. */
  inTime: readonly OtherPoint[];
  /** The volunteer's data points on any quest just before and after. */
  onTheWay: readonly PlacedPoint[];
};

type Other = { other: string; person: "same" | "another"; at: string };

/** The values of each sentence: distances in metres, times as ISO 8601, gaps in seconds. */
export type FactsOf = {
  same_photo: Other & { others: number };
  similar_photo: Other & { others: number; different: number };
  exif_far: { distance: number; accuracy: number | null };
  exif_time: { taken: string; zone: string | null; gap: number; order: "before" | "after" };
  poor_accuracy: { accuracy: number | null };
  outside_places: { distance: number; place: string };
  far_from_station: { distance: number; station: string; accuracy: number | null };
  too_close: Other & { distance: number; spacing: number; accuracy: number | null; otherAccuracy: number | null };
  out_of_range: Measured & { side: "below" | "above"; bound: number };
  outlier: Measured & { median: number; deviation: number; count: number; z: number };
  late: { arrived: string; captured: string | null };
  no_device_position: { source: Exclude<PositionSource, "device"> };
  impossible_travel: { other: string; distance: number; gap: number; order: "before" | "after"; least: number };
  burst: { other: string; gap: number; order: "before" | "after"; minutes: number };
  dark: { brightness: number; darkPercent: number };
  glare: { whitePercent: number };
  blurred: { sharpness: number };
  finger: { fingerPercent: number };
};

/** A value, with its field's label as JSON, which may be in several languages. */
type Measured = { label: string; unit: string | null; value: number; row?: string };

/** A piece of evidence with the values of its sentence. */
export type Found<Code extends EvidenceCode = EvidenceCode> = {
  [Each in Code]: { code: Each; weight: number; facts: FactsOf[Each] };
}[Code];
