import { photoBytesMax } from "../../contract/limits.ts";
import type { PhotoOrigin } from "../positions/read-photo-exif.ts";

export const isPhoto = ({ type, size }: File): boolean =>
  /^(image\/|$)/.test(type) && size > 0 && size <= photoBytesMax;

export const unknownOrigin: PhotoOrigin = { takenAtMs: null, position: null };

/** When and where a photo says that it was taken. Without a line the code may not come; then a photo says nothing. */
export async function readOrigin(photo: File): Promise<PhotoOrigin> {
  try {
    const { readPhotoExif } = await import("../positions/read-photo-exif.ts");
    return await readPhotoExif(photo);
  } catch {
    return unknownOrigin;
  }
}
