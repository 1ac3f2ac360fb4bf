import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { keepFilesInDatabase } from "../../../../test/files-in-database.ts";
import { makeHeicWithExif } from "../../../../test/make-heic.ts";
import { readPhotoExif } from "./read-photo-exif.ts";

beforeEach(keepFilesInDatabase);

const place = {
  ...{ GPSLatitudeRef: "N", GPSLatitude: "7/1 30/1 0/1" },
  ...{ GPSLongitudeRef: "E", GPSLongitude: "98/1 15/1 0/1" },
};
type Tags = Record<string, string>;

async function photoOf(format: "jpeg" | "png" | "webp" | "heic", tags: Tags, gps: Tags = {}): Promise<Blob> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: "#456" } }).withExif({
    IFD2: tags,
    IFD3: { ...place, ...gps },
  });
  if (format !== "heic") return fileOf(await picture.toFormat(format).toBuffer());
  const { exif = Buffer.alloc(0) } = await sharp(await picture.jpeg().toBuffer()).metadata();
  return fileOf(makeHeicWithExif(exif.subarray("Exif\0\0".length)));
}
const fileOf = (buffer: Buffer) => new Blob([new Uint8Array(buffer)]);
const timeOf = async (photo: Blob) => new Date((await readPhotoExif(photo)).takenAtMs ?? Number.NaN).toISOString();

const local = { DateTimeOriginal: "2026:11:20 10:57:23" };

describe("a photo from the gallery", () => {
  it.each(["jpeg", "png", "webp", "heic"] as const)("tells when and where it was taken, as %s", async (format) => {
    const photo = await photoOf(format, { ...local, OffsetTimeOriginal: "+07:00", OffsetTime: "-03:00" });
    expect(await readPhotoExif(photo)).toEqual({
      takenAtMs: Date.parse("2026-11-20T03:57:23Z"),
      position: expect.objectContaining({ latitude: 7.5, longitude: 98.25, source: "exif" }),
    });
  });

  it("without a zone of its own is of that of its last change, of the satellites' time, or of this phone", async () => {
    expect(await timeOf(await photoOf("png", { ...local, OffsetTime: "+02:00" }))).toBe("2026-11-20T08:57:23.000Z");
    const fix = { GPSDateStamp: "2026:11:20", GPSTimeStamp: "3/1 57/1 22/1" };
    expect(await timeOf(await photoOf("jpeg", local, fix))).toBe("2026-11-20T03:57:22.000Z");
    // In Los Angeles, where this test runs.
    expect(await timeOf(await photoOf("webp", local))).toBe("2026-11-20T18:57:23.000Z");
  });

  it("without EXIF, or with damaged EXIF, tells nothing", async () => {
    const unknown = { takenAtMs: null, position: null };
    const whole = await photoOf("png", local);
    const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: "#456" } });
    for (const bytes of [
      await plain.clone().png().toBuffer(),
      await plain.webp().toBuffer(),
      Buffer.from("no photo"),
    ]) {
      expect(await readPhotoExif(fileOf(bytes))).toEqual(unknown);
    }
    // Lengths that lead nowhere.
    for (let cut = 0; cut < whole.size; cut += 7) await readPhotoExif(whole.slice(0, cut));
  });
});
