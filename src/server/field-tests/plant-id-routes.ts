import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import { type IdentifyPlantServices, identifyPlant } from "./identify-plant.ts";

export function plantIdRoutes(app: FastifyInstance, services: IdentifyPlantServices): void {
  implementCall(app, calls.identifyPlant, {
    ratePerMinute: 60,
    allow: "feature_tester",
    handle: ({ identity, request }) => identifyPlant(services, identity.username, request),
  });
}
