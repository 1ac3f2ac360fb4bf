import type { Place } from "../../positions/distance.ts";

/** `"lat,lon"` in degrees, as a place. */
export function placeOf(coordinates: string | null): Place | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN] = (coordinates ?? "").split(",").map(Number);
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : undefined;
}
