import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Db } from "../database/connection.ts";
import { answerWithPart } from "../http/answer-with-part.ts";
import { implementCall } from "../http/implement-call.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { getSample } from "./get-sample.ts";
import { listSamples } from "./list-samples.ts";
import { reviewDataPoint } from "./review-data-point.ts";

export function reviewRoutes(app: FastifyInstance, services: { db: Db; photoAddresses: PhotoAddresses }): void {
  implementCall(app, calls.listSamples, {
    allow: "admin",
    handle: async ({ query, ...context }) => answerWithPart(context, await listSamples(services, query)),
  });

  implementCall(app, calls.getSample, {
    allow: "admin",
    handle: ({ params }) => getSample(services, params.id),
  });

  implementCall(app, calls.reviewSample, {
    allow: "admin",
    handle: ({ params, identity, body }) => reviewDataPoint(services, params.id, identity.username, body),
  });
}
