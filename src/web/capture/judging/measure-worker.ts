import { decodedPx, measurePhoto } from "../../../contract/photo-measures.ts";
import type { ColourPicture } from "../../../contract/photo-pixels.ts";
import { answerQuestions } from "../../foundation/asked-worker.ts";

// Measures photos beside the page.
answerQuestions(async (photo: Blob) => measurePhoto(await readPixels(photo)));

/** Decoding a larger file may take more memory than a phone has. */
const bytesMax = 20_000_000;
/** Chromium decodes a JPEG directly to the smallest eighth of its size with up to this many pixels, in a third of the time. */
const roughPx = 1300;

/** A photo's pixels, upright, at most 1024 by 1024, in a worker. @throws if this browser can't decode it */
async function readPixels(photo: Blob): Promise<ColourPicture> {
  if (photo.size > bytesMax) throw new Error("The photo is too large to be measured.");
  const picture = await decode(photo);
  try {
    const [fullWidth, fullHeight] =
      "displayWidth" in picture ? [picture.displayWidth, picture.displayHeight] : [picture.width, picture.height];
    const scale = Math.min(1, decodedPx / Math.max(fullWidth, fullHeight));
    const width = Math.max(1, Math.round(fullWidth * scale));
    const height = Math.max(1, Math.round(fullHeight * scale));
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("There is no canvas.");
    // The server shows transparent photos on white, too.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "medium";
    context.drawImage(picture, 0, 0, width, height);
    return { data: context.getImageData(0, 0, width, height).data, width, height, channels: 4 };
  } finally {
    picture.close();
  }
}

async function decode(photo: Blob): Promise<ImageBitmap | VideoFrame> {
  if (typeof ImageDecoder === "undefined" || photo.type !== "image/jpeg") return createImageBitmap(photo);
  const size = { desiredWidth: roughPx, desiredHeight: roughPx };
  const decoder = new ImageDecoder({ data: await photo.arrayBuffer(), type: photo.type, ...size });
  try {
    return (await decoder.decode()).image;
  } finally {
    decoder.close();
  }
}
