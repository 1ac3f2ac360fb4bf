import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { measurementsBytesMax } from "../../contract/limits.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import { deleteDataPoint } from "./delete-data-point.ts";
import { editDataPoint } from "./edit-data-point.ts";
import {
  listDataPoints,
  listDataPointsInParts,
  listQuestsWithDataPoints,
  summarizeDataPoints,
} from "./list-data-points.ts";
import { uploadForm } from "./receive-upload.ts";
import { reviseDataPoint } from "./revise-data-point.ts";
import { type UploadServices, uploadDataPoint } from "./upload-data-point.ts";

const editBytesMax = measurementsBytesMax + 1_000;

export function dataPointRoutes(app: FastifyInstance, services: UploadServices): void {
  implementCall(app, calls.listDataPoints, {
    allow: "self",
    handle: async ({ params: { username, id }, query, ...context }) =>
      query.limit === undefined && query.after === undefined
        ? listDataPoints(services, username, id)
        : answerWithPart(context, await listDataPointsInParts(services, username, id, query)),
  });

  implementCall(app, calls.summarizeDataPoints, {
    allow: "self",
    handle: ({ params }) => summarizeDataPoints(services.db, params.username, params.id),
  });

  implementCall(app, calls.uploadDataPoint, {
    allow: "self",
    handle: async ({ params: { username, id: questId }, request }) =>
      (await uploadDataPoint(services, { username, questId }, uploadForm(request))).dataPoint,
  });

  implementCall(app, calls.reviseDataPoint, {
    allow: "signed_in",
    handle: ({ params, identity: { username }, request }) =>
      reviseDataPoint(services, { username, id: params.id.toLowerCase() }, uploadForm(request)),
  });

  implementCall(app, calls.editDataPoint, {
    allow: "self",
    bodyBytesMax: editBytesMax,
    handle: ({ params: { username, id: questId, data_point_id: id }, body }) =>
      editDataPoint(services, { id, username, questId }, body),
  });

  implementCall(app, calls.deleteDataPoint, {
    allow: "self",
    // Deleting an id that never arrived leaves a row as well.
    ratePerMinute: 60,
    handle: async ({ params: { username, id: questId, data_point_id: id } }) => {
      await deleteDataPoint(services, { id, username, questId });
      return undefined;
    },
  });

  implementCall(app, calls.listAdminQuests, {
    allow: "viewer",
    handle: async ({ scope }) => listQuestsWithDataPoints(services, scope),
  });
}
