import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsV4Signer } from "aws4fetch";

export type S3Settings = {
  /** For example `https://s3.eu-central-1.amazonaws.com`; buckets are named in the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type S3Body = {
  /** Lower-case hexadecimal; signed with the request, so that the store refuses other bytes. */
  sha256: string;
  sizeBytes: number;
  /** Called again for every attempt. */
  open: () => Readable;
};

export type S3Answer = {
  status: number;
  header(name: string): string | undefined;
  /** Must be read or resumed. */
  stream: Readable;
};

export type S3Request = {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: S3Body;
};

const idleTimeoutMs = 30_000;
const attempts = 3;
const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** Signed requests (AWS signature 4) to one bucket. Bodies have a known length, since S3 takes no chunked ones. */
export class S3Client {
  private readonly agents = {
    "http:": new HttpAgent({ keepAlive: true }),
    "https:": new HttpsAgent({ keepAlive: true }),
  };

  constructor(private readonly settings: S3Settings) {}

  /** All our requests may be repeated, so what fails on the way, or on the other side, is tried three times. */
  async send(method: string, key: string, request: S3Request = {}): Promise<S3Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.sendOnce(method, key, request);
        if (answer.status < 500 || attempt === attempts) return answer;
        answer.stream.resume();
      } catch (error) {
        if (attempt === attempts) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 200 * 4 ** (attempt - 1)));
    }
  }

  private async sendOnce(
    method: string,
    key: string,
    { query = {}, headers = {}, body }: S3Request,
  ): Promise<S3Answer> {
    const url = new URL(`${this.settings.endpoint.replace(/\/+$/, "")}/${this.settings.bucket}/${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      ...this.settings,
      service: "s3",
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": body?.sha256 ?? emptySha256 },
    }).sign();
    const outgoing = (signed.url.protocol === "https:" ? httpsRequest : httpRequest)(signed.url, {
      method,
      headers: { ...Object.fromEntries(signed.headers), ...(body ? { "content-length": body.sizeBytes } : {}) },
      agent: this.agents[signed.url.protocol as "http:" | "https:"],
      timeout: idleTimeoutMs,
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("the photo store did not answer in time")));
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once("response", resolve);
      outgoing.once("error", reject);
    });
    const sent = body ? pipeline(body.open(), outgoing) : Promise.resolve(void outgoing.end());
    // a refusal may come before the body is through; then the answer counts, not the broken pipe
    sent.catch(() => undefined);
    const incoming = await answered;
    return {
      status: incoming.statusCode ?? 0,
      header: (name) => {
        const value = incoming.headers[name];
        return Array.isArray(value) ? value[0] : value;
      },
      stream: incoming,
    };
  }
}
