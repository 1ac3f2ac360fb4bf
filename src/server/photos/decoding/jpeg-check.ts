import { jpegScannedPixelsMax, jpegScansMax, photoDecodeBytesMax, photoPixelsMax } from "../../../contract/limits.ts";
import { decodeBytesOf, type PictureFault } from "./decode-task.ts";
import { isFrameHeader, JpegTables, jpegMarker as marker } from "./jpeg-tables.ts";

/** The result of a check without decoding. "doubtful" means that only a decoder can tell. */
export type Structure =
  | { kind: "sound"; width: number; height: number }
  | { kind: "doubtful"; reason: string; width?: number; height?: number };

export type JpegFrame = {
  width: number;
  height: number;
  /** 1.5 if each of two colour values is shared by four pixels. */
  samplesPerPixel: number;
  isProgressive: boolean;
};

/** Even a flat photo needs about this much. Less doesn't prove damage, but is a reason to decode. */
const fewestBitsPerBlock = 6;

/**
 * Follows the marker segments and scans of a JPEG up to its end-of-image marker. Segments are skipped by their length
 * and scans are searched natively, so the cost hardly depends on the size. Like decoders, it skips stray bytes up to
 * the next marker. It ignores what follows the end, such as the video of a motion photo.
 */
export class JpegCheck {
  #phase: "segments" | "scan" | "ended" = "segments";
  #doubt: string | undefined;
  #pending: Buffer = Buffer.alloc(0);
  #bytesToSkip = 2; // the start-of-image marker, already sniffed
  #scanFollows = false;
  #pictureBytes = 0;
  readonly #tables = new JpegTables();
  #hasSoundTables = true;
  #hasSoundScans = true;
  #frame: (JpegFrame & { isUsual: boolean }) | undefined;
  #scans = 0;

  get frame(): JpegFrame | undefined {
    return this.#frame;
  }

  get scans(): number {
    return this.#scans;
  }

  get isPastMetadata(): boolean {
    return this.#scans > 0 || this.#doubt !== undefined;
  }

  push(chunk: Buffer): void {
    let rest = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk;
    this.#pending = Buffer.alloc(0);
    while (rest.length > 0 && this.#phase !== "ended") {
      const used = this.#phase === "scan" ? this.#passScan(rest) : this.#readSegment(rest);
      if (used === "more") {
        this.#pending = Buffer.from(rest);
        return;
      }
      rest = rest.subarray(used);
    }
  }

  finish(): Structure {
    const size = this.#frame ? { width: this.#frame.width, height: this.#frame.height } : undefined;
    const reason = this.#doubt ?? this.#doubtAtEnd();
    if (reason === undefined && size) return { kind: "sound", ...size };
    return { kind: "doubtful", reason: reason ?? "has no frame", ...size };
  }

  #doubtAtEnd(): string | undefined {
    if (this.#scans === 0) return "ends before the picture data";
    if (this.#phase !== "ended") return "has no end-of-image marker";
    if (!this.#frame?.isUsual) return "is of an unusual kind";
    if (!this.#hasSoundTables) return "has tables that decoders do not read";
    if (!this.#hasSoundScans) return "has odd markers in its picture data";
    const blocks = Math.ceil(this.#frame.width / 8) * Math.ceil(this.#frame.height / 8);
    return this.#pictureBytes * 8 < blocks * fewestBitsPerBlock ? "has little picture data" : undefined;
  }

  /** Returns the number of bytes used, or "more" for an incomplete header. */
  #readSegment(bytes: Buffer): number | "more" {
    if (this.#bytesToSkip > 0) {
      const skipped = Math.min(this.#bytesToSkip, bytes.length);
      this.#bytesToSkip -= skipped;
      return skipped;
    }
    if (this.#scanFollows) {
      this.#scanFollows = false;
      this.#scans += 1;
      this.#phase = "scan";
      return 0;
    }
    return this.#readHeader(bytes);
  }

  #readHeader(bytes: Buffer): number | "more" {
    if (bytes[0] !== marker.fill) return this.#doubtful("has odd bytes between its segments", 1);
    if (bytes.length < 2) return "more";
    const code = bytes.readUInt8(1);
    if (code === marker.fill) return 1;
    if (code === marker.eoi) {
      this.#phase = "ended";
      return 2;
    }
    if (code <= 0x01 || (code >= 0xd0 && code <= marker.soi)) return this.#doubtful("has an odd marker", 2);
    if (bytes.length < 4) return "more";
    const length = bytes.readUInt16BE(2);
    if (length < 2) return this.#doubtful("has a segment of impossible length", 2);
    const wantedBytes = 4 + JpegTables.wantedBytes(code, length - 2);
    if (bytes.length < wantedBytes) return "more";
    if (isFrameHeader(code)) this.#readFrame(code, bytes.subarray(0, wantedBytes));
    if (!this.#tables.accept(code, bytes.subarray(4, wantedBytes))) this.#hasSoundTables = false;
    if (code === marker.sos) {
      if (!this.#frame) this.#doubt ??= "has picture data before its frame header";
      this.#scanFollows = true;
    }
    this.#bytesToSkip = length - 2;
    return 4;
  }

  #readFrame(code: number, header: Buffer): void {
    if (this.#frame) this.#doubt ??= "has more than one frame";
    if (this.#frame || header.length < 10) return;
    const precisionBits = header.readUInt8(4);
    const components = header.readUInt8(9);
    this.#frame = {
      height: header.readUInt16BE(5),
      width: header.readUInt16BE(7),
      samplesPerPixel: samplesPerPixelOf(header, Math.min(components, 4)),
      isProgressive: code === 0xc2,
      isUsual: code <= 0xc2 && precisionBits === 8 && [1, 3, 4].includes(components),
    };
    if (this.#frame.width * this.#frame.height === 0) this.#doubt ??= "has no size";
  }

  /** Skips to the next marker that isn't part of a scan. */
  #passScan(bytes: Buffer): number | "more" {
    for (let at = bytes.indexOf(marker.fill); at >= 0; at = bytes.indexOf(marker.fill, at + 1)) {
      const code = bytes[at + 1];
      if (code === undefined) {
        if (at === 0) return "more";
        this.#pictureBytes += at;
        return at;
      }
      if (code < 0xc0 || (code >= 0xd0 && code <= marker.soi) || code === marker.fill) {
        if (code > 0x01 && code < 0xc0) this.#hasSoundScans = false;
        continue;
      }
      this.#pictureBytes += at;
      this.#phase = "segments";
      return at;
    }
    this.#pictureBytes += bytes.length;
    return bytes.length;
  }

  /** Skips `used` bytes and everything up to the next marker. */
  #doubtful(reason: string, used: number): number {
    this.#doubt ??= reason;
    this.#phase = "scan";
    return used;
  }
}

/** The limit of memory or time that a JPEG exceeds, judged by what has been seen so far. */
export function faultOfJpeg({ frame, scans }: Pick<JpegCheck, "frame" | "scans">): PictureFault | undefined {
  if (!frame) return undefined;
  const pixels = frame.width * frame.height;
  if (pixels > photoPixelsMax) return "too_many_pixels";
  if (scans > jpegScansMax || (scans > 1 && scans * pixels > jpegScannedPixelsMax)) return "takes_too_long";
  const demand = { format: "jpeg", bytesPerSample: 1, isInterlaced: frame.isProgressive || scans > 1 } as const;
  return decodeBytesOf({ ...frame, ...demand }) > photoDecodeBytesMax ? "too_large_to_decode" : undefined;
}

/** Adds up the sampling factors of the components, relative to the largest. */
function samplesPerPixelOf(header: Buffer, components: number): number {
  const factors: number[] = [];
  for (let component = 0; component < components; component++) {
    const factor = header[10 + component * 3 + 1] ?? 0x11;
    factors.push(Math.max(1, factor >> 4) * Math.max(1, factor & 15));
  }
  const largest = Math.max(1, ...factors);
  return factors.reduce((sum, factor) => sum + factor / largest, 0);
}
