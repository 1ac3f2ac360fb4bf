import { open } from "node:fs/promises";

const windowBytes = 65_536;

/** Reads small pieces of a file in roughly ascending order, with one window of it in memory. */
export class FileWindow implements AsyncDisposable {
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

  /** The bytes from `at`, fewer at the end of the file. @param length at most 65,536 */
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
