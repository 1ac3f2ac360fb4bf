import { photoDecodeBytesMax } from "../../../contract/limits.ts";
import { ByteBudget } from "./byte-budget.ts";
import type { CoverPictures, DecodeResult, DecodeTask, JudgedPicture, RenderedPictures } from "./decode-task.ts";
import { Decoder, type DecoderOptions } from "./decoder.ts";
import type { PictureSignature } from "./picture-signature.ts";

export type PictureDecodersOptions = Partial<DecoderOptions> & {
  processes?: number;
  /** What all decoding together may take at once. */
  budgetBytes?: number;
};

type Waiting = { isUrgent: boolean; start: (decoder: Decoder) => void };

/** A 200 megapixel JPEG takes some 3 s on a small machine. */
const timeoutMs = 30_000;
/** Ends what the budget did not foresee. */
const rssBytesMax = 2 * photoDecodeBytesMax;
/** The memory of a process that decoded a HEIC never shrinks. */
const largeRssBytes = 250_000_000;
const largeIdleMs = 15_000;
const idleMs = 5 * 60_000;

/**
 * Decodes photos in processes of their own, as many at a time as there are processes and memory: whatever a stranger's
 * bytes do to a decoder, it can be killed, and takes neither the server's memory nor the threads of its files and passwords.
 * A process starts when it is first needed and stays warm for a while.
 */
export class PictureDecoders {
  readonly #options: DecoderOptions;
  #budget: ByteBudget;
  readonly #idle: { decoder: Decoder; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #processes: number;
  #free: number;

  constructor({ processes = 2, budgetBytes = photoDecodeBytesMax, ...options }: PictureDecodersOptions = {}) {
    this.#options = { timeoutMs, rssBytesMax, ...options };
    this.#budget = new ByteBudget(budgetBytes);
    this.#processes = processes;
    this.#free = processes;
  }

  /** For a process that has only a share of the memory for decoding; call it before the first photo. */
  limitMemory(budgetBytes: number): void {
    this.#budget = new ByteBudget(budgetBytes);
  }

  /** How many decode at this moment. */
  get workingCount(): number {
    return this.#processes - this.#free;
  }

  /** How many tasks wait for a process. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /**
   * Is there a picture in the file? Somebody waits for the answer, so it is asked before pictures are made.
   * @param isWhole by the container of a HEIC, which is not decoded then
   * @throws PictureFaultError; DecoderError; the system's error where the file cannot be read
   */
  judge(path: string, { isWhole = false } = {}): Promise<JudgedPicture> {
    return this.#perform({ kind: "judge", path, isWhole });
  }

  /** Makes the pictures that others see. @throws as `judge` */
  render(path: string): Promise<RenderedPictures> {
    return this.#perform({ kind: "render", path });
  }

  /** Makes the pictures that stand for a quest. @throws as `judge` */
  renderCover(path: string): Promise<CoverPictures> {
    return this.#perform({ kind: "render_cover", path });
  }

  /** Measures a picture that was made by `render`. @throws as `judge` */
  sign(path: string): Promise<PictureSignature> {
    return this.#perform({ kind: "sign", path });
  }

  async #perform<Task extends DecodeTask>(task: Task): Promise<DecodeResult<Task>> {
    const decoder = await this.#obtain(task.kind === "judge");
    try {
      return await decoder.perform(task, this.#budget);
    } finally {
      this.#giveBack(decoder);
    }
  }

  #obtain(isUrgent: boolean): Promise<Decoder> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(this.#warmOrNew());
    }
    return new Promise((start) => {
      const firstPatient = this.#waiting.findIndex((waiting) => !waiting.isUrgent);
      this.#waiting.splice(isUrgent && firstPatient >= 0 ? firstPatient : this.#waiting.length, 0, { isUrgent, start });
    });
  }

  #warmOrNew(): Decoder {
    for (let next = this.#idle.pop(); next; next = this.#idle.pop()) {
      clearTimeout(next.timer);
      if (!next.decoder.isEnded) return next.decoder;
    }
    return new Decoder(this.#options);
  }

  #giveBack(decoder: Decoder): void {
    const next = this.#waiting.shift();
    if (next) {
      next.start(decoder.isEnded ? this.#warmOrNew() : decoder);
      return;
    }
    this.#free += 1;
    if (decoder.isEnded) return;
    const timer = setTimeout(() => decoder.end(), decoder.rssBytes > largeRssBytes ? largeIdleMs : idleMs).unref();
    this.#idle.push({ decoder, timer });
  }
}

/** Those of this process. */
export const pictureDecoders = new PictureDecoders();
