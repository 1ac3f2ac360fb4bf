import { treeTask } from "./limits.ts";

/** From where on something is evidence, each with its unit and where the number comes from. */
export const thresholds = {
  /**
   * Of the 256 bits of the perceptual hash, those that may differ in nearly the same picture. Measured on photographs: compressed
   * anew, smaller, brighter or with 2 % cut off on every side they differ in at most 56, two different ones in 108 or more.
   */
  similarPhotoBits: 60,
  /** Ours: standard deviation of the brightness; a plainer picture is like any other plain one. */
  similarPhotoContrastMin: 8,
  /** Metres beyond the radius of the fix. Ours: a phone that just woke up is off by that between high walls or under trees. */
  exifFarMeters: 100,
  /** Ours: seconds by which a phone's camera and its own clock never differ, and by which one may take to fill in a form. */
  exifTimeSeconds: 30 * 60,
  /** Ours: where the photo names no zone, an hour more, for a border of zones and summer time. */
  exifTimeWithoutZoneSeconds: 90 * 60,
  /** Metres: the look calls a fix "poor" above it. */
  poorAccuracyMeters: 30,
  /** Metres. Ours: a place names a town or a park; on one day nobody goes farther from it on foot, and wrong signs or swapped degrees do. */
  outsidePlacesMeters: 25_000,
  /** Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993. */
  outlierZ: 3.5,
  /** Ours: of fewer values the median says little. */
  outlierCountMin: 10,
  /** Metres beyond both radii. Ours: a first fix may still be that of where the phone was last. */
  travelMeters: 200,
  /** Metres a second. Ours: about 250 km/h, faster than a car or most trains from door to door. */
  travelSpeed: 70,
  /** Likewise of an airliner, about 1,000 km/h, with half an hour on the ground in all. */
  flightSpeed: 280,
  flightGroundSeconds: 30 * 60,
  /** Minutes that one data point of the tree quest takes at least (the specification's form). */
  treeMinutes: treeTask.minutesPerSample.min,
  /** Of 255. Measured on photographs, see the tests on real photos. */
  darkBrightness: 40,
  /** Of the pixels: nearly black ones. */
  darkShare: 0.8,
  /**
   * Variance of the Laplacian at 512 px, in thousandths of that of the brightness. Measured likewise: whole photographs have 79 or
   * more, those softened by 0.4 % of their long side 40 or less.
   */
  sharpness: 50,
} as const;
