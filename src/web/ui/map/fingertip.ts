import { metersPerPixel } from "../../../contract/mercator.ts";

/** A fingertip covers about 9 mm of a screen, which is 48 CSS pixels. */
const fingertipRadiusPx = 24;
const coarsestMeters = 50_000_000;

/** The radius in metres that a fingertip covers on the map. */
export function fingertipMeters(latitude: number, zoom: number): number {
  return roundRadius(fingertipRadiusPx * metersPerPixel(latitude, zoom));
}

/** At least a metre, to a tenth. */
export const roundRadius = (meters: number): number =>
  Math.min(coarsestMeters, Math.max(1, Math.round(meters * 10) / 10));
