import { parse } from "exifr/dist/lite.esm.mjs";
import { exifOptions, interpretTags } from "../../../contract/exif-tags.ts";
import type { Position } from "../../outbox/record.ts";

/** A photo's own time and position; null if unknown. */
export type PhotoOrigin = { takenAtMs: number | null; position: Position | null };

/** Reads time and position. A time without a zone is taken as this device's time. Damaged data reads as unknown. */
export async function readPhotoExif(photo: Blob): Promise<PhotoOrigin> {
  const tags = await readTags(photo).catch(() => undefined);
  const { latitude, longitude, accuracyMeters, takenAt } = interpretTags(tags);
  const atMs = Date.parse(takenAt ?? "");
  const takenAtMs = Number.isNaN(atMs) ? null : atMs;
  if (latitude === undefined || longitude === undefined) return { takenAtMs, position: null };
  return {
    takenAtMs,
    position: {
      latitude,
      longitude,
      accuracyMeters: accuracyMeters ?? null,
      fixedAtMs: takenAtMs,
      source: "exif",
    },
  };
}

async function readTags(photo: Blob): Promise<Record<string, unknown> | undefined> {
  if (!isPngOrWebp(await photo.slice(0, formatBytes).arrayBuffer())) return await parse(photo, exifOptions);
  const jpeg = asJpegWithExif(await photo.arrayBuffer());
  return jpeg && (await parse(jpeg, exifOptions));
}

/**
 * The EXIF of a PNG or WebP as a JPEG that has nothing else, since the small build of exifr reads JPEG and HEIC. Undefined
 * for other formats; a picture without EXIF becomes an empty JPEG.
 */
function asJpegWithExif(picture: ArrayBuffer): Blob | undefined {
  const bytes = new Uint8Array(picture);
  const block = startsWith(bytes, 0, png) ? blockOfPng(bytes) : isWebp(bytes) ? blockOfWebp(bytes) : null;
  if (block === null) return undefined;
  const tiff = block && startsWith(block, 0, preamble) ? block.subarray(preamble.length) : (block ?? new Uint8Array());
  // Directories are at the beginning; what a JPEG's segment has no room for is the preview.
  const segment = [...preamble, ...tiff.subarray(0, 0xffff - 2 - preamble.length)];
  const length = segment.length + 2;
  return new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 0xff, ...segment, 0xff, 0xd9])]);
}

/** Enough to know that a file is one. */
const formatBytes = 12;
const isPngOrWebp = (head: ArrayBuffer): boolean => {
  const bytes = new Uint8Array(head);
  return startsWith(bytes, 0, png) || isWebp(bytes);
};

const codesOf = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const png = [0x89, ...codesOf("PNG\r\n\x1a\n")];
/** How EXIF begins in a JPEG's segment; some cameras write it in other formats too. */
const preamble = codesOf("Exif\0\0");

const startsWith = (bytes: Uint8Array, at: number, expected: readonly number[]) =>
  expected.every((code, index) => bytes[at + index] === code);
const isWebp = (bytes: Uint8Array) => startsWith(bytes, 0, codesOf("RIFF")) && startsWith(bytes, 8, codesOf("WEBP"));

const blockOfPng = (bytes: Uint8Array) =>
  findChunk(bytes, png.length, codesOf("eXIf"), (view, at) => ({
    length: view.getUint32(at),
    nameAt: at + 4,
    // A checksum follows.
    next: (length) => at + 12 + length,
  }));

const blockOfWebp = (bytes: Uint8Array) =>
  findChunk(bytes, formatBytes, codesOf("EXIF"), (view, at) => ({
    length: view.getUint32(at + 4, true),
    nameAt: at,
    // Chunks of odd length have a byte of padding.
    next: (length) => at + 8 + length + (length % 2),
  }));

type Chunk = { length: number; nameAt: number; next: (length: number) => number };

function findChunk(
  bytes: Uint8Array,
  first: number,
  name: readonly number[],
  read: (view: DataView, at: number) => Chunk,
): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = first; at + 8 <= bytes.length; ) {
    const { length, nameAt, next } = read(view, at);
    if (startsWith(bytes, nameAt, name)) return bytes.subarray(at + 8, at + 8 + length);
    at = next(length);
  }
  return undefined;
}
