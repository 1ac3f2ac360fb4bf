import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../http/implement-call.ts";
import { listDataPoints, listQuestsWithDataPoints } from "./list-data-points.ts";
import { uploadForm } from "./receive-upload.ts";
import { type UploadServices, uploadDataPoint } from "./upload-data-point.ts";
import type { UploadTraffic } from "./upload-traffic.ts";

export function dataPointRoutes(app: FastifyInstance, services: UploadServices & { uploads: UploadTraffic }): void {
  const { uploads } = services;

  implementCall(app, calls.listDataPoints, {
    allow: "self",
    handle: ({ params }) => listDataPoints(services, params.username, params.id),
  });

  implementCall(app, calls.uploadDataPoint, {
    allow: "self",
    handle: async ({ params: { username, id: questId }, request, reply }) => {
      const upload = () => uploadDataPoint(services, { username, questId }, uploadForm(request));
      return (await uploads.during(reply.raw, upload)).dataPoint;
    },
  });

  implementCall(app, calls.listAdminQuests, {
    allow: "admin",
    handle: () => listQuestsWithDataPoints(services),
  });
}
