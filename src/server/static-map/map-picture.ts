import sharp, { type Sharp } from "sharp";
import { staticMapPx } from "../../contract/limits.ts";
import type { PlacedTile } from "./viewport.ts";
import { tilePx, type Viewport } from "./viewport.ts";

/** Tiles are small; what claims to be larger is none. */
const tilePixelsMax = 1_100_000;
const foreignPixelsMax = 4_000_000;
const background = "#d8e4e4";

/** Both as SVG of the same size. */
export async function renderVectorMap(map: string, overlay: string): Promise<Buffer> {
  return toPng(sharp(Buffer.from(map)).composite([{ input: Buffer.from(overlay) }]));
}

/** @throws when a tile is no picture */
export async function renderTiledMap(
  { width, height }: Viewport,
  tiles: { place: PlacedTile; bytes: Uint8Array }[],
  overlay: string,
): Promise<Buffer> {
  const pieces = await Promise.all(tiles.map(({ place, bytes }) => cutTile(place, bytes, width, height)));
  const canvas = sharp({ create: { width, height, channels: 3, background } });
  return toPng(canvas.composite([...pieces.filter((piece) => piece !== undefined), { input: Buffer.from(overlay) }]));
}

/** A picture of whatever size, made to fit. @throws when it is none */
export async function renderForeignMap(bytes: Uint8Array): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: foreignPixelsMax }).resize({ ...staticMapPx, fit: "cover" });
  return toPng(picture.flatten({ background }).toColourspace("srgb"));
}

/** Only the part of a tile that lies inside the picture can be laid onto it. */
async function cutTile({ leftPx, topPx }: PlacedTile, bytes: Uint8Array, width: number, height: number) {
  const left = Math.max(0, leftPx);
  const top = Math.max(0, topPx);
  const right = Math.min(width, leftPx + tilePx);
  const bottom = Math.min(height, topPx + tilePx);
  if (right <= left || bottom <= top) return undefined;
  // High-density servers send 512 px for the same piece of land.
  const whole = await sharp(bytes, { limitInputPixels: tilePixelsMax })
    .resize({ width: tilePx, height: tilePx, fit: "fill" })
    .removeAlpha()
    .toColourspace("srgb")
    .png({ compressionLevel: 0 })
    .toBuffer();
  const input = await sharp(whole)
    .extract({ left: left - leftPx, top: top - topPx, width: right - left, height: bottom - top })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return { input, left, top };
}

function toPng(picture: Sharp): Promise<Buffer> {
  return picture.removeAlpha().png({ compressionLevel: 9 }).toBuffer();
}
