import type { ExportedPoint, NumberedProtocol } from "./columns.ts";
import { type GroupField, type Protocol, takesFile } from "./field.ts";
import { isGeometryKind } from "./geometry.ts";
import { ownValue } from "./given.ts";
import { listedItemsKey } from "./lists/listed-items.ts";
import { type Place, pathIn, placesOf, rowsIn } from "./places.ts";

type GroupPlace = Place & { field: GroupField };

/** Keys of all groups, in the newest version's order. */
export const groupKeysOf = (versions: readonly NumberedProtocol[]): string[] => [
  ...new Set(versions.flatMap(({ protocol }) => groupsOf(protocol).map(({ field }) => field.key))),
];

const groupsOf = ({ fields }: Protocol): GroupPlace[] =>
  [...placesOf(fields)].flatMap(({ field, ...place }) => (field.kind === "group" ? [{ ...place, field }] : []));

const groupOf = (protocol: Protocol, key: string) => groupsOf(protocol).find(({ field }) => field.key === key);

/** Keys of the points, lines and areas in one table. */
export const geometryKeysOf = (versions: readonly NumberedProtocol[]): string[] =>
  versions.flatMap(({ protocol: { fields } }) =>
    fields.flatMap(({ key, kind }) => (isGeometryKind(kind) ? [key] : [])),
  );

/** The versions with the fields of one group only, for the columns of its table. */
export const versionsOfGroup = (versions: readonly NumberedProtocol[], key: string): NumberedProtocol[] =>
  versions.flatMap(({ version, protocol }) => {
    const place = groupOf(protocol, key);
    return place ? [{ version, protocol: { fields: place.field.fields } }] : [];
  });

/** A row of a group, like a data point of its own. */
export type ExportedRow<Point> = Point & {
  /** Numbers of the rows that it is in, and its own: `[1, 3]`. */
  row: readonly number[];
};

/** The rows of a data point in one group. */
export function rowsOfPoint<Point extends ExportedPoint>(
  point: Point,
  versions: readonly NumberedProtocol[],
  key: string,
): ExportedRow<Point>[] {
  const protocol = versions.find(({ version }) => version === point.protocol_version)?.protocol;
  const place = protocol && groupOf(protocol, key);
  if (!place) return [];
  let rows = [{ values: point.additional_data, path: "", row: [] as number[] }];
  for (const group of [...place.groups, place.field]) {
    rows = rows.flatMap(({ values, path, row }) =>
      rowsIn(ownValue(values, group.key)).map((each, index) => ({
        values: each,
        path: pathIn(pathIn(path, group.key), index),
        row: [...row, index + 1],
      })),
    );
  }
  const listed = point.additional_data[listedItemsKey];
  return rows.map(({ values, path, row }) => ({
    ...point,
    row,
    additional_data: listed === undefined ? values : { ...values, [listedItemsKey]: listed },
    photo_sha256s: filesIn(point.photo_sha256s, path, place.field),
  }));
}

/** The hashes of a row's files, by key. */
function filesIn(files: ExportedPoint["photo_sha256s"], row: string, { fields }: GroupField) {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const sha256 = takesFile(field) ? files[pathIn(row, field.key)] : undefined;
      return sha256 === undefined ? [] : [[field.key, sha256]];
    }),
  );
}
