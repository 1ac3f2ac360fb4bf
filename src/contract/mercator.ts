/** Web Mercator, in which maps are cut into tiles: the world is a square from 0 to 1, y downwards. */
export type WorldPoint = [x: number, y: number];

/** Where the square ends, in degrees north and south. */
export const mercatorLatitudeMax = 85.0511287798066;

/** The side of a tile. */
export const tilePx = 256;
export const worldPxAt = (zoom: number) => tilePx * 2 ** zoom;

export const toWorldX = (longitude: number) => (longitude + 180) / 360;

/** The latitude, or the edge of the square. */
export const mappedLatitude = (latitude: number) =>
  Math.max(-mercatorLatitudeMax, Math.min(mercatorLatitudeMax, latitude));

export function toWorldY(latitude: number): number {
  const radians = (mappedLatitude(latitude) * Math.PI) / 180;
  return (1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2;
}

export const toWorld = (longitude: number, latitude: number): WorldPoint => [toWorldX(longitude), toWorldY(latitude)];

export function toLatitude(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

const metersPerPixelAtEquator = 156_543.034;

/** Size of a pixel of a map. */
export function metersPerPixel(latitude: number, zoom: number): number {
  return (metersPerPixelAtEquator * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom;
}
