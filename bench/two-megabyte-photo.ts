import sharp from "sharp";
import { drawTree } from "../src/server/demo/draw-tree.ts";
import { encodePhoto } from "../test/encode-photo.ts";

/** Eight megapixels with the grain of a small sensor, which a drawing lacks and a JPEG spends its bytes on. */
export async function makeTwoMegabytePhoto(): Promise<Buffer> {
  const tree = Buffer.from(drawTree({ seed: "bench" }));
  const size = { width: 3264, height: 2448 };
  const { data, info } = await sharp(tree).resize(size).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at++) {
    data[at] = Math.min(255, Math.max(0, (data[at] ?? 0) + Math.random() * 24 - 12));
  }
  let photo: Buffer = Buffer.alloc(0);
  for (let quality = 40; photo.length < 1_950_000 && quality <= 100; quality += 2) {
    const tags = { latitude: 21.97, longitude: -159.37, takenAt: new Date() };
    photo = await encodePhoto(sharp(data, { raw: info }), tags, { quality });
  }
  return photo;
}
