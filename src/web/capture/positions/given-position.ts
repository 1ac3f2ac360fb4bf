import { metersPerPixel } from "../../../contract/mercator.ts";
import { metersPerDegree } from "../../../protocol/distance.ts";
import { plainNumber } from "../../../protocol/plain-digits.ts";
import type { Position } from "../../outbox/record.ts";

/** Positions that people give, with the uncertainty of the method. */

export const placedPosition = ([latitude, longitude]: readonly [number, number], zoom: number): Position => ({
  latitude,
  longitude,
  accuracyMeters: fingertipMeters(latitude, zoom),
  fixedAtMs: null,
  source: "map",
});

const degreesText = /^[+-]?\d{1,3}([.,]\d{1,12})?$/;

/** Parses typed degrees with a point or a comma; undefined if invalid. */
export function readDegrees(typed: string, max: 90 | 180): { degrees: number; decimals: number } | undefined {
  const text = plainNumber(typed.trim().replace("°", ""));
  if (!degreesText.test(text)) return undefined;
  const [, fraction = ""] = text.split(/[.,]/);
  const degrees = Number(text.replace(",", "."));
  return Math.abs(degrees) <= max ? { degrees: degrees || 0, decimals: fraction.length } : undefined;
}

/**
 * The radius in metres of a position with this many decimals: the diagonal of one unit of the last one, at the equator
 * (A. Chapman and J. Wieczorek, Georeferencing Best Practices, 2020, section 3.4.4).
 */
export const decimalsMeters = (decimals: number): number => roundRadius(Math.SQRT2 * metersPerDegree * 10 ** -decimals);

/** @returns undefined if one of them is invalid */
export function typedPosition(latitudeText: string, longitudeText: string): Position | undefined {
  const latitude = readDegrees(latitudeText, 90);
  const longitude = readDegrees(longitudeText, 180);
  if (!latitude || !longitude) return undefined;
  return {
    latitude: latitude.degrees,
    longitude: longitude.degrees,
    // The less precise one decides.
    accuracyMeters: decimalsMeters(Math.min(latitude.decimals, longitude.decimals)),
    fixedAtMs: null,
    source: "manual",
  };
}

/** A fingertip covers about 9 mm of a screen, which is 48 CSS pixels. */
const fingertipRadiusPx = 24;
const coarsestMeters = 50_000_000;

/** The radius in metres that a fingertip covers on the map. */
export function fingertipMeters(latitude: number, zoom: number): number {
  return roundRadius(fingertipRadiusPx * metersPerPixel(latitude, zoom));
}

/** At least a metre, to a tenth. */
const roundRadius = (meters: number): number => Math.min(coarsestMeters, Math.max(1, Math.round(meters * 10) / 10));
