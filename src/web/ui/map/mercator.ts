/** Web Mercator: the world as a square from 0 to 1, y downwards. */
export type WorldPoint = [x: number, y: number];

/** Edge of the square. */
const maxLatitude = 85.0511287798066;

export function toWorld(longitude: number, latitude: number): WorldPoint {
  const clamped = Math.max(-maxLatitude, Math.min(maxLatitude, latitude));
  const radians = (clamped * Math.PI) / 180;
  return [(longitude + 180) / 360, (1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2];
}

export function toLatitude(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

const metersPerPixelAtEquator = 156_543.034;

/** Size of a pixel of a map with tiles of 256 px. */
export function metersPerPixel(latitude: number, zoom: number): number {
  return (metersPerPixelAtEquator * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom;
}
