// Checks what a decoder needs before the first pixel of a JPEG (ITU-T T.81, annexes B and C): a few hundred bytes.

export const jpegMarker = {
  fill: 0xff,
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  dqt: 0xdb,
  dnl: 0xdc,
  dri: 0xdd,
  dht: 0xc4,
  jpg: 0xc8,
  dac: 0xcc,
  com: 0xfe,
} as const;

/** More than all tables of a photo take together. */
const segmentBytesMax = 4096;
const withoutTables = new Set<number>([jpegMarker.dnl, jpegMarker.com]);

type Component = { id: number; quantization: number };

/** Reads the tables of a JPEG and checks that each scan has those it refers to. */
export class JpegTables {
  readonly #quantization = new Set<number>();
  /** Class (0 for DC, 1 for AC) and number. */
  readonly #huffman = new Set<string>();
  #components: Component[] = [];
  #isProgressive = false;

  /** How many bytes of a segment's body `accept` needs; 0 if the segment doesn't matter here. */
  static wantedBytes(code: number, bodyBytes: number): number {
    const isRead = code === jpegMarker.dqt || code === jpegMarker.dht || code === jpegMarker.sos;
    return (isRead || code === jpegMarker.dri || isFrameHeader(code)) && bodyBytes <= segmentBytesMax ? bodyBytes : 0;
  }

  /** False if decoders fail at this segment. */
  accept(code: number, body: Buffer): boolean {
    if (isFrameHeader(code)) return this.#readFrame(code, body);
    switch (code) {
      case jpegMarker.dqt:
        return this.#readQuantization(body);
      case jpegMarker.dht:
        return this.#readHuffman(body);
      case jpegMarker.sos:
        return this.#readScan(body);
      case jpegMarker.dri:
        return body.length === 2;
      default:
        return (code >= 0xe0 && code <= 0xef) || withoutTables.has(code);
    }
  }

  #readQuantization(body: Buffer): boolean {
    let at = 0;
    while (at < body.length) {
      const precision = body.readUInt8(at) >> 4;
      const id = body.readUInt8(at) & 15;
      if (precision > 1 || id > 3) return false;
      this.#quantization.add(id);
      at += 1 + 64 * (precision + 1);
    }
    return at > 0 && at === body.length;
  }

  #readHuffman(body: Buffer): boolean {
    let at = 0;
    while (at + 17 <= body.length) {
      const tableClass = body.readUInt8(at) >> 4;
      const id = body.readUInt8(at) & 15;
      const symbolCount = countSymbols(body.subarray(at + 1, at + 17));
      const symbols = body.subarray(at + 17, at + 17 + (symbolCount ?? 0));
      if (tableClass > 1 || id > 3 || symbolCount === undefined || symbols.length < symbolCount) return false;
      // A symbol of a DC table is a number of bits.
      if (tableClass === 0 && symbols.some((bits) => bits > 15)) return false;
      this.#huffman.add(`${tableClass}${id}`);
      at += 17 + symbolCount;
    }
    return at > 0 && at === body.length;
  }

  #readFrame(code: number, body: Buffer): boolean {
    const count = body[5] ?? 0;
    if (body.length !== 6 + 3 * count || count === 0) return false;
    this.#isProgressive = code === 0xc2;
    this.#components = [];
    for (let at = 6; at < body.length; at += 3) {
      const horizontal = body.readUInt8(at + 1) >> 4;
      const vertical = body.readUInt8(at + 1) & 15;
      if (horizontal < 1 || horizontal > 4 || vertical < 1 || vertical > 4) return false;
      this.#components.push({ id: body.readUInt8(at), quantization: body.readUInt8(at + 2) });
    }
    return new Set(this.#components.map(({ id }) => id)).size === count;
  }

  #readScan(body: Buffer): boolean {
    const count = body[0] ?? 0;
    if (count < 1 || count > 4 || body.length !== 4 + 2 * count) return false;
    const isFirstOfSpectrum = body.readUInt8(1 + 2 * count) === 0;
    if (this.#isProgressive && !isSoundProgression(body.subarray(1 + 2 * count), count)) return false;
    for (let at = 1; at < 1 + 2 * count; at += 2) {
      const component = this.#components.find(({ id }) => id === body.readUInt8(at));
      if (!component || !this.#quantization.has(component.quantization)) return false;
      const tables = body.readUInt8(at + 1);
      if ((!this.#isProgressive || isFirstOfSpectrum) && !this.#huffman.has(`0${tables >> 4}`)) return false;
      if ((!this.#isProgressive || !isFirstOfSpectrum) && !this.#huffman.has(`1${tables & 15}`)) return false;
    }
    return true;
  }
}

export function isFrameHeader(code: number): boolean {
  const { dht, jpg, dac } = jpegMarker;
  return code >= 0xc0 && code <= 0xcf && code !== dht && code !== jpg && code !== dac;
}

/** Checks which coefficients and bits a scan of a progressive JPEG adds (table B.3). */
function isSoundProgression(parameters: Buffer, components: number): boolean {
  const [first = 0, last = 0, bits = 0] = parameters;
  const [before, after] = [bits >> 4, bits & 15];
  const isBand = first === 0 ? last === 0 : last >= first && last <= 63 && components === 1;
  return isBand && after <= 13 && (before === 0 || after === before - 1);
}

/**
 * Takes the number of codes of each length, 1 to 16 bits; undefined if they don't fit. No code consists of ones only.
 */
function countSymbols(counts: Buffer): number | undefined {
  let free = 1;
  let symbols = 0;
  for (const count of counts) {
    free = 2 * free - count;
    symbols += count;
    if (free < 1) return undefined;
  }
  return symbols > 256 ? undefined : symbols;
}
