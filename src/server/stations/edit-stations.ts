import { stationsMax } from "../../contract/limits.ts";
import type { StationChange, StationPayload, TeamStation } from "../../contract/stations.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { insertQuestChange } from "../quests/quest-history-queries.ts";
import { placeNamesMax } from "../quests/quest-history-rules.ts";
import { DomainError } from "../refusals/domain-error.ts";
import * as queries from "./station-queries.ts";

type By = { person: string };

/** @throws DomainError `quest_not_found`, `station_code_taken`, `stations_exhausted` */
export async function addStation(
  db: Db,
  { questId, person }: By & { questId: number },
  station: StationPayload,
): Promise<TeamStation> {
  const id = await transaction(db, async (tx) => {
    const known = await queries.lockStations(tx, questId);
    if (!known) throw new DomainError("quest_not_found");
    if (known.length >= stationsMax) throw new DomainError("stations_exhausted");
    const [added] = await queries.insertStations(tx, questId, [station]);
    await recordStations(tx, { questId, person }, { added: [station] });
    return added as number;
  });
  return getStation(db, { questId, stationId: id });
}

/** @throws DomainError `station_not_found`, `station_code_taken` */
export async function changeStation(
  db: Db,
  which: queries.StationOfQuest & By,
  change: StationChange,
): Promise<TeamStation> {
  await transaction(db, async (tx) => {
    if (!(await queries.updateStation(tx, which, change))) throw new DomainError("station_not_found");
    await recordStations(tx, which, { changed: [change] });
  });
  return getStation(db, which);
}

/** @throws DomainError `station_not_found`, `station_has_data_points` */
export async function removeStation(db: Db, which: queries.StationOfQuest & By): Promise<undefined> {
  await transaction(db, async (tx) => {
    const station = await queries.findStation(tx, which);
    if (!station) throw new DomainError("station_not_found");
    if (!(await queries.deleteStation(tx, which))) throw new DomainError("station_has_data_points");
    await recordStations(tx, which, { removed: [station] });
  });
}

async function getStation(db: Db, { questId, stationId }: queries.StationOfQuest): Promise<TeamStation> {
  const [station] = await queries.listStations(db, questId, { stationId });
  if (!station) throw new DomainError("station_not_found");
  return station;
}

type Named = { code: string; name: string };
type Changed = { added?: readonly Named[]; changed?: readonly Named[]; removed?: readonly Named[] };

/** Writes into the quest's history what a person changed of its stations. */
export async function recordStations(
  tx: Tx,
  { questId, person }: { questId: number; person: string },
  { added = [], changed = [], removed = [] }: Changed,
): Promise<void> {
  const all = [...added, ...changed, ...removed];
  if (all.length === 0) return;
  const names = all.slice(0, placeNamesMax).map(({ code, name }) => `${code} ${name}`.trim());
  const stations = { added: added.length, changed: changed.length, removed: removed.length, names };
  await insertQuestChange(tx, { questId, person, kind: "changed", changes: [], locations: null, stations });
}
