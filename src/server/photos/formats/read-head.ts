import { open } from "node:fs/promises";

/** The first bytes of a file, at most `maxBytes` of them. */
export async function readHead(path: string, maxBytes: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
