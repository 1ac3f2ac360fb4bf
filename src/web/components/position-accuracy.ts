export type AccuracyGrade = "good" | "fair" | "poor";

const goodBelowMeters = 10;
const fairBelowMeters = 30;

/** A word for the radius of a fix in metres. */
export function gradeAccuracy(accuracyMeters: number): AccuracyGrade {
  if (accuracyMeters < goodBelowMeters) return "good";
  return accuracyMeters < fairBelowMeters ? "fair" : "poor";
}

/** `± 8 m`, `± 1.2 km`. */
export function formatAccuracy(accuracyMeters: number): string {
  if (accuracyMeters >= 1000) return `± ${(accuracyMeters / 1000).toFixed(1)} km`;
  return `± ${accuracyMeters < 10 ? Math.round(accuracyMeters * 10) / 10 : Math.round(accuracyMeters)} m`;
}
