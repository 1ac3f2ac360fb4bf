import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type FakeS3 = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  objects: Map<string, { bytes: Buffer; modifiedAt: Date }>;
  /** `METHOD key` of every request. */
  requests: string[];
  /** Statuses to answer the next requests with instead. */
  failures: number[];
  close(): Promise<void>;
};

const account = { region: "eu-test-1", accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a secret of the test" };
const bucket = "photos";
const pageSize = 2;

/**
 * The part of S3 that we use: one bucket, pages of two, and checked signatures (version 4) and body hashes. Those of
 * addresses aren't checked: OpenStack Swift does that in the tests of the store.
 */
export async function startFakeS3(): Promise<FakeS3> {
  const objects: FakeS3["objects"] = new Map();
  const requests: string[] = [];
  const failures: number[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const url = new URL(request.url ?? "/", "http://fake");
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2));
    requests.push(`${request.method} ${key}`);
    const failure = failures.shift();
    if (failure) return void response.writeHead(failure).end();
    const isSignedAddress = request.method === "GET" && key !== "" && url.searchParams.has("X-Amz-Signature");
    if (!isSignedAddress && !isSignedRight(request, url, bytes))
      return void response.writeHead(403).end("SignatureDoesNotMatch");
    if (request.method === "PUT" && request.headers["content-length"] === undefined) {
      return void response.writeHead(411).end("MissingContentLength");
    }
    if (request.method === "GET" && key === "") return void response.end(listPage(objects, url));
    const found = objects.get(key);
    if (request.method === "PUT") {
      objects.set(key, { bytes, modifiedAt: new Date() });
      return void response.end();
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (!found) return void response.writeHead(404).end();
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (first !== undefined && last !== undefined) {
      const part = found.bytes.subarray(Number(first), Number(last) + 1);
      const range = `bytes ${first}-${Number(first) + part.length - 1}/${found.bytes.length}`;
      return void response.writeHead(206, { "content-length": part.length, "content-range": range }).end(part);
    }
    response.writeHead(200, { "content-length": found.bytes.length }).end(found.bytes);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...account,
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    objects,
    requests,
    failures,
    close: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function listPage(objects: FakeS3["objects"], url: URL): string {
  const after = url.searchParams.get("continuation-token") ?? "";
  const prefix = url.searchParams.get("prefix") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageSize);
  const isTruncated = keys.length > page.length;
  const contents = page.map((key) => {
    const { bytes, modifiedAt } = objects.get(key) ?? { bytes: Buffer.alloc(0), modifiedAt: new Date() };
    return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
}

/** Checks signature version 4 from its definition, independently of the library that creates it. */
function isSignedRight(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  if (!authorization) return false;
  const [, keyId, day = "", region = "", signedHeaders = "", signature] = authorization;
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const names = signedHeaders.split(";");
  const isComplete = names.includes("host") && names.includes("x-amz-content-sha256");
  if (!isComplete || keyId !== account.accessKeyId || request.headers["x-amz-content-sha256"] !== bodyHash)
    return false;
  const query = [...url.searchParams]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`).join("");
  const canonical = [request.method, url.pathname, query, headers, signedHeaders, bodyHash].join("\n");
  const time = String(request.headers["x-amz-date"]);
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", time, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const signingKey = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (key, part) => createHmac("sha256", key).update(part).digest(),
    `AWS4${account.secretAccessKey}`,
  );
  return createHmac("sha256", signingKey).update(toSign).digest("hex") === signature;
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
