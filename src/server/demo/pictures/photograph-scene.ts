import sharp from "sharp";
import { type ExifPlace, exifOf } from "../photograph-tree.ts";
import { manyNumbersFrom, photograph, type Random } from "./brush.ts";

/** Draws what is in a picture, with numbers that are the same for the same data point. */
export type Scene = (random: Random) => string;

/** A drawn scene as a camera would hand it over: a JPEG with position and time in its EXIF. */
export function photographScene(
  scene: Scene,
  { seed, ...place }: { seed: string } & Required<ExifPlace>,
): Promise<Buffer> {
  return sharp(Buffer.from(photograph(scene(manyNumbersFrom(seed)))))
    .removeAlpha()
    .withExif(exifOf(place))
    .jpeg({ quality: 82 })
    .toBuffer();
}
