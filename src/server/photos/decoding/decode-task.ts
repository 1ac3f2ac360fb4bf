import type { PictureSignature } from "./picture-signature.ts";

/** What a decoder process is asked to do with the photo in a file. */
export type DecodeTask =
  /** Is there a picture in it? A HEIC that `isWhole` by its container is measured only. */
  | { kind: "judge"; path: string; isWhole: boolean }
  /** Makes the pictures that others see. */
  | { kind: "render"; path: string }
  /** Makes the pictures that stand for a quest. */
  | { kind: "render_cover"; path: string }
  /** Measures a picture that others see. */
  | { kind: "sign"; path: string };

export type JudgedPicture = {
  width: number;
  height: number;
  /** The TIFF structure of its EXIF, where there is one. */
  exif: Uint8Array | undefined;
};

export type RenderedPictures = {
  /** A JPEG of at most 1600 px on its long side, upright, sRGB, without metadata. */
  display: Uint8Array;
  /** A square JPEG of at most 200 px, for 50 CSS px on any screen. */
  thumbnail: Uint8Array;
};

export type CoverPictures = {
  /** As `display` of others. */
  hero: Uint8Array;
  /** A JPEG as wide as the picture on a quest's card. */
  card: Uint8Array;
};

type Results = { judge: JudgedPicture; render: RenderedPictures; render_cover: CoverPictures; sign: PictureSignature };

export type DecodeResult<Task extends DecodeTask = DecodeTask> = Results[Task["kind"]];

/** What can be wrong with a photo: the same however often it is decoded. */
export type PictureFault = "unreadable" | "too_many_pixels" | "too_large_to_decode" | "takes_too_long";

/** The photo's own bytes keep it from being decoded. */
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
  /** Sent before anything is decoded: how much memory it takes at most. The answer is a `grant`. */
  | { type: "needs"; bytes: number }
  | { type: "done"; result: DecodeResult; rssBytes: number }
  | { type: "fault"; fault: PictureFault; message: string }
  /** The file could not be read, which says nothing about the photo. */
  | { type: "no_file"; code: string | undefined; message: string };
