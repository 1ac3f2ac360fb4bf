import { keepLastWords } from "../outbox/last-words.ts";
import { keepDraft } from "../outbox/outbox.ts";
import { isBegun, type MeasuredRecord } from "../outbox/record.ts";

/** What is typed goes to the database at once, fixes that keep coming so often at the most. */
const seenEveryMs = 5_000;

/** Writes one draft into the outbox's database as it changes: one write after the other, each with the draft as it is by then. */
export class DraftWriter<Kind extends MeasuredRecord> {
  #point: Kind;
  /** As the database has it. */
  #written: Kind | undefined;
  /** The database has something of it, or will. */
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

  /** Photos that are not in the database. */
  get unwrittenPhotos(): Readonly<Record<string, File>> {
    return this.#unwrittenPhotos;
  }

  /** `soon`: typed, or otherwise lost with the tab. */
  change(point: Kind, when: "soon" | "some-time"): void {
    this.#point = point;
    if (when === "soon") this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), seenEveryMs);
  }

  /** Durable once it resolves. @throws OutboxFullError, OutboxUnavailableError; the photo is then in this tab only */
  async addPhoto(key: string, photo: File, point: Kind): Promise<void> {
    this.#point = point;
    this.#unwrittenPhotos = { ...this.#unwrittenPhotos, [key]: photo };
    await this.#write({ [key]: photo });
    if (this.#unwrittenPhotos[key] !== photo) return;
    const { [key]: _written, ...others } = this.#unwrittenPhotos;
    this.#unwrittenPhotos = others;
  }

  /** Writes down what the database does not have yet. It is among the last words when this returns. */
  flush(): void {
    if (this.#isEnded || this.#point === this.#written || !(this.#isStored || isBegun(this.#point))) return;
    keepLastWords(this.#point);
    void this.#write().catch(() => {});
  }

  /** Waits for what is being written. */
  written(): Promise<void> {
    return this.#writing;
  }

  /** The draft is saved or discarded: nothing more of it is written. */
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
