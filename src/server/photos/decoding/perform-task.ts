import { createReadStream } from "node:fs";
import { photoDecodeBytesMax, photoPixelsMax } from "../../../contract/limits.ts";
import { measurePhoto, type PhotoMeasures } from "../../../contract/photo-measures.ts";
import { copyRecording } from "./copy-recording.ts";
import { copyBytesMax, decodeBytesOf } from "./decode-cost.ts";
import {
  type CoverPictures,
  type DecodeResult,
  type DecodeTask,
  type PictureFault,
  PictureFaultError,
  type RenderedPictures,
  type SmallPicture,
} from "./decode-task.ts";
import { decodeHeic, measureHeic } from "./heic-pictures.ts";
import { faultOfJpeg, JpegCheck } from "./jpeg-check.ts";
import { hasUsableRows, hasUsableTiles } from "./picture-remains.ts";
import {
  cardFromDisplay,
  coloursFromFile,
  decodeStrictly,
  displayFromFile,
  displayFromRaw,
  type PictureHeader,
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
    return orFault("unreadable", copyRecording(task.path, task.format, task.sound));
  }
  const header = await orFault("unreadable", readHeader(task.path));
  await requireWithinLimits(task.path, header);
  if (task.kind !== "judge") {
    await waitForMemory(decodeBytesOf(header));
    return orFault<DecodeResult>("unreadable", make[task.kind](task.path, header));
  }
  const { width, height, exif } = header;
  if (header.format !== "heic" || !task.isWhole || width * height <= smallHeicPixels) {
    await waitForMemory(decodeBytesOf(header));
    await orFault("unreadable", requireUsable(task.path, header));
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

async function orFault<T>(fault: PictureFault, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new PictureFaultError(fault, error instanceof Error ? error.message : String(error));
  }
}
