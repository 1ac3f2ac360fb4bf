import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { DomainError } from "../../contract/errors.ts";
import { implementCall } from "../api/implement-call.ts";
import { requireFeatureTester } from "../auth/guards.ts";
import type { Services } from "../processes/services.ts";
import { startOfNextQuotaDay } from "./plant-id-quota.ts";
import { receiveImage } from "./receive-image.ts";

export function plantIdRoutes(app: FastifyInstance, { photoStore, plantIdentifier }: Services): void {
  implementCall(app, calls.identifyPlant, {
    ratePerMinute: 60,
    allow: ({ request }) => requireFeatureTester(request),
    handle: async ({ request, reply }) => {
      plantIdentifier.requireConfigured();
      const jpeg = await receiveImage(request, photoStore);
      return plantIdentifier.identify(jpeg).catch((error: unknown) => {
        if (error instanceof DomainError && error.code === "plant_id_quota_exhausted") {
          reply.header("retry-after", secondsToNextQuotaDay(new Date()));
        }
        throw error;
      });
    },
  });
}

function secondsToNextQuotaDay(now: Date): number {
  return Math.ceil((startOfNextQuotaDay(now).getTime() - now.getTime()) / 1000);
}
