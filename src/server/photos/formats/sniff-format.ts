export type PhotoFormat = "jpeg" | "png" | "webp" | "heic";

/** How many first bytes `sniffFormat` wants; fewer only where the file itself is shorter. */
export const sniffBytes = 64;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The main brands that the HEIC decoder takes; the first two say "some HEIF", so one of the others must be named too. */
const genericBrands = new Set(["mif1", "msf1"]);
const hevcBrands = new Set(["heic", "heix", "hevc", "hevx"]);

/**
 * Tells the format from the first bytes alone; names and declared types count for nothing. (The package `file-type` takes
 * every file whose main brand is `mif1` for HEIC, AVIF pictures too.)
 */
export function sniffFormat(head: Buffer): PhotoFormat | undefined {
  if (head.length >= 3 && head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg";
  if (head.subarray(0, 8).equals(pngSignature)) return "png";
  if (head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP") return "webp";
  if (head.toString("latin1", 4, 8) === "ftyp" && isHeicBrand(head)) return "heic";
  return undefined;
}

function isHeicBrand(head: Buffer): boolean {
  const main = head.toString("latin1", 8, 12);
  if (hevcBrands.has(main)) return true;
  if (!genericBrands.has(main)) return false;
  const boxEnd = Math.min(head.length, head.readUInt32BE(0));
  for (let at = 16; at + 4 <= boxEnd; at += 4) {
    if (hevcBrands.has(head.toString("latin1", at, at + 4))) return true;
  }
  return false;
}
