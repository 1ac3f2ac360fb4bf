import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import type { CallCosts } from "../calls/call-costs.ts";
import { implementCall } from "../calls/implement-call.ts";
import { callerOf } from "../calls/limit-requests.ts";
import { askWhileSending, endWhenStalled } from "../calls/long-answers.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findAdventurer } from "./adventurer-queries.ts";
import { type ErasureServices, eraseAdventurer } from "./erase-adventurer.ts";
import { type ExportServices, exportAdventurer } from "./export-adventurer.ts";

/** An export reads all photos of a volunteer. */
const exportsPerMinute = 10;

export function adventurerRoutes(
  app: FastifyInstance,
  services: ErasureServices & ExportServices & { callCosts: CallCosts },
): void {
  const { db } = services;

  implementCall(app, calls.getAdventurer, {
    allow: "self",
    handle: async ({ params: { username } }) =>
      (await findAdventurer(db, username)) ?? { id: username, bio: null, profile_picture_url: null },
  });

  implementCall(app, calls.exportAdventurer, {
    allow: "self",
    ratePerMinute: exportsPerMinute,
    handle: async ({ identity, request, reply }) => {
      const { callCosts } = services;
      const close = callCosts.openStream(callerOf(request));
      // Also if nothing is sent.
      reply.raw.once("close", close);
      const content = await exportAdventurer(services, identity, async (work) => {
        await askWhileSending(request);
        return callCosts.takeTurn(reply.raw, work);
      });
      endWhenStalled({ request, reply });
      return reply
        .type("application/zip")
        .header("content-disposition", 'attachment; filename="cairn-my-data.zip"')
        .header("x-content-type-options", "nosniff")
        .send(content);
    },
  });

  implementCall(app, calls.eraseAdventurer, {
    allow: "self",
    handle: async ({ identity, body }) => {
      // The embedded provider's account page asks for the password and deletes both account and data.
      if (services.describeAccount) throw new DomainError("account_page_required");
      if (body.username !== identity.username) throw new DomainError("username_not_repeated", { field: "username" });
      await eraseAdventurer(services, identity, {
        deletesUnaccepted: body.deletes_unaccepted,
        mayLeaveTeams: false,
      });
      return undefined;
    },
  });
}
