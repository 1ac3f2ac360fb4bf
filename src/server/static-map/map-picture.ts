import sharp from "sharp";
import { staticMapPx } from "../../contract/desk-limits.ts";
import { tilePx } from "../../contract/mercator.ts";
import type { PlacedTile } from "./tiles-around.ts";

const tilePixelsMax = 1_100_000;
const foreignPixelsMax = 4_000_000;
const background = "#d8e4e4";

type Layer = { input: Buffer; left: number; top: number };

/** Both are SVG of the map's size. */
export function renderBaseMap(map: string, overlay: string): Promise<Buffer> {
  return render([wholePicture(map), wholePicture(overlay)]);
}

/** @throws if a tile isn't an image */
export async function renderTiledMap(
  tiles: { place: PlacedTile; bytes: Uint8Array }[],
  overlay: string,
): Promise<Buffer> {
  const layers = await Promise.all(
    tiles.map(async ({ place, bytes }) => ({
      // High-density servers send 512 px for the same area.
      input: await sharp(bytes, { limitInputPixels: tilePixelsMax })
        .resize({ width: tilePx, height: tilePx, fit: "fill" })
        .removeAlpha()
        .toColourspace("srgb")
        .png({ compressionLevel: 0 })
        .toBuffer(),
      left: place.leftPx,
      top: place.topPx,
    })),
  );
  return render([...layers, wholePicture(overlay)]);
}

/** Fits an image of any size. @throws if it isn't one */
export function renderForeignMap(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: foreignPixelsMax })
    .resize({ ...staticMapPx, fit: "cover" })
    .flatten({ background })
    .toColourspace("srgb")
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function wholePicture(svg: string): Layer {
  return { input: Buffer.from(svg), left: 0, top: 0 };
}

function render(layers: Layer[]): Promise<Buffer> {
  return sharp({ create: { ...staticMapPx, channels: 3, background } })
    .composite(layers)
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer();
}
