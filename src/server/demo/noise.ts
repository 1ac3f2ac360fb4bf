/** Smooth random fields that are the same for the same seed. */
export interface Noise {
  /** About 0 to 1, with features about 1 unit wide. */
  at(x: number, y: number): number;
  /** `octaves` layers of `at`, each twice as fine and half as strong; about 0 to 1. */
  layered(x: number, y: number, octaves: number): number;
  /** Like `layered`, folded so that it has sharp crests: bark, mountains, ripples. */
  ridged(x: number, y: number, octaves: number): number;
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function createRandom(seed: string): () => number {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function createNoise(random: () => number): Noise {
  const heights = Float32Array.from({ length: 256 }, random);
  const order = shuffledBytes(random);
  const corner = (x: number, y: number) => heights[order[(x + (order[y & 255] ?? 0)) & 255] ?? 0] ?? 0;
  const at = (x: number, y: number) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const across = smooth(x - left);
    const down = smooth(y - top);
    const upper = mix(corner(left & 255, top), corner((left + 1) & 255, top), across);
    const lower = mix(corner(left & 255, top + 1), corner((left + 1) & 255, top + 1), across);
    return mix(upper, lower, down);
  };
  const sum = (x: number, y: number, octaves: number, fold: (value: number) => number) => {
    let total = 0;
    let strength = 0.5;
    let scale = 1;
    for (let octave = 0; octave < octaves; octave++) {
      total += strength * fold(at(x * scale + octave * 17.3, y * scale + octave * 41.7));
      strength /= 2;
      scale *= 2;
    }
    return total / (1 - 2 * strength + strength);
  };
  return {
    at,
    layered: (x, y, octaves) => sum(x, y, octaves, (value) => value),
    ridged: (x, y, octaves) => sum(x, y, octaves, (value) => 1 - Math.abs(2 * value - 1)),
  };
}

function shuffledBytes(random: () => number): Uint8Array {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let index = 255; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    const kept = bytes[index] ?? 0;
    bytes[index] = bytes[other] ?? 0;
    bytes[other] = kept;
  }
  return bytes;
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function step(from: number, to: number, value: number): number {
  return smooth(Math.min(1, Math.max(0, (value - from) / (to - from))));
}
