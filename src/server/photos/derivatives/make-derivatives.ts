import { open } from "node:fs/promises";
import { decodeHeic } from "../formats/heic-decoder.ts";
import { displayFromFile, displayFromRaw, readColourProfile, thumbnailFromDisplay } from "../formats/sharp-pictures.ts";
import { sniffBytes, sniffFormat } from "../formats/sniff-format.ts";

/** A JPEG of at most 1600 px on its long side, upright, sRGB, without metadata. @throws when nothing can be decoded */
export async function renderDisplay(originalPath: string): Promise<Buffer> {
  if ((await formatOf(originalPath)) !== "heic") return displayFromFile(originalPath);
  const picture = await decodeHeic(originalPath);
  return displayFromRaw(picture, await readColourProfile(originalPath));
}

/** A square JPEG of at most 200 px, for 50 CSS px on any screen, out of a display picture. */
export async function renderThumbnail(display: Buffer): Promise<Buffer> {
  return thumbnailFromDisplay(display);
}

async function formatOf(path: string) {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return sniffFormat(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
