import { noteServerTime } from "../foundation/api/server-clock.ts";
import { withToken } from "../foundation/api/session.ts";
import { currentLanguage } from "../foundation/texts/area-texts.ts";

/** The connection failed. `brokeUnderway`: part of the body was sent. */
export class LineError extends Error {
  readonly brokeUnderway: boolean;
  constructor(brokeUnderway: boolean) {
    super("Network Error");
    this.brokeUnderway = brokeUnderway;
  }
}

export class CancelledError extends Error {}

/** The user is signed out. */
export class SignedOutError extends Error {}

export type Reply = { status: number; text: string; header: (name: string) => string | null };

/** Abort after this long without progress. Sending again is harmless. */
const stallTimeoutMs = 25_000;
/** Bytes reported as sent may still be in the device's buffers, and the slowest connection needs time for them. */
const bufferedBytesMax = 262_144;
const slowestBytesPerSecond = 5_000;

/** Timeout for the response after the last byte is reported as sent. */
const answerTimeoutMs = (bodyBytes: number) =>
  stallTimeoutMs + (Math.min(bodyBytes, bufferedBytesMax) / slowestBytesPerSecond) * 1000;

type Request = {
  method: string;
  address: string;
  headers: Readonly<Record<string, string>>;
  body?: XMLHttpRequestBodyInit | null;
  onProgress?: ((sentBytes: number) => void) | undefined;
  signal: AbortSignal;
};

/** Sends a request with the user's token, renewed if expired. @throws SignedOutError, LineError, CancelledError */
export function sendAuthorized(request: Request): Promise<Reply> {
  return withToken(async (token) => {
    if (token === undefined) throw new SignedOutError();
    return (hasXhr() ? send : sendByFetch)({
      ...request,
      headers: { ...request.headers, Authorization: `Bearer ${token}` },
    });
  });
}

const hasXhr = () => typeof XMLHttpRequest !== "undefined";

/** Sends from the service worker, which is not told of progress, so the time for the whole request is limited. */
async function sendByFetch({ method, address, headers, body = null, signal }: Request): Promise<Reply> {
  if (signal.aborted) throw new CancelledError();
  const own = new AbortController();
  const abort = () => own.abort();
  const timer = setTimeout(abort, answerTimeoutMs(bytesOf(body)));
  signal.addEventListener("abort", abort);
  try {
    const response = await fetch(address, {
      method,
      headers: { "Accept-Language": currentLanguage().code, ...headers },
      body,
      signal: own.signal,
    });
    const text = await response.text();
    noteServerTime(response.headers.get("date"));
    return { status: response.status, text, header: (name) => response.headers.get(name) };
  } catch {
    if (signal.aborted) throw new CancelledError();
    // Large photos then go in parts.
    throw new LineError(body !== null && (own.signal.aborted || navigator.onLine));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

function bytesOf(body: XMLHttpRequestBodyInit | null): number {
  if (body instanceof Blob) return body.size;
  if (!(body instanceof FormData)) return 0;
  return [...body.values()].reduce((sum, value) => sum + (typeof value === "string" ? 0 : value.size), 0);
}

/**
 * Uses XMLHttpRequest, because `fetch` does not report upload progress.
 * @throws LineError without a response, CancelledError if `signal` aborts
 */
function send({ method, address, headers, body = null, onProgress, signal }: Request): Promise<Reply> {
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
      onProgress?.(loaded);
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
