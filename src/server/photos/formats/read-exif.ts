import exifr from "exifr";
import { exifOptions, interpretTags, type PhotoExif } from "../../../contract/exif-tags.ts";

/** EXIF is in one of the first segments of a JPEG, each at most 64 KB. */
export const jpegHeadBytes = 256 * 1024;

/** Reads the EXIF of a JPEG from its first bytes. Damaged EXIF counts as none: the photo may still be whole. */
export async function readJpegExif(head: Buffer): Promise<PhotoExif> {
  return interpretTags(await parseTags(head));
}

/** Like `readJpegExif`, from the TIFF structure in a PNG, WebP or HEIC. */
export async function readExifBlock(block: Uint8Array | undefined): Promise<PhotoExif> {
  return interpretTags(block && (await parseTags(Buffer.from(block))));
}

async function parseTags(block: Buffer): Promise<Record<string, unknown> | undefined> {
  try {
    return (await exifr.parse(block, exifOptions)) as Record<string, unknown> | undefined;
  } catch {
    return undefined;
  }
}
