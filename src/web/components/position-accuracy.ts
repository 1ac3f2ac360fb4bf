import { leftToRight } from "../texts/area-texts.ts";
import { t } from "../texts/components.ts";
import { formatNumber } from "./numbers.ts";

export type AccuracyGrade = "good" | "fair" | "poor";

const goodBelowMeters = 10;
const fairBelowMeters = 30;

/** Grades the radius of a fix in metres. */
export function gradeAccuracy(accuracyMeters: number): AccuracyGrade {
  if (accuracyMeters < goodBelowMeters) return "good";
  return accuracyMeters < fairBelowMeters ? "fair" : "poor";
}

/** The grade as text. */
export function describeAccuracy(accuracyMeters: number): string {
  return t(`components.accuracy.${gradeAccuracy(accuracyMeters)}`);
}

/** `± 8 m`, `± 1.2 km`. */
export function formatAccuracy(accuracyMeters: number): string {
  if (accuracyMeters >= 1000) return leftToRight(`± ${formatNumber(accuracyMeters / 1000, 1)} km`);
  return leftToRight(`± ${formatNumber(accuracyMeters, accuracyMeters < 10 ? 1 : 0, { atMost: true })} m`);
}
