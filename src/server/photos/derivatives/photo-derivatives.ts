import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { PhotoVariant } from "../../../contract/enums.ts";
import type { PhotoMeasures } from "../../../contract/photo-measures.ts";
import { DomainError } from "../../refusals/domain-error.ts";
import { PictureFaultError, type RenderedPictures } from "../decoding/decode-task.ts";
import { pictureDecoders } from "../decoding/picture-decoders.ts";
import {
  type DirectAddress,
  PhotoNotFoundError,
  type PhotoReading,
  type PhotoStore,
  requirePhotoKey,
  storeBytes,
} from "../store/photo-store.ts";

/** An unreadable photo is not decoded again for this long. */
const retryAfterMs = 10 * 60 * 1000;
const madeAtOnce = 2;

export function derivativeKeyOf(originalKey: string, variant: PhotoVariant): string {
  return `${variant}/${requirePhotoKey(originalKey).name}.jpg`;
}

/**
 * The photo and thumbnail that others see: upright, sRGB, JPEG, without metadata. Each is made once, ahead of time by a
 * job or at the first request, and stored.
 */
export class PhotoDerivatives {
  readonly #limit = pLimit(madeAtOnce);
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #unreadable = new LRUCache<string, true>({ max: 1000, ttl: retryAfterMs });

  constructor(private readonly store: PhotoStore) {}

  /**
   * Opens a photo, and makes it if it is missing.
   * @throws DomainError photo_unreadable if the bytes can't be decoded; PhotoNotFoundError if the original is gone; an
   * OutageError or a system error if a retry may help
   */
  async open(originalKey: string, variant: PhotoVariant): Promise<PhotoReading> {
    const key = derivativeKeyOf(originalKey, variant);
    try {
      return await this.store.openRead(key);
    } catch (error) {
      if (!(error instanceof PhotoNotFoundError)) throw error;
    }
    await this.make(originalKey);
    return this.store.openRead(key);
  }

  /**
   * The URL at which a browser gets the photo from the store; undefined if it has to come through us.
   * @throws as `open`
   */
  async directAddress(originalKey: string, variant: PhotoVariant): Promise<DirectAddress | undefined> {
    if (!this.store.directAddress) return undefined;
    await this.make(originalKey);
    return this.store.directAddress(derivativeKeyOf(originalKey, variant), {
      contentType: "image/jpeg",
      contentDisposition: "inline",
    });
  }

  /** Measures the photo that others see. @throws as `open` */
  async sign(originalKey: string): Promise<PhotoMeasures> {
    await this.make(originalKey);
    try {
      return await this.store.withLocalFile(derivativeKeyOf(originalKey, "display"), (path) =>
        pictureDecoders.sign(path),
      );
    } catch (error) {
      throw error instanceof PictureFaultError ? unreadable(error) : error;
    }
  }

  /** Makes what is missing. Simultaneous callers share the work. @throws as `open` */
  make(originalKey: string): Promise<void> {
    const present = this.#underWay.get(originalKey);
    if (present) return present;
    const made = this.#limit(() => this.#makeMissing(originalKey)).finally(() => this.#underWay.delete(originalKey));
    this.#underWay.set(originalKey, made);
    return made;
  }

  async #makeMissing(originalKey: string): Promise<void> {
    const thumbnailKey = derivativeKeyOf(originalKey, "thumbnail");
    // The thumbnail is stored last, so if it exists, both do.
    if (await this.store.exists(thumbnailKey)) return;
    if (this.#unreadable.has(originalKey)) throw unreadable();
    const { display, thumbnail } = await this.store.withLocalFile(originalKey, (path) =>
      this.#render(originalKey, path),
    );
    await storeBytes(this.store, derivativeKeyOf(originalKey, "display"), display);
    await storeBytes(this.store, thumbnailKey, thumbnail);
  }

  /** Remembers only faults of the photo itself: other failures may not repeat. */
  async #render(originalKey: string, path: string): Promise<RenderedPictures> {
    try {
      return await pictureDecoders.render(path);
    } catch (error) {
      if (!(error instanceof PictureFaultError)) throw error;
      this.#unreadable.set(originalKey, true);
      throw unreadable(error);
    }
  }
}

function unreadable(cause?: unknown): DomainError {
  return new DomainError("photo_unreadable.noPictureOfStored", { cause });
}
