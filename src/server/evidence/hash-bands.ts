const bandCount = 16;
const bandBits = 16;

/** Differing bits up to which `probesOf` always finds a hash: with 31 in 16 bands, one band has at most one. */
export const surelyFoundBits = 2 * bandCount - 1;

/** The hash in bands of 16 bits, each a number that tells its place too: what the index holds. */
export function bandsOf(hash: string): number[] {
  return Array.from({ length: bandCount }, (_, place) => {
    const bits = Number.parseInt(hash.slice(place * bandBits, (place + 1) * bandBits), 2);
    return place * 2 ** bandBits + bits;
  });
}

/**
 * The bands of every hash that is surely to be found: each as it is, and with each of its bits turned (multi-index hashing, M.
 * Norouzi and others, Fast Search in Hamming Space, 2012). The first bands are the lowest frequencies, which a crop changes
 * least, so most hashes that differ in more bits are found as well.
 */
export function probesOf(hash: string): number[] {
  return bandsOf(hash).flatMap((band) => [band, ...Array.from({ length: bandBits }, (_, bit) => band ^ (1 << bit))]);
}
