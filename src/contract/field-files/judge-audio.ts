import { type FileBytes, latin1, viewOf } from "./file-bytes.ts";

/**
 * Judges sounds by their structure, without decoding. Accepted are MP3 and what browsers' recorders write: Opus in WebM
 * (Chromium, Firefox) or Ogg (Firefox), and AAC or Opus in MP4 (Safari, Chromium).
 */

export type AudioFormat = "webm" | "ogg" | "mp4" | "mp3";

/** `unsupported`: it has video, several tracks or another codec. */
export type JudgedAudio = { kind: "sound"; seconds: number | null } | { kind: "unsupported" | "damaged" };

export const audioHeadBytes = 12;

export function sniffAudio(head: Uint8Array): AudioFormat | undefined {
  if (viewOf(head).getUint32(0) === ebml.header) return "webm";
  if (latin1(head, 0, 4) === "OggS") return "ogg";
  if (latin1(head, 4, 8) === "ftyp") return "mp4";
  return latin1(head, 0, 3) === "ID3" || readFrame(head) ? "mp3" : undefined;
}

export function judgeAudio(format: AudioFormat, file: FileBytes): Promise<JudgedAudio> {
  return { webm: judgeWebm, ogg: judgeOgg, mp4: judgeMp4, mp3: judgeMp3 }[format](file);
}

const damaged = { kind: "damaged" } as const;
const unsupported = { kind: "unsupported" } as const;

/** Blocks of five minutes are at most 120,000, of 2.5 ms each. */
const elementCountMax = 200_000;

/** Elements of WebM (https://www.matroska.org/technical/elements.html). */
const ebml = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  block: 0xa3,
  group: 0xa0,
  blockOfGroup: 0xa1,
};
/** Their content is walked like what is beside them: a recorder writes some without a length. */
const entered = new Set([ebml.header, ebml.segment, ebml.info, ebml.tracks, ebml.track, ebml.cluster, ebml.group]);
const audioTrack = 2;

async function judgeWebm(file: FileBytes): Promise<JudgedAudio> {
  const seen = { docType: "", tracks: 0, blocks: 0, scaleNs: 1_000_000, clusterTime: 0, lastTime: 0 };
  let at = 0;
  for (let count = 0; at < file.sizeBytes; count++) {
    const element = readElement(await file.read(at, 12));
    if (!element || count > elementCountMax) return damaged;
    const { id, headBytes, bytes } = element;
    const end = at + headBytes + (bytes ?? 0);
    if (end > file.sizeBytes || (bytes === undefined && !entered.has(id))) return damaged;
    const fault = seeElement(seen, id, await file.read(at + headBytes, Math.min(bytes ?? 0, 16)));
    if (fault) return fault;
    at = entered.has(id) ? at + headBytes : end;
  }
  if (seen.docType !== "webm" || seen.tracks > 1) return unsupported;
  if (seen.blocks === 0 || seen.tracks === 0) return damaged;
  return { kind: "sound", seconds: (seen.lastTime * seen.scaleNs) / 1e9 };
}

type SeenInWebm = {
  docType: string;
  tracks: number;
  blocks: number;
  scaleNs: number;
  clusterTime: number;
  lastTime: number;
};

function seeElement(seen: SeenInWebm, id: number, content: Uint8Array): JudgedAudio | undefined {
  switch (id) {
    case ebml.docType:
      seen.docType = latin1(content);
      return undefined;
    case ebml.track:
      seen.tracks += 1;
      return undefined;
    case ebml.trackType:
      return readUnsigned(content) === audioTrack ? undefined : unsupported;
    case ebml.codec:
      return latin1(content) === "A_OPUS" ? undefined : unsupported;
    case ebml.timestampScale:
      seen.scaleNs = readUnsigned(content);
      return undefined;
    case ebml.timestamp:
      seen.clusterTime = readUnsigned(content);
      return undefined;
    case ebml.block:
    case ebml.blockOfGroup:
      if (content.length < 4) return damaged;
      seen.blocks += 1;
      // After the track's number, which has one byte.
      seen.lastTime = Math.max(seen.lastTime, seen.clusterTime + viewOf(content).getInt16(1));
      return undefined;
    default:
      return undefined;
  }
}

/** `bytes` is undefined for an unknown length. */
function readElement(head: Uint8Array): { id: number; headBytes: number; bytes: number | undefined } | undefined {
  const idBytes = Math.clz32(head[0] ?? 0) - 23;
  const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
  if (idBytes > 4 || sizeBytes > 8 || head.length < idBytes + sizeBytes) return undefined;
  const size = head.subarray(idBytes, idBytes + sizeBytes);
  const first = (size[0] ?? 0) & (0xff >> sizeBytes);
  const isUnknown = first === 0xff >> sizeBytes && size.subarray(1).every((byte) => byte === 0xff);
  const bytes = [...size.subarray(1)].reduce((sum, byte) => sum * 256 + byte, first);
  return {
    id: readUnsigned(head.subarray(0, idBytes)),
    headBytes: idBytes + sizeBytes,
    bytes: isUnknown ? undefined : bytes,
  };
}

const readUnsigned = (bytes: Uint8Array) => [...bytes.subarray(0, 8)].reduce((sum, byte) => sum * 256 + byte, 0);

const oggHeadBytes = 27;
const opusRate = 48_000;

async function judgeOgg(file: FileBytes): Promise<JudgedAudio> {
  let [at, pages, serial, samples] = [0, 0, 0, 0];
  for (; at < file.sizeBytes; pages++) {
    const head = await file.read(at, oggHeadBytes + 255);
    if (head.length < oggHeadBytes || latin1(head, 0, 4) !== "OggS") return damaged;
    const segments = head[26] ?? 0;
    const bodyAt = at + oggHeadBytes + segments;
    const bodyBytes = head.subarray(oggHeadBytes, oggHeadBytes + segments).reduce((sum, bytes) => sum + bytes, 0);
    if (bodyAt + bodyBytes > file.sizeBytes) return damaged;
    if (pages === 0) {
      serial = viewOf(head).getUint32(14, true);
      if (latin1(await file.read(bodyAt, 8)) !== "OpusHead") return unsupported;
    } else if (viewOf(head).getUint32(14, true) !== serial) return unsupported;
    const position = Number(viewOf(head).getBigInt64(6, true));
    // −1: no packet ends on this page.
    if (position > samples) samples = position;
    at = bodyAt + bodyBytes;
  }
  // The first two pages are headers.
  return pages < 3 ? damaged : { kind: "sound", seconds: samples / opusRate };
}

/** Boxes of MP4 whose content is boxes (ISO/IEC 14496-12). */
const boxesWithBoxes = new Set(["moov", "trak", "mdia", "minf", "stbl", "moof", "traf"]);
const audioSamples = new Set(["mp4a", "Opus"]);

async function judgeMp4(file: FileBytes): Promise<JudgedAudio> {
  const seen = { types: new Set<string>(), tracks: 0, timescale: 0, duration: 0, lastTime: 0 };
  let at = 0;
  for (let count = 0; at < file.sizeBytes; count++) {
    const head = await file.read(at, 64);
    const box = readBox(head, file.sizeBytes - at);
    if (!box || at + box.bytes > file.sizeBytes || count > elementCountMax) return damaged;
    const { type, headBytes, bytes } = box;
    const fault = seeBox(seen, type, head.subarray(headBytes, Math.min(bytes, head.length)));
    if (fault) return fault;
    at += boxesWithBoxes.has(type) ? headBytes : bytes;
  }
  if (seen.tracks > 1) return unsupported;
  if (!["moov", "hdlr", "stsd", "mdat"].every((type) => seen.types.has(type))) return damaged;
  // A recording in fragments tells only where its last one starts. A duration of all ones is unknown.
  const ticks = Math.max(seen.lastTime, seen.duration >= 0xffff_ffff ? 0 : seen.duration);
  return { kind: "sound", seconds: ticks > 0 && seen.timescale > 0 ? ticks / seen.timescale : null };
}

type SeenInMp4 = { types: Set<string>; tracks: number; timescale: number; duration: number; lastTime: number };

function seeBox(seen: SeenInMp4, type: string, content: Uint8Array): JudgedAudio | undefined {
  seen.types.add(type);
  // Versions differ in the width of times.
  const isWide = content[0] === 1;
  if (type === "hdlr" && latin1(content, 8, 12) !== "soun") return unsupported;
  if (type === "stsd" && !audioSamples.has(latin1(content, 12, 16))) return unsupported;
  if (type === "trak") seen.tracks += 1;
  if (type === "mdhd") {
    if (content.length < (isWide ? 32 : 20)) return damaged;
    seen.timescale = viewOf(content).getUint32(isWide ? 20 : 12);
    seen.duration = isWide ? Number(viewOf(content).getBigUint64(24)) : viewOf(content).getUint32(16);
  }
  if (type === "tfdt") {
    if (content.length < (isWide ? 12 : 8)) return damaged;
    seen.lastTime = isWide ? Number(viewOf(content).getBigUint64(4)) : viewOf(content).getUint32(4);
  }
  return undefined;
}

/** @param left bytes from its start to the end of the file */
function readBox(head: Uint8Array, left: number): { type: string; headBytes: number; bytes: number } | undefined {
  if (head.length < 8) return undefined;
  const written = viewOf(head).getUint32(0);
  if (written === 1 && head.length < 16) return undefined;
  const headBytes = written === 1 ? 16 : 8;
  const bytes = written === 1 ? Number(viewOf(head).getBigUint64(8)) : written === 0 ? left : written;
  return bytes < headBytes ? undefined : { type: latin1(head, 4, 8), headBytes, bytes };
}

/** Kilobits per second of MPEG audio, layer III, by index (ISO/IEC 11172-3, and 13818-3 for low sampling rates). */
const bitRates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const lowBitRates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const samplingRates = [44_100, 48_000, 32_000];
/** What divides the sampling rates, by the header's two bits. The value that is missing is reserved. */
const versionDivisors: Readonly<Record<number, number>> = { 3: 1, 2: 2, 0: 4 };
const layerThree = 1;
/** What taggers write after the last frame. */
const tailOfMp3 = /^(TAG|APETAGEX|LYRICSBE|\0+$)/;

async function judgeMp3(file: FileBytes): Promise<JudgedAudio> {
  const frames = await framesOfMp3(file);
  return frames ? { kind: "sound", seconds: frames.seconds } : damaged;
}

/** Where the frames of an MP3 are, without the tags before and after them; undefined if anything else is between. */
export async function framesOfMp3(
  file: FileBytes,
): Promise<{ start: number; end: number; seconds: number } | undefined> {
  const start = sizeOfId3(await file.read(0, 10));
  let [at, seconds, frames] = [start, 0, 0];
  for (; at < file.sizeBytes; frames++) {
    const head = await file.read(at, 8);
    const frame = readFrame(head);
    if (!frame && frames > 0 && tailOfMp3.test(latin1(head))) break;
    if (!frame || at + frame.bytes > file.sizeBytes || frames > elementCountMax) return undefined;
    seconds += frame.seconds;
    at += frame.bytes;
  }
  return frames === 0 ? undefined : { start, end: at, seconds };
}

/** The tag before the first frame says its size in seven bits of each byte (https://id3.org/id3v2.4.0-structure). */
function sizeOfId3(head: Uint8Array): number {
  if (head.length < 10 || latin1(head, 0, 3) !== "ID3") return 0;
  const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
  return [...head.subarray(6, 10)].reduce((size, byte) => size * 128 + (byte & 0x7f), 0) + (hasFooter ? 20 : 10);
}

function readFrame([first = 0, second = 0, third = 0]: Uint8Array): { bytes: number; seconds: number } | undefined {
  const divisor = versionDivisors[(second >> 3) & 3];
  const samplingRate = (samplingRates[(third >> 2) & 3] ?? 0) / (divisor ?? 1);
  const kilobits = (divisor === 1 ? bitRates : lowBitRates)[third >> 4] ?? 0;
  const isFrame = first === 0xff && second >> 5 === 7 && ((second >> 1) & 3) === layerThree;
  if (!isFrame || divisor === undefined || samplingRate === 0 || kilobits === 0) return undefined;
  const samples = divisor === 1 ? 1_152 : 576;
  const padding = (third >> 1) & 1;
  return { bytes: Math.floor((samples * kilobits * 125) / samplingRate) + padding, seconds: samples / samplingRate };
}
