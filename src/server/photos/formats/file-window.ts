import { open } from "node:fs/promises";
import type { FileBytes } from "../../../contract/field-files/file-bytes.ts";

const windowBytes = 65_536;

/** A file on the disk, with one window of it in memory. */
export class FileWindow implements FileBytes, AsyncDisposable {
  #window = Buffer.alloc(0);
  #at = 0;

  private constructor(
    private readonly handle: Awaited<ReturnType<typeof open>>,
    readonly sizeBytes: number,
  ) {}

  static async open(path: string): Promise<FileWindow> {
    const handle = await open(path, "r");
    return new FileWindow(handle, (await handle.stat()).size);
  }

  async read(at: number, length: number): Promise<Buffer> {
    if (at < this.#at || at + length > this.#at + this.#window.length) {
      const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(windowBytes), 0, windowBytes, at);
      this.#window = buffer.subarray(0, bytesRead);
      this.#at = at;
    }
    return this.#window.subarray(at - this.#at, at - this.#at + length);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle.close();
  }
}
