import { noteServerTime } from "../api/server-clock.ts";
import { currentLanguage } from "../texts/area-texts.ts";

/** The connection failed. `brokeUnderway`: part of the body was sent. */
export class LineError extends Error {
  readonly brokeUnderway: boolean;
  constructor(brokeUnderway: boolean) {
    super("Network Error");
    this.brokeUnderway = brokeUnderway;
  }
}

export class CancelledError extends Error {}

export type Reply = { status: number; text: string; header: (name: string) => string | null };

/** As long may a line carry nothing. Nobody waits for it, and what is sent again does no harm. */
const stallTimeoutMs = 25_000;
/** What a browser has handed over may still be in the buffers of the device: so long does the slowest line take over it. */
const bufferedBytesMax = 262_144;
const slowestBytesPerSecond = 5_000;

/** How long an answer may take after the last byte was handed over. */
const answerTimeoutMs = (bodyBytes: number) =>
  stallTimeoutMs + (Math.min(bodyBytes, bufferedBytesMax) / slowestBytesPerSecond) * 1000;

/**
 * One request, by XMLHttpRequest, because `fetch` does not tell how far an upload is.
 * @throws LineError without an answer, CancelledError when `signal` says so
 */
export function sendRequest({
  method,
  address,
  headers = {},
  body = null,
  onProgress,
  signal,
}: {
  method: string;
  address: string;
  headers?: Readonly<Record<string, string>>;
  body?: XMLHttpRequestBodyInit | null;
  /** How many bytes of the body have gone. */
  onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
  signal: AbortSignal;
}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new CancelledError());
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.setRequestHeader("Accept-Language", currentLanguage().code);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    let sentBytes = 0;
    let stall: ReturnType<typeof setTimeout> | undefined;
    const abort = () => request.abort();
    const stillAlive = (timeoutMs: number) => {
      clearTimeout(stall);
      stall = setTimeout(abort, timeoutMs);
    };
    const end = () => {
      clearTimeout(stall);
      signal.removeEventListener("abort", abort);
    };
    const fail = () => {
      end();
      reject(signal.aborted ? new CancelledError() : new LineError(sentBytes > 0));
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      sentBytes = loaded;
      stillAlive(loaded < total ? stallTimeoutMs : answerTimeoutMs(total));
      onProgress?.(loaded, total);
    });
    request.addEventListener("progress", () => stillAlive(stallTimeoutMs));
    request.addEventListener("load", () => {
      end();
      noteServerTime(request.getResponseHeader("date"));
      resolve({
        status: request.status,
        text: request.responseText,
        header: (name) => request.getResponseHeader(name),
      });
    });
    request.addEventListener("error", fail);
    request.addEventListener("abort", fail);
    signal.addEventListener("abort", abort);
    stillAlive(stallTimeoutMs);
    request.send(body);
  });
}
