import { t } from "../../../generated/web-texts/components.ts";
import { metersWords } from "./meters-words.ts";

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
export const formatAccuracy = (accuracyMeters: number): string => metersWords(accuracyMeters, "± ");
