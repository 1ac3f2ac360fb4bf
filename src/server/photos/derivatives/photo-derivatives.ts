import pLimit from "p-limit";
import type { PhotoVariant } from "../../../contract/enums.ts";
import { DomainError } from "../../refusals/domain-error.ts";
import { PictureFaultError, type RenderedPictures } from "../decoding/decode-task.ts";
import { pictureDecoders } from "../decoding/picture-decoders.ts";
import type { PictureSignature } from "../decoding/picture-signature.ts";
import {
  type DirectAddress,
  PhotoNotFoundError,
  type PhotoReading,
  type PhotoStore,
  requirePhotoKey,
  storeBytes,
} from "../store/photo-store.ts";

/** A picture that could not be made is not tried again for this long, whoever asks. */
const retryAfterMs = 10 * 60 * 1000;
const rememberedFailures = 1000;

export function derivativeKeyOf(originalKey: string, variant: PhotoVariant): string {
  return `${variant}/${requirePhotoKey(originalKey).name}.jpg`;
}

/**
 * The pictures that others see, made from the originals: upright, sRGB, JPEG, without any metadata. Made when first asked
 * for or ahead of that by a queue, once, and kept in the store.
 */
export class PhotoDerivatives {
  readonly #store: PhotoStore;
  readonly #limit;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #failedAtMs = new Map<string, number>();

  constructor({ store, concurrency = 2 }: { store: PhotoStore; concurrency?: number }) {
    this.#store = store;
    this.#limit = pLimit(concurrency);
  }

  /**
   * Opens a picture, making it where it is missing.
   * @throws DomainError photo_unreadable where none can be made of these bytes; PhotoNotFoundError where the original is
   *   gone; an OutageError or an error of the system where it may work later
   */
  async open(originalKey: string, variant: PhotoVariant): Promise<PhotoReading> {
    const key = derivativeKeyOf(originalKey, variant);
    try {
      return await this.#store.openRead(key);
    } catch (error) {
      if (!(error instanceof PhotoNotFoundError)) throw error;
    }
    await this.make(originalKey);
    return this.#store.openRead(key);
  }

  /**
   * Where a browser gets the picture from the store itself, made where it is missing; undefined where it has to come to us.
   * @throws as `open`
   */
  async directAddress(originalKey: string, variant: PhotoVariant): Promise<DirectAddress | undefined> {
    if (!this.#store.directAddress) return undefined;
    await this.make(originalKey);
    return this.#store.directAddress(derivativeKeyOf(originalKey, variant), "image/jpeg");
  }

  /** Measures the picture that others see, which is made where it is missing. @throws as `open` */
  async sign(originalKey: string): Promise<PictureSignature> {
    await this.make(originalKey);
    try {
      return await this.#store.withLocalFile(derivativeKeyOf(originalKey, "display"), (path) =>
        pictureDecoders.sign(path),
      );
    } catch (error) {
      throw error instanceof PictureFaultError ? unreadable(error) : error;
    }
  }

  /** Makes what is missing. Callers at the same time share the work. @throws as `open` */
  make(originalKey: string): Promise<void> {
    const present = this.#underWay.get(originalKey);
    if (present) return present;
    const made = this.#limit(() => this.#makeMissing(originalKey)).finally(() => this.#underWay.delete(originalKey));
    this.#underWay.set(originalKey, made);
    return made;
  }

  async #makeMissing(originalKey: string): Promise<void> {
    const thumbnailKey = derivativeKeyOf(originalKey, "thumbnail");
    // the thumbnail is stored last, so where it is the other one is too
    if (await this.#store.exists(thumbnailKey)) return;
    this.#requireNoRecentFailure(originalKey);
    const { display, thumbnail } = await this.#store.withLocalFile(originalKey, (path) =>
      this.#render(originalKey, path),
    );
    await storeBytes(this.#store, derivativeKeyOf(originalKey, "display"), display);
    await storeBytes(this.#store, thumbnailKey, thumbnail);
  }

  /** Only what is wrong with the photo itself is remembered: whatever else fails may work the next time. */
  async #render(originalKey: string, path: string): Promise<RenderedPictures> {
    try {
      return await pictureDecoders.render(path);
    } catch (error) {
      if (!(error instanceof PictureFaultError)) throw error;
      this.#rememberFailure(originalKey);
      throw unreadable(error);
    }
  }

  #requireNoRecentFailure(originalKey: string): void {
    const failedAtMs = this.#failedAtMs.get(originalKey);
    if (failedAtMs !== undefined && Date.now() - failedAtMs < retryAfterMs) throw unreadable();
  }

  #rememberFailure(originalKey: string): void {
    const oldest = this.#failedAtMs.keys().next();
    if (this.#failedAtMs.size >= rememberedFailures && !oldest.done) this.#failedAtMs.delete(oldest.value);
    this.#failedAtMs.set(originalKey, Date.now());
  }
}

function unreadable(cause?: unknown): DomainError {
  return new DomainError("photo_unreadable.noPictureOfStored", { cause });
}
