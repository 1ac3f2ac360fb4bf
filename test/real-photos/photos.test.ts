import { createReadStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PhotoDerivatives } from "../../src/server/photos/derivatives/photo-derivatives.ts";
import { type ReceivedFile, receiveFile } from "../../src/server/photos/receive-file.ts";
import { DiskPhotoStore } from "../../src/server/photos/store/disk-photo-store.ts";
import { newPhotoKey, type PhotoStore } from "../../src/server/photos/store/photo-store.ts";

const folder = requirePhotosFolder();
let root: string;
let store: PhotoStore;
let derivatives: PhotoDerivatives;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cairn-real-photos-"));
  store = await DiskPhotoStore.open(root);
  derivatives = new PhotoDerivatives(store);
});

afterAll(() => rm(root, { recursive: true, force: true }));

function requirePhotosFolder(): string {
  const path = process.env.CAIRN_PHOTOS;
  if (!path) throw new Error("CAIRN_PHOTOS must name the folder of real photographs");
  return path;
}

const wholes = new Map<string, Promise<ReceivedFile>>();

/** Received once, so that what is shown of it is made once. */
function receive(name: string): Promise<ReceivedFile> {
  const known = wholes.get(name);
  if (known) return known;
  const first = receiveFile(createReadStream(join(folder, name)), { store, key: newPhotoKey() });
  wholes.set(name, first);
  return first;
}

/** The first `share` of the file, 0 to 1. */
async function receivePart(name: string, share: number): Promise<ReceivedFile> {
  const bytes = await readFile(join(folder, name));
  return receiveBytes(bytes.subarray(0, Math.floor(bytes.length * share)));
}

function receiveBytes(bytes: Buffer): Promise<ReceivedFile> {
  return receiveFile(Readable.from([bytes], { objectMode: false }), { store, key: newPhotoKey() });
}

/** Width and height of the display version. */
async function shownSize(bytes: Buffer): Promise<[number, number]> {
  const { width, height } = await sharp(await see((await receiveBytes(bytes)).key)).metadata();
  return [width, height];
}

async function see(key: string, variant: "display" | "thumbnail" = "display"): Promise<Buffer> {
  const { stream } = await derivatives.open(key, variant);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Mean difference of two photos, 0 to 255, at a size that hides noise. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((picture) => sharp(picture).resize(32, 32, { fit: "fill" }).removeAlpha().raw().toBuffer()),
  );
  if (!a || !b) throw new Error("no pictures to compare");
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

describe("photos of real cameras", () => {
  it("are all accepted, shown, and shown without metadata", async () => {
    const folders = ["bark", "gps", "orientation", "phone", "heic"];
    const names = (
      await Promise.all(
        folders.map(async (name) => (await readdir(join(folder, name))).map((file) => join(name, file))),
      )
    ).flat();
    expect(names.length).toBeGreaterThanOrEqual(15);
    for (const name of names) {
      const { key } = await receive(name);
      for (const variant of ["display", "thumbnail"] as const) {
        const picture = await see(key, variant);
        const { format, exif, xmp, icc, iptc, orientation } = await sharp(picture).metadata();
        expect({ name, format, exif, xmp, icc, iptc, orientation }).toEqual({ name, format: "jpeg" });
        expect(picture.includes("Exif"), name).toBe(false);
      }
    }
  });

  it("contain their position, if the camera recorded it", async () => {
    const iphone = await receive("phone/iphone6-8mp-gps.jpg");
    expect(iphone.exif).toEqual({
      orientation: 1,
      latitude: expect.closeTo(40.446972, 5),
      longitude: expect.closeTo(-3.724753, 5),
      // The time of the satellites, as the photo tells no offset.
      takenAt: "2015-04-10T20:12:22+02:00",
    });
    const nokia = await receive("phone/nokia-9mp-gps.jpg");
    expect(nokia.exif).toMatchObject({
      latitude: expect.closeTo(60.146706, 5),
      longitude: expect.closeTo(24.906772, 5),
      takenAt: "2022-08-14T14:12:31+03:00",
    });
    const jolla = (await receive("phone/jolla-8mp.jpg")).exif;
    expect(jolla).not.toHaveProperty("latitude");
    const nikon = await receive("gps/DSCN0010.jpg");
    expect(nikon.exif).toMatchObject({ latitude: expect.closeTo(43.467448, 5) });
  });

  it("are shown upright, however the camera was held", async () => {
    const upright = await see((await receive("orientation/portrait_1.jpg")).key);
    for (const turned of ["portrait_3.jpg", "portrait_6.jpg", "portrait_8.jpg"]) {
      const { key } = await receive(`orientation/${turned}`);
      const picture = await see(key);
      expect(await sharp(picture).metadata(), turned).toMatchObject({ width: 450, height: 600 });
      expect(await difference(picture, upright), turned).toBeLessThan(20);
      expect(await difference(await sharp(picture).rotate(180).toBuffer(), upright), turned).toBeGreaterThan(40);
    }
  });
});

describe("a HEIC photo of an iPhone", () => {
  it("is accepted as it is, and shown as an upright JPEG", async () => {
    const received = await receive("heic/iphone13.heic");
    expect(received).toMatchObject({ format: "heic", width: 3024, height: 4032 });
    const display = await see(received.key);
    expect(await sharp(display).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 1600 });
    expect(await sharp(await see(received.key, "thumbnail")).metadata()).toMatchObject({ width: 200, height: 200 });
    expect(received.exif).toMatchObject({ takenAt: "2022-02-16T12:55:41+01:00" });
  });

  it("shows its primary image if there are several", async () => {
    const heic = await readFile(join(folder, "heic/iphone13.heic"));
    // Turns the thumbnail reference (item 50) into a second image, and then into the primary one.
    const reference = heic.indexOf("thmb");
    const thumbnail = heic.readUInt16BE(reference + 4);
    heic.write("cdsc", reference, "latin1");
    expect(await shownSize(heic)).toEqual([1200, 1600]);
    heic.writeUInt16BE(thumbnail, heic.indexOf("pitm") + 8);
    expect(await shownSize(heic)).toEqual([240, 320]);
  });

  it("shows only its clean aperture", async () => {
    const heic = await readFile(join(folder, "heic/iphone13.heic"));
    // Turns the first property, the colours, into a clean aperture (ISO/IEC 14496-12, 12.1.4), and points the tiles
    // (items 1 to 48) to their own size instead.
    const property = heic.indexOf("colr");
    heic.write("clap", property, "latin1");
    for (const [index, part] of [2000, 1, 1500, 1, 0, 1, 0, 1].entries()) {
      heic.writeUInt32BE(part, property + 4 + 4 * index);
    }
    const associations = heic.indexOf("ipma") + 12;
    for (let tile = 0, at = associations; tile < 48; tile++, at += 3 + heic.readUInt8(at + 2)) {
      for (let index = at + 3; index < at + 3 + heic.readUInt8(at + 2); index++) {
        if ((heic.readUInt8(index) & 127) === 1) heic.writeUInt8(3, index);
      }
    }
    expect(await shownSize(heic)).toEqual([1200, 1600]);
    const key = (await receiveBytes(heic)).key;
    const whole = (await receive("heic/iphone13.heic")).key;
    expect(await difference(await see(key), await see(whole))).toBeGreaterThan(5);
  });

  it("is accepted if its end is missing, and rejected if too much of it is", async () => {
    expect(await receivePart("heic/iphone13.heic", 0.9)).toMatchObject({ format: "heic", width: 3024 });
    for (const share of [0.6, 0.1, 0.001]) {
      await expect(receivePart("heic/iphone13.heic", share)).rejects.toMatchObject({ code: "photo_unreadable" });
    }
  });
});

describe("damaged photos", () => {
  it("are accepted and shown if a reviewer can still use them", async () => {
    const corrupted = await receive("broken/corrupted.jpg");
    expect(await sharp(await see(corrupted.key)).metadata()).toMatchObject({ width: 1600, height: 1200 });
    const oddMetadata = await receive("broken/image01137.jpg");
    expect(oddMetadata.exif).toEqual({});
    expect(await sharp(await see(oddMetadata.key)).metadata()).toMatchObject({ width: 88, height: 64 });
  });

  it("are accepted if their end is missing, and rejected if too much of them is", async () => {
    for (const name of ["phone/iphone6-8mp-gps.jpg", "phone/nokia-9mp-gps.jpg", "phone/jolla-8mp.jpg"]) {
      expect(await receivePart(name, 0.95)).toMatchObject({ format: "jpeg" });
      for (const share of [0.3, 0.05, 0.005]) {
        await expect(receivePart(name, share), name).rejects.toMatchObject({ code: "photo_unreadable" });
      }
    }
  });
});
