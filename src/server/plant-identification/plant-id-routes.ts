import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../api/implement-call.ts";
import { requireFeatureTester } from "../auth/guards.ts";
import type { Services } from "../services.ts";
import { receiveImage } from "./receive-image.ts";

export function plantIdRoutes(app: FastifyInstance, { photoStore, plantIdentifier }: Services): void {
  implementCall(app, calls.identifyPlant, {
    ratePerMinute: 60,
    allow: ({ request }) => requireFeatureTester(request),
    handle: async ({ request }) => {
      plantIdentifier.requireConfigured();
      return plantIdentifier.identify(await receiveImage(request, photoStore));
    },
  });
}
