import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../http/implement-call.ts";
import { listDataPoints, listQuestsWithDataPoints } from "./list-data-points.ts";
import { type UploadServices, uploadDataPoint } from "./upload-data-point.ts";

export function dataPointRoutes(app: FastifyInstance, services: UploadServices): void {
  implementCall(app, calls.listDataPoints, {
    allow: "self",
    handle: ({ params }) => listDataPoints(services, params.username, params.id),
  });

  implementCall(app, calls.uploadDataPoint, {
    allow: "self",
    handle: ({ params: { username, id: questId }, request }) =>
      uploadDataPoint(services, { username, questId }, request),
  });

  implementCall(app, calls.listAdminQuests, {
    allow: "admin",
    handle: () => listQuestsWithDataPoints(services),
  });
}
