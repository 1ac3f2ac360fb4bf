import { stationsMax } from "../../contract/limits.ts";
import { type StationPayload, stationPayloadSchema } from "../../contract/stations.ts";
import { readNumber } from "../../protocol/read-number.ts";
import { saying } from "../../texts/saying.ts";
import { type FieldRefusal, fieldRefusalsOf } from "../refusals/domain-error.ts";

const columns = ["code", "name", "latitude", "longitude", "description"] as const;
type Column = (typeof columns)[number];
const needed: readonly Column[] = ["code", "name", "latitude", "longitude"];

/** Corrected in one go; more are not worth reading. */
const faultsMax = 100;

/** A record of the file, and the line it is in. */
export type StationRecord = { record: readonly string[]; line: number };

export type ReadStations = { stations: StationPayload[]; faults: FieldRefusal[] };

/** Reads the lines of a file, the first with the names of the columns. Faults name their line. */
export async function readStations(
  lines: AsyncIterable<StationRecord> | Iterable<StationRecord>,
): Promise<ReadStations> {
  let places: Places | undefined;
  const stations: StationPayload[] = [];
  const faults: FieldRefusal[] = [];
  const lineOfCode = new Map<string, number>();
  for await (const { record, line } of lines) {
    if (!places) {
      const found = findPlaces(record);
      if (!Array.isArray(found)) return faulty(found);
      places = found;
      continue;
    }
    if (record.every((cell) => cell.trim() === "")) continue;
    if (faults.length >= faultsMax || stations.length > stationsMax) break;
    const cells = Object.fromEntries(places.map(([column, place]) => [column, record[place]]));
    const read = readStation(cells, line);
    if ("faults" in read) {
      faults.push(...read.faults);
      continue;
    }
    const code = read.station.code.toLowerCase();
    const before = lineOfCode.get(code);
    if (before === undefined) lineOfCode.set(code, line);
    else {
      const message = saying("refusals.validation_failed.stationCodeTwice", { line: String(before) });
      faults.push({ path: pathOf(line, "code"), message });
    }
    stations.push(read.station);
  }
  if (!places) return faulty(findMissing([]));
  if (faults.length === 0 && stations.length === 0) {
    return faulty({ path: "file", message: saying("refusals.validation_failed.stationNone") });
  }
  if (stations.length > stationsMax) {
    return faulty({ path: "file", message: saying("refusals.stations_exhausted") });
  }
  return { stations, faults };
}

type Places = (readonly [Column, number])[];

/** Where the columns are: looked up once, as a file may have a hundred thousand headings. */
function findPlaces(headings: readonly string[]): Places | FieldRefusal {
  const names = headings.map((name) => name.trim().toLowerCase());
  if (!needed.every((column) => names.includes(column))) return findMissing(names);
  return columns.map((column) => [column, names.lastIndexOf(column)]);
}

function findMissing(names: readonly string[]): FieldRefusal {
  const columnsMissing = needed.filter((column) => !names.includes(column)).join(", ");
  return { path: "file", message: saying("refusals.validation_failed.stationColumns", { columnsMissing }) };
}

const faulty = (fault: FieldRefusal): ReadStations => ({ stations: [], faults: [fault] });
const pathOf = (line: number, column: string) => `line ${line}, ${column}`;

function readStation(
  cells: Readonly<Record<string, string | undefined>>,
  line: number,
): { station: StationPayload } | { faults: FieldRefusal[] } {
  // A file without descriptions, or a line that ends before them, says nothing of them.
  const { code = "", name = "", latitude = "", longitude = "", description } = cells;
  const parsed = stationPayloadSchema.safeParse(
    { code, name, latitude: degreesOf(latitude), longitude: degreesOf(longitude), description },
    { reportInput: true },
  );
  if (parsed.success) return { station: parsed.data };
  return {
    faults: fieldRefusalsOf(parsed.error.issues).map(({ path, message }) => ({ path: pathOf(line, path), message })),
  };
}

/** Not a number if it can't be read as one, which the schema then says. */
function degreesOf(text: string): number | string {
  const read = readNumber(text, (value) => Math.abs(value) <= 180);
  if (read.kind === "none") return text;
  return read.kind === "number" ? read.value : read.values[1];
}
