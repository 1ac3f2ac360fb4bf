import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { actorOf } from "../auth/scope.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { claimSamples } from "./claim-samples.ts";
import { copySamplePhoto } from "./copy-sample-photo.ts";
import type { RecheckLot } from "./draw-for-recheck.ts";
import { getSample } from "./get-sample.ts";
import { listNeighbours } from "./list-neighbours.ts";
import { listSamples } from "./list-samples.ts";
import { reviewDataPoint } from "./review-data-point.ts";
import { reviewDataPoints } from "./review-data-points.ts";
import { countSamples } from "./sample-counts.ts";
import { undoReviews } from "./undo-reviews.ts";

export function reviewRoutes(
  app: FastifyInstance,
  services: { db: Db; photoAddresses: PhotoAddresses; photoStore: PhotoStore; recheckLot: RecheckLot },
): void {
  const { db } = services;

  implementCall(app, calls.listSamples, {
    allow: "viewer",
    handle: async ({ query, ...context }) => {
      const part = await listSamples(services, actorOf(context), query, textsForRequest(context.request));
      return answerWithPart(context, part);
    },
  });

  implementCall(app, calls.countSamples, {
    allow: "viewer",
    handle: ({ query, ...context }) => countSamples(db, actorOf(context), query),
  });

  implementCall(app, calls.claimSamples, {
    allow: "reviewer",
    handle: ({ body, ...context }) => claimSamples(db, actorOf(context), body.ids),
  });

  implementCall(app, calls.getSample, {
    allow: "viewer",
    handle: ({ params, request, ...context }) =>
      getSample(services, actorOf(context), params.id, textsForRequest(request)),
  });

  implementCall(app, calls.copySamplePhoto, {
    allow: "coordinator",
    handle: ({ params, ...context }) => copySamplePhoto(services, actorOf(context), params.id),
  });

  implementCall(app, calls.listNeighbours, {
    allow: "viewer",
    handle: ({ params, scope, request }) => listNeighbours(services, scope, params.id, textsForRequest(request)),
  });

  implementCall(app, calls.reviewSample, {
    allow: "reviewer",
    handle: async ({ params, body, request, ...context }) => {
      const reviewer = actorOf(context);
      await reviewDataPoint(services, params.id, reviewer, body);
      return getSample(services, reviewer, params.id, textsForRequest(request));
    },
  });

  implementCall(app, calls.reviewSamples, {
    allow: "reviewer",
    handle: ({ body, request, ...context }) =>
      reviewDataPoints(services, actorOf(context), body, textsForRequest(request)),
  });

  implementCall(app, calls.undoReviews, {
    allow: "reviewer",
    handle: ({ body, request, ...context }) => undoReviews(db, actorOf(context), body.ids, textsForRequest(request)),
  });
}
