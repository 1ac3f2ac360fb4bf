import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { xlsxMediaType } from "../../contract/protocols.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import type { OutsideFiles } from "../outside-files/outside-files.ts";
import { exportProtocol } from "./export-protocol.ts";
import { importProtocol } from "./import-protocol.ts";

export function protocolRoutes(
  app: FastifyInstance,
  { db, outsideFiles }: { db: Db; outsideFiles: OutsideFiles },
): void {
  implementCall(app, calls.importProtocol, {
    allow: "coordinator",
    handle: ({ request, reply, identity, scope }) =>
      importProtocol(outsideFiles, request, {
        // No organization is named: a team of several counts as its first.
        sender: { person: identity.username, organization: scope === "all" ? undefined : scope[0] },
        connection: reply.raw,
        texts: textsForRequest(request),
      }),
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
