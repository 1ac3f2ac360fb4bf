/** The facts of a photo's header that determine how much memory decoding takes. */
export type DecodeDemand = {
  format: "jpeg" | "png" | "webp" | "heic";
  width: number;
  height: number;
  /** 1.5 for a JPEG if each colour value is shared by four pixels. */
  samplesPerPixel: number;
  bytesPerSample: number;
  /** A JPEG with several scans, or an interlaced PNG. */
  isInterlaced: boolean;
};

/** What decoding by rows takes, with the result. */
const byRowsBytes = 60_000_000;
/** Bytes per coefficient; all are kept until the last scan. */
const coefficientBytes = 2;
/** The whole image, and what the decoder needs beside it. */
const webpBytesPerPixel = 4;
const heicBytesPerPixel = 12;

/** The most memory that decoding takes beyond an idle decoder. */
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

/** What copying a recording takes: both are in memory, with what is noted of each packet. */
export const copyBytesMax = 100_000_000;
