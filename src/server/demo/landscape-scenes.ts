import { step } from "./noise.ts";
import { blend, type Colour, lit, type Scene, type SceneKit, skyAt } from "./paint.ts";

/** A lake with its far shore mirrored in it. */
export function waterScene({ noise, random }: SceneKit): Scene {
  const horizon = 0.42 + 0.06 * random();
  const cloudiness = 0.35 + 0.2 * random();
  const shore = (x: number, y: number): Colour | undefined => {
    const rise = 0.04 + 0.12 * noise.layered(x * 1.6 + 3, 1, 4) + 0.02 * noise.at(x * 60, 2);
    if (y < horizon - rise || y > horizon) return undefined;
    return lit(blend([40, 70, 48], [86, 112, 66], noise.layered(x * 26, y * 26, 3)), 0.8);
  };
  const scenery = (x: number, y: number) => shore(x, y) ?? skyAt(noise, x, y, horizon, cloudiness);
  return (x, y) => {
    if (y < horizon) return scenery(x, y);
    const near = (y - horizon) / (1 - horizon);
    const wave = noise.layered((x * 3) / (near + 0.12), Math.log(near + 0.03) * 14, 4) - 0.5;
    const mirrored = scenery(x + wave * 0.06, horizon - (y - horizon) * 0.8 + wave * 0.09 * (0.3 + near));
    const water = blend(lit(mirrored, 0.82), [28, 66, 76], 0.2 + 0.5 * near);
    return lit(water, 1 + wave * 0.55);
  };
}

/** Clouds over low hills. */
export function airScene({ noise, random }: SceneKit): Scene {
  const cloudiness = 0.45 + 0.12 * random();
  return (x, y) => {
    const sky = skyAt(noise, x, y, 1, cloudiness);
    const light = noise.layered(x * 2.2 + 0.12, y * 4.5 - 0.1, 4) - noise.layered(x * 2.2, y * 4.5, 4);
    let colour = lit(sky, 1 + light * 0.9);
    for (const [layer, base] of [0.8, 0.86, 0.92].entries()) {
      const ridge = base - 0.1 * noise.layered(x * (1.2 + layer) + layer * 11, layer * 5, 4);
      const hill = blend([150, 170, 180], [64, 90, 58], (layer + 1) / 3);
      if (y > ridge) colour = lit(hill, 0.8 + 0.3 * noise.layered(x * 34, y * 34, 2));
    }
    return colour;
  };
}

/** A path through grass towards mountains. */
export function hikingScene({ noise, random, aspect }: SceneKit): Scene {
  const horizon = 0.46;
  const bends = 2 + 2 * random();
  const phase = random() * 6;
  return (x, y) => {
    let colour = skyAt(noise, x, y, horizon, 0.4);
    for (const [layer, height] of [0.3, 0.2, 0.1].entries()) {
      const crest = horizon - height * noise.ridged(x * (1 + layer * 0.7) + layer * 9, layer * 3, 5);
      if (y < crest || y > horizon) continue;
      const rock = blend([152, 166, 184], [74, 96, 84], layer / 2);
      const snow = layer === 0 ? step(0.03, 0, y - crest) * step(0.35, 0.2, y) : 0;
      colour = blend(lit(rock, 0.8 + 0.4 * noise.ridged(x * 9, y * 9, 4)), [240, 244, 248], snow);
    }
    if (y <= horizon) return colour;
    const near = (y - horizon) / (1 - horizon);
    const grass = noise.layered((x * 9) / (near + 0.1), 22 / (near + 0.12) + x, 4);
    colour = lit(blend([92, 118, 54], [158, 160, 84], grass), 0.62 + 0.4 * near + 0.25 * (grass - 0.5));
    const middle = aspect * (0.5 + 0.14 * Math.sin(phase + bends * Math.log(near + 0.08)) * (1 - near * 0.5));
    const half = 0.012 + 0.17 * near ** 1.3;
    const edge = Math.abs(x - middle) / half + 0.5 * (noise.layered(x * 16, y * 30, 3) - 0.5);
    const gravel = lit([176, 154, 122], 0.65 + 0.6 * noise.layered((x * 40) / (near + 0.2), y * 60, 3));
    return blend(colour, gravel, step(1.05, 0.85, edge));
  };
}

/** A river between wooded banks, over the bow of a canoe. */
export function paddlingScene(kit: SceneKit): Scene {
  const { noise, random, aspect } = kit;
  const river = waterScene(kit);
  const bow = aspect * (0.45 + 0.1 * random());
  return (x, y) => {
    const bank = 0.5 + 0.9 * Math.abs(x - aspect / 2) * step(0.25, 0.75, Math.abs(x - aspect / 2));
    const woods = blend([30, 58, 36], [102, 130, 66], noise.layered(x * 14, y * 18, 5));
    const isBank = y < bank && y > 0.36 - 0.3 * Math.abs(x / aspect - 0.5) - 0.08 * noise.layered(x * 7, 4, 4);
    let colour = isBank && Math.abs(x - aspect / 2) > 0.16 ? lit(woods, 0.9) : river(x, y);
    const along = (y - 0.62) / 0.38;
    if (along <= 0) return colour;
    const half = 0.34 * along ** 0.75;
    const off = (x - bow) / half;
    if (Math.abs(off) > 1) return colour;
    const hull = lit([176, 62, 44], 0.75 + 0.35 * off);
    const inside = lit([150, 112, 70], 0.55 + 0.3 * noise.ridged(x * 3, y * 40, 2));
    colour =
      Math.abs(off) > 0.86 ? lit([204, 168, 110], 1 - 0.2 * off) : off ** 2 > 0.62 || along < 0.2 ? hull : inside;
    return colour;
  };
}

/** A sail at sea. */
export function boatingScene(kit: SceneKit): Scene {
  const { random, aspect } = kit;
  const sea = waterScene(kit);
  const mast = aspect * (0.35 + 0.3 * random());
  const foot = 0.62;
  const sailHue: Colour = random() > 0.5 ? [248, 244, 232] : [206, 92, 66];
  return (x, y) => {
    const up = (foot - y) / 0.46;
    if (up > 0 && up < 1) {
      const mainSail = (x - mast) / (0.24 * (1 - up));
      if (mainSail > 0.03 && mainSail < 1) return lit(sailHue, 0.78 + 0.24 * mainSail);
      const jib = (mast - x) / (0.15 * (1 - up * 1.1));
      if (jib > 0.05 && jib < 1 && up < 0.9) return lit([246, 242, 230], 0.95 - 0.2 * jib);
      if (Math.abs(x - mast) < 0.004) return [70, 58, 48];
    }
    const hull = (y - foot) / 0.07;
    if (hull > 0 && hull < 1 && x > mast - 0.2 + 0.06 * hull && x < mast + 0.25 - 0.04 * hull ** 2) {
      return hull < 0.25 ? [244, 240, 230] : lit([34, 66, 98], 1.1 - 0.4 * hull);
    }
    return sea(x, y);
  };
}
