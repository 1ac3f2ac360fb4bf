import type { Coordinates } from "../../contract/scalars.ts";

/**
 * The address that shows the way to a place. Android lets its user choose among the map apps of the phone, those that work
 * offline among them; Apple's devices open theirs; everywhere else OpenStreetMap. Nothing is asked of anybody before it is pressed.
 */
export function directionsAddress(
  [latitude, longitude]: Coordinates,
  { userAgent, maxTouchPoints }: Pick<Navigator, "userAgent" | "maxTouchPoints">,
): string {
  const place = `${latitude},${longitude}`;
  if (/Android/.test(userAgent)) return `geo:${place}?q=${place}`;
  // An iPad calls itself a Mac, with fingers.
  const isAppleTouch = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  if (isAppleTouch) return `https://maps.apple.com/?daddr=${place}`;
  return `https://www.openstreetmap.org/directions?to=${place}`;
}
