import sharp, { type Sharp } from "sharp";
import { seededRandom } from "./seeded-random.ts";

/** From pale to dark skin, and light that shines through a finger. */
const tones = [
  [240, 200, 178],
  [222, 170, 140],
  [188, 130, 96],
  [134, 88, 64],
  [78, 50, 40],
  [150, 40, 28],
  [62, 16, 12],
] as const;

/** Middles on corners and edges, and the degrees that a finger comes from. */
const places = [
  [0, 0, 45],
  [1, 0, 135],
  [0, 1, -45],
  [1, 1, -135],
  [0, 0.45, 0],
  [1, 0.6, 180],
  [0.55, 0, 90],
  [0.4, 1, -90],
] as const;

const lights = [1, 0.6, 0.8] as const;

/**
 * A photo with a finger over about `share` of it, whose outline is blurred by `soft` of the long side. `which` chooses
 * skin, place and light; the light is uneven, and there is some noise.
 */
export async function drawFinger(
  photo: Buffer,
  { share, soft, which }: { share: number; soft: number; which: number },
): Promise<Sharp> {
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const long = Math.max(width, height);
  const tone = tones[which % tones.length] ?? tones[0];
  const [left, top, degrees] = places[(3 * which) % places.length] ?? places[0];
  const light = lights[which % lights.length] ?? 1;
  const angle = ((degrees + ((7 * which) % 30) - 15) * Math.PI) / 180;
  const isCorner = Number.isInteger(left) && Number.isInteger(top);
  const across = Math.sqrt((share * width * height * (isCorner ? 3.2 : 2)) / Math.PI / 1.5);
  const random = seededRandom(which);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [(at % width) - left * width, Math.floor(at / width) - top * height];
    const along = x * Math.cos(angle) + y * Math.sin(angle);
    const aside = y * Math.cos(angle) - x * Math.sin(angle);
    const outside = (Math.hypot(along / 1.5 / across, aside / across) - 1) * across;
    const cover = 1 / (1 + Math.exp(outside / (0.55 * soft * long)));
    const bright = light * shadeAt(x / long, y / long, which);
    const warm = 1 - 0.07 * Math.sin((7 * x - 5 * y) / long + which);
    const grain = 7 * (random() - 0.5);
    for (const [channel, value] of tone.entries()) {
      const skin = value * bright * (channel === 0 ? 1 : warm) + grain;
      data[3 * at + channel] = Math.max(0, Math.min(255, (data[3 * at + channel] ?? 0) * (1 - cover) + skin * cover));
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

const shadeAt = (x: number, y: number, which: number) =>
  0.95 + 0.1 * Math.sin(9 * x + which) + 0.12 * Math.cos(5 * y + 2 * which) + 0.05 * Math.sin(17 * (x + y) + which);
