import { vi } from "vitest";

const native = globalThis.structuredClone;

/**
 * Files of jsdom lose their bytes when a database copies them, and `crypto` reads none of theirs. Here they stay what they
 * are, as in browsers. Nor does exifr.
 */
export function keepFilesInDatabase(): void {
  vi.stubGlobal("structuredClone", copy);
  const read = Blob.prototype.arrayBuffer;
  vi.spyOn(Blob.prototype, "arrayBuffer").mockImplementation(async function bytes(this: Blob) {
    const bytes = new Uint8Array(await read.call(this));
    const buffer = Buffer.alloc(bytes.length);
    buffer.set(bytes);
    return buffer.buffer as ArrayBuffer;
  });
  vi.stubGlobal("FileReader", Reader);
}

/** A reader that does only what exifr needs. */
class Reader {
  result: ArrayBuffer | undefined;
  onloadend = () => {};

  async readAsArrayBuffer(file: Blob) {
    this.result = await file.arrayBuffer();
    this.onloadend();
  }
}

function copy(value: unknown): unknown {
  if (value instanceof Blob) return value;
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return native(value);
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each)]));
}
