import type { PhotoMeasures } from "../../../contract/photo-measures.ts";
import type { AudioFormat } from "../../database/column-types.ts";

export type DecodeTask =
  /** Checks that the file can be shown. A HEIC that `isWhole` is only measured. */
  | { kind: "judge"; path: string; isWhole: boolean }
  | { kind: "render"; path: string }
  | { kind: "render_cover"; path: string }
  | { kind: "render_small"; path: string }
  | { kind: "sign"; path: string }
  | { kind: "copy_recording"; path: string; format: AudioFormat; sound: ByteSpan | undefined };

/** `end` is the first byte after it. */
export type ByteSpan = { start: number; end: number };

export type JudgedPicture = {
  width: number;
  height: number;
  /** The TIFF structure of the EXIF. */
  exif: Uint8Array | undefined;
};

export type RenderedPictures = {
  /** A JPEG of at most 1600 px, upright, sRGB, without metadata. */
  display: Uint8Array;
  /** A square JPEG of at most 200 px, shown at 50 CSS px. */
  thumbnail: Uint8Array;
};

export type CoverPictures = {
  /** Like `display` of data points. */
  hero: Uint8Array;
  /** A JPEG as wide as a quest's card. */
  card: Uint8Array;
};

/** A small upright WebP without metadata. */
export type SmallPicture = { bytes: Uint8Array; width: number; height: number };

type Results = {
  judge: JudgedPicture;
  render: RenderedPictures;
  render_cover: CoverPictures;
  render_small: SmallPicture;
  sign: PhotoMeasures;
  /** A recording of the same format, without metadata. */
  copy_recording: Uint8Array;
};

export type DecodeResult<Task extends DecodeTask = DecodeTask> = Results[Task["kind"]];

/** Faults that are the same at each attempt. */
export type PictureFault = "unreadable" | "too_many_pixels" | "too_large_to_decode" | "takes_too_long";

/** The photo or recording itself can't be decoded or copied. */
export class PictureFaultError extends Error {
  override readonly name = "PictureFaultError";
  constructor(
    readonly fault: PictureFault,
    message: string,
  ) {
    super(message);
  }
}

export type ToDecoder = { type: "task"; task: DecodeTask } | { type: "grant" };

export type FromDecoder =
  /** Sent before decoding: the most memory it needs. The answer is a `grant`. */
  | { type: "needs"; bytes: number }
  | { type: "done"; result: DecodeResult; rssBytes: number }
  | { type: "fault"; fault: PictureFault; message: string }
  /** The file couldn't be read, which says nothing about the photo. */
  | { type: "no_file"; code: string | undefined; message: string };

/** The facts of a photo's header that determine how much memory decoding takes. */
export type DecodeDemand = {
  format: "jpeg" | "png" | "webp" | "heic";
  width: number;
  height: number;
  /** 1.5 for a JPEG if each colour value is shared by four pixels. */
  samplesPerPixel: number;
  bytesPerSample: number;
  /** A JPEG with several scans, or an interlaced PNG. */
  isInterlaced: boolean;
};

/** What decoding by rows takes, with the result. */
const byRowsBytes = 60_000_000;
/** Bytes per coefficient; all are kept until the last scan. */
const coefficientBytes = 2;
/** The whole image, and what the decoder needs beside it. */
const webpBytesPerPixel = 4;
const heicBytesPerPixel = 12;

/** The most memory that decoding takes beyond an idle decoder. */
export function decodeBytesOf(demand: DecodeDemand): number {
  const pixels = demand.width * demand.height;
  return byRowsBytes + pixels * wholeBytesPerPixel(demand);
}

function wholeBytesPerPixel(demand: DecodeDemand): number {
  const { format, samplesPerPixel, bytesPerSample, isInterlaced } = demand;
  switch (format) {
    case "jpeg":
      return isInterlaced ? samplesPerPixel * coefficientBytes : 0;
    case "png":
      return isInterlaced ? samplesPerPixel * bytesPerSample : 0;
    case "webp":
      return webpBytesPerPixel;
    case "heic":
      return heicBytesPerPixel;
  }
}

/** What copying a recording takes: both are in memory, with what is noted of each packet. */
export const copyBytesMax = 100_000_000;
