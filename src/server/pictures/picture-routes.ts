import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../http/implement-call.ts";
import { PhotoNotFoundError } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { pictureKey } from "./picture-queries.ts";
import { type PictureServices, savePicture } from "./save-picture.ts";

export function pictureRoutes(app: FastifyInstance, services: PictureServices): void {
  implementCall(app, calls.createPicture, {
    allow: "coordinator",
    handle: ({ params, request, identity: { username } }) =>
      savePicture(services, { organizationId: params.id, username }, request),
  });

  // Everybody can read the protocols that show it.
  implementCall(app, calls.getPicture, {
    allow: "visitor",
    handle: async ({ params: { id }, reply }) => {
      const { stream, sizeBytes } = await services.photoStore
        .openRead(pictureKey(id.toLowerCase()))
        .catch((error: unknown) => {
          throw error instanceof PhotoNotFoundError ? new DomainError("not_found.photo") : error;
        });
      return reply
        .type("image/webp")
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("content-length", sizeBytes)
        .header("content-disposition", "inline")
        .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
        .send(stream);
    },
  });
}
