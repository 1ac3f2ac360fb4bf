import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../http/implement-call.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { otherFormats } from "./formats/file-formats.ts";
import { sendOn } from "./photo-routes.ts";
import type { PhotoAddresses } from "./signed-address.ts";
import { type ByteRange, PhotoNotFoundError, type PhotoStore } from "./store/photo-store.ts";

export type FileRouteServices = {
  /** A file of a field that is no photo, by the id in its URL. */
  findFile: (
    id: string,
  ) => Promise<{ photo_key: string; key: string; bytes: number; format: keyof typeof otherFormats } | undefined>;
  photoAddresses: PhotoAddresses;
  photoStore: PhotoStore;
};

/** Anyone with a signed URL gets the file as it was sent, with the type of its bytes. Only recordings can be shown. */
export function fileRoutes(app: FastifyInstance, { findFile, photoAddresses, photoStore }: FileRouteServices): void {
  implementCall(app, calls.getFile, {
    allow: "signed_address",
    requireSignedAddress: ({ request, params: { id } }) => {
      const { expires, signature } = request.query as Record<string, unknown>;
      photoAddresses.verify({ id, variant: "file", expires: String(expires), signature: String(signature) });
    },
    handle: async ({ params: { id }, query, request, reply }) => {
      const remainingSeconds = photoAddresses.verify({ id, variant: "file", ...query });
      const file = await findFile(id);
      if (!file) throw new DomainError("not_found.file");
      const { photo_key: storeKey, key, bytes, format } = file;
      const { kind, mediaType } = otherFormats[format];
      // Keys and formats have only letters, digits, `_`, `-` and dots.
      const disposition = `${kind === "file" ? "attachment" : "inline"}; filename="${key}.${format}"`;
      reply
        .type(mediaType)
        .header("cache-control", `private, max-age=${remainingSeconds}, immutable`)
        .header("content-disposition", disposition)
        .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header("x-content-type-options", "nosniff");
      const direct = await photoStore.directAddress?.(storeKey, {
        contentType: mediaType,
        contentDisposition: disposition,
      });
      if (direct) return sendOn(reply, direct, remainingSeconds);
      const range = readRange(request.headers.range, bytes);
      const { stream } = await photoStore.openRead(storeKey, range).catch((error) => {
        throw error instanceof PhotoNotFoundError ? new DomainError("not_found.file") : error;
      });
      reply.header("accept-ranges", "bytes");
      if (!range) return reply.header("content-length", bytes).send(stream);
      return reply
        .code(206)
        .header("content-range", `bytes ${range.start}-${range.end}/${bytes}`)
        .header("content-length", range.end - range.start + 1)
        .send(stream);
    },
  });
}

/** The one part that is asked for (RFC 9110, 14.2); undefined for several, or one that can't be: then the whole is sent. */
function readRange(header: string | undefined, bytes: number): ByteRange | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start <= end ? { start, end } : undefined;
}
