import type { PhotoOrigin } from "../positions/read-photo-exif.ts";

export const unknownOrigin: PhotoOrigin = { takenAtMs: null, position: null };

/** Reads a photo's own time and position; unknown if the code cannot be loaded. */
export async function readOrigin(photo: File): Promise<PhotoOrigin> {
  try {
    const { readPhotoExif } = await import("../positions/read-photo-exif.ts");
    return await readPhotoExif(photo);
  } catch {
    return unknownOrigin;
  }
}
