import type { FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../refusals/domain-error.ts";
import { type ByteRange, PhotoNotFoundError, type PhotoStore } from "./store/photo-store.ts";

type StoredFile = { key: string; bytes: number; mediaType: string; contentDisposition: string };

/** Sends a file of the store through us: the whole, or the part that is asked for. @throws DomainError `not_found.file` */
export async function sendStored(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  store: PhotoStore,
  { key, bytes, mediaType, contentDisposition }: StoredFile,
): Promise<FastifyReply> {
  const range = readRange(request.headers.range, bytes);
  const { stream, sizeBytes } = await store.openRead(key, range).catch((error) => {
    throw error instanceof PhotoNotFoundError ? new DomainError("not_found.file") : error;
  });
  if (sizeBytes !== bytes) {
    stream.destroy();
    // Otherwise the client would wait for the rest, or take what is too much for the next answer.
    throw new Error(`the stored file ${key} has ${sizeBytes} bytes, not ${bytes}`);
  }
  reply
    .type(mediaType)
    .header("content-disposition", contentDisposition)
    .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .header("accept-ranges", "bytes");
  if (!range) return reply.header("content-length", bytes).send(stream);
  return reply
    .code(206)
    .header("content-range", `bytes ${range.start}-${range.end}/${bytes}`)
    .header("content-length", range.end - range.start + 1)
    .send(stream);
}

/** The one part that is asked for (RFC 9110, 14.2); undefined for several, or one that can't be: then the whole is sent. */
function readRange(header: string | undefined, bytes: number): ByteRange | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start <= end ? { start, end } : undefined;
}
