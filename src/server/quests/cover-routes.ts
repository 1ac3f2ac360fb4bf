import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import { PhotoNotFoundError } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { type CoverServices, deleteQuestImage, openCover, setQuestImage } from "./covers.ts";

export function coverRoutes(app: FastifyInstance, services: CoverServices): void {
  const { photoStore, coverAddresses } = services;

  implementCall(app, calls.setQuestImage, {
    allow: "coordinator",
    handle: ({ identity: { username }, params, request }) =>
      setQuestImage(services, { username, questId: params.id }, request),
  });

  implementCall(app, calls.deleteQuestImage, {
    allow: "coordinator",
    handle: ({ identity: { username }, params }) => deleteQuestImage(services, { username, questId: params.id }),
  });

  implementCall(app, calls.getCover, {
    allow: "signed_address",
    requireSignedAddress: ({ params, request }) => {
      const { signature } = request.query as Record<string, unknown>;
      coverAddresses.verify(params.id, String(signature));
    },
    handle: async ({ params: { id }, query: { size }, reply }) => {
      const { stream, sizeBytes } = await openCover(photoStore, id, size).catch((error) => {
        throw error instanceof PhotoNotFoundError ? new DomainError("not_found.photo") : error;
      });
      return (
        reply
          .type("image/jpeg")
          // The image at an address never changes.
          .header("cache-control", "public, max-age=31536000, immutable")
          .header("content-length", sizeBytes)
          .header("content-disposition", "inline")
          .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
          .send(stream)
      );
    },
  });
}
