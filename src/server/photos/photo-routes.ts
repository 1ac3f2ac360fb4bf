import type { FastifyInstance, FastifyReply } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { PhotoDerivatives } from "./derivatives/photo-derivatives.ts";
import type { PhotoAddresses } from "./signed-address.ts";
import { type DirectAddress, PhotoNotFoundError } from "./store/photo-store.ts";

export type PhotoRouteServices = {
  /** The key of the original, by the id in the URL. */
  findPhotoKey: (id: string) => Promise<string | undefined>;
  setUnreadable: (id: string) => Promise<void>;
  photoAddresses: PhotoAddresses;
  photoDerivatives: PhotoDerivatives;
};

/** Anyone with a signed URL may see the photo; the original is never served. */
export function photoRoutes(app: FastifyInstance, services: PhotoRouteServices): void {
  const { findPhotoKey, setUnreadable, photoAddresses, photoDerivatives } = services;

  implementCall(app, calls.getPhoto, {
    allow: "signed_address",
    requireSignedAddress: ({ request, params }) => {
      const { expires, signature } = request.query as Record<string, unknown>;
      photoAddresses.verify({ ...params, expires: String(expires), signature: String(signature) });
    },
    handle: async ({ params: { id, variant }, query, request, reply }) => {
      const remainingSeconds = photoAddresses.verify({ id, variant, ...query });
      const originalKey = await findPhotoKey(id);
      if (!originalKey) throw new DomainError("not_found.photo");
      const etag = `"${originalKey.slice(originalKey.indexOf("/") + 1)}-${variant}"`;
      reply
        .type("image/jpeg")
        .header("cache-control", `private, max-age=${remainingSeconds}, immutable`)
        .header("etag", etag)
        .header("content-disposition", "inline")
        .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header("x-content-type-options", "nosniff");
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      const failed = async (error: unknown): Promise<never> => {
        reply.removeHeader("etag").header("cache-control", "no-store");
        if (error instanceof DomainError && error.code === "photo_unreadable") await setUnreadable(id);
        if (error instanceof PhotoNotFoundError) throw new DomainError("not_found.photo");
        throw error;
      };
      const direct = await photoDerivatives.directAddress(originalKey, variant).catch(failed);
      if (direct) return sendOn(reply, direct, remainingSeconds);
      const { stream, sizeBytes } = await photoDerivatives.open(originalKey, variant).catch(failed);
      return reply.header("content-length", sizeBytes).send(stream);
    },
  });
}

/** Redirects to the store without a referrer. Browsers may repeat the redirect while the URL is valid. */
export function sendOn(
  reply: FastifyReply,
  { address, expiresAt }: DirectAddress,
  remainingSeconds: number,
): FastifyReply {
  const goodForSeconds = Math.floor((expiresAt.getTime() - Date.now()) / 1000) - 60;
  return reply
    .removeHeader("etag")
    .removeHeader("content-type")
    .removeHeader("content-disposition")
    .header("cache-control", `private, max-age=${Math.max(0, Math.min(remainingSeconds, goodForSeconds))}`)
    .header("referrer-policy", "no-referrer")
    .redirect(address, 302);
}
