import sharp from "sharp";
import { encodePhoto } from "../test/encode-photo.ts";
import { tintedBark } from "../test/make-photo.ts";

/** Eight megapixels with sensor noise, which an enlarged photo lacks and which makes up most of a JPEG's size. */
export async function makeTwoMegabytePhoto(): Promise<Buffer> {
  const bark = (await tintedBark("bench")).resize(3264, 2448);
  const { data, info } = await bark.raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at++) {
    data[at] = Math.min(255, Math.max(0, (data[at] ?? 0) + Math.random() * 24 - 12));
  }
  let photo: Buffer = Buffer.alloc(0);
  for (let quality = 80; photo.length < 1_950_000 && quality <= 100; quality += 2) {
    const tags = { latitude: 21.97, longitude: -159.37, takenAt: new Date() };
    photo = await encodePhoto(sharp(data, { raw: info }), tags, { quality });
  }
  return photo;
}
