/** In degrees. */
export type Place = { latitude: number; longitude: number };

/** Metres per degree of latitude, with the earth's mean radius. */
export const metersPerDegree = 111_195;

/** Distances on a plane are exact enough for walking. */
export function metersBetween(one: Place, other: Place): number {
  const { east, north } = offsetMeters(one, other);
  return Math.hypot(north, east);
}

/** Offset of `to` from `from` on a plane, the shorter way around the world. */
export function offsetMeters(from: Place, to: Place): { east: number; north: number } {
  const degreesEast = ((((to.longitude - from.longitude + 180) % 360) + 360) % 360) - 180;
  const middle = ((from.latitude + to.latitude) / 2) * (Math.PI / 180);
  return {
    east: degreesEast * metersPerDegree * Math.cos(middle),
    north: (to.latitude - from.latitude) * metersPerDegree,
  };
}
