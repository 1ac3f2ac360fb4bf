import exifr from "exifr";
import { exifOptions, interpretTags, type PhotoExif } from "../../../contract/exif-tags.ts";

/** A JPEG carries EXIF in one of its first segments, each at most 64 KB: in this many first bytes. */
export const jpegHeadBytes = 256 * 1024;

/**
 * What the camera wrote into a JPEG, from its first bytes. Damaged EXIF is no error, it reads as nothing: the picture may
 * still be whole.
 */
export async function readJpegExif(head: Buffer): Promise<PhotoExif> {
  return interpretTags(await parseTags(head));
}

/** What the camera wrote into a PNG, WebP or HEIC file, from the TIFF structure in it, as in `readJpegExif`. */
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
