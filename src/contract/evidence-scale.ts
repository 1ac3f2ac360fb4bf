import type { EvidenceCode } from "./desk-enums.ts";
import { treeTask } from "./limits.ts";
import { stationReachMeters } from "./station-rules.ts";

/** Thresholds of the evidence, with units and sources. */
export const thresholds = {
  /**
   * Bits of the 256-bit perceptual hash that may differ between similar photos. Measured: recompressed, resized,
   * brightened or 2% cropped copies differ in at most 56 bits, different photos in at least 84 (docs/decisions/024).
   */
  similarPhotoBits: 60,
  /** Ours: standard deviation of the brightness; plainer photos all look alike. */
  similarPhotoContrastMin: 8,
  /**
   * Metres beyond the fix's radius. Ours: a phone that just woke up is this far off between high walls or under trees.
   */
  exifFarMeters: 100,
  /** Ours: seconds; allows for filling in the form. A phone's camera and clock never differ this much. */
  exifTimeSeconds: 30 * 60,
  /** Ours: one hour more if the photo has no time zone, for zone borders and daylight saving time. */
  exifTimeWithoutZoneSeconds: 90 * 60,
  /** Metres; the specification calls fixes above it "poor". */
  poorAccuracyMeters: 30,
  /**
   * Metres. Ours: a location names a town or park. Nobody walks this far in a day, but wrong signs or swapped degrees
   * exceed it.
   */
  outsidePlacesMeters: 25_000,
  /** Metres beyond the radius. Asked about on the phone, too. */
  farFromStationMeters: stationReachMeters,
  /** Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993. */
  outlierZ: 3.5,
  /** Ours: a median of fewer values says little. */
  outlierCountMin: 10,
  /** Metres beyond both radii. Ours: the first fix may still be the phone's previous position. */
  travelMeters: 200,
  /** Metres per second. Ours: about 250 km/h, faster than door-to-door travel by car or most trains. */
  travelSpeed: 70,
  /** Metres per second of an airliner, about 1,000 km/h, plus half an hour on the ground. */
  flightSpeed: 280,
  flightGroundSeconds: 30 * 60,
  /** Minimum minutes for one data point of the tree quest (the specification's form). */
  treeMinutes: treeTask.minutesPerSample.min,
  /** Out of 255, of the lightest tenth. Measured on photos; see the real-photo tests. */
  darkBrightness: 56,
  dimBrightness: 72,
  /** Share of nearly black pixels of a photo whose lightest tenth is dim. */
  darkShare: 0.65,
  /** Share of pixels that are as white as can be, without a white sky. Measured on photos: nearly all good ones have less. */
  whiteShare: 0.21,
  /**
   * Sharpness of the sharpest tiles at 512 px. Measured on photos: 99 of 100 clear ones have more; of those
   * blurred by 0.3% of their long side, nine of ten have less (docs/photo-checks.md).
   */
  sharpness: 10,
  /** Ours: share of the photo that looks like a finger. Smaller ones hide little (docs/photo-checks.md). */
  fingerShare: 0.035,
} as const;

/**
 * Weight of each kind of evidence. Their sum is a data point's score, which only orders the queue. Ours: 10 if the data
 * point is most likely not what it claims to be, 1 if it is worth a look.
 */
export const evidenceWeights: Readonly<Record<EvidenceCode, number>> = {
  same_photo: 10,
  exif_far: 6,
  impossible_travel: 5,
  outside_places: 5,
  far_from_station: 4,
  out_of_range: 4,
  outlier: 4,
  too_close: 4,
  exif_time: 3,
  poor_accuracy: 3,
  similar_photo: 3,
  blurred: 3,
  no_device_position: 2,
  burst: 2,
  dark: 2,
  glare: 2,
  finger: 2,
  late: 1,
};
