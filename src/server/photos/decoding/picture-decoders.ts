import { photoDecodeBytesMax } from "../../../contract/limits.ts";
import type { PhotoMeasures } from "../../../contract/photo-measures.ts";
import type { AudioFormat } from "../../database/column-types.ts";
import type {
  ByteSpan,
  CoverPictures,
  DecodeResult,
  DecodeTask,
  JudgedPicture,
  RenderedPictures,
  SmallPicture,
} from "./decode-task.ts";
import { ByteBudget, Decoder, type DecoderOptions } from "./decoder.ts";

export type PictureDecodersOptions = Partial<DecoderOptions> & {
  processes?: number;
  budgetBytes?: number;
};

type Waiting = { isUrgent: boolean; start: (decoder: Decoder) => void };

/** A 200 megapixel JPEG takes about 3 s on a small machine. */
const timeoutMs = 30_000;
/** The last resort, if the budget was wrong. */
const rssBytesMax = 2 * photoDecodeBytesMax;
/** A process that decoded a HEIC never returns its memory. */
const largeRssBytes = 250_000_000;
const largeIdleMs = 15_000;
const idleMs = 5 * 60_000;

/**
 * Decodes photos and copies recordings in separate processes, within limits of processes and memory. A decoder that misbehaves can be killed
 * without harm to the server. Processes start when needed and stay for a while.
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

  /** Call it before the first photo if several processes share the memory. */
  limitMemory(budgetBytes: number): void {
    this.#budget = new ByteBudget(budgetBytes);
  }

  get workingCount(): number {
    return this.#processes - this.#free;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /**
   * Checks that the file can be shown. It goes before other tasks, because somebody waits for the answer.
   * @param isWhole the container of a HEIC is complete, so it isn't decoded
   * @throws PictureFaultError; DecoderError; the system's error if the file cannot be read
   */
  judge(path: string, { isWhole = false } = {}): Promise<JudgedPicture> {
    return this.#perform({ kind: "judge", path, isWhole });
  }

  /** Makes the photo and thumbnail that others see. @throws as `judge` */
  render(path: string): Promise<RenderedPictures> {
    return this.#perform({ kind: "render", path });
  }

  /** Makes the two sizes of a quest's cover. @throws as `judge` */
  renderCover(path: string): Promise<CoverPictures> {
    return this.#perform({ kind: "render_cover", path });
  }

  /** Makes the picture of a question or option. @throws as `judge` */
  renderSmall(path: string): Promise<SmallPicture> {
    return this.#perform({ kind: "render_small", path });
  }

  /** Measures a photo made by `render`. @throws as `judge` */
  sign(path: string): Promise<PhotoMeasures> {
    return this.#perform({ kind: "sign", path });
  }

  /** Makes the copy of a recording that everybody may hear. @param sound where its sound is @throws as `judge` */
  copyRecording(path: string, format: AudioFormat, sound?: ByteSpan): Promise<Uint8Array> {
    return this.#perform({ kind: "copy_recording", path, format, sound });
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

export const pictureDecoders = new PictureDecoders();
