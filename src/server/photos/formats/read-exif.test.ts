import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePhoto } from "../../../../test/make-photo.ts";
import type { PhotoExif } from "../../../contract/exif-tags.ts";
import { pictureDecoders } from "../decoding/picture-decoders.ts";
import { jpegHeadBytes, readExifBlock, readJpegExif } from "./read-exif.ts";
import { sniffFormat } from "./sniff-format.ts";

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cairn-exif-"));
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function exifOf(bytes: Buffer): Promise<PhotoExif> {
  if ((sniffFormat(bytes) ?? "jpeg") === "jpeg") return readJpegExif(bytes.subarray(0, jpegHeadBytes));
  const path = join(root, "photo");
  await writeFile(path, bytes);
  return readExifBlock((await pictureDecoders.judge(path)).exif);
}

type Tags = Record<string, Record<string, string>>;

function withTags(tags: Tags): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: "#456" } })
    .withExif(tags)
    .jpeg()
    .toBuffer();
}

const north = { GPSLatitudeRef: "N", GPSLatitude: "43/1 28/1 2814/1000" };
const east = { GPSLongitudeRef: "E", GPSLongitude: "11/1 53/1 6456/1000" };

describe("EXIF of a photo", () => {
  it.each(["jpeg", "png", "webp"] as const)(
    "tells orientation, position, accuracy and time of a %s",
    async (format) => {
      const exif = await exifOf(
        await makePhoto({
          format,
          width: 64,
          height: 48,
          orientation: 6,
          gps: { latitude: -33.856789, longitude: -151.215256, accuracyMeters: 4.5 },
          takenAt: new Date("2026-03-04T05:06:07Z"),
        }),
      );
      expect(exif).toEqual({
        orientation: 6,
        latitude: expect.closeTo(-33.856789, 6),
        longitude: expect.closeTo(-151.215256, 6),
        accuracyMeters: 4.5,
        takenAt: "2026-03-04T05:06:07+00:00",
      });
    },
  );

  it("finds EXIF after long comments", async () => {
    const photo = await makePhoto({
      width: 64,
      height: 48,
      orientation: 8,
      gps: { latitude: 43.467448, longitude: 11.9 },
    });
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xfffd, "x")]);
    const late = Buffer.concat([photo.subarray(0, 2), comment, comment, photo.subarray(2)]);
    expect(await exifOf(late)).toMatchObject({ orientation: 8, latitude: expect.closeTo(43.467448, 5) });
  });

  it("has positions with the digits that they have on paper", async () => {
    const gps = {
      GPSLatitudeRef: "N",
      GPSLatitude: "35/1 34/1 3612/100",
      GPSLongitudeRef: "W",
      GPSLongitude: "82/1 30/1 1080/1000",
    };
    expect(await exifOf(await withTags({ IFD3: gps }))).toMatchObject({ latitude: 35.5767, longitude: -82.5003 });
  });

  it("doesn't invent a time zone", async () => {
    const local = await withTags({ IFD2: { DateTimeOriginal: "2026:03:04 05:06:07" } });
    expect((await exifOf(local)).takenAt).toBe("2026-03-04T05:06:07");
    const zoned = await withTags({ IFD2: { DateTimeOriginal: "2026:03:04 05:06:07", OffsetTimeOriginal: "-09:30" } });
    expect((await exifOf(zoned)).takenAt).toBe("2026-03-04T05:06:07-09:30");
  });

  it.each<[string, Record<string, string>, Record<string, string>, string]>([
    ["of its own before others", { OffsetTimeOriginal: "+07:00", OffsetTime: "+02:00" }, {}, "05:06:07+07:00"],
    ["of the digitised", { OffsetTimeDigitized: "-03:30" }, {}, "05:06:07-03:30"],
    [
      "of its last change before satellites",
      { OffsetTime: "+0200" },
      { GPSTimeStamp: "20/1 6/1 7/1" },
      "05:06:07+02:00",
    ],
    ["of the satellites", {}, { GPSTimeStamp: "23/1 21/1 0/1" }, "05:06:00+05:45"],
    ["of the satellites, whose time counts", {}, { GPSTimeStamp: "20/1 4/1 7/1" }, "05:04:07+09:00"],
    ["of no zone, as the fix is old", {}, { GPSTimeStamp: "19/1 49/1 7/1" }, "05:06:07"],
    ["of an unknown day", {}, { GPSTimeStamp: "20/1 6/1 7/1", GPSDateStamp: "unknown" }, "05:06:07"],
    ["that is none", { OffsetTimeOriginal: "   :  " }, { GPSTimeStamp: "99/1 6/1 7/1" }, "05:06:07"],
  ])("takes the offset %s", async (_, offsets, gps, time) => {
    const photo = await withTags({
      IFD2: { DateTimeOriginal: "2026:03:04 05:06:07", ...offsets },
      IFD3: { GPSDateStamp: "2026:03:03", ...gps },
    });
    expect((await exifOf(photo)).takenAt).toBe(`2026-03-04T${time}`);
  });

  it.each(["0000:00:00 00:00:00", "2026:02:31 10:00:00", "2026:03:04 25:00:00", "yesterday", "    :  :     :  :  "])(
    "does not take %j for a time",
    async (DateTimeOriginal) => {
      expect(await exifOf(await withTags({ IFD2: { DateTimeOriginal } }))).not.toHaveProperty("takenAt");
    },
  );

  it.each<[string, Record<string, string>]>([
    ["without the letter of the hemisphere", { GPSLatitude: north.GPSLatitude, ...east }],
    ["without a longitude", north],
    ["of a receiver that had no fix", { ...north, ...east, GPSStatus: "V" }],
    [
      "of zeros",
      { GPSLatitudeRef: "N", GPSLatitude: "0/1 0/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "0/1 0/1 0/1" },
    ],
    ["beyond the pole", { ...east, GPSLatitudeRef: "N", GPSLatitude: "90/1 0/1 1/1" }],
    ["with minutes beyond 60", { ...east, GPSLatitudeRef: "N", GPSLatitude: "43/1 61/1 0/1" }],
    ["divided by zero", { ...east, GPSLatitudeRef: "N", GPSLatitude: "43/0 0/0 0/0" }],
  ])("never invents a position: %s", async (_what, IFD3) => {
    const exif = await exifOf(await withTags({ IFD3: { ...IFD3, GPSHPositioningError: "5/1" } }));
    expect(exif).not.toHaveProperty("latitude");
    expect(exif).not.toHaveProperty("longitude");
    expect(exif).not.toHaveProperty("accuracyMeters");
  });

  it("returns nothing, without an error, for missing or damaged EXIF", async () => {
    const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#456" } })
      .jpeg()
      .toBuffer();
    expect(await exifOf(plain)).toEqual({});
    const tagged = await withTags({ IFD3: { ...north, ...east } });
    const start = tagged.indexOf("Exif") + 6;
    for (let at = start; at < start + 60; at++) {
      const damaged = Buffer.from(tagged);
      damaged[at] = 0xff;
      await expect(exifOf(damaged)).resolves.toBeTypeOf("object");
    }
  });
});
