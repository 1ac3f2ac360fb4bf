import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import { transaction } from "../database/transaction.ts";
import { requireQuest } from "../quests/quest-queries.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { addStation, changeStation, importStations, removeStation, type StationServices } from "./edit-stations.ts";
import { findRepeatDays, listStations, setRepeatDays } from "./station-queries.ts";

const ofQuest = ({ id, station }: { id: number; station: number }) => ({ questId: id, stationId: station });

export function stationRoutes(app: FastifyInstance, services: StationServices): void {
  const { db } = services;

  implementCall(app, calls.listStations, {
    allow: "viewer",
    handle: async ({ params }) => {
      await requireQuest(db, params.id);
      return { repeat_days: await findRepeatDays(db, params.id), stations: await listStations(db, params.id) };
    },
  });

  implementCall(app, calls.createStation, {
    allow: "coordinator",
    handle: ({ params, body, identity }) => addStation(db, { questId: params.id, person: identity.username }, body),
  });

  implementCall(app, calls.importStations, {
    allow: "coordinator",
    handle: ({ params, request, reply, identity }) =>
      importStations(
        services,
        { questId: params.id, person: identity.username },
        { form: request, connection: reply.raw },
      ),
  });

  implementCall(app, calls.setStationRepeat, {
    allow: "coordinator",
    handle: async ({ params, body }) => {
      const isSet = await transaction(db, (tx) => setRepeatDays(tx, params.id, body.repeat_days));
      if (!isSet) throw new DomainError("quest_not_found");
      return undefined;
    },
  });

  implementCall(app, calls.changeStation, {
    allow: "coordinator",
    handle: ({ params, body, identity }) => changeStation(db, { ...ofQuest(params), person: identity.username }, body),
  });

  implementCall(app, calls.deleteStation, {
    allow: "coordinator",
    handle: ({ params, identity }) => removeStation(db, { ...ofQuest(params), person: identity.username }),
  });
}
