import type { Place } from "../../../protocol/distance.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";

/** `"21.9712,-159.3701"` → a place. */
export function placeOf(coordinates: string | null): Place | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN] = (coordinates ?? "").split(",").map(Number);
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : undefined;
}

/** `21.97120, -159.37010`: five decimals are about a metre. */
export const placeWords = ({ latitude, longitude }: Place): string =>
  asFigures(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`);
