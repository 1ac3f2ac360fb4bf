import { readFile } from "node:fs/promises";
import heicDecode from "heic-decode";
import type { RawPicture } from "./sharp-pictures.ts";

/**
 * Decodes one image of a HEIC file, upright. It blocks the process: 12 megapixels take about 1.5 s.
 * @param index of the top-level images
 * @throws if it cannot be decoded
 */
export async function decodeHeic(path: string, index: number): Promise<RawPicture> {
  return withPicture(path, index, async ({ decode }) => {
    const { data, width, height } = await decode();
    return { data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height, channels: 4 };
  });
}

/** Reads width and height as shown from the container. @throws when it is no HEIC picture */
export async function measureHeic(path: string, index: number): Promise<{ width: number; height: number }> {
  return withPicture(path, index, async ({ width, height }) => ({ width, height }));
}

type HeicPicture = Awaited<ReturnType<typeof heicDecode.all>>[number];

async function withPicture<T>(path: string, index: number, use: (picture: HeicPicture) => Promise<T>): Promise<T> {
  const pictures = await heicDecode.all({ buffer: await readFile(path) });
  try {
    const picture = pictures[index] ?? pictures[0];
    if (!picture) throw new Error("the file has no image");
    return await use(picture);
  } finally {
    pictures.dispose();
  }
}
