import { readFileSync } from "node:fs";
import type { AudioFormat } from "../src/server/database/column-types.ts";

/** Where, when and by whom a recording was made, as its metadata has it. `words` have 28 letters. */
export type Told = { words: string; at: Date };

const files: { readonly [Format in AudioFormat]: string } = {
  mp4: "song.m4a",
  ogg: "song.ogg",
  webm: "song.webm",
  mp3: "song.mp3",
};
/** The time in the files. */
const filedAt = new Date("2026-04-01T05:06:07Z");

const secondsIn = (at: Date) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE((at.getTime() - Date.UTC(1904, 0, 1)) / 1_000);
  return bytes;
};
const nanosecondsIn = (at: Date) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(at.getTime() - Date.UTC(2001, 0, 1)) * 1_000_000n);
  return bytes;
};
/** The ways in which containers write a time. */
export const timesIn = (at: Date): Buffer[] => [secondsIn(at), nanosecondsIn(at)];

/**
 * A second of sound, made by ffmpeg with metadata at every place that it knows, and at some that it doesn't. Recordings
 * of one format have the same packets.
 */
export function recordingWith(format: AudioFormat, { words, at }: Told): Buffer {
  const bytes = readFileSync(new URL(`recordings/${files[format]}`, import.meta.url));
  for (let place = bytes.indexOf("@".repeat(28)); place >= 0; place = bytes.indexOf("@".repeat(28), place)) {
    let end = place;
    while (bytes[end] === 0x40) end += 1;
    bytes.write(words.padEnd(end - place), place, "latin1");
  }
  for (const [index, old] of timesIn(filedAt).entries()) {
    const now = timesIn(at)[index] as Buffer;
    for (let place = bytes.indexOf(old); place >= 0; place = bytes.indexOf(old, place + 1)) now.copy(bytes, place);
  }
  return withMore[format](bytes, Buffer.from(words, "latin1"), secondsIn(at));
}

const withMore: { readonly [Format in AudioFormat]: (bytes: Buffer, words: Buffer, time: Buffer) => Buffer } = {
  mp4: (bytes, words, time) =>
    Buffer.concat([withPlace(bytes, words), boxOf("free", words), boxOf("uuid", Buffer.alloc(16, 3), words, time)]),
  // `Void`, which programs write over and leave as it was.
  webm: (bytes, words) => Buffer.concat([bytes, Buffer.from([0xec, 0x80 | words.length]), words]),
  // The number of the stream is often made of the time.
  ogg: (bytes, _words, time) => withSerial(bytes, time),
  mp3: (bytes, words) => {
    const tag = bytes.lastIndexOf("TAG", undefined, "latin1");
    const info = /Xing|Info/.exec(bytes.toString("latin1"))?.index ?? 0;
    // After what the first frame says of the others.
    words.copy(bytes, info + 120);
    // Looks like a frame.
    const picture = Buffer.concat([frameOfMp3, words, Buffer.alloc(500, 1)]);
    return Buffer.concat([bytes.subarray(0, tag), Buffer.from("APETAGEX"), picture, bytes.subarray(tag)]);
  },
};

const boxOf = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + body.length);
  return Buffer.concat([size, Buffer.from(type, "latin1"), body]);
};

/** Where a recording of a phone has its place: `moov/udta/©xyz`. */
function withPlace(recording: Buffer, words: Buffer): Buffer {
  const at = recording.indexOf("moov", 0, "latin1") - 4;
  const end = at + recording.readUInt32BE(at);
  const place = boxOf("udta", boxOf("\u00a9xyz", Buffer.from([0, words.length, 0, 0]), words));
  const moov = boxOf("moov", recording.subarray(at + 8, end), place);
  return Buffer.concat([recording.subarray(0, at), moov, recording.subarray(end)]);
}

type Page = { at: number; bodyAt: number; end: number };

function* pagesOf(bytes: Buffer): Generator<Page> {
  for (let at = 0; at < bytes.length; ) {
    const segments = bytes[at + 26] ?? 0;
    const bodyAt = at + 27 + segments;
    const end = bytes.subarray(at + 27, bodyAt).reduce((sum, each) => sum + each, bodyAt);
    yield { at, bodyAt, end };
    at = end;
  }
}

function withSerial(bytes: Buffer, serial: Buffer): Buffer {
  for (const { at, end } of pagesOf(bytes)) {
    serial.copy(bytes, at + 14);
    bytes.writeUInt32LE(0, at + 22);
    bytes.writeUInt32LE(checksumOf(bytes.subarray(at, end)), at + 22);
  }
  return bytes;
}

/** The checksum of a page of Ogg (RFC 3533, 6). */
function checksumOf(page: Buffer): number {
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

/** All bytes of the packets, one after the other, read here without the library that copies them. */
export function packetsOf(format: AudioFormat, bytes: Buffer): Buffer {
  return {
    mp4: () => {
      const at = bytes.indexOf("mdat", 0, "latin1") - 4;
      return bytes.subarray(at + 8, at + bytes.readUInt32BE(at));
    },
    // After the two headers.
    ogg: () => Buffer.concat([...pagesOf(bytes)].slice(2).map(({ bodyAt, end }) => bytes.subarray(bodyAt, end))),
    webm: () => Buffer.concat([...blocksOf(bytes)]),
    mp3: () => framesIn(bytes),
  }[format]();
}

/** The beginning of each frame of 96 bytes with sound. */
const frameOfMp3 = Buffer.from("fffb14c4", "hex");

/** From the second frame with sound on, which a frame comes before that says something of the others. */
function framesIn(whole: Buffer): Buffer {
  const tags = whole.indexOf("APETAGEX", 0, "latin1");
  const bytes = whole.subarray(0, tags < 0 ? whole.length : tags);
  const starts: number[] = [];
  for (let at = bytes.indexOf(frameOfMp3); at >= 0; at = bytes.indexOf(frameOfMp3, at + 1)) starts.push(at);
  const last = starts.at(-1) ?? 0;
  return bytes.subarray(starts[1], last + 96);
}

const masters = [0x18538067, 0x1f43b675, 0xa0];

function* blocksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const idBytes = Math.clz32(bytes[at] ?? 0) - 23;
    const id = bytes.readUIntBE(at, idBytes);
    const sizeBytes = Math.clz32(bytes[at + idBytes] ?? 0) - 23;
    const size = Number(
      BigInt(`0x${bytes.toString("hex", at + idBytes, at + idBytes + sizeBytes)}`) & (2n ** BigInt(7 * sizeBytes) - 1n),
    );
    const bodyAt = at + idBytes + sizeBytes;
    // After the track's number, the time and the flags.
    if (id === 0xa3 || id === 0xa1) yield bytes.subarray(bodyAt + 4, bodyAt + size);
    at = masters.includes(id) ? bodyAt : bodyAt + size;
  }
}
