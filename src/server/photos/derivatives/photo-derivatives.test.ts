import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { encodePhoto } from "../../../../test/encode-photo.ts";
import { makePhoto } from "../../../../test/make-photo.ts";
import { DomainError } from "../../refusals/domain-error.ts";
import { DiskPhotoStore } from "../store/disk-photo-store.ts";
import { newPhotoKey, PhotoNotFoundError, type PhotoStore, storeBytes } from "../store/photo-store.ts";
import { PhotoDerivatives } from "./photo-derivatives.ts";

let root: string;
let store: PhotoStore;
let derivatives: PhotoDerivatives;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cairn-derivatives-"));
  store = await DiskPhotoStore.open(root);
  derivatives = new PhotoDerivatives(store);
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function keep(bytes: Buffer): Promise<string> {
  const key = newPhotoKey();
  await storeBytes(store, key, bytes);
  return key;
}

async function see(key: string, variant: "display" | "thumbnail"): Promise<Buffer> {
  const { stream, sizeBytes } = await derivatives.open(key, variant);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  expect(bytes.length).toBe(sizeBytes);
  return bytes;
}

const colours = { red: [220, 30, 30], green: [30, 200, 30], blue: [30, 30, 220], white: [240, 240, 240] } as const;

/** Upright: red and green above, blue and white below; 120 by 80. `orientation` turns the stored pixels upright. */
function quarteredPhoto(orientation: number): Promise<Buffer> {
  const upright = { width: 120, height: 80 };
  const isTurned = orientation >= 5;
  const width = isTurned ? upright.height : upright.width;
  const height = isTurned ? upright.width : upright.height;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < upright.height; y++) {
    for (let x = 0; x < upright.width; x++) {
      const right = upright.width - 1 - x;
      const up = upright.height - 1 - y;
      // where EXIF says that this pixel is stored
      const places: [number, number][] = [
        [x, y],
        [right, y],
        [right, up],
        [x, up],
        [y, x],
        [y, right],
        [up, right],
        [up, x],
      ];
      const [column, row] = places[orientation - 1] ?? [0, 0];
      const name = y < 40 ? (x < 60 ? "red" : "green") : x < 60 ? "blue" : "white";
      data.set(colours[name], (row * width + column) * 3);
    }
  }
  return encodePhoto(sharp(data, { raw: { width, height, channels: 3 } }), { orientation }, { quality: 95 });
}

async function colourAt(picture: Buffer, left: number, top: number): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  const distance = ([, [r, g, b]]: [string, readonly [number, number, number]]) =>
    Math.abs(red - r) + Math.abs(green - g) + Math.abs(blue - b);
  const [nearest = "none"] = Object.entries(colours).sort((one, other) => distance(one) - distance(other))[0] ?? [];
  return nearest;
}

function plain(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#4a6b3a" } })
    .jpeg()
    .toBuffer();
}

/** At its own size, or with a long side of 1600 px; a side is at least one pixel. */
function shownSize(width: number, height: number): [number, number] {
  const share = Math.min(1, 1600 / Math.max(width, height));
  return [Math.max(1, Math.round(width * share)), Math.max(1, Math.round(height * share))];
}

describe("photos that others see", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("are upright for orientation %i", async (orientation) => {
    const key = await keep(await quarteredPhoto(orientation));
    const display = await see(key, "display");
    expect(await sharp(display).metadata()).toMatchObject({ format: "jpeg", width: 120, height: 80 });
    expect(await colourAt(display, 20, 15)).toBe("red");
    expect(await colourAt(display, 100, 15)).toBe("green");
    expect(await colourAt(display, 20, 65)).toBe("blue");
    expect(await colourAt(display, 100, 65)).toBe("white");
    const thumbnail = await see(key, "thumbnail");
    expect(await colourAt(thumbnail, 5, 5)).toBe("red");
  });

  it.each(["jpeg", "png", "webp"] as const)("carry no metadata of a %s, least of all a position", async (format) => {
    const tagged = await makePhoto({
      format,
      orientation: 3,
      gps: { latitude: 47.5, longitude: 8.7 },
      takenAt: new Date(),
    });
    const original = await sharp(tagged)
      .keepMetadata()
      .withXmp(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>',
      )
      .withIccProfile("p3")
      .toFormat(format)
      .toBuffer();
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const key = await keep(original);
    for (const variant of ["display", "thumbnail"] as const) {
      const picture = await see(key, variant);
      const { exif, xmp, icc, iptc, orientation, comments } = await sharp(picture).metadata();
      expect({ exif, xmp, icc, iptc, orientation, comments }).toEqual({});
      for (const trace of ["Exif", "GPS", "http://ns.adobe", "xmpmeta", "Photoshop", "ICC_PROFILE", "Cairn"]) {
        expect(picture.includes(trace), trace).toBe(false);
      }
    }
  });

  it("are at most 1600 and 200 px, and never larger than the original", async () => {
    const large = await keep(await plain(2400, 1000));
    expect(await sharp(await see(large, "display")).metadata()).toMatchObject({ width: 1600, height: 667 });
    expect(await sharp(await see(large, "thumbnail")).metadata()).toMatchObject({ width: 200, height: 200 });
    const small = await keep(await plain(60, 40));
    expect(await sharp(await see(small, "display")).metadata()).toMatchObject({ width: 60, height: 40 });
    expect(await sharp(await see(small, "thumbnail")).metadata()).toMatchObject({ width: 60, height: 40 });
  });

  it.each(["jpeg", "png", "webp"] as const)("are made of a %s of any shape", async (format) => {
    for (const [width, height] of [
      [1, 1],
      [16_000, 1],
      [2, 16_000],
    ] as const) {
      const line = sharp({ create: { width, height, channels: 3, background: "#4a6b3a" } }).toFormat(format);
      const display = await sharp(await see(await keep(await line.toBuffer()), "display")).metadata();
      expect([display.width, display.height]).toEqual(shownSize(width, height));
    }
  });

  it("use the original's colour profile", async () => {
    const green = sharp({ create: { width: 40, height: 40, channels: 3, background: { r: 60, g: 180, b: 75 } } });
    const key = await keep(await green.withIccProfile("p3").jpeg({ quality: 95 }).toBuffer());
    const [red, greenest, blue] = await sharp(await see(key, "display"))
      .raw()
      .toBuffer();
    expect([red, greenest, blue].map((value, at) => Math.abs((value ?? 0) - ([60, 180, 75][at] ?? 0)) < 8)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("show transparency as white", async () => {
    const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    const key = await keep(await clear.png().toBuffer());
    expect(await colourAt(await see(key, "display"), 10, 10)).toBe("white");
  });

  it("are made from a damaged photo as far as possible", async () => {
    const photo = await makePhoto({ width: 480, height: 360 });
    const key = await keep(photo.subarray(0, photo.length - 200));
    expect(await sharp(await see(key, "display")).metadata()).toMatchObject({ width: 480, height: 360 });
  });

  it("are made once for simultaneous requests, and then stored", async () => {
    const key = await keep(await makePhoto({ width: 300, height: 200, uniqueSeed: "single flight" }));
    const opened = vi.spyOn(store, "withLocalFile");
    const counting = new PhotoDerivatives(store);
    await Promise.all(Array.from({ length: 8 }, () => counting.make(key)));
    expect(opened).toHaveBeenCalledTimes(1);
    await counting.make(key);
    await new PhotoDerivatives(store).make(key);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it("leave the original unchanged", async () => {
    const bytes = await makePhoto({ width: 300, height: 200, orientation: 6 });
    const key = await keep(bytes);
    await derivatives.make(key);
    const { stream } = await store.openRead(key);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  });

  it("fail without repeated attempts if the original is unreadable", async () => {
    const key = await keep(Buffer.from("not a picture at all"));
    const opened = vi.spyOn(store, "withLocalFile");
    const failing = new PhotoDerivatives(store);
    for (let attempt = 0; attempt < 3; attempt++) {
      const error = await failing.open(key, "display").catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DomainError);
      expect((error as DomainError).code).toBe("photo_unreadable");
    }
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it("do not exist without an original", async () => {
    await expect(derivatives.open("originals/none", "display")).rejects.toThrow(PhotoNotFoundError);
  });
});
