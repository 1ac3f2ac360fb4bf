import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { implementCall } from "../calls/implement-call.ts";
import { importRescue, type RescueServices } from "./import-rescue.ts";

export function rescueRoutes(app: FastifyInstance, services: RescueServices): void {
  implementCall(app, calls.importRescue, {
    allow: "signed_in",
    handle: ({ identity, request }) =>
      importRescue({ ...services, logger: request.log }, identity, request, textsForRequest(request)),
  });
}
