import { type Drawing, drawPhoto } from "../src/server/demo/draw-photo.ts";

export interface TestPhoto {
  /** Pixels as stored, before the orientation is applied. */
  width?: number;
  height?: number;
  /** EXIF orientation, 1 to 8. */
  orientation?: number;
  /** Degrees, and metres. */
  gps?: { latitude: number; longitude: number; accuracyMeters?: number };
  takenAt?: Date;
  format?: "jpeg" | "png" | "webp";
  /** 1 to 100; higher makes larger files. */
  quality?: number;
  /** Another seed, another picture, and so another SHA-256. */
  uniqueSeed?: string;
  subject?: NonNullable<Drawing["subject"]>;
}

/** A picture of a tree's bark with a tape round it, as a camera would hand it over: EXIF with orientation, GPS and time. */
export function makePhoto({
  gps,
  uniqueSeed = "bark",
  width = 640,
  height = 480,
  ...rest
}: TestPhoto = {}): Promise<Buffer> {
  return drawPhoto({ seed: uniqueSeed, width, height, ...gps, ...rest });
}
