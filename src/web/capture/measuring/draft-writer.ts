import { fileBytesMax } from "../../../contract/limits.ts";
import { fileKindOf, markRefused } from "../../foundation/answers/file-kinds.ts";
import { findPhoto, keepDraft } from "../../outbox/outbox.ts";
import { isBegun, type MeasuredRecord } from "../../outbox/record.ts";
import { keepUnsavedEdits, withUnsavedEdits } from "../../outbox/unsaved-edits.ts";

/** Pause between writes of fixes; typed text is written at once. */
const seenEveryMs = 5_000;

/** Writes a draft to the outbox on each change, one write at a time. */
export class DraftWriter<Kind extends MeasuredRecord> {
  #point: Kind;
  /** The stored version. */
  #written: Kind | undefined;
  /** Whether the database has it, or soon will. */
  #isStored: boolean;
  #unwrittenPhotos: Readonly<Record<string, File>> = {};
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isEnded = false;

  constructor(point: Kind, isStored: boolean) {
    this.#point = point;
    this.#isStored = isStored;
  }

  get point(): Kind {
    return this.#point;
  }

  /** Photos that are not stored yet. */
  get unwrittenPhotos(): Readonly<Record<string, File>> {
    return this.#unwrittenPhotos;
  }

  /** `soon`: writes at once. */
  change(point: Kind, when: "soon" | "some-time"): void {
    this.#point = point;
    if (when === "soon") this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), seenEveryMs);
  }

  /** Resolves once the photo is durable. @throws OutboxFullError, DatabaseUnavailableError */
  async addPhoto(key: string, photo: File, point: Kind): Promise<void> {
    this.#point = point;
    this.#unwrittenPhotos = { ...this.#unwrittenPhotos, [key]: photo };
    await this.#write({ [key]: photo });
    if (this.#unwrittenPhotos[key] !== photo) return;
    const { [key]: _written, ...others } = this.#unwrittenPhotos;
    this.#unwrittenPhotos = others;
  }

  /** Writes unsaved changes. They are in local storage when this returns. */
  flush(): void {
    if (this.#isEnded || this.#point === this.#written || !(this.#isStored || isBegun(this.#point))) return;
    keepUnsavedEdits(this.#point);
    void this.#write().catch(() => {});
  }

  /** Waits for pending writes. */
  written(): Promise<void> {
    return this.#writing;
  }

  /** Stops writing: the draft is saved or discarded. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  #write(photos?: Readonly<Record<string, File>>): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const turn = this.#writing.then(async () => {
      const point = this.#point;
      if (this.#isEnded || (point === this.#written && !photos)) return;
      this.#isStored = true;
      await keepDraft(point, photos);
      this.#written = point;
    });
    this.#writing = turn.catch((error: unknown) => console.warn("The draft was not kept.", error));
    return turn;
  }
}

export type FoundDraft<Kind extends MeasuredRecord> = { point: Kind; photos: Readonly<Record<string, File>> };

/** Returns the draft with unsaved edits and stored photos. */
export async function findWithPhotos<Kind extends MeasuredRecord>(draft: Kind): Promise<FoundDraft<Kind>> {
  const point = withUnsavedEdits(draft);
  const photos: Record<string, File> = {};
  for (const { key } of point.photos) {
    const photo = await findPhoto(point.localId, key);
    if (photo) photos[key] = photo;
  }
  // A file that can't be judged here, for instance without a signal, must not take the draft with it.
  await Promise.all(Object.values(photos).map((file) => judge(file).catch(() => undefined)));
  return { point: { ...point, photos: point.photos.filter(({ key }) => photos[key] !== undefined) }, photos };
}

/** A page that was killed may have left a part of a recording or a PDF. */
async function judge(file: File): Promise<void> {
  const kind = fileKindOf(file.type);
  if (kind === "photo" || file.size > fileBytesMax[kind]) return;
  const { findChosenFault } = await import("../fields/find-chosen-fault.ts");
  if (await findChosenFault(kind, file)) markRefused(file);
}
