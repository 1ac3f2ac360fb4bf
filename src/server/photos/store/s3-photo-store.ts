import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { S3 } from "@aws-sdk/client-s3";
import pRetry from "p-retry";
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
  /** For example `https://s3.eu-central-1.amazonaws.com`. The bucket goes into the path. */
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

type OpenSettings = S3Settings & { spoolFolder: string };

const attempts = 3;
const connectTimeoutMs = 10_000;
const idleTimeoutMs = 30_000;
/** A signed URL stays the same for this long, so that browsers can cache the photo, and is valid for twice as long. */
const addressRoundingMs = 10 * 60_000;

/**
 * Photos as objects of one S3 bucket. Uploads are spooled to `spoolFolder` first, because the request's signature needs
 * their hash and length.
 */
export class S3PhotoStore implements PhotoStore {
  readonly #prefix: string;

  private constructor(
    private readonly s3: S3,
    private readonly settings: OpenSettings,
    readonly directAddress: PhotoStore["directAddress"],
  ) {
    this.#prefix = settings.prefix ?? "";
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
    const { Body, ContentLength, ContentRange } = await this.#ask(key, (object) =>
      this.s3.getObject({ ...object, ...part }),
    );
    const wholeBytes = ContentRange?.split("/")[1] ?? ContentLength;
    return { stream: Body as Readable, sizeBytes: Number(wholeBytes) };
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
    await this.#ask(key, (object) => this.s3.deleteObject(object)).catch(ignoreMissing);
  }

  async exists(key: string): Promise<boolean> {
    return (await this.#ask(key, (object) => this.s3.headObject(object)).catch(ignoreMissing)) !== undefined;
  }

  async *list(prefix: string): AsyncIterable<StoredPhoto> {
    let continuation: string | undefined;
    do {
      const page = await this.s3
        .listObjectsV2({ Bucket: this.settings.bucket, Prefix: this.#prefix + prefix, ContinuationToken: continuation })
        .catch((error: unknown) => {
          throw toStoreError(error, "a list of photos");
        });
      for (const { Key: name = "", Size: sizeBytes = 0, LastModified: modifiedAt = new Date() } of page.Contents ??
        []) {
        const key = name.slice(this.#prefix.length);
        // The bucket may hold other objects, which must not be swept.
        if (isPhotoKey(key)) yield { key, sizeBytes, modifiedAt };
      }
      continuation = page.NextContinuationToken;
    } while (continuation !== undefined);
  }

  async #put(key: string, path: string, sizeBytes: number): Promise<void> {
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    const ChecksumSHA256 = hash.digest("base64");
    await this.#ask(key, (object) =>
      // The client doesn't retry requests whose body is a stream.
      pRetry(() => this.#putOnce({ ...object, ChecksumSHA256, ContentLength: sizeBytes }, path), {
        retries: attempts - 1,
        minTimeout: 200,
        factor: 4,
        shouldRetry: ({ error }) => (statusOf(error) ?? 500) >= 500,
      }),
    );
  }

  async #putOnce(object: Parameters<S3["putObject"]>[0], path: string): Promise<void> {
    const unreadable = new AbortController();
    const body = createReadStream(path);
    body.once("error", (error) => unreadable.abort(error));
    try {
      await this.s3.putObject({ ...object, Body: body }, { abortSignal: unreadable.signal });
    } finally {
      body.destroy();
    }
  }

  /** @throws PhotoNotFoundError, PhotoStoreError */
  async #ask<T>(key: string, request: (object: { Bucket: string; Key: string }) => Promise<T>): Promise<T> {
    requirePhotoKey(key);
    try {
      return await request({ Bucket: this.settings.bucket, Key: this.#prefix + key });
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

async function connect({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): Promise<S3> {
  // Loading it takes 250 ms and 24 MB.
  const { S3 } = await import("@aws-sdk/client-s3");
  const s3 = new S3({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: idleTimeoutMs },
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
  return s3;
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
