import {
  AztecCodeReader,
  BinaryBitmap,
  DataMatrixReader,
  HybridBinarizer,
  MultiFormatOneDReader,
  PDF417Reader,
  QRCodeReader,
  RGBLuminanceSource,
} from "@zxing/library";

/** One by one, because the reader of all formats warns in the console about each picture without a code. */
const readers = [
  new QRCodeReader(),
  new MultiFormatOneDReader(new Map()),
  new DataMatrixReader(),
  new AztecCodeReader(),
  new PDF417Reader(),
];

/** The text of a barcode or QR code in a picture; undefined if there is none. */
export function decodePixels({
  data,
  width,
  height,
}: Pick<ImageData, "data" | "width" | "height">): string | undefined {
  const luminances = new Uint8ClampedArray(width * height);
  for (let at = 0; at < luminances.length; at++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3);
    luminances[at] = (red + 2 * green + blue) / 4;
  }
  for (const reader of readers) {
    try {
      const source = new RGBLuminanceSource(luminances, width, height);
      return reader.decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
    } catch {
      // It throws if it sees none.
    }
  }
  return undefined;
}
