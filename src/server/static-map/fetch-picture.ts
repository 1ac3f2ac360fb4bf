import { sniffFormat } from "../photos/formats/sniff-format.ts";

export type FetchedPicture = { kind: "picture"; bytes: Buffer } | { kind: "missing" } | { kind: "failed" };

/**
 * Fetches a PNG, JPEG or WebP of at most `bytesMax`, with `publicUrl` in the User-Agent. Never throws, and never
 * reveals the URL, which may contain a key.
 */
export async function fetchPicture(
  address: string,
  { signal, publicUrl, bytesMax }: { signal: AbortSignal; publicUrl: string; bytesMax: number },
): Promise<FetchedPicture> {
  const headers = { "user-agent": `Cairn (+${publicUrl})`, accept: "image/png,image/webp,image/jpeg" };
  try {
    const response = await fetch(address, { signal, headers, redirect: "error" });
    const bytes = response.status === 200 ? await readAtMost(response, bytesMax) : undefined;
    await response.body?.cancel().catch(() => undefined);
    if (bytes && isPicture(bytes)) return { kind: "picture", bytes };
    return { kind: response.status === 404 ? "missing" : "failed" };
  } catch {
    return { kind: "failed" };
  }
}

function isPicture(bytes: Buffer): boolean {
  const format = sniffFormat(bytes.subarray(0, 64));
  return format === "png" || format === "jpeg" || format === "webp";
}

async function readAtMost(response: Response, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
