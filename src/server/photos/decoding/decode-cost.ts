/** What a photo's header tells that decides how much memory its decoding takes. */
export type DecodeDemand = {
  format: "jpeg" | "png" | "webp" | "heic";
  width: number;
  height: number;
  /** Values a pixel: of a JPEG as stored, so 1.5 where each colour is stored for four pixels together. */
  samplesPerPixel: number;
  bytesPerSample: number;
  /** A JPEG in several scans or an interlaced PNG. */
  isInterlaced: boolean;
};

/** Rows at a time, and the picture that comes out. */
const byRowsBytes = 60_000_000;
/** A coefficient of a JPEG, all of which are kept until the last scan has come. */
const coefficientBytes = 2;
/** Whole, with what the decoder needs beside it. */
const webpBytesPerPixel = 4;
const heicBytesPerPixel = 12;

/** The most memory, in bytes, that decoding a photo takes beyond what an idle decoder has. */
export function decodeBytesOf(demand: DecodeDemand): number {
  const pixels = demand.width * demand.height;
  return byRowsBytes + pixels * wholeBytesPerPixel(demand);
}

function wholeBytesPerPixel(demand: DecodeDemand): number {
  const { format, samplesPerPixel, bytesPerSample, isInterlaced } = demand;
  switch (format) {
    case "jpeg":
      return isInterlaced ? samplesPerPixel * coefficientBytes : 0;
    case "png":
      return isInterlaced ? samplesPerPixel * bytesPerSample : 0;
    case "webp":
      return webpBytesPerPixel;
    case "heic":
      return heicBytesPerPixel;
  }
}
