import { readFile } from "node:fs/promises";
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputFormat,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import type { AudioFormat } from "../../database/column-types.ts";
import type { ByteSpan } from "./decode-task.ts";

const formats: { readonly [Format in AudioFormat]: { read: InputFormat[]; write: () => OutputFormat } } = {
  webm: { read: [WEBM], write: () => new WebMOutputFormat() },
  ogg: { read: [OGG], write: () => new OggOutputFormat() },
  mp4: { read: [MP4, QTFF], write: () => new Mp4OutputFormat({ fastStart: "in-memory" }) },
  mp3: { read: [MP3], write: () => new Mp3OutputFormat() },
};

/**
 * A recording without metadata: its packets, undecoded, in a new container of the same format. Nothing else is taken from
 * the original, and equal packets make equal copies.
 * @param path a recording that was judged as sound
 * @param sound where its sound is, between tags; by default, everywhere
 */
export async function copyRecording(path: string, format: AudioFormat, sound?: ByteSpan): Promise<Uint8Array> {
  const { read, write } = formats[format];
  using input = new Input({
    source: new BufferSource((await readFile(path)).subarray(sound?.start, sound?.end)),
    formats: read,
  });
  const track = await input.getPrimaryAudioTrack();
  const codec = await track?.getCodec();
  const config = await track?.getDecoderConfig();
  if (!track || !codec || !config) throw new Error("it has no sound that can be copied");
  const decoderConfig = {
    ...config,
    ...(config.description && { description: plainDescription(codec, config.description) }),
  };
  const target = new BufferTarget();
  await withoutChance(async () => {
    const output = new Output({ format: write(), target });
    const source = new EncodedAudioPacketSource(codec);
    output.addAudioTrack(source);
    await output.start();
    let startsLate: number | undefined;
    for await (const { data, type, timestamp, duration } of new EncodedPacketSink(track).packets()) {
      if (isHeaderOfOpus(data)) throw new Error("it has a second header, with metadata");
      // A stream may count from when it began. What is before 0 is left out when it is played, and stays.
      startsLate ??= Math.max(0, timestamp);
      await source.add(new EncodedPacket(data, type, timestamp - startsLate, duration), { decoderConfig });
    }
    if (startsLate === undefined) throw new Error("it has no packets");
    await output.finalize();
  });
  return new Uint8Array(target.buffer ?? []);
}

/** Those of AAC that phones and browsers write have two to seven bytes; longer ones may have a comment. */
const aacDescriptionBytesMax = 7;

/** What decoders need, without what may come after it. */
function plainDescription(codec: string, description: ArrayBuffer | SharedArrayBuffer | ArrayBufferView): Uint8Array {
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  if (codec === "opus") return bytes.subarray(0, bytes[18] === 0 ? 19 : 21 + (bytes[9] ?? 0));
  if (bytes.length > aacDescriptionBytesMax) throw new Error("its description of the sound may have a comment");
  return bytes;
}

/** In an Ogg of several parts. */
const isHeaderOfOpus = (data: Uint8Array) =>
  /^Opus(Head|Tags)/.test(Buffer.from(data.subarray(0, 8)).toString("latin1"));

/** The time that containers of MP4 count from, long before 1970, so that theirs is 0. */
const epochOfMp4 = Date.UTC(1904, 0, 1);

/** The library writes the time of the copy, and numbers by chance. This process does nothing else meanwhile. */
async function withoutChance(work: () => Promise<void>): Promise<void> {
  const { now } = Date;
  const { random } = Math;
  Date.now = () => epochOfMp4;
  Math.random = () => 0;
  try {
    await work();
  } finally {
    Date.now = now;
    Math.random = random;
  }
}
