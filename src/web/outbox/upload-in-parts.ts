import { DetailedError, type HttpRequest, type HttpResponse, type HttpStack, Upload } from "tus-js-client";
import { uploadsAddress } from "../foundation/api/addresses.ts";
import { type Reply, sendAuthorized } from "./send-request.ts";

/** The most that a broken connection loses behind a proxy that buffers whole requests. */
const partBytes = 262_144;

/** The server responded with an error status. */
export class PartRefusedError extends Error {
  readonly reply: Reply;
  constructor(reply: Reply) {
    super(`The upload in parts was answered with ${reply.status}.`);
    this.reply = reply;
  }
}

/**
 * Sends a photo with tus 1.0.0 and resumes an earlier attempt.
 * @param address URL of a started upload, if there is one
 * @param keepAddress awaited before the first byte is sent
 * @returns the id of the upload; undefined if the server or its proxy does not support tus
 * @throws PartRefusedError, LineError, CancelledError, SignedOutError
 */
export async function uploadInParts(
  photo: File,
  {
    address,
    keepAddress,
    onProgress,
    signal,
  }: {
    address: string | undefined;
    keepAddress: (address: string | undefined) => Promise<void>;
    onProgress: (sentBytes: number) => void;
    signal: AbortSignal;
  },
): Promise<string | undefined> {
  if (address !== undefined) {
    try {
      await send(photo, { uploadUrl: address, onProgress, signal });
      return idOf(address);
    } catch (error) {
      if (statusOf(error) !== 404 && statusOf(error) !== 410) throw error;
      await keepAddress(undefined);
    }
  }
  // Creates the upload without data, so that its URL is stored before the first byte is sent.
  const made = await send(photo, { endpoint: uploadsAddress(), onProgress, signal, stopsWhenMade: true }).catch(
    (error: unknown) => {
      if (statusOf(error) === 404 || statusOf(error) === 405) return undefined;
      throw error;
    },
  );
  if (made === undefined) return undefined;
  await keepAddress(made);
  await send(photo, { uploadUrl: made, onProgress, signal });
  return idOf(made);
}

const statusOf = (error: unknown) => (error instanceof PartRefusedError ? error.reply.status : undefined);

const idOf = (address: string) => new URL(address).pathname.split("/").filter(Boolean).at(-1) ?? "";

function send(
  photo: File,
  {
    onProgress,
    signal,
    stopsWhenMade = false,
    ...where
  }: {
    endpoint?: string;
    uploadUrl?: string;
    onProgress: (sentBytes: number) => void;
    signal: AbortSignal;
    stopsWhenMade?: boolean;
  },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(photo, {
      ...where,
      chunkSize: partBytes,
      // The outbox schedules retries.
      retryDelays: null,
      storeFingerprintForResuming: false,
      metadata: { filename: photo.name, filetype: photo.type },
      httpStack: stackOf(signal),
      onProgress: (sentBytes) => onProgress(sentBytes),
      onUploadUrlAvailable() {
        if (!stopsWhenMade || !upload.url) return;
        void upload.abort();
        resolve(upload.url);
      },
      onSuccess: () => resolve(upload.url ?? ""),
      onError: (error) => reject(causeOf(error)),
    });
    upload.start();
  });
}

function causeOf(error: Error | DetailedError): Error {
  if (!(error instanceof DetailedError)) return error;
  const reply = error.originalResponse?.getUnderlyingObject() as Reply | undefined;
  return reply ? new PartRefusedError(reply) : (error.causingError ?? error);
}

/** Sends the library's requests with a valid token and aborts them when the connection stalls. */
function stackOf(signal: AbortSignal): HttpStack {
  return {
    getName: () => "Cairn",
    createRequest(method, address): HttpRequest {
      const headers: Record<string, string> = {};
      const own = new AbortController();
      signal.addEventListener("abort", () => own.abort(), { once: true });
      if (signal.aborted) own.abort();
      let onProgress: ((sentBytes: number) => void) | undefined;
      return {
        getMethod: () => method,
        getURL: () => address,
        setHeader(name, value) {
          headers[name] = value;
        },
        getHeader: (name) => headers[name],
        setProgressHandler(handler) {
          onProgress = handler;
        },
        abort: async () => own.abort(),
        getUnderlyingObject: () => undefined,
        async send(body): Promise<HttpResponse> {
          const reply = await sendAuthorized({
            method,
            address,
            headers,
            body: body ?? null,
            onProgress: (sentBytes) => onProgress?.(sentBytes),
            signal: own.signal,
          });
          return {
            getStatus: () => reply.status,
            getHeader: (name) => reply.header(name) ?? undefined,
            getBody: () => reply.text,
            getUnderlyingObject: () => reply,
          };
        },
      };
    },
  };
}
