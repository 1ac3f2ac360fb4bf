export type PhotoFormat = "jpeg" | "png" | "webp" | "heic";

/** How many bytes `sniffFormat` needs; fewer only if the file is shorter. */
export const sniffBytes = 64;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/**
 * Brands that the HEIC decoder supports. A generic brand only says "some HEIF", so a specific one must be listed too.
 */
const genericBrands = ["mif1", "msf1"];
const stillBrands = ["heic", "heix"];
const sequenceBrands = ["hevc", "hevx"];

/**
 * Detects the format from the first bytes; names and declared types don't matter. (The package `file-type` takes every
 * file whose main brand is `mif1` for HEIC, even AVIF.)
 */
export function sniffFormat(head: Buffer): PhotoFormat | undefined {
  if (head.length >= 3 && head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg";
  if (head.subarray(0, 8).equals(pngSignature)) return "png";
  if (head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP") return "webp";
  if (isHeic(head)) return "heic";
  return undefined;
}

/** Whether the file is a sequence of HEVC images without a still, such as a burst. */
export function isPictureSequence(head: Buffer): boolean {
  const [main = "", ...others] = heifBrands(head);
  return (main === "msf1" || sequenceBrands.includes(main)) && namesSequence([main, ...others]) && !isHeic(head);
}

function isHeic(head: Buffer): boolean {
  const brands = heifBrands(head);
  const [main = ""] = brands;
  if (![...genericBrands, ...stillBrands, ...sequenceBrands].includes(main)) return false;
  const hasStill = brands.some((brand) => stillBrands.includes(brand));
  return hasStill || (brands.includes("mif1") && namesSequence(brands));
}

const namesSequence = (brands: string[]) => brands.some((brand) => sequenceBrands.includes(brand));

/** The main brand of a HEIF file, then the compatible ones within the first bytes. */
function heifBrands(head: Buffer): string[] {
  if (head.toString("latin1", 4, 8) !== "ftyp") return [];
  const brands = [head.toString("latin1", 8, 12)];
  const boxEnd = Math.min(head.length, head.readUInt32BE(0));
  for (let at = 16; at + 4 <= boxEnd; at += 4) brands.push(head.toString("latin1", at, at + 4));
  return brands;
}
