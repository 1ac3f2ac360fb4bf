import { stationsMax } from "../../contract/limits.ts";
import type { StationChange, StationPayload, TeamStation } from "../../contract/stations.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import * as queries from "../station-rows/station-queries.ts";

/** @throws DomainError `quest_not_found`, `station_code_taken`, `stations_exhausted` */
export async function addStation(db: Db, questId: number, station: StationPayload): Promise<TeamStation> {
  const id = await transaction(db, async (tx) => {
    const known = await queries.lockStations(tx, questId);
    if (!known) throw new DomainError("quest_not_found");
    if (known.length >= stationsMax) throw new DomainError("stations_exhausted");
    const [added] = await queries.insertStations(tx, questId, [station]);
    return added as number;
  });
  return getStation(db, { questId, stationId: id });
}

/** @throws DomainError `station_not_found`, `station_code_taken` */
export async function changeStation(
  db: Db,
  which: queries.StationOfQuest,
  change: StationChange,
): Promise<TeamStation> {
  if (!(await queries.updateStation(db, which, change))) throw new DomainError("station_not_found");
  return getStation(db, which);
}

/** @throws DomainError `station_not_found`, `station_has_data_points` */
export async function removeStation(db: Db, which: queries.StationOfQuest): Promise<undefined> {
  if (await queries.deleteStation(db, which)) return undefined;
  throw new DomainError((await queries.findStation(db, which)) ? "station_has_data_points" : "station_not_found");
}

async function getStation(db: Db, { questId, stationId }: queries.StationOfQuest): Promise<TeamStation> {
  const [station] = await queries.listStations(db, questId, { stationId });
  if (!station) throw new DomainError("station_not_found");
  return station;
}
