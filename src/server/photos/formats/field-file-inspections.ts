import { DomainError } from "../../refusals/domain-error.ts";
import type { FileInspection, InspectedFile } from "./file-inspection.ts";
import { FileWindow } from "./file-window.ts";
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
