import { t } from "../../../../generated/web-texts/quests-near.ts";
import { Banner } from "../../ui/banner.tsx";
import { type Nearby, nearby } from "./near-me.ts";

/** Coarse and fast, which is enough for a list. */
const options: PositionOptions = { enableHighAccuracy: false, timeout: 15_000, maximumAge: 5 * 60_000 };

export type PositionProblem = "refused" | "unavailable" | "notFound";

/** Requests the position; the browser prompts the user. */
export function askForPosition(): Promise<Nearby | PositionProblem> {
  return new Promise((resolve) => {
    if (!navigator.geolocation || !window.isSecureContext) {
      resolve("unavailable");
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(nearby([coords.latitude, coords.longitude])),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? "refused" : "notFound"),
      options,
    );
  });
}

/** The position if this page may have it already: nobody is asked. */
export async function positionIfAllowed(): Promise<Nearby | undefined> {
  const permission = await navigator.permissions?.query({ name: "geolocation" });
  if (permission?.state !== "granted") return undefined;
  const found = await askForPosition();
  return typeof found === "string" ? undefined : found;
}

/** Why there is no position, and what to do. */
export function NearProblem({ problem, onClose }: { problem: PositionProblem; onClose: () => void }) {
  return (
    <Banner tone="danger" onClose={onClose}>
      {t(`quests.near.${problem}`)}
    </Banner>
  );
}
