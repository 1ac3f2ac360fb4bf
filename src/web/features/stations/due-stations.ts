import { isDue } from "../../../contract/station-rules.ts";
import type { QuestStations, Station } from "../../../contract/stations.ts";
import { metersBetween, type Place } from "../../../protocol/distance.ts";
import { normalizeSearchText, searchWords } from "../../../protocol/search-text.ts";
import { nameComparison } from "../../foundation/texts/reader-language.ts";
import type { OutboxRecord } from "../../outbox/record.ts";

/** Whose visits count. */
export type MeasuredBy = "all" | "me";

/** A station as lists and maps show it. */
export type ShownStation = Pick<Station, "id" | "code" | "name" | "latitude" | "longitude" | "description"> & {
  due: boolean;
  measuredAt: string | undefined;
  /** The distance from the phone's position. */
  meters: number | undefined;
};

/** What waits on this phone counts as measured, by station. */
export function measuredHere(records: readonly OutboxRecord[], questId: number): ReadonlyMap<number, string> {
  const latest = new Map<number, string>();
  for (const record of records) {
    if (record.kind !== "point" || record.questId !== questId || !record.station || record.savedAtMs === null) continue;
    const at = new Date(record.capturedAtMs ?? record.savedAtMs).toISOString();
    latest.set(record.station.id, laterOf(latest.get(record.station.id), at) ?? at);
  }
  return latest;
}

/** Nearest first where the phone knows its position, else by name. */
export function shownStations(
  { stations, repeat_days }: QuestStations,
  {
    by,
    here,
    onPhone,
    nowMs,
  }: { by: MeasuredBy; here: Place | undefined; onPhone: ReadonlyMap<number, string>; nowMs: number },
): ShownStation[] {
  const shown = stations.map(({ measured_at, own_measured_at, ...station }) => {
    const measuredAt = laterOf(by === "all" ? measured_at : own_measured_at, onPhone.get(station.id));
    const meters = here && metersBetween(here, station);
    return { ...station, measuredAt, meters, due: isDue(measuredAt, repeat_days, nowMs) };
  });
  const compare = nameComparison();
  return shown.sort((one, other) => (one.meters ?? 0) - (other.meters ?? 0) || compare(one.name, other.name));
}

const laterOf = (one: string | undefined, other: string | undefined) => {
  if (one === undefined || other === undefined) return one ?? other;
  return Date.parse(one) > Date.parse(other) ? one : other;
};

/** Those whose code or name has all words, accents and case aside. */
export function matching(stations: readonly ShownStation[], search: string): readonly ShownStation[] {
  const words = searchWords(search);
  if (words.length === 0) return stations;
  return stations.filter(({ code, name }) => {
    const text = normalizeSearchText(`${code} ${name}`);
    return words.every((word) => text.includes(word));
  });
}
