import type { PhotoExif } from "../../../contract/exif-tags.ts";
import { audioHeadBytes, sniffAudio } from "../../../contract/field-files/judge-audio.ts";
import {
  type FieldFileFault,
  isPdf,
  judgePdf,
  judgeRecording,
  pdfHeadBytes,
} from "../../../contract/field-files/judge-field-file.ts";
import { audioSecondsMax, photoPixelsMax } from "../../../contract/limits.ts";
import { saying } from "../../../texts/saying.ts";
import type { FileFormat } from "../../database/column-types.ts";
import { DomainError } from "../../refusals/domain-error.ts";
import { type JudgedPicture, type PictureFault, PictureFaultError } from "../decoding/decode-task.ts";
import { faultOfJpeg, JpegCheck } from "../decoding/jpeg-check.ts";
import { pictureDecoders } from "../decoding/picture-decoders.ts";
import { FileWindow } from "./file-window.ts";
import { jpegHeadBytes, readExifBlock, readJpegExif } from "./read-exif.ts";
import { isPictureSequence, type PhotoFormat, sniffBytes, sniffFormat } from "./sniff-format.ts";

export type InspectedFile = {
  format: FileFormat;
  /** A photo's pixels as stored, before orientation is applied (HEIC: as shown). */
  width: number | null;
  height: number | null;
  exif: PhotoExif;
  /** Length of a recording. */
  seconds: number | null;
};

/** Judges a file by its bytes as they pass. */
export type FileInspection = {
  /** @throws DomainError once the file can't be accepted */
  push(chunk: Buffer): void;
  /** @param path the file with all bytes that were pushed @throws DomainError */
  finish(path: string): Promise<InspectedFile>;
};

/** Detects format and damage of a photo. */
export class PhotoInspection implements FileInspection {
  /** The first chunks: enough to detect the format, and for a JPEG all that may hold EXIF. */
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #format: PhotoFormat | undefined;
  #check: JpegCheck | HeifCheck | undefined;

  /** @throws DomainError photo_unsupported, photo_too_many_pixels, photo_unreadable */
  push(chunk: Buffer): void {
    if (this.#wantsMoreHead()) {
      this.#head.push(chunk);
      this.#headBytes += chunk.length;
    }
    if (this.#format) this.#follow(chunk);
    else if (this.#headBytes >= sniffBytes) this.#recognise();
  }

  /**
   * Decodes the photo only if its structure is doubtful.
   * @param path the file with all bytes that were pushed
   * @throws DomainError photo_unsupported, photo_unreadable, photo_too_many_pixels; DecoderError
   */
  async finish(path: string): Promise<InspectedFile> {
    const format = this.#format ?? this.#recognise();
    const { width, height, exif: block } = await this.#judge(path);
    const exif = format === "jpeg" ? await readJpegExif(Buffer.concat(this.#head)) : await readExifBlock(block);
    return { format, width, height, exif, seconds: null };
  }

  #wantsMoreHead(): boolean {
    if (!this.#format) return true;
    return this.#check instanceof JpegCheck && !this.#check.isPastMetadata && this.#headBytes < jpegHeadBytes;
  }

  #recognise(): PhotoFormat {
    const head = Buffer.concat(this.#head);
    const format = sniffFormat(head);
    if (!format) throw new DomainError(isPictureSequence(head) ? "photo_unsupported.sequence" : "photo_unsupported");
    this.#format = format;
    if (format === "jpeg") this.#check = new JpegCheck();
    if (format === "heic") this.#check = new HeifCheck();
    this.#follow(head);
    return format;
  }

  #follow(chunk: Buffer): void {
    this.#check?.push(chunk);
    const fault = this.#check instanceof JpegCheck ? faultOfJpeg(this.#check) : undefined;
    if (fault) throw refusalOf(fault);
  }

  async #judge(path: string): Promise<JudgedPicture> {
    if (this.#check instanceof HeifCheck) return judgePhoto(path, { isWhole: this.#check.finish() === undefined });
    const structure = this.#check?.finish();
    if (structure?.kind !== "sound") return judgePhoto(path);
    return { ...structure, exif: undefined };
  }
}

/**
 * Checks a photo by decoding it; for a HEIC whose container `isWhole` the header is enough. A damaged photo is accepted
 * if a reviewer could use it.
 * @throws DomainError photo_unreadable, photo_too_many_pixels; DecoderError when it cannot be judged now
 */
async function judgePhoto(path: string, { isWhole = false } = {}): Promise<JudgedPicture> {
  try {
    return await pictureDecoders.judge(path, { isWhole });
  } catch (error) {
    throw error instanceof PictureFaultError ? refusalOf(error.fault, error) : error;
  }
}

function refusalOf(fault: PictureFault, cause?: unknown): DomainError {
  switch (fault) {
    case "unreadable":
      return new DomainError("photo_unreadable", { cause });
    case "too_many_pixels":
      return new DomainError(saying("refusals.photo_too_many_pixels", { megapixels: photoPixelsMax / 1_000_000 }));
    case "too_large_to_decode":
      return new DomainError("photo_too_many_pixels.ofItsKind", { cause });
    case "takes_too_long":
      return new DomainError("photo_unreadable.takesTooLong", { cause });
  }
}

/**
 * Follows the top-level boxes of a HEIF file by their sizes: there must be `meta` and `mdat`, and every box must be
 * complete. It doesn't check the image itself.
 */
class HeifCheck {
  #header: Buffer = Buffer.alloc(0);
  #bytesToSkip = 0n;
  #openEnded = false;
  readonly #seen = new Set<string>();
  #broken: string | undefined;

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0 && !this.#openEnded && !this.#broken) {
      if (this.#bytesToSkip > 0n) {
        const skipped = this.#bytesToSkip < BigInt(rest.length) ? Number(this.#bytesToSkip) : rest.length;
        this.#bytesToSkip -= BigInt(skipped);
        rest = rest.subarray(skipped);
        continue;
      }
      const wanted = this.#headerLength();
      const taken = rest.subarray(0, wanted - this.#header.length);
      this.#header = Buffer.concat([this.#header, taken]);
      rest = rest.subarray(taken.length);
      if (this.#header.length === this.#headerLength()) this.#enterBox();
    }
  }

  /** Returns the fault of the container. */
  finish(): string | undefined {
    if (this.#broken) return this.#broken;
    if (!this.#seen.has("meta") || !this.#seen.has("mdat")) return "lacks a part that every picture has";
    if (this.#bytesToSkip > 0n || this.#header.length > 0) return "ends too early";
    return undefined;
  }

  #headerLength(): number {
    return this.#header.length >= 4 && this.#header.readUInt32BE(0) === 1 ? 16 : 8;
  }

  #enterBox(): void {
    const short = this.#header.readUInt32BE(0);
    const size = short === 1 ? this.#header.readBigUInt64BE(8) : BigInt(short);
    this.#seen.add(this.#header.toString("latin1", 4, 8));
    if (short === 0) this.#openEnded = true;
    else if (size < BigInt(this.#header.length)) this.#broken = "has a part of impossible length";
    else this.#bytesToSkip = size - BigInt(this.#header.length);
    this.#header = Buffer.alloc(0);
  }
}

/** The first bytes of a file, until there are enough to recognise it. */
class Head {
  #bytes = Buffer.alloc(0);
  constructor(private readonly wanted: number) {}

  /** @returns the head once it is whole */
  add(chunk: Buffer): Buffer | undefined {
    if (this.#bytes.length < this.wanted) this.#bytes = Buffer.concat([this.#bytes, chunk.subarray(0, this.wanted)]);
    return this.#bytes.length < this.wanted ? undefined : this.#bytes;
  }
}

const noPicture = { width: null, height: null, exif: {} };

const recordingRefusals: { readonly [Fault in FieldFileFault]: () => DomainError } = {
  unsupported: () => new DomainError("audio_unsupported"),
  damaged: () => new DomainError("audio_unreadable"),
  too_long: () => new DomainError(saying("refusals.audio_too_long", { minutes: audioSecondsMax / 60 })),
};

/** @throws DomainError `audio_unsupported`, `audio_unreadable`, `audio_too_long` */
export class AudioInspection implements FileInspection {
  readonly #head = new Head(audioHeadBytes);

  push(chunk: Buffer): void {
    const head = this.#head.add(chunk);
    if (head && !sniffAudio(head)) throw recordingRefusals.unsupported();
  }

  async finish(path: string): Promise<InspectedFile> {
    await using file = await FileWindow.open(path);
    const judged = await judgeRecording(file);
    if ("fault" in judged) throw recordingRefusals[judged.fault]();
    return { ...noPicture, ...judged };
  }
}

/** @throws DomainError `file_unsupported`, `file_unreadable` */
export class PdfInspection implements FileInspection {
  readonly #head = new Head(pdfHeadBytes);

  push(chunk: Buffer): void {
    const head = this.#head.add(chunk);
    if (head && !isPdf(head)) throw new DomainError("file_unsupported");
  }

  async finish(path: string): Promise<InspectedFile> {
    await using file = await FileWindow.open(path);
    const judged = await judgePdf(file);
    if ("fault" in judged) throw new DomainError(judged.fault === "damaged" ? "file_unreadable" : "file_unsupported");
    return { ...noPicture, ...judged };
  }
}
