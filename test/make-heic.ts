function box(type: string, ...parts: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

/** Version 0 and no flags, the usual start of a box. */
const plain = [0, 0, 0, 0];
const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

/** The `ftyp` box of a HEIF file: its major brand, then its compatible brands. */
export function heifBrands(main: string, ...others: string[]): Buffer {
  return box("ftyp", Buffer.from(main, "latin1"), uint32(0), Buffer.from(others.join(""), "latin1"));
}

/** A HEIC file with all boxes, claiming this many pixels, around undecodable data. */
export function makeUndecodableHeic(width: number, height: number): Buffer {
  const picture = Buffer.alloc(200, 0xa5);
  // HEVC, main profile, 8 bits, 4:2:0, 4-byte length prefixes; no parameter sets.
  const decoder = [1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 0];
  const properties = box("ipco", box("hvcC", decoder), box("ispe", plain, uint32(width), uint32(height)));
  const metaAt = (offset: number) =>
    box(
      "meta",
      plain,
      box("hdlr", plain, plain, Buffer.from("pict"), Buffer.alloc(13)),
      box("pitm", plain, [0, 1]),
      box("iloc", plain, [0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1], uint32(offset), uint32(picture.length)),
      box("iinf", plain, [0, 1], box("infe", [2, 0, 0, 0, 0, 1, 0, 0], Buffer.from("hvc1\0", "latin1"))),
      box("iprp", properties, box("ipma", plain, uint32(1), [0, 1, 2, 0x81, 2])),
    );
  const brands = heifBrands("heic", "mif1", "heic");
  const offset = brands.length + metaAt(0).length + 8;
  return Buffer.concat([brands, metaAt(offset), box("mdat", picture)]);
}

/** A HEIC file that has EXIF and no picture. @param tiff a TIFF structure with the tags */
export function makeHeicWithExif(tiff: Buffer): Buffer {
  // Before the TIFF structure stands how many bytes of preamble it has.
  const item = Buffer.concat([Buffer.from(uint32(6)), Buffer.from("Exif\0\0", "latin1"), tiff]);
  const metaAt = (offset: number) =>
    box(
      "meta",
      plain,
      box("hdlr", plain, plain, Buffer.from("pict"), Buffer.alloc(13)),
      box("iinf", plain, [0, 1], box("infe", [2, 0, 0, 0, 0, 1, 0, 0], Buffer.from("Exif\0", "latin1"))),
      box("iloc", plain, [0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1], uint32(offset), uint32(item.length)),
    );
  const brands = heifBrands("heic", "mif1", "heic");
  const offset = brands.length + metaAt(0).length + 8;
  return Buffer.concat([brands, metaAt(offset), box("mdat", item)]);
}
