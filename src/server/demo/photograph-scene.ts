import { type ExifPlace, photographSvg } from "./photograph-tree.ts";
import { manyNumbersFrom, photograph, type Random } from "./pictures/brush.ts";

/** Draws what is in a picture, with numbers that are the same for the same data point. */
export type Scene = (random: Random) => string;

/** A drawn scene as a camera would hand it over. */
export function photographScene(
  scene: Scene,
  { seed, ...place }: { seed: string } & Required<ExifPlace>,
): Promise<Buffer> {
  return photographSvg(photograph(scene(manyNumbersFrom(seed))), place);
}
