import type { QuestProgress } from "../../contract/quest-progress.ts";
import { metersBetween } from "../../protocol/distance.ts";

/** Days from here on are shown as weeks. */
export const daysShownMax = 366;
/** Data points on the map and in counts by place. */
export const newestPointsMax = 1_000;
/** Decisions that the median is taken of. */
export const decisionsOfMedianMax = 1_000;
export const needsHelpMax = 50;
/** Somebody needs help if this many of their newest decided data points were denied or returned. */
export const newestDecided = 10;
export const sentBackMin = 3;
/** Days without a second data point. */
export const stoppedDays = 7;

type Place = Omit<QuestProgress["places"][number], "count">;
type Point = QuestProgress["points"][number];

/** Counts each data point at its nearest place, unless that is too far away. Denied ones leave a place empty. */
export function countByPlace(
  places: readonly Place[],
  points: readonly Point[],
  farMeters: number,
): Pick<QuestProgress, "places" | "elsewhere"> {
  const counted = places.map((place) => ({ ...place, count: 0 }));
  let elsewhere = 0;
  for (const { coordinates, state } of points) {
    if (state === "denied") continue;
    const nearest = counted.reduce<(typeof counted)[number] | undefined>(
      (best, place) =>
        best && flatDistance(best.coordinates, coordinates) <= flatDistance(place.coordinates, coordinates)
          ? best
          : place,
      undefined,
    );
    const isNear = nearest && metersBetween(pairOf(nearest.coordinates), pairOf(coordinates)) <= farMeters;
    if (isNear) nearest.count += 1;
    else elsewhere += 1;
  }
  return { places: counted, elsewhere };
}

type Coordinates = Point["coordinates"];
const pairOf = ([latitude, longitude]: Coordinates) => ({ latitude, longitude });

/** Orders distances as great circles do, at a fraction of the cost: a quest may have 500 places. */
function flatDistance(place: Coordinates, point: Coordinates): number {
  const north = place[0] - point[0];
  const around = Math.abs(place[1] - point[1]);
  const east = Math.min(around, 360 - around) * Math.cos((point[0] * Math.PI) / 180);
  return north * north + east * east;
}
