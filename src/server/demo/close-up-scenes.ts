import { createNoise, mix, step } from "./noise.ts";
import { blend, type Colour, ellipse, lit, type Scene, type SceneKit } from "./paint.ts";

const barks: Colour[] = [
  [122, 98, 76],
  [104, 92, 82],
  [136, 120, 104],
  [96, 74, 60],
];

/** A trunk with a measuring tape round it, before leaves out of focus. A thicker trunk fills more of the picture. */
export function treeScene({ noise, random, aspect }: SceneKit, circumferenceCm = 120): Scene {
  const radius = aspect * mix(0.16, 0.36, step(20, 320, circumferenceCm));
  const center = aspect * (0.5 + 0.06 * (random() - 0.5));
  const bark = barks[Math.floor(random() * barks.length)] ?? [122, 98, 76];
  const tapeY = 0.5 + 0.1 * (random() - 0.5);
  const tilt = 0.04 * (random() - 0.5);
  const grain = 7 + 6 * random();
  const moss = random();
  const foliage = (x: number, y: number): Colour => {
    const leaves = noise.layered(x * 3, y * 3, 3);
    const spot = step(0.62, 0.95, noise.layered(x * 7 + 50, y * 7, 2));
    const green = blend([34, 56, 34], [118, 148, 74], leaves * 1.1);
    return blend(blend(green, [206, 216, 150], spot * 0.6 * (1 - y * 0.6)), [58, 52, 34], step(0.7, 1, y) * 0.7);
  };
  // the trunk's outline is the same along a row, and rows are drawn one after the other
  let row = Number.NaN;
  let edge = radius;
  return (x, y) => {
    if (y !== row) {
      row = y;
      edge = radius * (1 + 0.05 * (noise.layered(y * 2 + 9, 3, 3) - 0.5)) + 0.06 * radius * step(0.75, 1.1, y);
    }
    const across = (x - center) / edge;
    if (Math.abs(across) >= 1) return foliage(x, y);
    const turn = Math.asin(across);
    const warp = 0.35 * noise.layered(turn * 3, y * 4 + 20, 3);
    const ridges = noise.ridged(turn * grain + warp * 3, y * 3.2 + warp, 4);
    const fine = noise.layered(turn * 60, y * 26, 2);
    const shade = Math.cos(turn * 0.92) * 0.75 + 0.3 - 0.12 * across;
    const wood = lit(bark, (0.42 + 0.75 * ridges ** 2 + 0.28 * (fine - 0.5)) * shade);
    const green = step(0.55, 0.75, noise.layered(turn * 2.5 + 70, y * 2.5, 3) * (0.7 + 0.45 * moss));
    const trunk = blend(wood, lit([96, 116, 62], shade * (0.5 + 0.6 * fine)), green * 0.6);
    const band = y - tapeY - tilt * across + 0.018 * Math.cos(turn);
    return blend(trunk, tapeColour(turn * radius, band, shade), step(0.021, 0.0195, Math.abs(band)));
  };
}

function tapeColour(along: number, across: number, shade: number): Colour {
  const tick = Math.abs(((((along * 100) % 1) + 1) % 1) - 0.5);
  const isLong = Math.abs(((((along * 20) % 1) + 1) % 1) - 0.5) < 0.1;
  const isTick = tick < 0.14 && across > (isLong ? -0.013 : 0.004);
  const isEdge = Math.abs(across) > 0.0178;
  return lit(isEdge || isTick ? [38, 32, 20] : [234, 190, 52], shade * 0.95);
}

/** Clods, pebbles and a few seedlings, from above. */
export function soilScene({ noise, random, aspect }: SceneKit): Scene {
  const pebbles = Array.from({ length: 46 }, () => {
    const width = 0.015 + 0.07 * random() ** 3;
    return { x: random() * aspect, y: random(), width, height: width * (0.6 + 0.3 * random()), tone: random() };
  });
  const leaves = Array.from({ length: 9 }, () => ({
    x: random() * aspect,
    y: random(),
    size: 0.03 + 0.03 * random(),
  })).flatMap(({ x, y, size }) =>
    [-1, 1].map((side) => ({
      x: x + side * size * 0.45,
      y: y - side * size * 0.12,
      width: size * 0.9,
      height: size * 0.42,
    })),
  );
  return (x, y) => {
    const clods = noise.ridged(x * 5 + noise.at(x * 9, y * 9), y * 5, 5);
    const damp = noise.layered(x * 1.3 + 40, y * 1.3, 3);
    let colour = lit(blend([126, 92, 62], [70, 50, 36], step(0.3, 0.7, damp)), 0.45 + 0.85 * clods);
    for (const pebble of pebbles) {
      const cover = ellipse(x, y, pebble, 0.12);
      if (cover <= 0) continue;
      const light = 1.12 - 0.5 * ((x - pebble.x) / pebble.width + (y - pebble.y) / pebble.height + 0.4);
      const stone = blend([150, 142, 130], [112, 104, 100], pebble.tone);
      colour = blend(colour, lit(stone, light * (0.85 + 0.3 * noise.at(x * 90, y * 90))), cover);
    }
    for (const leaf of leaves) {
      const cover = ellipse(x, y, leaf, 0.1);
      if (cover > 0) colour = blend(colour, lit([96, 150, 62], 0.8 + 0.5 * noise.at(x * 40, y * 40)), cover);
    }
    return colour;
  };
}

/** Under water: rays from above, sand below, coral and bubbles. */
export function divingScene({ noise, random, aspect }: SceneKit): Scene {
  const sun = aspect * (0.25 + 0.5 * random());
  const bubbles = Array.from({ length: 26 }, () => {
    const width = 0.008 + 0.022 * random();
    const outer = { x: sun + (random() - 0.5) * 0.5, y: random() * 0.8, width, height: width };
    return { outer, inner: { ...outer, width: width * 0.8, height: width * 0.8 } };
  });
  const corals = Array.from({ length: 12 }, (_, index) => ({
    x: (aspect * (index + random())) / 12,
    height: 0.08 + 0.2 * random(),
    hue: random(),
  }));
  return (x, y) => {
    const depth = blend([74, 178, 186], [10, 58, 92], step(0, 0.9, y));
    const ray = noise.at(((x - sun) / (y + 0.25)) * 5 + 30, 2) * (1 - y);
    let colour = blend(depth, [206, 244, 236], step(0.45, 1, ray) * 0.55);
    const floor = 0.8 + 0.08 * noise.layered(x * 2, 5, 3);
    if (y > floor) {
      const ripples = noise.ridged(x * 4 + y * 3, y * 16, 3);
      colour = blend(lit([150, 168, 142], 0.5 + 0.6 * ripples), [30, 88, 110], 0.35);
    }
    for (const { x: foot, height, hue } of corals) {
      const up = (0.95 - y) / height;
      if (up < 0 || up > 1) continue;
      const branches = noise.ridged(x * 26 + hue * 40, y * 12 + noise.at(x * 30, y * 30), 2);
      const half = height * 0.5 * (0.35 + 0.65 * Math.sin(Math.PI * (0.15 + 0.75 * up)));
      const inside = step(half, half * 0.8, Math.abs(x - foot)) * step(0.5, 0.62, branches + 0.25 * (1 - up));
      const flesh = blend([196, 92, 84], [150, 110, 168], hue);
      colour = blend(colour, blend(lit(flesh, 0.45 + 0.6 * branches), [20, 74, 104], 0.3), inside);
    }
    for (const { outer, inner } of bubbles) {
      if (Math.abs(y - outer.y) > outer.height) continue;
      const rim = ellipse(x, y, outer, 0.2) - 0.7 * ellipse(x, y, inner, 0.3);
      colour = blend(colour, [226, 248, 246], rim * 0.8);
    }
    return colour;
  };
}

/** A cairn on a meadow: stones, one on the other. */
export function cairnScene({ noise, random, aspect }: SceneKit): Scene {
  let top = 0.9;
  const stones = Array.from({ length: 6 }, (_, index) => {
    const width = (0.62 - index * 0.085) * (0.9 + 0.2 * random());
    const height = 0.15 - index * 0.012;
    top -= height * 0.78;
    return {
      x: aspect * 0.5 + (random() - 0.5) * 0.05,
      y: top + height / 2,
      width,
      height,
      tone: random(),
      grain: createNoise(random),
    };
  });
  return (x, y) => {
    const horizon = 0.56 + 0.06 * (noise.layered(x * 1.4, 8, 4) - 0.5);
    const meadow = blend([128, 138, 78], [70, 92, 48], noise.layered(x * 30, y * 9, 4));
    const far = blend([148, 166, 166], [208, 218, 216], 0.35);
    let colour: Colour =
      y > horizon ? lit(meadow, 0.7 + 0.5 * step(horizon, 1, y)) : blend([150, 186, 212], far, step(0, horizon, y));
    for (const stone of stones) {
      const { tone, grain } = stone;
      if (Math.abs(y - stone.y) > stone.height * 0.7 || Math.abs(x - stone.x) > stone.width * 0.7) continue;
      const cover = ellipse(x, y + 0.012 * (grain.at(x * 8, y * 8) - 0.5), stone, 0.05);
      if (cover <= 0) continue;
      const light = 1.1 - 0.75 * ((y - stone.y) / stone.height) - 0.3 * ((x - stone.x) / stone.width);
      const lichen = step(0.6, 0.75, grain.layered(x * 14 + 9, y * 14, 4));
      const rock = blend(blend([142, 136, 128], [106, 108, 110], tone), [178, 172, 110], lichen * 0.6);
      colour = blend(colour, lit(rock, light * (0.7 + 0.5 * grain.layered(x * 22, y * 22, 4))), cover);
    }
    return colour;
  };
}
