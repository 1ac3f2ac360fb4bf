import { mix, type Noise, step } from "./noise.ts";

/** Red, green, blue, each 0 to 255. */
export type Colour = readonly [number, number, number];

/** The colour of the picture at a place: x to the right and y down, in picture heights, from the upper left. */
export type Scene = (x: number, y: number) => Colour;

export interface SceneKit {
  noise: Noise;
  /** 0 to 1, the same sequence for the same seed. */
  random: () => number;
  /** Width of the picture in picture heights. */
  aspect: number;
}

export function blend(under: Colour, over: Colour, share: number): Colour {
  if (share <= 0) return under;
  if (share >= 1) return over;
  return [mix(under[0], over[0], share), mix(under[1], over[1], share), mix(under[2], over[2], share)];
}

export function lit(colour: Colour, light: number): Colour {
  return [colour[0] * light, colour[1] * light, colour[2] * light];
}

/** A sky with clouds, from the top to the horizon at `horizon`. */
export function skyAt(noise: Noise, x: number, y: number, horizon: number, cloudiness: number): Colour {
  const blue = blend([92, 146, 196], [206, 222, 228], step(0, horizon, y));
  const cloud = step(1 - cloudiness, 1.15 - cloudiness, noise.layered(x * 2.2, y * 4.5, 5));
  return blend(blue, [246, 246, 242], cloud * 0.9);
}

/** How much of a place an ellipse covers, 0 to 1, with a soft edge. */
export function ellipse(
  x: number,
  y: number,
  at: { x: number; y: number; width: number; height: number },
  softness = 0.03,
): number {
  const right = (2 * (x - at.x)) / at.width;
  const down = (2 * (y - at.y)) / at.height;
  const distance = right * right + down * down > 2 ? 2 : Math.sqrt(right * right + down * down);
  return distance >= 1 + softness ? 0 : 1 - step(1 - softness, 1 + softness, distance);
}
