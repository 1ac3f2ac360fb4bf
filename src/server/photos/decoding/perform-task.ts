import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import heicDecode from "heic-decode";
import { photoDecodeBytesMax, photoPixelsMax } from "../../../contract/limits.ts";
import { measurePhoto, type PhotoMeasures } from "../../../contract/photo-measures.ts";
import { copyRecording } from "./copy-recording.ts";
import {
  type CoverPictures,
  copyBytesMax,
  type DecodeResult,
  type DecodeTask,
  decodeBytesOf,
  PictureFaultError,
  type RenderedPictures,
  type SmallPicture,
} from "./decode-task.ts";
import { faultOfJpeg, JpegCheck } from "./jpeg-check.ts";
import {
  cardFromDisplay,
  coloursFromFile,
  decodeStrictly,
  displayFromFile,
  displayFromRaw,
  type PictureHeader,
  type RawPicture,
  readPictureHeader,
  smallFromDisplay,
  surveyDamagedPicture,
  thumbnailFromDisplay,
} from "./sharp-pictures.ts";

/**
 * A HEIC of this size is cheap to decode, so it is always checked. Small ones don't come from phones, and some state a
 * wrong size.
 */
const smallHeicPixels = 1_000_000;

type WaitForMemory = (bytes: number) => Promise<void>;

/** Runs one task: reads the header, and decodes only what the limits allow. @throws PictureFaultError */
export async function performTask(task: DecodeTask, waitForMemory: WaitForMemory): Promise<DecodeResult> {
  if (task.kind === "copy_recording") {
    await waitForMemory(copyBytesMax);
    return orUnreadable(copyRecording(task.path, task.format, task.sound));
  }
  const header = await orUnreadable(readHeader(task.path));
  await requireWithinLimits(task.path, header);
  if (task.kind !== "judge") {
    await waitForMemory(decodeBytesOf(header));
    return orUnreadable<DecodeResult>(make[task.kind](task.path, header));
  }
  const { width, height, exif } = header;
  if (header.format !== "heic" || !task.isWhole || width * height <= smallHeicPixels) {
    await waitForMemory(decodeBytesOf(header));
    await orUnreadable(requireUsable(task.path, header));
  }
  return { width, height, exif };
}

const make = { render, render_cover: renderCover, render_small: renderSmall, sign };

/** The header of a picture. A HEIC has its size as shown. */
async function readHeader(path: string): Promise<PictureHeader> {
  const header = await readPictureHeader(path);
  return header.format === "heic" ? { ...header, ...(await measureHeic(path, header.primary)) } : header;
}

async function requireWithinLimits(path: string, header: PictureHeader): Promise<void> {
  const { format, width, height } = header;
  const size = `it has ${width} × ${height} pixels`;
  if (!(width > 0 && height > 0)) throw new PictureFaultError("unreadable", size);
  if (width * height > photoPixelsMax) throw new PictureFaultError("too_many_pixels", size);
  if (decodeBytesOf(header) > photoDecodeBytesMax) throw new PictureFaultError("too_large_to_decode", size);
  if (format !== "jpeg") return;
  const check = new JpegCheck();
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) check.push(chunk as Buffer);
  const fault = faultOfJpeg(check);
  if (fault) throw new PictureFaultError(fault, `${size} in ${check.scans} scans`);
}

async function requireUsable(path: string, { format, primary }: PictureHeader): Promise<void> {
  if (format === "heic") {
    if (!hasUsableTiles(await decodeHeic(path, primary))) throw new Error("too many of its tiles are missing");
    return;
  }
  try {
    await decodeStrictly(path);
  } catch {
    if (!hasUsableRows(await surveyDamagedPicture(path))) throw new Error("too many of its rows are missing");
  }
}

async function render(path: string, header: PictureHeader): Promise<RenderedPictures> {
  const display = await renderDisplay(path, header);
  return { display, thumbnail: await thumbnailFromDisplay(display) };
}

async function renderCover(path: string, header: PictureHeader): Promise<CoverPictures> {
  const hero = await renderDisplay(path, header);
  return { hero, card: await cardFromDisplay(hero) };
}

async function renderSmall(path: string, header: PictureHeader): Promise<SmallPicture> {
  return smallFromDisplay(await renderDisplay(path, header));
}

async function sign(path: string): Promise<PhotoMeasures> {
  return measurePhoto(await coloursFromFile(path));
}

async function renderDisplay(path: string, { format, primary, profile }: PictureHeader): Promise<Buffer> {
  return format === "heic" ? displayFromRaw(await decodeHeic(path, primary), profile) : displayFromFile(path);
}

async function orUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new PictureFaultError("unreadable", error instanceof Error ? error.message : String(error));
  }
}

/** A damaged photo is accepted if at least this share is visible: a reviewer can use it. */
const leastShareShown = 0.75;

/** Decoders fill missing rows at the bottom with one flat colour. True if enough rows are above them. */
function hasUsableRows({ data, width, height, channels }: RawPicture): boolean {
  const rowBytes = width * channels;
  const last = data.subarray((height - 1) * rowBytes, (height - 1) * rowBytes + channels);
  let row = height;
  while (row > 0 && isFlat(data.subarray((row - 1) * rowBytes, row * rowBytes), last)) row--;
  return row / height >= leastShareShown;
}

/** Missing tiles of a HEIC become green (all zeros in YCbCr). True if enough others are left. */
function hasUsableTiles({ data, width, height, channels }: RawPicture): boolean {
  let missing = 0;
  for (let at = 0; at < data.length; at += channels) {
    const green = data[at + 1] ?? 0;
    if (data[at] === 0 && data[at + 2] === 0 && green >= 130 && green <= 140) missing++;
  }
  return 1 - missing / (width * height) >= leastShareShown;
}

function isFlat(row: Uint8Array, colour: Uint8Array): boolean {
  const tolerance = 2;
  for (let at = 0; at < row.length; at++) {
    if (Math.abs((row[at] ?? 0) - (colour[at % colour.length] ?? 0)) > tolerance) return false;
  }
  return true;
}

/**
 * Decodes one image of a HEIC file, upright. It blocks the process: 12 megapixels take about 1.5 s.
 * @param index of the top-level images
 * @throws if it cannot be decoded
 */
async function decodeHeic(path: string, index: number): Promise<RawPicture> {
  return withPicture(path, index, async ({ decode }) => {
    const { data, width, height } = await decode();
    return { data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height, channels: 4 };
  });
}

/** Reads width and height as shown from the container. @throws when it is no HEIC picture */
async function measureHeic(path: string, index: number): Promise<{ width: number; height: number }> {
  return withPicture(path, index, async ({ width, height }) => ({ width, height }));
}

type HeicPicture = Awaited<ReturnType<typeof heicDecode.all>>[number];

async function withPicture<T>(path: string, index: number, use: (picture: HeicPicture) => Promise<T>): Promise<T> {
  const pictures = await heicDecode.all({ buffer: await readFile(path) });
  try {
    const picture = pictures[index] ?? pictures[0];
    if (!picture) throw new Error("the file has no image");
    return await use(picture);
  } finally {
    pictures.dispose();
  }
}
