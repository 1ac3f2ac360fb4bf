import type { Coordinates } from "../../../contract/scalars.ts";

/** Coarser than the form's position: a list needs no more, and the phone answers sooner. */
const options: PositionOptions = { enableHighAccuracy: false, timeout: 15_000, maximumAge: 5 * 60_000 };

export type PositionProblem = "refused" | "unavailable" | "notFound";

/** Asks the browser for the position; the browser asks the user. */
export function askForPosition(): Promise<Coordinates | PositionProblem> {
  return new Promise((resolve) => {
    if (!navigator.geolocation || !window.isSecureContext) {
      resolve("unavailable");
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve([coords.latitude, coords.longitude]),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? "refused" : "notFound"),
      options,
    );
  });
}
