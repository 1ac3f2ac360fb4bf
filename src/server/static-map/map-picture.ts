import sharp from "sharp";
import { staticMapPx } from "../../contract/limits.ts";
import { type PlacedTile, tilePx } from "./tiles-around.ts";

/** No map tile is larger. */
const tilePixelsMax = 1_100_000;
const foreignPixelsMax = 4_000_000;
const background = "#d8e4e4";

type Layer = { input: Buffer; left: number; top: number };

/** The base map and the overlay are SVG of the picture's size. */
export function renderBaseMap(map: string, overlay: string): Promise<Buffer> {
  return render([wholePicture(map), wholePicture(overlay)]);
}

/** @throws when a tile is no picture */
export async function renderTiledMap(
  tiles: { place: PlacedTile; bytes: Uint8Array }[],
  overlay: string,
): Promise<Buffer> {
  const layers = await Promise.all(
    tiles.map(async ({ place, bytes }) => ({
      // High-density servers send 512 px for the same piece of land.
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

/** A picture of any size, made to fit. @throws when it is none */
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
