import type { Coordinates } from "../../../contract/scalars.ts";
import { metersBetween } from "../../../protocol/distance.ts";
import { roundedMeters } from "../../capture/positions/way.ts";
import { metersWords } from "../../ui/position-words.tsx";

/** Loaded once somebody asks for quests near them. */
export type Nearby = {
  position: Coordinates;
  blurred: Coordinates;
  distanceTo: (place: Coordinates) => string;
};

export const nearby = (position: Coordinates): Nearby => ({
  position,
  blurred: blurred(position),
  distanceTo: (place) => metersWords(roundedMeters(metersBetween(placeOf(position), placeOf(place)))),
});

const placeOf = ([latitude, longitude]: Coordinates) => ({ latitude, longitude });

/** Rounds to about 100 m for privacy. */
function blurred([latitude, longitude]: Coordinates): Coordinates {
  const blur = (degrees: number) => Math.round(degrees * 1000) / 1000;
  return [blur(latitude), blur(longitude)];
}
