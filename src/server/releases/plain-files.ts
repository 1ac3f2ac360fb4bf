import { formats } from "../datasets/dataset-formats.ts";
import type { FileToMake, ReleaseSource, ReleaseTable } from "./release-source.ts";

/** Data points as CSV for spreadsheets, a CSV for each group, and data points as GeoJSON. */
export function plainFiles({ groups }: ReleaseSource): FileToMake[] {
  return [
    csvOf(".csv", ({ points }) => points),
    ...groups.map((table) => csvOf(`-${table.group}.csv`, () => table)),
    {
      ending: ".geojson",
      format: "geojson",
      mediaType: "application/geo+json",
      write: ({ points }) => formats.geojson.write(points.columns, points.read()),
    },
  ];
}

const csvOf = (ending: string, tableOf: (source: ReleaseSource) => ReleaseTable): FileToMake => ({
  ending,
  format: "csv",
  mediaType: "text/csv; charset=utf-8",
  write: (source) => {
    const { columns, read } = tableOf(source);
    return formats.csv.write(columns, read());
  },
});
