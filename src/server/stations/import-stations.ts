import { stationsMax } from "../../contract/limits.ts";
import type { StationFileResult, StationPayload } from "../../contract/stations.ts";
import type { CallConnection } from "../calls/call-costs.ts";
import { readFormParts, type UnreadForm } from "../calls/read-form-parts.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import type { OutsideFiles } from "../outside-files/outside-files.ts";
import type { FileProgram } from "../outside-files/read-apart.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { invalidFields } from "../refusals/invalid-fields.ts";
import { findOrganizationOf } from "../teams/require-team-role.ts";
import { recordStations } from "./edit-stations.ts";
import type { ReadStations } from "./station-file-rules.ts";
import { insertStations, lockStations, updateStation } from "./station-queries.ts";

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
