import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EvidenceCode } from "../../src/contract/desk-enums.ts";
import { thresholds } from "../../src/contract/evidence-scale.ts";
import { decodedPx, measurePhoto, type PhotoMeasures } from "../../src/contract/photo-measures.ts";
import type { Place } from "../../src/protocol/distance.ts";
import { type PointFacts, readCameraTime } from "../../src/server/evidence/evidence-facts.ts";
import { findEvidence } from "../../src/server/evidence/evidence-rules.ts";
import { bandsOf, probesOf } from "../../src/server/evidence/signature-queries.ts";
import { coloursFromFile } from "../../src/server/photos/decoding/sharp-pictures.ts";
import { PhotoDerivatives } from "../../src/server/photos/derivatives/photo-derivatives.ts";
import { type ReceivedFile, receiveFile } from "../../src/server/photos/receive-file.ts";
import { DiskPhotoStore } from "../../src/server/photos/store/disk-photo-store.ts";
import { newPhotoKey, type PhotoStore } from "../../src/server/photos/store/photo-store.ts";
import { drawFinger } from "../draw-finger.ts";
import { movement } from "../movement.ts";

/** Whole photos of different scenes; only the first of the four copies in `orientation`. */
const folders = ["bark", "gps", "phone", "heic"];
const folder = process.env.CAIRN_PHOTOS ?? "";
let root: string;
let store: PhotoStore;
let derivatives: PhotoDerivatives;
type Photograph = { name: string; display: Buffer; width: number; height: number; signature: PhotoMeasures };
/** The display version of each photo, and its signature. */
let photographs: Photograph[];
/** In the size that is measured, for what needs no finer detail: dark, glare, fingers drawn pixel by pixel. */
let measured: Photograph[];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cairn-evidence-photos-"));
  store = await DiskPhotoStore.open(root);
  derivatives = new PhotoDerivatives(store);
  const names = await Promise.all(
    folders.map(async (each) => (await readdir(join(folder, each))).map((file) => join(each, file))),
  );
  photographs = [];
  for (const name of [...names.flat().sort(), "orientation/portrait_1.jpg"]) {
    const { key } = await receive(name);
    const signature = await derivatives.sign(key);
    const chunks: Buffer[] = [];
    for await (const chunk of (await derivatives.open(key, "display")).stream) chunks.push(chunk as Buffer);
    const display = Buffer.concat(chunks);
    const { width, height } = await sharp(display).metadata();
    photographs.push({ name, display, width, height, signature });
  }
  measured = await Promise.all(photographs.map(asMeasured));
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function asMeasured(photo: Photograph): Promise<Photograph> {
  const resized = sharp(photo.display).resize(decodedPx, decodedPx, { fit: "inside" }).jpeg({ quality: 95 });
  const { data: display, info } = await resized.toBuffer({ resolveWithObject: true });
  return { ...photo, display, width: info.width, height: info.height };
}

const receive = (name: string): Promise<ReceivedFile> =>
  receiveFile(createReadStream(join(folder, name)), { store, key: newPhotoKey() });

/**
 * The signature of a derived photo, compressed by its maker and then about as the display version is. With `mozjpeg` it is
 * exactly so, which takes much longer and changes only what depends on fine detail. Whole uploads are tested with the
 * photographs themselves.
 */
async function sign(picture: Sharp, { mozjpeg = false } = {}): Promise<PhotoMeasures> {
  const path = join(root, `${randomUUID()}.jpg`);
  await sharp(await picture.jpeg({ quality: 90 }).toBuffer())
    .jpeg({ quality: 78, mozjpeg })
    .toFile(path);
  const signature = measurePhoto(await coloursFromFile(path));
  await rm(path);
  return signature;
}

const now = new Date("2026-06-01T12:00:00Z");
const here: Place = { latitude: 47.4, longitude: 8.5 };
const sound: PointFacts = {
  place: here,
  accuracy: 5,
  source: "device",
  capturedAt: now,
  arrivedAt: now,
  isLate: false,
  photos: [],
  values: [],
  station: undefined,
  questPlaces: [],
  spacingMeters: undefined,
  minutesPerPoint: undefined,
  samePhotos: [],
  similarPhotos: [],
  near: [],
  inTime: [],
  onTheWay: [],
};
const has = (code: EvidenceCode, facts: Partial<PointFacts>) =>
  findEvidence({ ...sound, ...facts }).some((each) => each.code === code);
const photoOf = (signature: PhotoMeasures) => ({
  photos: [{ key: "originals/1", exifPlace: undefined, cameraTime: undefined, signature }],
});

type Trial = { what: string; isMeant: boolean; isFound: boolean };

/** Prints a rule's results and returns them. */
function judge(rule: string, trials: readonly Trial[]) {
  const count = (isMeant: boolean, isFound: boolean) =>
    trials.filter((each) => each.isMeant === isMeant && each.isFound === isFound).length;
  const right = count(true, true);
  const precision = right / (right + count(false, true) || 1);
  const recall = right / (right + count(true, false) || 1);
  const wrong = trials.filter(({ isMeant, isFound }) => isMeant !== isFound).map(({ what }) => what);
  process.stdout.write(
    `${rule}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} of ${right + count(true, false)} ` +
      `meant and ${count(false, true) + count(false, false)} others${wrong.length > 0 ? `; wrong: ${wrong.join(", ")}` : ""}\n`,
  );
  return { precision, recall };
}

/** Left, top and side, as shares of the photo. */
const parts = [
  [0, 0, 0.6],
  [0.4, 0, 0.6],
  [0, 0.4, 0.6],
  [0.4, 0.4, 0.6],
  [0.25, 0.25, 0.5],
  [0.1, 0.1, 0.8],
] as const;

function partOf(
  { display, width, height }: { display: Buffer; width: number; height: number },
  { left, top, share }: { left: number; top: number; share: number },
): Sharp {
  return sharp(display).extract({
    left: Math.round(width * left),
    top: Math.round(height * top),
    width: Math.floor(width * share),
    height: Math.floor(height * share),
  });
}

/** A sharp middle in front of a blurred background. */
async function blurredAround(photo: { display: Buffer; width: number; height: number }, soft: number) {
  const { display, width, height } = photo;
  const input = await partOf(photo, { left: 0.3, top: 0.3, share: 0.4 }).toBuffer();
  const background = sharp(display).blur(soft * Math.max(width, height));
  return background.composite([{ input, left: Math.round(width * 0.3), top: Math.round(height * 0.3) }]);
}

const differentBits = (one: string, other: string) => [...one].filter((bit, at) => bit !== other[at]).length;

/** Decides like index and rule: a shared band first, then the bits. */
function isSimilar(one: PhotoMeasures, other: PhotoMeasures): boolean {
  if (one.contrast < thresholds.similarPhotoContrastMin || other.contrast < thresholds.similarPhotoContrastMin) {
    return false;
  }
  const probes = new Set(probesOf(one.hash));
  if (!bandsOf(other.hash).some((band) => probes.has(band))) return false;
  const similar = {
    id: "1",
    isSameAdventurer: false,
    capturedAt: now,
    differentBits: differentBits(one.hash, other.hash),
  };
  return has("similar_photo", { similarPhotos: [similar] });
}

// Beside one another, as each photo is decoded by one core.
describe.concurrent("evidence on real photos and on photos derived from them", () => {
  it("similar_photo: recompressed, smaller, lighter, cropped, reframed, and different photos", async () => {
    const trials: Trial[] = [];
    for (const { name, display, width, height, signature } of photographs) {
      const crop = (share: number) =>
        sharp(display).extract({
          left: Math.round(width * share),
          top: Math.round(height * share),
          width: Math.round(width * (1 - 2 * share)),
          height: Math.round(height * (1 - 2 * share)),
        });
      const nearly: Record<string, Sharp> = {
        "quality 40": sharp(await sharp(display).jpeg({ quality: 40 }).toBuffer()),
        half: sharp(display).resize(Math.round(width / 2)),
        "a quarter": sharp(display).resize(Math.round(width / 4)),
        "20 % lighter": sharp(display).modulate({ brightness: 1.2 }),
        "30 % darker": sharp(display).modulate({ brightness: 0.7 }),
        grey: sharp(display).greyscale(),
        "1 % off each side": crop(0.01),
        "2 % off each side": crop(0.02),
        soft: sharp(display).blur(3),
      };
      for (const [how, picture] of Object.entries(nearly)) {
        trials.push({ what: `${name} ${how}`, isMeant: true, isFound: isSimilar(await sign(picture), signature) });
      }
      for (const other of photographs) {
        if (other.name === name) continue;
        trials.push({
          what: `${name} and ${other.name}`,
          isMeant: false,
          isFound: isSimilar(signature, other.signature),
        });
      }
    }
    const { precision, recall } = judge("similar_photo", trials);
    expect(precision).toBe(1);
    expect(recall).toBe(1);
  });

  it("similar_photo: one photo in four orientations counts as the same", async () => {
    const turned = await Promise.all(
      [1, 3, 6, 8].map(async (each) => derivatives.sign((await receive(`orientation/portrait_${each}.jpg`)).key)),
    );
    const pairs = turned.flatMap((one, at) => turned.slice(at + 1).map((other) => isSimilar(one, other)));
    expect(pairs).toEqual([true, true, true, true, true, true]);
  });

  it("good photos, parts and copies of them: at most one in fifty is questioned", async () => {
    const trials: Trial[] = [];
    const codes = ["dark", "glare", "blurred", "finger"] as const;
    const good = (what: string, signature: PhotoMeasures) => {
      const found = codes.filter((code) => has(code, photoOf(signature)));
      trials.push({ what: `${what}: ${found}`, isMeant: false, isFound: found.length > 0 });
    };
    for (const photo of photographs) {
      const { name, display, signature } = photo;
      good(name, signature);
      for (const [left, top, share] of parts) good(`${name} part`, await sign(partOf(photo, { left, top, share })));
      good(`${name} 1000 px`, await sign(sharp(display).resize(1000, 1000, { fit: "inside" })));
      good(`${name} quality 50`, await sign(sharp(await sharp(display).jpeg({ quality: 50 }).toBuffer())));
      good(`${name} darker`, await sign(sharp(display).linear(0.5, 0)));
      good(`${name} blurred around`, await sign(await blurredAround(photo, 0.01)));
    }
    judge("good photos", trials);
    expect(trials.filter(({ isFound }) => isFound).length / trials.length).toBeLessThanOrEqual(1 / 50);
  });

  it("blurred: photos softened by a known sigma or moved by a known length, and unchanged ones", async () => {
    const unchanged: Trial[] = photographs.map(({ name, signature }) => ({
      what: name,
      isMeant: false,
      isFound: has("blurred", photoOf(signature)),
    }));
    const tried = async (how: string, make: (photo: (typeof photographs)[number]) => Sharp[]) => {
      const trials = [...unchanged];
      for (const photo of photographs) {
        for (const picture of make(photo)) {
          const isFound = has("blurred", photoOf(await sign(picture, { mozjpeg: true })));
          trials.push({ what: photo.name, isMeant: true, isFound });
        }
      }
      return judge(`blurred, ${how}`, trials);
    };
    const soft = (share: number) =>
      tried(`sigma of ${share * 100} %`, ({ display, width, height }) => [
        sharp(display).blur(share * Math.max(width, height)),
      ]);
    const moved = (share: number) =>
      tried(`moved by ${share * 100} %`, ({ display, width, height }) =>
        [0, 45, 120].map((degrees) => sharp(display).convolve(movement(share * Math.max(width, height), degrees))),
      );
    expect((await soft(0.004)).recall).toBeGreaterThan(0.9);
    for (const share of [0.006, 0.01, 0.02]) expect(await soft(share)).toEqual({ precision: 1, recall: 1 });
    for (const share of [0.02, 0.03]) expect((await moved(share)).recall).toBeGreaterThan(0.9);
  });

  it("glare: photos with too much light, or a white patch, and unchanged ones", async () => {
    const unchanged: Trial[] = measured.map(({ name, signature }) => ({
      what: name,
      isMeant: false,
      isFound: has("glare", photoOf(signature)),
    }));
    const tried = async (how: string, make: (photo: (typeof measured)[number]) => Sharp) => {
      const trials = [...unchanged];
      for (const photo of measured) {
        trials.push({ what: photo.name, isMeant: true, isFound: has("glare", photoOf(await sign(make(photo)))) });
      }
      return judge(`glare, ${how}`, trials);
    };
    const patch = (share: number) =>
      tried(`a white patch over ${share * 100} %`, ({ display, width, height }) => {
        const [rx, ry] = [width, height].map((side) => side * Math.sqrt(share / Math.PI));
        const ellipse = `<ellipse cx="${width / 2}" cy="${height / 2}" rx="${rx}" ry="${ry}" fill="#fff"/>`;
        const input = Buffer.from(`<svg width="${width}" height="${height}">${ellipse}</svg>`);
        return sharp(display).composite([{ input }]);
      });
    await tried("two times the light", ({ display }) => sharp(display).linear(2, 0));
    const { precision, recall } = await tried("four times the light", ({ display }) => sharp(display).linear(4, 0));
    expect(precision).toBe(1);
    expect(recall).toBeGreaterThan(0.8);
    // A patch that reaches a white sky is taken for a part of it.
    expect((await patch(0.4)).recall).toBeGreaterThan(0.8);
    await patch(0.2);
  });

  it("finger: drawn fingers in front of the lens, against hands in focus and soft backgrounds", async () => {
    const others: Trial[] = photographs.map(({ name, signature }) => ({
      what: name,
      isMeant: false,
      isFound: has("finger", photoOf(signature)),
    }));
    const add = async (trials: Trial[], what: string, isMeant: boolean, picture: Sharp) =>
      trials.push({ what, isMeant, isFound: has("finger", photoOf(await sign(picture, { mozjpeg: true }))) });
    let which = 0;
    const draw = async (trials: Trial[], isMeant: boolean, softs: readonly number[], shares: readonly number[]) => {
      for (const { name, display } of measured) {
        for (const soft of softs) {
          for (const share of shares) {
            which += 1;
            const picture = await drawFinger(display, { share, soft, which });
            await add(trials, `${name} ${soft} over ${share}`, isMeant, picture);
          }
        }
      }
    };
    for (const photo of photographs) {
      for (const soft of [0.02, 0.03]) await add(others, photo.name, false, await blurredAround(photo, soft));
    }
    await draw(others, false, [0.002, 0.004], [0.08, 0.15, 0.3]);
    const wrong = others.filter(({ isFound }) => isFound);
    expect(wrong.length / others.length).toBeLessThanOrEqual(1 / 50);
    const all = [...others];
    for (const share of [0.08, 0.15, 0.3]) {
      const trials: Trial[] = [];
      await draw(trials, true, [0.02, 0.03, 0.06], [share]);
      judge(`finger over ${share * 100} %`, [...trials, ...others]);
      all.push(...trials);
    }
    const { precision, recall } = judge("finger", all);
    expect(precision).toBeGreaterThan(0.95);
    // Outlines that are blurred over 6% leave little of a finger that covers 8%.
    expect(recall).toBeGreaterThan(0.65);
  }, 900_000);

  it("dark: photos with a known share of the light, and unchanged ones", async () => {
    const trials: Trial[] = [];
    for (const { name, display, signature } of measured) {
      trials.push({ what: name, isMeant: false, isFound: has("dark", photoOf(signature)) });
      for (const [factor, isMeant] of [
        [0.7, false],
        [0.5, false],
        [0.25, true],
        [0.12, true],
        [0.06, true],
      ] as const) {
        const isFound = has("dark", photoOf(await sign(sharp(display).linear(factor, 0))));
        trials.push({ what: `${name} × ${factor}`, isMeant, isFound });
      }
    }
    const { precision, recall } = judge("dark, a quarter of the values and less", trials);
    expect(precision).toBe(1);
    expect(recall).toBe(1);
  });

  it("exif_far and exif_time: camera metadata against correct and wrong fixes and times", async () => {
    const far: Trial[] = [];
    const time: Trial[] = [];
    const names = [
      "gps/DSCN0010.jpg",
      "gps/DSCN0021.jpg",
      "gps/DSCN0042.jpg",
      "phone/iphone6-8mp-gps.jpg",
      "phone/nokia-9mp-gps.jpg",
    ];
    for (const name of names) {
      const { exif } = await receive(name);
      const { latitude = Number.NaN, longitude = Number.NaN, takenAt = null } = exif;
      const exifPlace = { latitude, longitude };
      const cameraTime = readCameraTime(takenAt, exifPlace);
      const photos = [{ key: "originals/1", exifPlace, cameraTime, signature: undefined }];
      for (const [meters, isMeant] of [
        [0, false],
        [60, false],
        [100, false],
        [150, true],
        [5_000, true],
      ] as const) {
        const place = { latitude: latitude + meters / 111_195, longitude };
        far.push({ what: `${name} ${meters} m`, isMeant, isFound: has("exif_far", { photos, place }) });
      }
      const takenMs = cameraTime?.at.getTime() ?? Number.NaN;
      for (const [minutes, isMeant] of [
        [0, false],
        [-20, false],
        [25, false],
        [120, true],
        [-1440, true],
        [525_600, true],
      ] as const) {
        const capturedAt = new Date(takenMs + minutes * 60_000);
        time.push({
          what: `${name} ${minutes} min`,
          isMeant,
          isFound: has("exif_time", { photos, place: exifPlace, capturedAt }),
        });
      }
    }
    for (const { precision, recall } of [judge("exif_far", far), judge("exif_time", time)]) {
      expect(precision).toBe(1);
      expect(recall).toBe(1);
    }
  });

  it("same_photo: every photo file has a different hash", async () => {
    const names = [...photographs.map(({ name }) => name), "orientation/portrait_3.jpg", "orientation/portrait_6.jpg"];
    const hashes = await Promise.all(names.map(async (name) => (await receive(name)).sha256));
    const again = await Promise.all(names.map(async (name) => (await receive(name)).sha256));
    expect(again).toEqual(hashes);
    expect(new Set(hashes).size).toBe(names.length);
  });
});
