/** Recordings as browsers' recorders write them, without sound in them. */

const element = (id: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length);
  return Buffer.concat([Buffer.from(id, "hex"), Buffer.from([0x08]), size.subarray(0), body]);
};
const unsigned = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
/** Chromium writes segment and clusters without their length. */
const endless = (id: string) => Buffer.from(`${id}01ffffffffffffff`, "hex");

const blockMs = 60;

export function makeWebm({ seconds = 2, codec = "A_OPUS", trackType = 2, tracks = 1 } = {}): Buffer {
  const track = element("ae", element("83", Buffer.from([trackType])), element("86", Buffer.from(codec)));
  const parts = [
    element("1a45dfa3", element("4282", Buffer.from("webm"))),
    endless("18538067"),
    element("1549a966", element("2ad7b1", unsigned(1_000_000))),
    element("1654ae6b", ...new Array<Buffer>(tracks).fill(track)),
  ];
  for (let cluster = 0; cluster < seconds; cluster += 10) {
    parts.push(endless("1f43b675"), element("e7", unsigned(cluster * 1_000)));
    for (let ms = 0; ms < Math.min(10, seconds - cluster) * 1_000; ms += blockMs) {
      parts.push(element("a3", Buffer.from([0x81, ms >> 8, ms & 255, 0x80]), Buffer.alloc(40, 7)));
    }
  }
  return Buffer.concat(parts);
}

export function makeOgg({ seconds = 2, head = "OpusHead", serial = 77 } = {}): Buffer {
  const page = (samples: number, body: Buffer, index: number) => {
    const start = Buffer.alloc(27);
    start.write("OggS", "latin1");
    start.writeBigInt64LE(BigInt(samples), 6);
    start.writeUInt32LE(serial, 14);
    start.writeUInt32LE(index, 18);
    start[26] = 1;
    return Buffer.concat([start, Buffer.from([body.length]), body]);
  };
  const pages = [page(0, Buffer.from(`${head}\x01\x01`), 0), page(0, Buffer.from("OpusTags"), 1)];
  for (let second = 1; second <= seconds; second++) pages.push(page(second * 48_000, Buffer.alloc(200, 7), second + 1));
  return Buffer.concat(pages);
}

export function makeMp4({ seconds = 2, sample = "mp4a", handler = "soun" } = {}): Buffer {
  const box = (type: string, ...content: Buffer[]): Buffer => {
    const body = Buffer.concat(content);
    return Buffer.concat([unsigned(8 + body.length), Buffer.from(type, "latin1"), body]);
  };
  const zeros = (bytes: number) => Buffer.alloc(bytes);
  const times = [zeros(12), unsigned(1_000), unsigned(seconds * 1_000), zeros(4)];
  const track = box(
    "trak",
    box(
      "mdia",
      box("mdhd", ...times),
      box("hdlr", zeros(8), Buffer.from(handler), zeros(12)),
      box("minf", box("stbl", box("stsd", zeros(4), unsigned(1), box(sample, zeros(28))))),
    ),
  );
  return Buffer.concat([box("ftyp", Buffer.from("mp42")), box("moov", track), box("mdat", Buffer.alloc(400, 7))]);
}

/** Frames of 128 kbit/s at 44.1 kHz, with a tag before and after them. */
export function makeMp3({ seconds = 2 } = {}): Buffer {
  const id3 = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\x01\x02", "latin1"), Buffer.alloc(130, 7)]);
  const frame = Buffer.concat([Buffer.from("fffb9000", "hex"), Buffer.alloc(413)]);
  const frames = new Array<Buffer>(Math.ceil((seconds * 44_100) / 1_152)).fill(frame);
  return Buffer.concat([id3, ...frames, Buffer.from("TAG".padEnd(128, "\0"), "latin1")]);
}
