import { audioSecondsMax } from "../../../contract/limits.ts";
import { saying } from "../../../texts/saying.ts";
import type { AudioFormat } from "../../database/column-types.ts";
import { DomainError } from "../../refusals/domain-error.ts";
import type { FileInspection, InspectedFile } from "./file-inspection.ts";
import { FileWindow } from "./file-window.ts";
import { audioHeadBytes, judgeAudio, sniffAudio } from "./judge-audio.ts";
import { isPdf, isWholePdf, pdfHeadBytes } from "./judge-pdf.ts";

/** The first bytes of a file, until there are enough to recognise it. */
class Head {
  #bytes = Buffer.alloc(0);
  constructor(private readonly wanted: number) {}

  /** @returns the head once it is whole */
  add(chunk: Buffer): Buffer | undefined {
    if (this.#bytes.length < this.wanted) this.#bytes = Buffer.concat([this.#bytes, chunk.subarray(0, this.wanted)]);
    return this.#bytes.length < this.wanted ? undefined : this.#bytes;
  }
}

const noPicture = { width: null, height: null, exif: {} };
/** Recorders stop a moment late. */
const secondsTolerance = 10;

/** @throws DomainError `audio_unsupported`, `audio_unreadable`, `audio_too_long` */
export class AudioInspection implements FileInspection {
  readonly #head = new Head(audioHeadBytes);
  #format: AudioFormat | undefined;

  push(chunk: Buffer): void {
    const head = this.#head.add(chunk);
    if (!head || this.#format) return;
    this.#format = sniffAudio(head);
    if (!this.#format) throw new DomainError("audio_unsupported");
  }

  async finish(path: string): Promise<InspectedFile> {
    if (!this.#format) throw new DomainError("audio_unsupported");
    await using file = await FileWindow.open(path);
    const judged = await judgeAudio(this.#format, file);
    if (judged.kind !== "sound")
      throw new DomainError(judged.kind === "damaged" ? "audio_unreadable" : "audio_unsupported");
    const { seconds } = judged;
    if (seconds !== null && seconds > audioSecondsMax + secondsTolerance) {
      throw new DomainError(saying("refusals.audio_too_long", { minutes: audioSecondsMax / 60 }));
    }
    return { ...noPicture, format: this.#format, seconds };
  }
}

/** @throws DomainError `file_unsupported`, `file_unreadable` */
export class PdfInspection implements FileInspection {
  readonly #head = new Head(pdfHeadBytes);
  #isPdf = false;

  push(chunk: Buffer): void {
    const head = this.#head.add(chunk);
    if (!head || this.#isPdf) return;
    this.#isPdf = isPdf(head);
    if (!this.#isPdf) throw new DomainError("file_unsupported");
  }

  async finish(path: string): Promise<InspectedFile> {
    if (!this.#isPdf) throw new DomainError("file_unsupported");
    await using file = await FileWindow.open(path);
    if (!(await isWholePdf(file))) throw new DomainError("file_unreadable");
    return { ...noPicture, format: "pdf", seconds: null };
  }
}
