import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { UploadTraffic } from "../data-points/upload-traffic.ts";
import { implementCall } from "../http/implement-call.ts";
import { importRescue, type RescueServices } from "./import-rescue.ts";

export function rescueRoutes(app: FastifyInstance, services: RescueServices & { uploads: UploadTraffic }): void {
  implementCall(app, calls.importRescue, {
    allow: "signed_in",
    handle: ({ identity, request, reply }) => {
      const logged = { ...services, logger: request.log };
      return services.uploads.during(reply.raw, () =>
        importRescue(logged, identity, request, textsForRequest(request)),
      );
    },
  });
}
