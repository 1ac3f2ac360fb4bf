import type { FastifyInstance, FastifyRequest } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../http/implement-call.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { PhotoDerivatives } from "./derivatives/photo-derivatives.ts";
import type { PhotoAddresses } from "./signed-address.ts";
import { PhotoNotFoundError } from "./store/photo-store.ts";

export type PhotoRouteServices = {
  /** The key of a photo's original, by the id in its address; undefined where there is none. */
  findPhotoKey: (id: string) => Promise<string | undefined>;
  photoAddresses: PhotoAddresses;
  photoDerivatives: PhotoDerivatives;
};

/** Who holds a signed address may look at the picture; the original is never served. */
export function photoRoutes(app: FastifyInstance, services: PhotoRouteServices): void {
  const { findPhotoKey, photoAddresses, photoDerivatives } = services;

  implementCall(app, calls.getPhoto, {
    allow: "signed_address",
    requireSignedAddress: ({ request, params }) => void photoAddresses.verify({ ...params, ...signatureOf(request) }),
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
      const { stream, sizeBytes } = await photoDerivatives.open(originalKey, variant).catch((error) => {
        reply.removeHeader("etag").header("cache-control", "no-store");
        if (error instanceof PhotoNotFoundError) throw new DomainError("not_found.photo");
        throw error;
      });
      return reply.header("content-length", sizeBytes).send(stream);
    },
  });
}

function signatureOf(request: FastifyRequest): { expires: string; signature: string } {
  const { expires, signature } = request.query as Record<string, unknown>;
  return {
    expires: typeof expires === "string" ? expires : "",
    signature: typeof signature === "string" ? signature : "",
  };
}
