import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../api/implement-call.ts";
import { linkToNextPart } from "../api/list-parts.ts";
import { requireAdmin } from "../auth/guards.ts";
import { transaction } from "../database/transaction.ts";
import type { Services } from "../processes/services.ts";
import * as queries from "./review-queries.ts";
import { decide } from "./review-rules.ts";

export function reviewRoutes(app: FastifyInstance, { db, photoAddresses }: Services): void {
  implementCall(app, calls.listSamples, {
    allow: ({ request }) => requireAdmin(request),
    handle: async ({ query, request, reply }) => {
      const { samples, next } = await queries.listSamples(db, photoAddresses, query);
      linkToNextPart(request, reply, next);
      return samples;
    },
  });

  implementCall(app, calls.getSample, {
    allow: ({ request }) => requireAdmin(request),
    handle: ({ params }) => queries.getSample(db, photoAddresses, params.id),
  });

  implementCall(app, calls.reviewSample, {
    allow: ({ request }) => requireAdmin(request),
    handle: async ({ params, body, request }) => {
      const { username } = requireAdmin(request);
      const decision = decide(body);
      await transaction(db, (tx) =>
        queries.insertReview(tx, { dataPointId: params.id, reviewedBy: username, ...decision }),
      );
      return queries.getSample(db, photoAddresses, params.id);
    },
  });
}
