import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { actorOf } from "../auth/scope.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { assignReviewers, listAssignments } from "./assignments.ts";
import type { RecheckLot } from "./draw-for-recheck.ts";
import { getReviewFigures } from "./get-review-figures.ts";
import { getSample } from "./get-sample.ts";
import { recheckSample } from "./recheck-sample.ts";
import { listReviewReasons, setReviewReasons } from "./review-reasons.ts";

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
