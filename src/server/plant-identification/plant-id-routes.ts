import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../http/implement-call.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { type IdentifyPlantServices, identifyPlant } from "./identify-plant.ts";
import { startOfNextQuotaDay } from "./plant-id-quota.ts";

export function plantIdRoutes(app: FastifyInstance, services: IdentifyPlantServices): void {
  implementCall(app, calls.identifyPlant, {
    ratePerMinute: 60,
    allow: "feature_tester",
    handle: ({ identity, request, reply }) =>
      identifyPlant(services, identity.username, request).catch((error: unknown) => {
        if (error instanceof DomainError && error.code === "plant_id_quota_exhausted") {
          reply.header("retry-after", secondsToNextQuotaDay(new Date()));
        }
        throw error;
      }),
  });
}

function secondsToNextQuotaDay(now: Date): number {
  return Math.ceil((startOfNextQuotaDay(now).getTime() - now.getTime()) / 1000);
}
