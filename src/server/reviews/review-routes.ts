import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Db } from "../database/connection.ts";
import { answerWithPart } from "../http/answer-with-part.ts";
import { implementCall } from "../http/implement-call.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { claimSamples } from "./claim-samples.ts";
import type { RecheckLot } from "./draw-for-recheck.ts";
import { getSample } from "./get-sample.ts";
import { listNeighbours } from "./list-neighbours.ts";
import { listSamples } from "./list-samples.ts";
import { reviewDataPoint } from "./review-data-point.ts";
import { reviewDataPoints } from "./review-data-points.ts";
import { findReviewer } from "./review-scope.ts";
import { countSamples } from "./sample-counts.ts";
import { undoReviews } from "./undo-reviews.ts";

export function reviewRoutes(
  app: FastifyInstance,
  services: { db: Db; photoAddresses: PhotoAddresses; recheckLot: RecheckLot },
): void {
  const { db } = services;

  implementCall(app, calls.listSamples, {
    allow: "reviewer",
    handle: async ({ query, ...context }) => {
      const asking = await findReviewer(db, context.identity);
      return answerWithPart(context, await listSamples(services, asking, query, textsForRequest(context.request)));
    },
  });

  implementCall(app, calls.countSamples, {
    allow: "reviewer",
    handle: async ({ query, identity }) => countSamples(db, await findReviewer(db, identity), query),
  });

  implementCall(app, calls.claimSamples, {
    allow: "reviewer",
    handle: async ({ body, identity }) => claimSamples(db, await findReviewer(db, identity), body.ids),
  });

  implementCall(app, calls.getSample, {
    allow: "reviewer",
    handle: async ({ params, identity, request }) =>
      getSample(services, await findReviewer(db, identity), params.id, textsForRequest(request)),
  });

  implementCall(app, calls.listNeighbours, {
    allow: "reviewer",
    handle: async ({ params, identity, request }) =>
      listNeighbours(services, (await findReviewer(db, identity)).scope, params.id, textsForRequest(request)),
  });

  implementCall(app, calls.reviewSample, {
    allow: "reviewer",
    handle: async ({ params, identity, body, request }) => {
      const reviewer = await findReviewer(db, identity);
      await reviewDataPoint(services, params.id, reviewer, body);
      return getSample(services, reviewer, params.id, textsForRequest(request));
    },
  });

  implementCall(app, calls.reviewSamples, {
    allow: "reviewer",
    handle: async ({ identity, body, request }) =>
      reviewDataPoints(services, await findReviewer(db, identity), body, textsForRequest(request)),
  });

  implementCall(app, calls.undoReviews, {
    allow: "reviewer",
    handle: async ({ identity, body, request }) =>
      undoReviews(db, await findReviewer(db, identity), body.ids, textsForRequest(request)),
  });
}
