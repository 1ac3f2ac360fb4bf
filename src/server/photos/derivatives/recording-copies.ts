import pLimit from "p-limit";
import { framesOfMp3 } from "../../../contract/field-files/judge-audio.ts";
import type { AudioFormat } from "../../database/column-types.ts";
import { PictureFaultError } from "../decoding/decode-task.ts";
import { pictureDecoders } from "../decoding/picture-decoders.ts";
import { FileWindow } from "../formats/file-window.ts";
import { PhotoNotFoundError, type PhotoStore, requirePhotoKey, storeBytes } from "../store/photo-store.ts";

export const copyKind = "copies";

export const copyKeyOf = (originalKey: string): string => `${copyKind}/${requirePhotoKey(originalKey).name}`;

/** The copies of recordings that everybody may hear: the same sound in the same format, without metadata. */
export class RecordingCopies {
  readonly #limit = pLimit(1);
  readonly #underWay = new Map<string, Promise<number>>();

  constructor(private readonly store: PhotoStore) {}

  /**
   * Makes the copy if it is missing, and returns its bytes. Simultaneous callers share the work.
   * @throws PictureFaultError if the recording can't be copied; PhotoNotFoundError if the original is gone; an OutageError
   * or a system error if a retry may help
   */
  make(originalKey: string, format: AudioFormat): Promise<number> {
    const present = this.#underWay.get(originalKey);
    if (present) return present;
    const made = this.#bytesOf(copyKeyOf(originalKey))
      .then((bytes) => bytes ?? this.#limit(() => this.#copy(originalKey, format)))
      .finally(() => this.#underWay.delete(originalKey));
    this.#underWay.set(originalKey, made);
    return made;
  }

  async #bytesOf(key: string): Promise<number | undefined> {
    try {
      const { stream, sizeBytes } = await this.store.openRead(key, { start: 0, end: 0 });
      stream.destroy();
      return sizeBytes;
    } catch (error) {
      if (error instanceof PhotoNotFoundError) return undefined;
      throw error;
    }
  }

  async #copy(originalKey: string, format: AudioFormat): Promise<number> {
    const copy = await this.store.withLocalFile(originalKey, (path) => copyWithoutMetadata(path, format));
    await storeBytes(this.store, copyKeyOf(originalKey), copy);
    return copy.length;
  }
}

/** @throws as `RecordingCopies.make` */
export async function copyWithoutMetadata(path: string, format: AudioFormat): Promise<Uint8Array> {
  if (format !== "mp3") return pictureDecoders.copyRecording(path, format);
  // The tags around the frames have no container, and what is in them may look like a frame.
  await using file = await FileWindow.open(path);
  const frames = await framesOfMp3(file);
  if (!frames) throw new PictureFaultError("unreadable", "it has more than frames and tags");
  return await pictureDecoders.copyRecording(path, format, frames);
}
