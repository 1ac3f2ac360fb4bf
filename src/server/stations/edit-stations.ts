import { stationsMax } from "../../contract/limits.ts";
import type { StationChange, StationFileResult, StationPayload, TeamStation } from "../../contract/stations.ts";
import type { CallConnection } from "../calls/call-costs.ts";
import { readFormParts, type UnreadForm } from "../calls/read-form-parts.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { OutsideFiles } from "../outside-files/outside-files.ts";
import type { FileProgram } from "../outside-files/read-apart.ts";
import { insertQuestChange } from "../quests/quest-history-queries.ts";
import { placeNamesMax } from "../quests/quest-history-rules.ts";
import { refreshSearchText } from "../quests/refresh-search-text.ts";
import { DomainError, invalidFields } from "../refusals/domain-error.ts";
import { findOrganizationOf } from "../teams/require-team-role.ts";
import type { ReadStations } from "./station-file-rules.ts";
import * as queries from "./station-queries.ts";
import { insertStations, lockStations, updateStation } from "./station-queries.ts";

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

/** Writes into the quest's history what a person changed of its stations, and lets the search find them. */
async function recordStations(
  tx: Tx,
  { questId, person }: { questId: number; person: string },
  { added = [], changed = [], removed = [] }: Changed,
): Promise<void> {
  const all = [...added, ...changed, ...removed];
  if (all.length === 0) return;
  const names = all.slice(0, placeNamesMax).map(({ code, name }) => `${code} ${name}`.trim());
  const stations = { added: added.length, changed: changed.length, removed: removed.length, names };
  await insertQuestChange(tx, { questId, person, kind: "changed", changes: [], locations: null, stations });
  await refreshSearchText(tx, questId);
}

const fileBytesMax = 5_000_000;
/** One byte over the limit tells "as large as allowed" from "larger". */
const formLimits = { fileBytes: fileBytesMax + 1, fields: 1, files: 1, bytes: 2 * fileBytesMax };

export type StationServices = { db: Db; outsideFiles: OutsideFiles };

/**
 * Adds and changes stations by their codes: all lines of the file, or none.
 * @throws DomainError `quest_not_found`, `list_unreadable`, `stations_exhausted`; `validation_failed`
 * with the lines; as `OutsideFiles`
 */
export async function importStations(
  { db, outsideFiles }: StationServices,
  { questId, person }: { questId: number; person: string },
  { form, connection }: { form: UnreadForm; connection: CallConnection },
): Promise<StationFileResult> {
  const sender = { person, organization: await findOrganizationOf(db, questId) };
  const { answer } = await outsideFiles.read(stationFile, async () => ({ bytes: await receiveFile(form) }), {
    sender,
    connection,
  });
  const { stations, faults } = answer;
  if (faults.length > 0) throw invalidFields(faults);
  return transaction(db, async (tx) => {
    const stored = await lockStations(tx, questId);
    if (!stored) throw new DomainError("quest_not_found");
    const known = new Map(stored.map((station) => [station.code.toLowerCase(), station]));
    const added = stations.filter(({ code }) => !known.has(code.toLowerCase()));
    if (stored.length + added.length > stationsMax) throw new DomainError("stations_exhausted", { field: "file" });
    await insertStations(tx, questId, added);
    const changed: StationPayload[] = [];
    for (const station of stations) {
      const before = known.get(station.code.toLowerCase());
      if (!before || isSame(before, station)) continue;
      await updateStation(tx, { questId, stationId: before.id }, station);
      changed.push(station);
    }
    await recordStations(tx, { questId, person }, { added, changed });
    const unchanged = stations.length - added.length - changed.length;
    return { added: added.length, changed: changed.length, unchanged };
  });
}

/** What the file leaves out isn't changed. */
const isSame = (before: StationPayload, { code, name, latitude, longitude, description }: StationPayload) =>
  before.code === code &&
  before.name === name &&
  before.latitude === latitude &&
  before.longitude === longitude &&
  (description === undefined || (before.description ?? "") === (description ?? ""));

async function receiveFile(form: UnreadForm): Promise<Buffer> {
  let file: Buffer | undefined;
  for await (const part of readFormParts(form, formLimits)) {
    if (part.type !== "file") continue;
    if (part.fieldname === "file") file = await part.toBuffer();
    else part.file.resume();
  }
  if (!file) throw new DomainError("validation_failed.stationFile", { field: "file" });
  if (file.length > fileBytesMax) throw new DomainError("stations_exhausted", { field: "file" });
  return file;
}

/** Reads a file of stations. */
const stationFile: FileProgram<{ bytes: Uint8Array }, ReadStations> = {
  from: import.meta.url,
  name: "station-reader-process",
  tooMuchWork: "request_too_large.file",
  tooMuchMemory: "request_too_large.file",
};
