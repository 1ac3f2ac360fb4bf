const bandCount = 16;
const bandBits = 16;

/** Hashes that differ in up to this many bits are always found: with 31 bits in 16 bands, one band has at most one. */
export const surelyFoundBits = 2 * bandCount - 1;

/** The hash as 16-bit bands, each a number that includes its position, as indexed. */
export function bandsOf(hash: string): number[] {
  return Array.from({ length: bandCount }, (_, place) => {
    const bits = Number.parseInt(hash.slice(place * bandBits, (place + 1) * bandBits), 2);
    return place * 2 ** bandBits + bits;
  });
}

/**
 * The bands of all hashes to find: each band itself, and with each bit flipped (multi-index hashing, M. Norouzi and
 * others, Fast Search in Hamming Space, 2012). The first bands are the lowest frequencies, which cropping changes
 * least, so most more distant hashes are found too.
 */
export function probesOf(hash: string): number[] {
  return bandsOf(hash).flatMap((band) => [band, ...Array.from({ length: bandBits }, (_, bit) => band ^ (1 << bit))]);
}
