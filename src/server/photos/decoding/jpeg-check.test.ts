import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { makePhoto } from "../../../../test/make-photo.ts";
import { JpegCheck, type Structure } from "./jpeg-check.ts";

let photo: Buffer;

beforeAll(async () => {
  photo = await makePhoto({ width: 320, height: 240, gps: { latitude: 1, longitude: 2 } });
});

function check(chunks: readonly Buffer[]): Structure {
  const jpeg = new JpegCheck();
  for (const chunk of chunks) jpeg.push(chunk);
  return jpeg.finish();
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
}

describe("the structural check of a JPEG", () => {
  it("accepts a photo in chunks of any size", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { maxLength: 40 }), (places) => {
        expect(check(cut(photo, places))).toEqual({ kind: "sound", width: 320, height: 240 });
      }),
    );
    const singleBytes = Array.from({ length: photo.length }, (_, at) => photo.subarray(at, at + 1));
    expect(check(singleBytes)).toEqual({ kind: "sound", width: 320, height: 240 });
  });

  it("never accepts the beginning of a photo", () => {
    fc.assert(
      fc.property(fc.nat(), (place) => {
        expect(check([photo.subarray(0, place % photo.length)]).kind).toBe("doubtful");
      }),
    );
  });

  it("judges damaged bytes the same in chunks of any size, and never throws", () => {
    const damage = fc.array(fc.tuple(fc.nat(1200), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(damage, fc.array(fc.nat(100_000), { maxLength: 20 }), (changes, places) => {
        const bytes = Buffer.from(photo);
        for (const [at, value] of changes) bytes[at + 2] = value;
        expect(check(cut(bytes, places))).toEqual(check([bytes]));
      }),
      { numRuns: 300 },
    );
  });

  it("allows data after the end of the image, as in motion photos", () => {
    expect(check([photo, Buffer.from("a video")]).kind).toBe("sound");
  });

  it("ignores an end marker inside a segment", () => {
    const comment = Buffer.from([0xff, 0xfe, 0x00, 0x04, 0xff, 0xd9]);
    const commented = Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]);
    expect(check([commented]).kind).toBe("sound");
    expect(check([commented.subarray(0, commented.length - 2)]).kind).toBe("doubtful");
  });

  it("doubts many pixels with hardly any data", () => {
    const start = photo.indexOf(Buffer.from([0xff, 0xda]));
    const scanHeader = photo.subarray(0, start + 2 + photo.readUInt16BE(start + 2));
    expect(check([scanHeader, Buffer.from([0x00, 0x01, 0xff, 0xd9])])).toMatchObject({
      kind: "doubtful",
      reason: "has little picture data",
    });
  });

  it("counts the scans, whatever is between them", async () => {
    const progressive = await sharp(photo).jpeg({ progressive: true }).toBuffer();
    const last = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));
    const scan = progressive.subarray(last, progressive.length - 2);
    const fakeEnd = Buffer.from([0xff, 0xfe, 0x00, 0x04, 0xff, 0xd9]);
    const scansOf = (bytes: Buffer) => {
      const jpeg = new JpegCheck();
      for (const chunk of cut(bytes, [1, last, last + 1, last + 3, last + 9, bytes.length - 5])) jpeg.push(chunk);
      return jpeg.scans;
    };
    const few = scansOf(progressive);
    expect(few).toBeGreaterThan(2);
    const end = progressive.subarray(progressive.length - 2);
    const many = Buffer.concat([progressive.subarray(0, last), scan, fakeEnd, scan, Buffer.from([0]), scan, end]);
    expect(scansOf(many)).toBe(few + 2);
    expect(scansOf(photo)).toBe(1);
    expect(scansOf(Buffer.concat([photo, scan, scan]))).toBe(1);
  });
});
