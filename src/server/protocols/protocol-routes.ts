import type { FastifyInstance } from "fastify";
import { calls, xlsxMediaType } from "../../contract/calls.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Db } from "../database/connection.ts";
import { implementCall } from "../http/implement-call.ts";
import { exportProtocol } from "./export-protocol.ts";
import { importProtocol } from "./import-protocol.ts";

export function protocolRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.importProtocol, {
    allow: "coordinator",
    handle: ({ request }) => importProtocol(request, textsForRequest(request)),
  });

  implementCall(app, calls.exportProtocol, {
    allow: "visitor",
    ratePerMinute: 30,
    handle: async ({ params, request, reply }) => {
      const workbook = await exportProtocol(db, params.id, textsForRequest(request));
      return reply
        .type(xlsxMediaType)
        .header("content-disposition", `attachment; filename="quest-${params.id}.xlsx"`)
        .header("x-content-type-options", "nosniff")
        .send(workbook);
    },
  });
}
