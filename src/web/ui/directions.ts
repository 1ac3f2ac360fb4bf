import type { Coordinates } from "../../contract/scalars.ts";

/** URL of directions: the user's map app on Android, Apple Maps on Apple's phones and tablets, otherwise OpenStreetMap. */
export function directionsAddress(
  [latitude, longitude]: Coordinates,
  { userAgent, maxTouchPoints }: Pick<Navigator, "userAgent" | "maxTouchPoints">,
): string {
  const place = `${latitude},${longitude}`;
  if (/Android/.test(userAgent)) return `geo:${place}?q=${place}`;
  // An iPad calls itself a Mac, but has a touch screen.
  const isAppleTouch = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  if (isAppleTouch) return `https://maps.apple.com/?daddr=${place}`;
  return `https://www.openstreetmap.org/directions?to=${place}`;
}
