import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import type { Config } from "../settings/config.ts";
import { endNews, listOwnPlaces, listOwnShares } from "./contribution-queries.ts";
import { getContribution, listContributions, summarizeContributions } from "./own-contributions.ts";
import { getSharedContribution, shareContribution, unshareContribution } from "./shared-contributions.ts";
import { writeMessage } from "./write-message.ts";

export function contributionRoutes(
  app: FastifyInstance,
  services: { db: Db; photoAddresses: PhotoAddresses; config: Pick<Config, "publicUrl"> },
): void {
  implementCall(app, calls.listContributions, {
    allow: "self",
    handle: async ({ params: { username }, query, ...context }) =>
      answerWithPart(context, await listContributions(services, username, query, textsForRequest(context.request))),
  });

  implementCall(app, calls.summarizeContributions, {
    allow: "self",
    handle: ({ params }) => summarizeContributions(services.db, params.username),
  });

  implementCall(app, calls.listOwnShares, {
    allow: "self",
    handle: ({ params }) => listOwnShares(services.db, params.username),
  });

  implementCall(app, calls.listOwnPlaces, {
    allow: "self",
    handle: ({ params }) => listOwnPlaces(services.db, params.username),
  });

  implementCall(app, calls.shareContribution, {
    allow: "self",
    handle: ({ params: { username, id } }) =>
      shareContribution(services.db, { username, questId: id, publicUrl: services.config.publicUrl }),
  });

  implementCall(app, calls.unshareContribution, {
    allow: "self",
    handle: async ({ params }) => {
      await unshareContribution(services.db, params.username, params.id);
      return undefined;
    },
  });

  implementCall(app, calls.getSharedContribution, {
    allow: "visitor",
    handle: ({ params }) => getSharedContribution(services.db, params),
  });

  implementCall(app, calls.getContribution, {
    allow: "self",
    handle: ({ params }) => getContribution(services, params.username, params.data_point_id),
  });

  implementCall(app, calls.seeContributions, {
    allow: "self",
    handle: async ({ params, body: { until, ids } }) => {
      await endNews(services.db, params.username, { until, ids });
      return undefined;
    },
  });

  implementCall(app, calls.writeMessage, {
    allow: "signed_in",
    ratePerMinute: 30,
    handle: ({ params, identity, body }) =>
      writeMessage(services.db, identity, {
        dataPointId: params.id,
        text: body.text,
        requestId: body.id?.toLowerCase(),
      }),
  });
}
