import { stationSeriesMax } from "../../contract/limits.ts";
import type { StationSeries } from "../../contract/stations.ts";
import type { NumberedProtocol } from "../../protocol/columns.ts";
import type { MeasuredPoint } from "./series-queries.ts";

type Series = StationSeries["fields"][number];

/**
 * The numbers of a station's data points over time, by key and unit, which may differ between versions.
 * @param points newest first, one more than are shown if there are older ones
 */
export function makeSeries(
  versions: readonly NumberedProtocol[],
  points: readonly MeasuredPoint[],
): Pick<StationSeries, "fields" | "has_more"> {
  const shown = points.slice(0, stationSeriesMax).reverse();
  const series = new Map<string, Series>();
  for (const { protocol } of versions) {
    for (const field of protocol.fields) {
      if (field.kind !== "number" && field.kind !== "integer") continue;
      const { key, kind, label, unit = null } = field;
      const name = nameOf(field);
      if (!series.has(name)) series.set(name, { key, kind, label, unit, values: [] });
    }
  }
  const protocolOf = new Map(versions.map(({ version, protocol }) => [version, protocol]));
  for (const { id, at, protocol_version, additional_data } of shown) {
    for (const field of protocolOf.get(protocol_version)?.fields ?? []) {
      const value = additional_data[field.key];
      if (typeof value === "number") series.get(nameOf(field))?.values.push({ id, at, value });
    }
  }
  const fields = [...series.values()].filter(({ values }) => values.length > 0);
  return { fields, has_more: points.length > stationSeriesMax };
}

const nameOf = (field: { key: string; unit?: string | undefined }) => `${field.key} ${field.unit ?? ""}`;
