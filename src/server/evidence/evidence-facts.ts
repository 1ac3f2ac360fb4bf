import type { EvidenceCode, PositionSource } from "../../contract/enums.ts";
import type { IntegerField, NumberField } from "../../protocol/field.ts";
import type { PictureSignature } from "../photos/decoding/picture-signature.ts";
import type { CameraTime } from "./camera-time.ts";
import type { Place } from "./distance.ts";

/** Another data point; whose it is stays out of the evidence, which outlives a name. */
export type OtherPoint = { id: string; isSameAdventurer: boolean; capturedAt: Date };

export type PlacedPoint = OtherPoint & { place: Place; accuracy: number | null };

export type Photo = {
  key: string;
  exifPlace: Place | undefined;
  cameraTime: CameraTime | undefined;
  /** Undefined where the photo cannot be decoded. */
  signature: PictureSignature | undefined;
};

/** How the values of one field are spread over a quest. */
export type Spread = {
  count: number;
  median: number;
  /** Median of the absolute deviations from the median. */
  deviation: number;
};

export type NumericValue = { field: NumberField | IntegerField; value: number; spread: Spread | undefined };

/** All that the rules look at. */
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
  questPlaces: readonly (Place & { name: string })[];
  /** Metres that the protocol asks for between data points. */
  spacingMeters: number | undefined;
  /** Minutes that one data point takes, by the protocol. */
  minutesPerPoint: number | undefined;
  /** With a file of the same SHA-256. */
  samePhotos: readonly OtherPoint[];
  /** With a photo whose hash is near, by how many bits it differs. */
  similarPhotos: readonly (OtherPoint & { differentBits: number })[];
  /** Of the quest, near enough for the spacing to matter. */
  near: readonly PlacedPoint[];
  /** The same adventurer's on the same quest, just before and just after. */
  inTime: readonly OtherPoint[];
  /** The same adventurer's on any quest, just before and just after. */
  onTheWay: readonly PlacedPoint[];
};

type Other = { other: string; person: "same" | "another"; at: string };

/** The numbers of each sentence. Distances are metres, times ISO 8601, gaps seconds. */
export type FactsOf = {
  same_photo: Other & { others: number };
  similar_photo: Other & { others: number; different: number };
  exif_far: { distance: number; accuracy: number | null };
  exif_time: { taken: string; zone: string | null; gap: number; order: "before" | "after" };
  poor_accuracy: { accuracy: number | null };
  outside_places: { distance: number; place: string };
  too_close: Other & { distance: number; spacing: number; accuracy: number | null; otherAccuracy: number | null };
  out_of_range: Measured & { side: "below" | "above"; bound: number };
  outlier: Measured & { median: number; deviation: number; count: number; z: number };
  late: { arrived: string; captured: string | null };
  no_device_position: { source: Exclude<PositionSource, "device"> };
  impossible_travel: { other: string; distance: number; gap: number; order: "before" | "after"; least: number };
  burst: { other: string; gap: number; order: "before" | "after"; minutes: number };
  dark: { brightness: number; darkPercent: number };
  blurred: { sharpness: number };
};

/** A value, with the words of its field as JSON: they are in several languages. */
type Measured = { label: string; unit: string | null; value: number };

/** A piece of evidence with the numbers of its sentence. */
export type Found<Code extends EvidenceCode = EvidenceCode> = {
  [Each in Code]: { code: Each; weight: number; facts: FactsOf[Each] };
}[Code];
