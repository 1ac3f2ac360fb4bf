import type { QuestDataPoint } from "../../../contract/data-points.ts";
import { metersBetween } from "./fixes.ts";

export type CloseNeighbour = { number: number; meters: number };

/**
 * The nearest of one's own points, by its number in the list, where it is nearer than the quest asks for. Denied ones
 * do not count.
 */
export function findCloseNeighbour(
  place: { latitude: number; longitude: number } | undefined,
  dataPoints: readonly Pick<QuestDataPoint, "coordinates" | "review">[],
  spacingMeters: number | undefined,
): CloseNeighbour | undefined {
  if (!place || !spacingMeters) return undefined;
  let nearest: CloseNeighbour | undefined;
  for (const [index, { coordinates, review }] of dataPoints.entries()) {
    const [latitude, longitude] = (coordinates ?? "").split(",").map(Number);
    if (latitude === undefined || longitude === undefined || review?.decision === "denied") continue;
    const meters = metersBetween(place, { latitude, longitude });
    if (meters < (nearest?.meters ?? spacingMeters)) nearest = { number: index + 1, meters };
  }
  return nearest;
}
