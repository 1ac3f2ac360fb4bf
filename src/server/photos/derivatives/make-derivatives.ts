import { decodeHeic } from "../formats/heic-decoder.ts";
import { readHead } from "../formats/read-head.ts";
import {
  cardFromDisplay,
  displayFromFile,
  displayFromRaw,
  readColourProfile,
  thumbnailFromDisplay,
} from "../formats/sharp-pictures.ts";
import { sniffBytes, sniffFormat } from "../formats/sniff-format.ts";

/** A JPEG of at most 1600 px on its long side, upright, sRGB, without metadata. @throws when nothing can be decoded */
export async function renderDisplay(originalPath: string): Promise<Buffer> {
  if (sniffFormat(await readHead(originalPath, sniffBytes)) !== "heic") return displayFromFile(originalPath);
  const picture = await decodeHeic(originalPath);
  return displayFromRaw(picture, await readColourProfile(originalPath));
}

/** A square JPEG of at most 200 px, for 50 CSS px on any screen, out of a display picture. */
export async function renderThumbnail(display: Buffer): Promise<Buffer> {
  return thumbnailFromDisplay(display);
}

/** A JPEG as wide as the picture on a quest's card, out of a display picture. */
export async function renderCard(display: Buffer): Promise<Buffer> {
  return cardFromDisplay(display);
}
