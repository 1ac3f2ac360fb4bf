/** What a structural check can say without decoding. "doubtful" means: only a decoder can tell. */
export type Structure =
  | { kind: "sound"; width: number; height: number }
  | { kind: "doubtful"; reason: string; width?: number; height?: number };

const marker = { fill: 0xff, soi: 0xd8, eoi: 0xd9, sos: 0xda, dqt: 0xdb, dht: 0xc4, jpg: 0xc8, dac: 0xcc } as const;
const endOfImage = Buffer.from([0xff, marker.eoi]);
/** A flat picture still needs about this much; less is no proof of damage, but reason enough to look. */
const fewestBitsPerBlock = 6;

/**
 * Follows a JPEG's marker segments up to the picture data, then looks for the end-of-image marker. Segments are jumped over
 * by their length and picture data is searched natively, so the cost hardly depends on the size. What comes after the end
 * (the video of a motion photo, a second picture) is not looked at.
 */
export class JpegCheck {
  #phase: "segments" | "picture" | "ended" | "unclear" = "segments";
  #reason = "";
  #pending: Buffer = Buffer.alloc(0);
  #bytesToSkip = 2; // the start-of-image marker, which was sniffed
  #scanFollows = false;
  #endsWithFill = false;
  #pictureBytes = 0;
  #tablesSeen = { dqt: false, dht: false };
  #frame: { width: number; height: number; usual: boolean } | undefined;

  /** Known as soon as the frame header has passed. */
  get pixels(): number | undefined {
    return this.#frame ? this.#frame.width * this.#frame.height : undefined;
  }

  /** Whether the marker segments, and with them all metadata, have passed. */
  get isPastMetadata(): boolean {
    return this.#phase !== "segments";
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    if (this.#phase === "segments") rest = this.#readSegments(chunk);
    if (this.#phase === "picture" && rest.length > 0) this.#searchEnd(rest);
  }

  finish(): Structure {
    const size = this.#frame ? { width: this.#frame.width, height: this.#frame.height } : {};
    if (this.#phase === "segments") return { kind: "doubtful", reason: "ends before the picture data", ...size };
    if (this.#phase === "picture") return { kind: "doubtful", reason: "has no end-of-image marker", ...size };
    if (this.#phase === "unclear" || !this.#frame) return { kind: "doubtful", reason: this.#reason, ...size };
    const { width, height, usual } = this.#frame;
    const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
    if (!usual) return { kind: "doubtful", reason: "is of an unusual kind", width, height };
    if (!this.#tablesSeen.dqt || !this.#tablesSeen.dht)
      return { kind: "doubtful", reason: "lacks tables", width, height };
    if (this.#pictureBytes * 8 < blocks * fewestBitsPerBlock) {
      return { kind: "doubtful", reason: "has little picture data", width, height };
    }
    return { kind: "sound", width, height };
  }

  /** Returns what belongs to the picture data, if that was reached. */
  #readSegments(chunk: Buffer): Buffer {
    const bytes = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk;
    this.#pending = Buffer.alloc(0);
    let at = 0;
    while (this.#phase === "segments") {
      const skipped = Math.min(this.#bytesToSkip, bytes.length - at);
      at += skipped;
      this.#bytesToSkip -= skipped;
      if (this.#bytesToSkip > 0) return Buffer.alloc(0);
      if (this.#scanFollows) {
        this.#phase = "picture";
        break;
      }
      // the longest header we look into: marker, length, and the start of a frame header
      const header = bytes.subarray(at, at + 10);
      const step = this.#readHeader(header);
      if (step === "more") {
        this.#pending = Buffer.from(header);
        return Buffer.alloc(0);
      }
      at += step;
    }
    return bytes.subarray(at);
  }

  /** Returns how many bytes were used up, or "more" when the header is not complete yet. */
  #readHeader(header: Buffer): number | "more" {
    if (header.length < 2) return "more";
    const code = header.readUInt8(1);
    if (header[0] !== marker.fill) return this.#giveUp("has odd bytes between its segments");
    if (code === marker.fill) return 1;
    if (code === marker.eoi) return this.#giveUp("ends before the picture data");
    if (code <= 0x01 || (code >= 0xd0 && code <= marker.soi)) return this.#giveUp("has an odd marker");
    if (header.length < 4) return "more";
    const length = header.readUInt16BE(2);
    if (length < 2) return this.#giveUp("has a segment of impossible length");
    if (isFrameHeader(code)) {
      if (header.length < 10) return "more";
      if (this.#frame) return this.#giveUp("has more than one frame");
      const precisionBits = header.readUInt8(4);
      this.#frame = {
        height: header.readUInt16BE(5),
        width: header.readUInt16BE(7),
        usual: code <= 0xc2 && precisionBits === 8 && [1, 3, 4].includes(header.readUInt8(9)),
      };
      if (this.pixels === 0) return this.#giveUp("does not tell its size");
    }
    if (code === marker.dqt) this.#tablesSeen.dqt = true;
    if (code === marker.dht) this.#tablesSeen.dht = true;
    if (code === marker.sos) {
      if (!this.#frame) return this.#giveUp("has picture data before its frame header");
      this.#scanFollows = true;
    }
    this.#bytesToSkip = length - 2;
    return 4;
  }

  #searchEnd(bytes: Buffer): void {
    const splitEnd = this.#endsWithFill && bytes[0] === marker.eoi;
    const found = splitEnd ? 0 : bytes.indexOf(endOfImage);
    this.#pictureBytes += found >= 0 ? found : bytes.length;
    if (found >= 0) this.#phase = "ended";
    this.#endsWithFill = bytes[bytes.length - 1] === marker.fill;
  }

  #giveUp(reason: string): number {
    this.#phase = "unclear";
    this.#reason = reason;
    return 0;
  }
}

function isFrameHeader(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== marker.dht && code !== marker.jpg && code !== marker.dac;
}
