import { measurePhoto } from "../../contract/photo-measures.ts";
import { readPixels } from "./read-pixels.ts";

/** Measures photos beside the page. */
addEventListener("message", async ({ data: { id, photo } }: MessageEvent<{ id: number; photo: Blob }>) => {
  try {
    postMessage({ id, measures: measurePhoto(await readPixels(photo)) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
