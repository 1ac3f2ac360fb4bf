import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import type { Credit } from "../../contract/credit.ts";
import { answerWithPart } from "../calls/answer-with-part.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { PhotoAddresses } from "../photos/signed-address.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { Config } from "../settings/config.ts";
import { getResults, listPointSpots, listPublicPoints } from "./get-results.ts";
import type { PointMaps } from "./point-maps.ts";
import { isPublicPhoto } from "./published-queries.ts";
import { getPublicSeries, getSeries, listPublicStations } from "./station-series.ts";

type Services = { db: Db; photoAddresses: PhotoAddresses; pointMaps: PointMaps; config: Pick<Config, "terms"> };

const ofStation = ({ id, station }: { id: number; station: number }) => ({ questId: id, stationId: station });

export function resultsRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  implementCall(app, calls.getQuestResults, {
    allow: "visitor",
    handle: async ({ params }) => ({
      ...(await getResults(db, params.id)),
      photo_licence: services.config.terms.photoLicence ?? null,
    }),
  });

  implementCall(app, calls.listPublicPoints, {
    allow: "visitor",
    handle: async ({ params, query, ...context }) =>
      answerWithPart(context, await listPublicPoints(services, params.id, query)),
  });

  implementCall(app, calls.listPublicPointClusters, {
    allow: "visitor",
    handle: ({ params, query }) => listPointSpots(services, params.id, query),
  });

  implementCall(app, calls.getPublicPhoto, {
    allow: "visitor",
    handle: async ({ params: { id, point_id, photo_id }, reply }) => {
      if (!(await isPublicPhoto(db, id, point_id, photo_id))) throw new DomainError("not_found.photo");
      return reply.redirect(services.photoAddresses.sign(photo_id, "display"), 302);
    },
  });

  implementCall(app, calls.getCredit, {
    allow: "signed_in",
    handle: ({ identity }) => findCredit(db, identity.username),
  });

  implementCall(app, calls.setCredit, {
    allow: "signed_in",
    handle: async ({ identity, body }) => {
      await transaction(db, (tx) => setCredit(tx, identity.username, body));
      return findCredit(db, identity.username);
    },
  });

  implementCall(app, calls.getStationSeries, {
    allow: "viewer",
    handle: ({ params }) => getSeries(db, ofStation(params)),
  });

  implementCall(app, calls.listPublicStations, {
    allow: "visitor",
    handle: ({ params }) => listPublicStations(db, params.id),
  });

  implementCall(app, calls.getPublicStationSeries, {
    allow: "visitor",
    handle: ({ params }) => getPublicSeries(db, ofStation(params)),
  });
}

/** How somebody is named in public results; not at all before they were seen for the first time. */
async function findCredit(db: Db, username: string): Promise<Credit> {
  const row = await db
    .selectFrom("adventurers")
    .select(["credit", "credit_name as name"])
    .where("id", "=", username)
    .executeTakeFirst();
  return (row as Credit | undefined) ?? { credit: "none", name: null };
}

async function setCredit(db: Db, username: string, { credit, name }: Credit): Promise<void> {
  const credit_name = credit === "name" ? (name ?? null) : null;
  await db.updateTable("adventurers").set({ credit, credit_name }).where("id", "=", username).execute();
}
