import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { LocalFileWriter } from "./local-file-writer.ts";
import {
  type ByteRange,
  PhotoNotFoundError,
  type PhotoReading,
  type PhotoStore,
  PhotoStoreError,
  type PhotoWriter,
  requirePhotoKey,
  type StoredPhoto,
} from "./photo-store.ts";
import { type S3Answer, S3Client, type S3Settings } from "./s3-client.ts";

/**
 * Photos as objects of one S3 bucket, under their keys. A new one is gathered in `spoolFolder` first, since its hash and
 * length are signed with it; reading and writing stream.
 */
export class S3PhotoStore implements PhotoStore {
  private readonly client: S3Client;
  private readonly spoolFolder: string;

  constructor({ spoolFolder, ...settings }: S3Settings & { spoolFolder: string }) {
    this.client = new S3Client(settings);
    this.spoolFolder = spoolFolder;
  }

  async beginWrite(key: string): Promise<PhotoWriter> {
    requirePhotoKey(key);
    const file = await this.createSpoolFile();
    return {
      bytes: file.bytes,
      localPath: file.path,
      commit: async () => {
        const hash = createHash("sha256");
        await pipeline(createReadStream(file.path), hash);
        const body = {
          sha256: hash.digest("hex"),
          sizeBytes: file.bytes.bytesWritten,
          open: () => createReadStream(file.path),
        };
        await this.request("PUT", key, [200], { body });
        await file.remove();
      },
      abort: () => file.remove(),
    };
  }

  async openRead(key: string, range?: ByteRange): Promise<PhotoReading> {
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const answer = await this.request("GET", key, [200, 206], { headers, keepBody: true });
    const total = /\/(\d+)$/.exec(answer.header("content-range") ?? "")?.[1] ?? answer.header("content-length");
    return { stream: answer.stream, sizeBytes: Number(total) };
  }

  async withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    const { stream } = await this.openRead(key);
    const file = await this.createSpoolFile();
    try {
      await pipeline(stream, file.bytes);
      return await use(file.path);
    } finally {
      await file.remove();
    }
  }

  async delete(key: string): Promise<void> {
    await this.request("DELETE", key, [200, 204, 404]);
  }

  async exists(key: string): Promise<boolean> {
    return (await this.request("HEAD", key, [200, 404])).status === 200;
  }

  async *list(prefix: string): AsyncIterable<StoredPhoto> {
    let continuation: string | undefined;
    do {
      const query = {
        "list-type": "2",
        prefix,
        ...(continuation === undefined ? {} : { "continuation-token": continuation }),
      };
      const answer = await this.client.send("GET", "", { query });
      if (answer.status !== 200) throw await unexpected(answer, "listing");
      const page = await readText(answer.stream);
      yield* parseContents(page);
      continuation = textOf(page, "IsTruncated") === "true" ? textOf(page, "NextContinuationToken") : undefined;
    } while (continuation !== undefined);
  }

  private async request(
    method: string,
    key: string,
    expected: readonly number[],
    { keepBody = false, ...options }: Parameters<S3Client["send"]>[2] & { keepBody?: boolean } = {},
  ): Promise<S3Answer> {
    requirePhotoKey(key);
    const answer = await this.client.send(method, key, options);
    if (!expected.includes(answer.status)) {
      const error = answer.status === 404 ? new PhotoNotFoundError(key) : await unexpected(answer, `${method} ${key}`);
      answer.stream.resume();
      throw error;
    }
    if (!keepBody) answer.stream.resume();
    return answer;
  }

  private async createSpoolFile(): Promise<LocalFileWriter> {
    await mkdir(this.spoolFolder, { recursive: true, mode: 0o700 });
    return new LocalFileWriter(join(this.spoolFolder, randomUUID()), { isDurable: false });
  }
}

function* parseContents(page: string): Iterable<StoredPhoto> {
  for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = textOf(entry, "Key");
    if (key === undefined || !isPhotoKey(key)) continue;
    const modifiedAt = new Date(textOf(entry, "LastModified") ?? "");
    // an object without a readable age must never look old to the sweep
    yield {
      key,
      sizeBytes: Number(textOf(entry, "Size")),
      modifiedAt: Number.isNaN(modifiedAt.getTime()) ? new Date() : modifiedAt,
    };
  }
}

/** The bucket may hold other things; they are not ours to list, so never ours to sweep. */
function isPhotoKey(key: string): boolean {
  try {
    requirePhotoKey(key);
    return true;
  } catch {
    return false;
  }
}

function textOf(xml: string, element: string): string | undefined {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return found
    ?.replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}

async function unexpected(answer: S3Answer, what: string): Promise<PhotoStoreError> {
  const text = (await readText(answer.stream)).slice(0, 500);
  return new PhotoStoreError(`the photo store answered ${answer.status} to ${what}: ${text}`);
}

async function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
