import { ask, UnreadableAnswerError } from "../outward/ask.ts";
import { sniffFormat } from "../photos/formats/sniff-format.ts";

export type FetchedPicture = { kind: "picture"; bytes: Buffer } | { kind: "missing" } | { kind: "failed" };

export type PictureServerOptions = {
  /** Sent in the User-Agent, so that the server's operators can contact us. */
  publicUrl: string;
  bytesMax: number;
  timeoutMs: number;
  /** How long a failed server is left alone. */
  restMs?: number;
};

/** Fetches images from a server. Never throws, and never reveals the URL, which may contain a key. */
export class PictureServer {
  #restsUntilMs = 0;

  constructor(private readonly options: PictureServerOptions) {}

  newDeadline(): AbortSignal {
    return AbortSignal.timeout(this.options.timeoutMs);
  }

  /** Fetches a PNG, JPEG or WebP. `missing` says nothing about other images; after `failed` the server is left alone. */
  async fetch(address: string, signal = this.newDeadline()): Promise<FetchedPicture> {
    if (signal.aborted || Date.now() < this.#restsUntilMs) return { kind: "failed" };
    const fetched = await fetchPicture(address, signal, this.options);
    if (fetched.kind === "failed") this.rest();
    return fetched;
  }

  rest(): void {
    this.#restsUntilMs = Date.now() + (this.options.restMs ?? 60_000);
  }
}

async function fetchPicture(
  address: string,
  signal: AbortSignal,
  { publicUrl, bytesMax, timeoutMs }: PictureServerOptions,
): Promise<FetchedPicture> {
  const headers = { "user-agent": `Cairn (+${publicUrl})`, accept: "image/png,image/webp,image/jpeg" };
  try {
    const { status, body } = await ask(address, { headers, signal, bytesMax, timeoutMs });
    if (status === 200 && isPicture(body)) return { kind: "picture", bytes: body };
    return { kind: status === 404 ? "missing" : "failed" };
  } catch (error) {
    const isMissing = error instanceof UnreadableAnswerError && error.status === 404;
    return { kind: isMissing ? "missing" : "failed" };
  }
}

function isPicture(bytes: Buffer): boolean {
  const format = sniffFormat(bytes.subarray(0, 64));
  return format === "png" || format === "jpeg" || format === "webp";
}
