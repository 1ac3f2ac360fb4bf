import { t } from "../../../generated/web-texts/components.ts";
import { type Place, readableDistance } from "../../protocol/distance.ts";
import { asFigures } from "../foundation/texts/area-texts.ts";
import { formatUnit } from "./numbers.ts";

/** `± 8 m, good`; nothing if unknown. */
export function Accuracy({ meters }: { meters: number | null }) {
  if (meters === null) return null;
  return <span>{t("components.accuracy", { radius: formatAccuracy(meters), grade: describeAccuracy(meters) })}</span>;
}

type AccuracyGrade = "good" | "fair" | "poor";

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

/** `7 m`, `9.1 m`, `1.2 km`, with `sign` before it. */
export function metersWords(meters: number, sign?: string): string {
  const { value, unit, digits } = readableDistance(meters);
  return formatUnit(value, unit, digits, sign);
}

/** `"21.9712,-159.3701"` → a place. */
export function placeOf(coordinates: string | null): Place | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN] = (coordinates ?? "").split(",").map(Number);
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : undefined;
}

/** `21.97120, -159.37010`: five decimals are about a metre. */
export const placeWords = ({ latitude, longitude }: Place): string =>
  asFigures(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`);
