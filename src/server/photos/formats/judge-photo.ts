import { photoPixelsMax } from "../../../contract/limits.ts";
import { saying } from "../../../texts/saying.ts";
import { DomainError } from "../../refusals/domain-error.ts";
import { type JudgedPicture, type PictureFault, PictureFaultError } from "../decoding/decode-task.ts";
import { pictureDecoders } from "../decoding/picture-decoders.ts";

/**
 * Checks a photo by decoding it; for a HEIC whose container `isWhole` the header is enough. A damaged photo is accepted
 * if a reviewer could use it.
 * @throws DomainError photo_unreadable, photo_too_many_pixels; DecoderError when it cannot be judged now
 */
export async function judgePhoto(path: string, { isWhole = false } = {}): Promise<JudgedPicture> {
  try {
    return await pictureDecoders.judge(path, { isWhole });
  } catch (error) {
    throw error instanceof PictureFaultError ? refusalOf(error.fault, error) : error;
  }
}

export function refusalOf(fault: PictureFault, cause?: unknown): DomainError {
  switch (fault) {
    case "unreadable":
      return new DomainError("photo_unreadable", { cause });
    case "too_many_pixels":
      return new DomainError(saying("refusals.photo_too_many_pixels", { megapixels: photoPixelsMax / 1_000_000 }));
    case "too_large_to_decode":
      return new DomainError("photo_too_many_pixels.ofItsKind", { cause });
    case "takes_too_long":
      return new DomainError("photo_unreadable.takesTooLong", { cause });
  }
}
