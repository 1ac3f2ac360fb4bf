import { audioHeadBytes, sniffAudio } from "../../../contract/field-files/judge-audio.ts";
import { type FieldFileFault, judgePdf, judgeRecording } from "../../../contract/field-files/judge-field-file.ts";
import { isPdf, pdfHeadBytes } from "../../../contract/field-files/judge-pdf.ts";
import { audioSecondsMax } from "../../../contract/limits.ts";
import { saying } from "../../../texts/saying.ts";
import { DomainError } from "../../refusals/domain-error.ts";
import type { FileInspection, InspectedFile } from "./file-inspection.ts";
import { FileWindow } from "./file-window.ts";

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

const recordingRefusals: { readonly [Fault in FieldFileFault]: () => DomainError } = {
  unsupported: () => new DomainError("audio_unsupported"),
  damaged: () => new DomainError("audio_unreadable"),
  too_long: () => new DomainError(saying("refusals.audio_too_long", { minutes: audioSecondsMax / 60 })),
};

/** @throws DomainError `audio_unsupported`, `audio_unreadable`, `audio_too_long` */
export class AudioInspection implements FileInspection {
  readonly #head = new Head(audioHeadBytes);

  push(chunk: Buffer): void {
    const head = this.#head.add(chunk);
    if (head && !sniffAudio(head)) throw recordingRefusals.unsupported();
  }

  async finish(path: string): Promise<InspectedFile> {
    await using file = await FileWindow.open(path);
    const judged = await judgeRecording(file);
    if ("fault" in judged) throw recordingRefusals[judged.fault]();
    return { ...noPicture, ...judged };
  }
}

/** @throws DomainError `file_unsupported`, `file_unreadable` */
export class PdfInspection implements FileInspection {
  readonly #head = new Head(pdfHeadBytes);

  push(chunk: Buffer): void {
    const head = this.#head.add(chunk);
    if (head && !isPdf(head)) throw new DomainError("file_unsupported");
  }

  async finish(path: string): Promise<InspectedFile> {
    await using file = await FileWindow.open(path);
    const judged = await judgePdf(file);
    if ("fault" in judged) throw new DomainError(judged.fault === "damaged" ? "file_unreadable" : "file_unsupported");
    return { ...noPicture, ...judged };
  }
}
