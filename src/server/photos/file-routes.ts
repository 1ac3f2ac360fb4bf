import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../http/implement-call.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { otherFormats } from "./formats/file-formats.ts";
import { sendOn } from "./photo-routes.ts";
import { sendStored } from "./send-stored.ts";
import type { PhotoAddresses } from "./signed-address.ts";
import type { PhotoStore } from "./store/photo-store.ts";

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
      reply.header("cache-control", `private, max-age=${remainingSeconds}, immutable`);
      const direct = await photoStore.directAddress?.(storeKey, {
        contentType: mediaType,
        contentDisposition: disposition,
      });
      if (direct) return sendOn(reply, direct, remainingSeconds);
      return sendStored({ request, reply }, photoStore, {
        key: storeKey,
        bytes,
        mediaType,
        contentDisposition: disposition,
      });
    },
  });
}
