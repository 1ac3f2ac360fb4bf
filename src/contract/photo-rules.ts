import { thresholds } from "./evidence-scale.ts";
import type { PhotoMeasures } from "./photo-measures.ts";

/** When a photo is questioned: on the phone before it is saved, and as evidence on the server. */

/** A lit subject before a black background is no dark photo. */
export const isDark = ({ brightness, darkShare }: PhotoMeasures): boolean =>
  brightness < thresholds.darkBrightness || (brightness < thresholds.dimBrightness && darkShare > thresholds.darkShare);

export const isBlurred = ({ sharpness }: PhotoMeasures): boolean => sharpness < thresholds.sharpness;

export const hasGlare = ({ whiteShare }: PhotoMeasures): boolean => whiteShare > thresholds.whiteShare;

export const hasFinger = ({ fingerShare }: PhotoMeasures): boolean => fingerShare > thresholds.fingerShare;

/** Whether a photo's own position is farther from the fix than the fix's radius and a camera's error. */
export const isFarFromFix = (distanceMeters: number, accuracyMeters: number | null): boolean =>
  distanceMeters > (accuracyMeters ?? 0) + thresholds.exifFarMeters;

/** Whether the photo has enough contrast to be recognized. */
export const isTelling = ({ contrast }: PhotoMeasures): boolean => contrast >= thresholds.similarPhotoContrastMin;
