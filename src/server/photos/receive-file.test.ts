import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { heifBrands, makeUndecodableHeic } from "../../../test/make-heic.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { photoBytesMax } from "../../contract/limits.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { type ReceivedFile, receiveFile } from "./receive-file.ts";
import { DiskPhotoStore } from "./store/disk-photo-store.ts";
import { newPhotoKey, type PhotoStore, type PhotoWriter } from "./store/photo-store.ts";

let root: string;
let store: PhotoStore;
let photo: Buffer;

beforeAll(async () => {
  photo = await makePhoto({ width: 480, height: 360 });
});

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "cairn-receive-"));
  store = await DiskPhotoStore.open(root);
});

afterEach(() => rm(root, { recursive: true, force: true }));

function receive(bytes: Buffer): Promise<ReceivedFile> {
  const stream = Readable.from(chunksOf(bytes, 65_536), { objectMode: false });
  return receiveFile(stream, { store, key: newPhotoKey() });
}

/** The store with changed writers. */
function storeWith(change: (writer: PhotoWriter) => void): PhotoStore {
  const beginWrite = async (key: string) => {
    const writer = await store.beginWrite(key);
    change(writer);
    return writer;
  };
  return { beginWrite } as unknown as PhotoStore;
}

function* chunksOf(bytes: Buffer, size: number): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function keptFiles(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function expectRefused(bytes: Buffer, code: ErrorCode): Promise<void> {
  const error = await receive(bytes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DomainError);
  expect((error as DomainError).code).toBe(code);
  expect(await keptFiles()).toEqual([]);
}

describe("receiving a photo", () => {
  it.each(["jpeg", "png", "webp"] as const)("takes a %s and keeps its bytes untouched", async (format) => {
    const bytes = await makePhoto({ format, width: 120, height: 90, orientation: 6 });
    const received = await receive(bytes);
    expect(received).toMatchObject({ format, width: 120, height: 90, sizeBytes: bytes.length });
    expect(received.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect((await store.withLocalFile(received.key, (path) => readFile(path))).equals(bytes)).toBe(true);
  });

  it("accepts a progressive JPEG, and one with a video after it", async () => {
    const progressive = await sharp(photo).jpeg({ progressive: true }).toBuffer();
    expect(await receive(progressive)).toMatchObject({ format: "jpeg", width: 480, height: 360 });
    expect(await receive(Buffer.concat([photo, Buffer.alloc(100_000, "video")]))).toMatchObject({ width: 480 });
  });

  it("accepts a JPEG without its last bytes: a reviewer can still use it", async () => {
    expect(await receive(photo.subarray(0, photo.length - 200))).toMatchObject({ width: 480, height: 360 });
  });

  it.each(["jpeg", "png", "webp"] as const)("refuses a %s of which half is missing", async (format) => {
    const bytes = await makePhoto({ format, width: 480, height: 360 });
    await expectRefused(bytes.subarray(0, Math.floor(bytes.length * 0.4)), "photo_unreadable");
  });

  it.each([
    ["the first 20 bytes", (bytes: Buffer) => bytes.subarray(0, 20)],
    ["the header", (bytes: Buffer) => bytes.subarray(0, bytes.indexOf(Buffer.from([0xff, 0xda])))],
    [
      "noise behind a JPEG's first bytes",
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 4), Buffer.alloc(5000, 0xa5)]),
    ],
  ])("refuses a JPEG that is no more than %s", async (_what, damage) => {
    await expectRefused(damage(photo), "photo_unreadable");
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ["lacks its beginning", (bytes) => bytes.subarray(100)],
    ["is cut in half", (bytes) => bytes.subarray(0, bytes.length / 2)],
    ["lacks its last byte", (bytes) => bytes.subarray(0, -1)],
    ["is empty", () => Buffer.alloc(0)],
    ["has a byte changed in its header", (bytes) => Buffer.concat([Buffer.from("x"), bytes.subarray(1)])],
  ])("says of a photo that %s that it did not arrive as it was sent", async (_what, damage) => {
    const sentSha256 = createHash("sha256").update(photo).digest("hex");
    const stream = Readable.from(chunksOf(damage(photo), 5_000), { objectMode: false });
    await expect(receiveFile(stream, { store, key: newPhotoKey(), sentSha256 })).rejects.toMatchObject({
      code: "photo_checksum_mismatch",
    });
    expect(await keptFiles()).toEqual([]);
  });

  it("reports what is wrong with an intact file", async () => {
    const text = Buffer.alloc(200_000, "no photo ");
    const sentSha256 = createHash("sha256").update(text).digest("hex");
    const stream = Readable.from(chunksOf(text, 5_000), { objectMode: false });
    await expect(receiveFile(stream, { store, key: newPhotoKey(), sentSha256 })).rejects.toMatchObject({
      code: "photo_unsupported",
    });
  });

  it("rejects an upload without bytes with the form's message", async () => {
    await expectRefused(Buffer.alloc(0), "photo_required");
    await expect(receive(Buffer.alloc(0))).rejects.toThrow("image upload required");
  });

  it.each<[string, Buffer]>([
    ["text", Buffer.from("this is a photo, honestly")],
    ["one byte", Buffer.from("x")],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["GIF", Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")],
    ["HTML with a JPEG behind it", Buffer.from(`<html><script>alert(1)</script>${"\xff\xd8\xff\xe0"}`, "latin1")],
    ["a PDF", Buffer.from("%PDF-1.7\n%\xe2\xe3", "latin1")],
    ["a zip", Buffer.from("UEsDBAoAAAAAAA", "base64")],
    ["a gzip bomb", Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])],
    ["a TIFF", Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0])],
    ["a BMP", Buffer.from("BM\x46\0\0\0\0\0\0\0\x36\0\0\0", "latin1")],
    ["a WAV, which is RIFF too", Buffer.from("RIFF\x24\0\0\0WAVEfmt ", "latin1")],
    ["an AVIF", Buffer.from("\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf", "latin1")],
    ["an AVIF that names itself HEIF", Buffer.from("\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf", "latin1")],
    ["an MP4", Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "latin1")],
  ])("refuses %s, whatever name it comes with", async (_what, bytes) => {
    await expectRefused(bytes, "photo_unsupported");
    await expectRefused(Buffer.concat([bytes, Buffer.alloc(2000, " ")]), "photo_unsupported");
  });

  it("rejects a file that only starts like a HEIC", async () => {
    await expectRefused(Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), "photo_unreadable");
    const boxes = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08meta\0\0\0\x08mdat", "latin1");
    await expectRefused(boxes, "photo_unreadable");
  });

  it("rejects an unreadable small HEIC, and trusts the header of a large one", async () => {
    await expectRefused(makeUndecodableHeic(300, 200), "photo_unreadable");
    expect(await receive(makeUndecodableHeic(4032, 3024))).toMatchObject({ format: "heic", width: 4032, height: 3024 });
  });

  it.each([
    ["msf1", "msf1", "hevc", "iso8"],
    ["hevc", "msf1", "hevc"],
    ["hevx", "msf1", "hevx"],
  ])("says of a sequence of HEIC pictures (%s) what it is", async (main, ...others) => {
    const bytes = Buffer.concat([heifBrands(main, ...others), Buffer.alloc(2000)]);
    const error = await receive(bytes).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "photo_unsupported" });
    expect((error as DomainError).message).toBe(
      "This file has several images, such as a burst or a live photo. Take a single photo instead.",
    );
  });

  it("accepts a sequence that contains a still", async () => {
    const still = makeUndecodableHeic(4032, 3024);
    for (const main of ["msf1", "hevc"]) {
      still.write(main, 8, "latin1");
      expect(await receive(still)).toMatchObject({ format: "heic" });
    }
  });

  it("rejects more than 25 MB at once, and accepts exactly 25 MB", async () => {
    const filler = (total: number) => Buffer.concat([photo, Buffer.alloc(total - photo.length)]);
    expect(await receive(filler(photoBytesMax))).toMatchObject({ sizeBytes: 25_000_000 });
    await rm(root, { recursive: true });
    store = await DiskPhotoStore.open(root);
    await expectRefused(filler(photoBytesMax + 1), "photo_too_large");
  });

  it("rejects a part that the form parser has truncated", async () => {
    const cut = Object.assign(Readable.from(chunksOf(photo, 1000), { objectMode: false }), { truncated: true });
    await expect(receiveFile(cut, { store, key: newPhotoKey() })).rejects.toMatchObject({ code: "photo_too_large" });
  });

  it("stops reading an endless upload", async () => {
    let produced = 0;
    async function* endless() {
      yield photo;
      for (;;) {
        produced += 1_000_000;
        yield Buffer.alloc(1_000_000);
      }
    }
    const stream = Readable.from(endless(), { objectMode: false });
    await expect(receiveFile(stream, { store, key: newPhotoKey() })).rejects.toMatchObject({
      code: "photo_too_large",
    });
    expect(stream.destroyed).toBe(true);
    expect(produced).toBeLessThan(4 * photoBytesMax);
  });

  it("rejects more than 200 megapixels by the header, before decoding", async () => {
    const giant = Buffer.from(photo);
    const frame = giant.indexOf(Buffer.from([0xff, 0xc0]));
    giant.writeUInt16BE(14_143, frame + 5);
    giant.writeUInt16BE(14_143, frame + 7);
    await expectRefused(giant, "photo_too_many_pixels");
    await expectRefused(pngBomb(20_000, 20_000), "photo_too_many_pixels");
  });

  it("rejects a JPEG at its hundred-and-first scan, even after a false end", async () => {
    const progressive = await sharp(photo).jpeg({ progressive: true }).toBuffer();
    const last = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));
    const scan = progressive.subarray(last, progressive.length - 2);
    const falseEnd = Buffer.from([0xff, 0xfe, 0x00, 0x04, 0xff, 0xd9]);
    const scans = Array.from({ length: 100 }, () => scan);
    await expectRefused(Buffer.concat([progressive.subarray(0, last), falseEnd, ...scans]), "photo_unreadable");
    await expect(receive(Buffer.concat([progressive.subarray(0, last), ...scans]))).rejects.toThrow(
      "This photo takes too long to open.",
    );
  });

  it("rejects few scans with very many pixels", async () => {
    const progressive = await sharp(photo).jpeg({ progressive: true }).toBuffer();
    const frame = progressive.indexOf(Buffer.from([0xff, 0xc2]));
    progressive.writeUInt16BE(10_000, frame + 5);
    progressive.writeUInt16BE(10_000, frame + 7);
    const last = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));
    const scan = progressive.subarray(last, progressive.length - 2);
    await expectRefused(
      Buffer.concat([progressive.subarray(0, last), ...Array.from({ length: 20 }, () => scan)]),
      "photo_unreadable",
    );
  });

  it("rejects a photo that needs too much memory, before decoding", async () => {
    await expectRefused(pngBomb(11_000, 11_000, { bitDepth: 16, interlaced: true }), "photo_too_many_pixels");
    await expect(receive(pngBomb(11_000, 11_000, { bitDepth: 16, interlaced: true }))).rejects.toThrow(
      "This photo has too many pixels for its file type.",
    );
  });

  it("rejects a PNG that unpacks to less than it states", async () => {
    await expectRefused(pngBomb(2_000, 2_000), "photo_unreadable");
  });

  it("keeps nothing when the connection breaks", async () => {
    async function* breaking() {
      yield photo.subarray(0, 5000);
      throw new Error("the phone lost its signal");
    }
    const stream = Readable.from(breaking(), { objectMode: false });
    await expect(receiveFile(stream, { store, key: newPhotoKey() })).rejects.toThrow("the phone lost its signal");
    expect(await keptFiles()).toEqual([]);
  });

  it("keeps nothing when the stream is destroyed without an error", async () => {
    const stream = new Readable({ read: () => undefined });
    stream.push(photo.subarray(0, 5000));
    const received = receiveFile(stream, { store, key: newPhotoKey() });
    setImmediate(() => stream.destroy());
    await expect(received).rejects.toThrow(/premature/i);
    expect(await keptFiles()).toEqual([]);
  });

  it("reads a rejected upload to its end, so that the client sees the answer", async () => {
    const stream = Readable.from(chunksOf(Buffer.alloc(3_000_000, "x"), 65_536), { objectMode: false });
    await expect(receiveFile(stream, { store, key: newPhotoKey() })).rejects.toMatchObject({
      code: "photo_unsupported",
    });
    expect(stream.readableEnded).toBe(true);
  });

  it("holds only a few chunks of a photo in memory", async () => {
    let read = 0;
    let written = 0;
    let mostHeld = 0;
    async function* large() {
      for (let part = 0; part * 65_536 < 24_000_000; part++) {
        const chunk = part === 0 ? photo.subarray(0, 65_536) : Buffer.alloc(65_536, part);
        read += chunk.length;
        mostHeld = Math.max(mostHeld, read - written);
        yield chunk;
      }
    }
    const slowStore = storeWith(({ bytes }) => {
      const write = bytes._write.bind(bytes);
      Object.assign(bytes, { _writev: null });
      bytes._write = (chunk: Buffer, encoding, done) => {
        written += chunk.length;
        setTimeout(() => write(chunk, encoding, done), 1);
      };
    });
    const stream = Readable.from(large(), { objectMode: false, highWaterMark: 65_536 });
    await receiveFile(stream, { store: slowStore, key: newPhotoKey() });
    expect(written).toBe(read);
    expect(mostHeld).toBeGreaterThan(65_000);
    expect(mostHeld).toBeLessThan(400_000);
  });

  it("receives many photos at once, some of them failing", async () => {
    const photos = await Promise.all(
      [1, 2, 3].map((seed) => makePhoto({ width: 300, height: 200, uniqueSeed: `${seed}` })),
    );
    const padded = Array.from({ length: 24 }, (_, index) =>
      Buffer.concat([photos[index % 3] ?? photo, Buffer.alloc(900_000 + index * 1000, index)]),
    );
    const received = await Promise.allSettled(
      padded.map((bytes, index) => receive(index % 4 === 3 ? bytes.fill(0xa5, 4) : bytes)),
    );
    for (const [index, result] of received.entries()) {
      expect(result.status).toBe(index % 4 === 3 ? "rejected" : "fulfilled");
      if (result.status !== "fulfilled") continue;
      const kept = await store.withLocalFile(result.value.key, (path) => readFile(path));
      expect(kept.equals(padded[index] ?? photo), `photo ${index}`).toBe(true);
    }
  });

  it("keeps nothing if the commit fails", async () => {
    const uncertain = storeWith((writer) => {
      writer.commit = () => Promise.reject(new Error("the store is gone"));
    });
    const stream = Readable.from([photo], { objectMode: false });
    await expect(receiveFile(stream, { store: uncertain, key: newPhotoKey() })).rejects.toThrow("the store is gone");
    expect(await keptFiles()).toEqual([]);
  });

  it("reports a full disk, and keeps nothing", async () => {
    const fullStore = storeWith(({ bytes }) => {
      Object.assign(bytes, { _writev: null });
      bytes._write = (_chunk, _encoding, done) => done(new Error("ENOSPC"));
    });
    const stream = Readable.from(chunksOf(Buffer.concat([photo, Buffer.alloc(3_000_000)]), 65_536), {
      objectMode: false,
    });
    await expect(receiveFile(stream, { store: fullStore, key: newPhotoKey() })).rejects.toThrow("ENOSPC");
    expect(await keptFiles()).toEqual([]);
  });
});

/** A PNG that states a large size and has one row. */
function pngBomb(width: number, height: number, { bitDepth = 8, interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, 2, 0, 0, interlaced ? 1 : 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const row = deflateSync(Buffer.alloc(width * 3 + 1));
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", row), chunk("IEND", Buffer.alloc(0))]);
}
