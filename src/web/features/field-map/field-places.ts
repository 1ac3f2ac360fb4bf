import type { Quest } from "../../../contract/quests.ts";
import { metersBetween, type Place } from "../../../protocol/distance.ts";
import { nameComparison } from "../../foundation/texts/reader-language.ts";
import { isUndelivered, type OutboxRecord } from "../../outbox/record.ts";
import type { LatLon } from "../../ui/map/map-view.ts";

/** Somewhere to measure. */
export type FieldPlace = {
  id: number;
  /** Code of a station; locations have none. */
  code: string | null;
  name: string;
  latitude: number;
  longitude: number;
  /** Whether it is still to be measured. */
  due: boolean;
};

/** The position that maps take. */
export const placeOf = ({ latitude, longitude }: Place): LatLon => [latitude, longitude];

/** Where the volunteer's data points are: those that the server has, and those that wait on this phone. */
export function ownPlacesOf(
  delivered: readonly (readonly [number, number, ...unknown[]])[],
  records: readonly OutboxRecord[],
  questId: number,
): LatLon[] {
  const waiting = records.flatMap((record): LatLon[] =>
    record.kind === "point" && record.questId === questId && isUndelivered(record) && record.position
      ? [placeOf(record.position)]
      : [],
  );
  const known = delivered.map(([latitude, longitude]): LatLon => [latitude, longitude]);
  return [...known, ...waiting].filter((place) => place.every(Number.isFinite));
}

/** A data point this near to a location is one of it. */
const atLocationMeters = 200;

/** The quest's locations; one with a data point of the volunteer is measured. */
function placesOfQuest({ locations }: Pick<Quest, "locations">, own: readonly LatLon[]): FieldPlace[] {
  return locations.map(({ id, address_line1, locality, coordinates: [latitude, longitude] }) => {
    const isAt = ([ownLatitude, ownLongitude]: LatLon) =>
      metersBetween({ latitude: ownLatitude, longitude: ownLongitude }, { latitude, longitude }) <= atLocationMeters;
    const name = [address_line1, locality].filter(Boolean).join(", ");
    return { id, code: null, name, latitude, longitude, due: !own.some(isAt) };
  });
}

/** The quest's stations, or without any, its locations. */
export const placesOf = (
  quest: Pick<Quest, "locations">,
  stations: readonly FieldPlace[],
  own: readonly LatLon[],
): FieldPlace[] =>
  stations.length === 0
    ? placesOfQuest(quest, own)
    : stations.map(({ id, code, name, latitude, longitude, due }) => ({ id, code, name, latitude, longitude, due }));

export type PlaceAway = FieldPlace & { meters: number | undefined };

/** What people walk in a day there and back: five hours at four kilometres an hour. */
export const walkMetersMax = 20_000;

/** Whether it is further than people walk. Without a position, nobody knows. */
export const isFar = (meters: number | undefined): boolean => meters !== undefined && meters > walkMetersMax;

/**
 * What can be walked to first, and of that what is still to be measured, then the nearest first; by name without a
 * position.
 */
export function sortPlaces(places: readonly FieldPlace[], here: Place | undefined): PlaceAway[] {
  const away = places.map((place) => ({ ...place, meters: here && metersBetween(here, place) }));
  const compare = nameComparison();
  return away.sort(
    (one, other) =>
      Number(isFar(one.meters)) - Number(isFar(other.meters)) ||
      Number(other.due) - Number(one.due) ||
      (one.meters ?? 0) - (other.meters ?? 0) ||
      compare(one.name, other.name),
  );
}
