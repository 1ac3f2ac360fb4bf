/** Width in pixels; enough for dense screens. */
const sidePx = 144;

let queue: Promise<unknown> = Promise.resolve();

/** One at a time, because decoding a photo needs four bytes per pixel. */
export function inTurn<Made>(make: () => Promise<Made>): Promise<Made> {
  const made = queue.then(make);
  queue = made.catch(() => {});
  return made;
}

/** @returns null if the browser cannot make one */
export async function shrink(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { resizeWidth: sidePx, resizeQuality: "medium" });
  try {
    const canvas = document.createElement("canvas");
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext("2d")?.drawImage(picture, 0, 0);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
  } finally {
    picture.close();
  }
}
