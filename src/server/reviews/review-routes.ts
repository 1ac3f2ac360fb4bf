import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { actorOf } from "../auth/scope.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { assignReviewers, listAssignments } from "./assignments.ts";
import { claimSamples } from "./claim-samples.ts";
import { copySamplePhoto } from "./copy-sample-photo.ts";
import { listNeighbours } from "./list-neighbours.ts";
import { getSample, listSamples } from "./read-samples.ts";
import { type RecheckLot, recheckSample } from "./rechecks.ts";
import { reviewDataPoint, reviewDataPoints, undoReviews } from "./review-data-points.ts";
import { getReviewFigures } from "./review-figures.ts";
import { listReviewReasons, setReviewReasons } from "./review-reasons.ts";
import { countSamples } from "./sample-counts.ts";

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

/** How reviewers share their work: assignments, common reasons, second reviews and figures. */
export function fairWorkRoutes(
  app: FastifyInstance,
  services: { db: Db; photoAddresses: PhotoAddresses; recheckLot: RecheckLot },
): void {
  const { db } = services;

  implementCall(app, calls.listReviewReasons, {
    allow: "viewer",
    handle: ({ params }) => listReviewReasons(db, params.id),
  });

  implementCall(app, calls.setReviewReasons, {
    allow: "reviewer",
    handle: ({ params, body }) => setReviewReasons(db, params.id, body),
  });

  implementCall(app, calls.listAssignments, {
    allow: "viewer",
    handle: async ({ query, ...context }) => answerWithPart(context, await listAssignments(db, context.scope, query)),
  });

  implementCall(app, calls.assignReviewers, {
    allow: "coordinator",
    handle: ({ params, body, identity }) => assignReviewers(db, identity, params.id, body.reviewers),
  });

  implementCall(app, calls.recheckSample, {
    allow: "reviewer",
    handle: async ({ params, body, request, ...context }) => {
      const reviewer = actorOf(context);
      await recheckSample(db, params.id, reviewer, body);
      return getSample(services, reviewer, params.id, textsForRequest(request));
    },
  });

  implementCall(app, calls.getReviewFigures, {
    allow: "viewer",
    handle: ({ scope, query }) => getReviewFigures(services, scope, query),
  });
}
