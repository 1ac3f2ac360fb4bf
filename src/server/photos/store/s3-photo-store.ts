import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { S3 } from "@aws-sdk/client-s3";
import pRetry from "p-retry";
import { withinTime } from "../../within-time.ts";
import { atPace, cutAt, slowestMs } from "./bucket-limits.ts";
import { LocalFileWriter, removeAbandonedFiles } from "./local-file-writer.ts";
import {
  type ByteRange,
  isPhotoKey,
  PhotoNotFoundError,
  type PhotoReading,
  type PhotoStore,
  PhotoStoreError,
  type PhotoWriter,
  requirePhotoKey,
  type StoredPhoto,
} from "./photo-store.ts";

export type S3Settings = {
  /** An address such as `https://s3.eu-central-1.amazonaws.com`. The bucket goes into the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The prefix of all object names, such as `cairn/`. */
  prefix?: string;
  /** Set if browsers download photos directly from the store, for example `https://photos.example`. */
  browserEndpoint?: string | undefined;
};

type OpenSettings = S3Settings & { spoolFolder: string; timeoutMs?: number };

const attempts = 3;
/** Limits a whole exchange with all its attempts, beside the time that an object's bytes may take. */
const exchangeMs = 60_000;
/** Limits an answer that isn't an object: an error, or a page with 1,000 names. */
const answerBytesMax = 5_000_000;
/** Then a reader who stands still loses the object. */
const readerRestsMaxMs = 10 * 60_000;
/** A signed URL stays the same for this long, so that browsers can cache the photo, and is valid for twice as long. */
const addressRoundingMs = 10 * 60_000;

/**
 * Photos as objects of one S3 bucket. Uploads are spooled to `spoolFolder` first, because the request's signature needs
 * their hash and length.
 */
export class S3PhotoStore implements PhotoStore {
  readonly #prefix: string;
  readonly #timeoutMs: number;

  private constructor(
    private readonly s3: S3,
    private readonly settings: OpenSettings,
    readonly directAddress: PhotoStore["directAddress"],
  ) {
    this.#prefix = settings.prefix ?? "";
    this.#timeoutMs = settings.timeoutMs ?? exchangeMs;
  }

  static async open(settings: OpenSettings): Promise<S3PhotoStore> {
    await mkdir(settings.spoolFolder, { recursive: true, mode: 0o700 });
    const directAddress = settings.browserEndpoint && (await makeAddresses(settings, settings.browserEndpoint));
    const store = new S3PhotoStore(await connect(settings), settings, directAddress || undefined);
    await store.removeAbandoned();
    return store;
  }

  removeAbandoned(): Promise<void> {
    return removeAbandonedFiles(this.settings.spoolFolder);
  }

  async beginWrite(key: string): Promise<PhotoWriter> {
    requirePhotoKey(key);
    const file = this.#createSpoolFile();
    return {
      bytes: file.bytes,
      localPath: file.path,
      commit: async (as = key) => {
        await this.#put(as, file.path, file.sizeBytes);
        await file.remove();
      },
      abort: () => file.remove(),
    };
  }

  async openRead(key: string, range?: ByteRange): Promise<PhotoReading> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const { Body, ContentLength, ContentRange } = await this.#ask(key, (object, abortSignal) =>
      this.s3.getObject({ ...object, ...part }, { abortSignal }),
    );
    const body = Body as Readable;
    const sizeBytes = wholeSize({ ContentLength, ContentRange }, range);
    if (sizeBytes === undefined) {
      body.destroy();
      throw new PhotoStoreError(`the photo store didn't send the bytes of ${key} that were asked for`);
    }
    const paced = atPace(body, this.#timeoutMs, (error) => toStoreError(error, key));
    const stream = Readable.from(paced, { objectMode: false });
    // Also if nobody began to read.
    stream.once("close", () => body.destroy());
    return { stream, sizeBytes };
  }

  async withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    const { stream } = await this.openRead(key);
    const file = this.#createSpoolFile();
    try {
      await pipeline(stream, file.bytes);
      return await use(file.path);
    } finally {
      await file.remove();
    }
  }

  async delete(key: string): Promise<void> {
    await this.#ask(key, (object, abortSignal) => this.s3.deleteObject(object, { abortSignal })).catch(ignoreMissing);
  }

  async exists(key: string): Promise<boolean> {
    return (
      (await this.#ask(key, (object, abortSignal) => this.s3.headObject(object, { abortSignal })).catch(
        ignoreMissing,
      )) !== undefined
    );
  }

  async *list(prefix: string): AsyncIterable<StoredPhoto> {
    const asked = new Set<string>();
    let continuation: string | undefined;
    do {
      const page = await this.#listPage(prefix, continuation);
      for (const { Key: name = "", Size: sizeBytes = 0, LastModified: modifiedAt = new Date() } of page.Contents ??
        []) {
        const key = name.slice(this.#prefix.length);
        // The bucket may hold other objects, which must not be swept.
        if (isPhotoKey(key)) yield { key, sizeBytes, modifiedAt };
      }
      continuation = page.NextContinuationToken;
      if (continuation !== undefined && asked.has(continuation)) {
        throw new PhotoStoreError("the photo store's list leads back to itself");
      }
      if (continuation !== undefined) asked.add(continuation);
    } while (continuation !== undefined);
  }

  #listPage(prefix: string, ContinuationToken: string | undefined) {
    const request = { Bucket: this.settings.bucket, Prefix: this.#prefix + prefix, ContinuationToken };
    return withinTime(this.#timeoutMs, (abortSignal) => this.s3.listObjectsV2(request, { abortSignal })).catch(
      (error: unknown) => {
        throw toStoreError(error, "a list of photos");
      },
    );
  }

  async #put(key: string, path: string, sizeBytes: number): Promise<void> {
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    const ChecksumSHA256 = hash.digest("base64");
    const timeoutMs = this.#timeoutMs + slowestMs(sizeBytes);
    const request = { ChecksumSHA256, ContentLength: sizeBytes };
    await this.#ask(
      key,
      (object, signal) =>
        // The client doesn't retry requests whose body is a stream.
        pRetry(() => this.#putOnce({ ...object, ...request }, { path, timeoutMs, signal }), {
          retries: attempts - 1,
          minTimeout: 200,
          factor: 4,
          signal,
          shouldRetry: ({ error }) => (statusOf(error) ?? 500) >= 500,
        }),
      timeoutMs,
    );
  }

  async #putOnce(
    object: Parameters<S3["putObject"]>[0],
    { path, timeoutMs, signal }: { path: string; timeoutMs: number; signal: AbortSignal },
  ): Promise<void> {
    const body = createReadStream(path);
    const ending = new AbortController();
    const end = () => ending.abort(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    body.once("error", (error) => ending.abort(error));
    try {
      const options = { abortSignal: ending.signal, requestTimeout: timeoutMs };
      await this.s3.putObject({ ...object, Body: body }, options);
    } finally {
      signal.removeEventListener("abort", end);
      body.destroy();
    }
  }

  /** @throws PhotoNotFoundError, PhotoStoreError */
  async #ask<T>(
    key: string,
    request: (object: { Bucket: string; Key: string }, abortSignal: AbortSignal) => Promise<T>,
    timeoutMs = this.#timeoutMs,
  ): Promise<T> {
    requirePhotoKey(key);
    const object = { Bucket: this.settings.bucket, Key: this.#prefix + key };
    try {
      return await withinTime(timeoutMs, (abortSignal) => request(object, abortSignal));
    } catch (error) {
      throw statusOf(error) === 404 ? new PhotoNotFoundError(key) : toStoreError(error, key);
    }
  }

  #createSpoolFile(): LocalFileWriter {
    return new LocalFileWriter(join(this.settings.spoolFolder, randomUUID()), { isDurable: false });
  }
}

/** Signs the reading of one object, response headers included, without a request to the store. */
async function makeAddresses(
  settings: S3Settings,
  endpoint: string,
): Promise<NonNullable<PhotoStore["directAddress"]>> {
  const { bucket, prefix = "" } = settings;
  const { GetObjectCommand } = await import("@aws-sdk/client-s3");
  const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
  const s3 = await connect({ ...settings, endpoint });
  const expiresIn = (2 * addressRoundingMs) / 1000;
  return async (key, { contentType, contentDisposition }) => {
    requirePhotoKey(key);
    const signingDate = new Date(Math.floor(Date.now() / addressRoundingMs) * addressRoundingMs);
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: prefix + key,
      ResponseContentType: contentType,
      ResponseContentDisposition: contentDisposition,
      ResponseCacheControl: `private, max-age=${expiresIn}, immutable`,
    });
    const address = await getSignedUrl(s3, command, { signingDate, expiresIn });
    return { address, expiresAt: new Date(signingDate.getTime() + expiresIn * 1000) };
  };
}

async function connect(settings: Omit<OpenSettings, "spoolFolder">): Promise<S3> {
  const { endpoint, region, accessKeyId, secretAccessKey, timeoutMs = exchangeMs } = settings;
  // Each reader has a connection: those that are slow must not keep one from others.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };

  // Loading it takes 250 ms and 24 MB.
  const { S3 } = await import("@aws-sdk/client-s3");
  const s3 = new S3({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: attempts,
    requestHandler: {
      // Limits each attempt, until its answer begins.
      requestTimeout: timeoutMs / attempts,
      throwOnRequestTimeout: true,
      socketTimeout: readerRestsMaxMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // Not every S3 store supports the checksums that Amazon's client requests by default.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  // The hash becomes part of the signature, which every S3 store checks.
  s3.middlewareStack.add(
    (next) => (call) => {
      const { ChecksumSHA256: sha256 } = call.input as { ChecksumSHA256?: string };
      const { headers } = call.request as { headers: Record<string, string> };
      if (sha256) headers["x-amz-content-sha256"] = Buffer.from(sha256, "base64").toString("hex");
      return next(call);
    },
    { step: "build" },
  );
  // The client reads answers whole.
  s3.middlewareStack.add(
    (next, { commandName }) =>
      async (call) => {
        const result = await next(call);
        const response = result.response as { body: unknown; statusCode: number };
        const isObject = commandName === "GetObjectCommand" && response.statusCode < 300;
        if (response.body instanceof Readable && !isObject) response.body = cutAt(response.body, answerBytesMax);
        return result;
      },
    { step: "deserialize", priority: "low" },
  );
  return s3;
}

/** Undefined if it isn't the object, or the part of it, that was asked for. */
function wholeSize(
  { ContentLength, ContentRange }: { ContentLength: number | undefined; ContentRange: string | undefined },
  range: ByteRange | undefined,
): number | undefined {
  if (!range) return ContentLength;
  const [, first, last, whole] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? "") ?? [];
  const isAsked = Number(first) === range.start && Number(last) === range.end;
  return isAsked && ContentLength === range.end - range.start + 1 ? Number(whole) : undefined;
}

function toStoreError(cause: unknown, what: string): PhotoStoreError {
  const status = statusOf(cause);
  const said = cause instanceof Error ? cause.message : String(cause);
  const problem = status === undefined ? "cannot be reached for" : `answered ${status} to`;
  return new PhotoStoreError(`the photo store ${problem} ${what}: ${said}`, { cause });
}

/** Undefined without a response. */
function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof PhotoNotFoundError)) throw error;
}

function ignore(): void {}
