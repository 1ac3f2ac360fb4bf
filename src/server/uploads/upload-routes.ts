import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { Server } from "@tus/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { photoBytesMax } from "../../contract/limits.ts";
import { saying } from "../../texts/saying.ts";
import { requireAccess } from "../calls/guards.ts";
import { fastifyPath, implementCall } from "../calls/implement-call.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { AccountUploads, type UploadStoreServices } from "./account-uploads.ts";
import { ProcessLocks } from "./process-locks.ts";

const tusVersion = "1.0.0";
/** How long a request may continue when another wants to take over. */
const lockDrainMs = 500;
const metadataLengthMax = 2_000;

/**
 * Resumable uploads by tus 1.0.0 (https://tus.io/protocols/resumable-upload). The package handles the protocol's
 * headers; access, limits, refusals, logs and headers are those of any other call.
 */
export function uploadRoutes(api: FastifyInstance, services: UploadStoreServices): void {
  const locker = new ProcessLocks();
  api.register(async (app) => {
    app.addContentTypeParser("application/offset+octet-stream", (_request, _payload, done) => done(null));
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("tus-resumable", tusVersion);
    });

    const answer = async (request: FastifyRequest, reply: FastifyReply, username: string): Promise<undefined> => {
      if (request.method !== "OPTIONS") requireTus(request, reply);
      let failure: unknown;
      const server = new Server({
        path: `${app.prefix}${calls.createUpload.path}`,
        datastore: new AccountUploads(services, username),
        locker,
        lockDrainTimeout: lockDrainMs,
        maxSize: photoBytesMax,
        namingFunction: () => randomUUID(),
        relativeLocation: true,
        onResponseError: (_request, error) => {
          failure = error;
          return undefined;
        },
      });
      const { status, headers } = await whileReading(request, (webRequest) => server.handleWeb(webRequest));
      for (const [name, value] of headers) {
        if (/^(tus-|upload-|location$)/.test(name)) reply.header(name, value);
      }
      if (failure instanceof Error && !("status_code" in failure)) throw failure;
      // More bytes than were announced, not a file that is too large.
      if (status === 413 && request.method === "PATCH") throw new DomainError("upload_conflict");
      if (status >= 400) throw refusalOf(status, failure);
    };

    implementCall(app, calls.createUpload, {
      allow: "signed_in",
      handle: ({ identity, request, reply }) => answer(request, reply, identity.username),
    });

    implementCall(app, calls.continueUpload, {
      allow: "signed_in",
      handle: ({ identity, request, reply }) => answer(request, reply, identity.username),
    });

    implementCall(app, calls.deleteUpload, {
      allow: "signed_in",
      handle: ({ identity, request, reply }) => answer(request, reply, identity.username),
    });

    // The offset of an upload, for those who may continue it.
    app.route({
      method: "HEAD",
      url: fastifyPath(calls.continueUpload.path),
      config: { call: calls.continueUpload },
      preParsing: async ({ identity }) => requireAccess("signed_in", identity),
      handler: async (request, reply) => {
        await answer(request, reply, request.identity?.username ?? "");
        return reply.code(200).send();
      },
    });

    // Describes the protocol's support to everyone, and to pages at other origins whether they may use it.
    for (const { path } of [calls.createUpload, calls.continueUpload]) {
      app.route({
        method: "OPTIONS",
        url: fastifyPath(path),
        config: { cors: { preflightContinue: true, strictPreflight: false } },
        handler: async (request, reply) => {
          await answer(request, reply, "");
          return reply.code(204).send();
        },
      });
    }
  });
}

/** @throws DomainError `tus_version_unsupported`, `invalid_request` */
function requireTus({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers["tus-resumable"] !== tusVersion) {
    reply.header("tus-version", tusVersion);
    throw new DomainError("tus_version_unsupported");
  }
  if (String(headers["upload-metadata"] ?? "").length > metadataLengthMax) {
    throw new DomainError("invalid_request.upload");
  }
}

/**
 * Converts the request for the package. If the connection breaks, its body ends there and what arrived is kept. What
 * the package leaves unread can be drained, so that the connection stays usable.
 */
async function whileReading<Answer>(
  { method, raw, url }: FastifyRequest,
  answer: (request: Request) => Promise<Answer>,
): Promise<Answer> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) if (typeof value === "string") headers.set(name, value);
  if (method !== "POST" && method !== "PATCH")
    return answer(new Request(`http://localhost${url}`, { method, headers }));
  const bytes = Readable.from(untilCutOff(raw), { objectMode: false });
  const body = Readable.toWeb(bytes) as ReadableStream;
  try {
    return await answer(new Request(`http://localhost${url}`, { method, headers, body, duplex: "half" }));
  } finally {
    bytes.destroy();
  }
}

async function* untilCutOff(raw: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* raw.iterator({ destroyOnReturn: false });
  } catch (error) {
    if (!raw.destroyed) throw error;
  }
}

/** Converts the package's errors, whose texts are English only. */
function refusalOf(status: number, cause: unknown): DomainError {
  switch (status) {
    case 404:
    case 410:
      return new DomainError("not_found.upload");
    case 409:
      return new DomainError("upload_conflict");
    case 413:
      return new DomainError(saying("refusals.photo_too_large", { megabytes: photoBytesMax / 1_000_000 }));
    default:
      return status >= 500 && status !== 501
        ? new DomainError("internal_error", { cause })
        : new DomainError("invalid_request.upload");
  }
}
