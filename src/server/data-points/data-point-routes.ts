import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../http/implement-call.ts";
import { deleteDataPoint } from "./delete-data-point.ts";
import { editDataPoint } from "./edit-data-point.ts";
import { listDataPoints, listQuestsWithDataPoints } from "./list-data-points.ts";
import { uploadForm } from "./receive-upload.ts";
import { type UploadServices, uploadDataPoint } from "./upload-data-point.ts";
import type { UploadTraffic } from "./upload-traffic.ts";

/** Values of many fields, as long as an upload may have them. */
const editBytesMax = 2_100_000;

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

  implementCall(app, calls.editDataPoint, {
    allow: "self",
    bodyBytesMax: editBytesMax,
    handle: ({ params: { username, id: questId, data_point_id: id }, body }) =>
      editDataPoint(services, { id, username, questId }, body),
  });

  implementCall(app, calls.deleteDataPoint, {
    allow: "self",
    // What has never arrived can be deleted too, and that is written down.
    ratePerMinute: 60,
    handle: async ({ params: { username, id: questId, data_point_id: id } }) => {
      await deleteDataPoint(services, { id, username, questId });
      return undefined;
    },
  });

  implementCall(app, calls.listAdminQuests, {
    allow: "admin",
    handle: () => listQuestsWithDataPoints(services),
  });
}
