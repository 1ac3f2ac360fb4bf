import { photoPixelsMax } from "../../../contract/limits.ts";
import { saying } from "../../../texts/saying.ts";
import { DomainError } from "../../refusals/domain-error.ts";
import { type JudgedPicture, PictureFaultError } from "../decoding/decode-task.ts";
import { pictureDecoders } from "../decoding/picture-decoders.ts";

/**
 * Judges a photo by decoding it; of a HEIC whose container `isWhole` the header is enough. A damaged one is still taken when
 * a reviewer could use it.
 * @throws DomainError photo_unreadable, photo_too_many_pixels; DecoderError when it cannot be judged now
 */
export async function judgePhoto(path: string, { isWhole = false } = {}): Promise<JudgedPicture> {
  try {
    return await pictureDecoders.judge(path, { isWhole });
  } catch (error) {
    throw error instanceof PictureFaultError ? refusalOf(error) : error;
  }
}

/** What a photo is refused with that cannot be decoded. */
export function refusalOf(error: PictureFaultError): DomainError {
  switch (error.fault) {
    case "unreadable":
      return new DomainError("photo_unreadable", { cause: error });
    case "too_many_pixels":
      return tooManyPixels();
    case "too_large_to_decode":
      return tooLargeToDecode();
    case "took_too_long":
      return tooSlowToDecode();
  }
}

export function tooManyPixels(): DomainError {
  return new DomainError(saying("refusals.photo_too_many_pixels", { megapixels: photoPixelsMax / 1_000_000 }));
}

export function tooLargeToDecode(): DomainError {
  return new DomainError("photo_too_many_pixels.ofItsKind");
}

export function tooSlowToDecode(): DomainError {
  return new DomainError("photo_unreadable.takesTooLong");
}
