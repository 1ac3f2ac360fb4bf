import { exportedText, inExportedLanguage, joinTexts } from "./exported-text.ts";
import {
  type Cell,
  type Field,
  type FieldKind,
  type GroupField,
  type ListReference,
  listOf,
  ownOptions,
  type Protocol,
  takesFile,
  type Values,
} from "./field.ts";
import { isGeometryKind } from "./geometry.ts";
import { cellOfGeometry, type GeometryPart, geometryParts } from "./geometry-cells.ts";
import { listedItemsKey, listedItemsOf } from "./lists/listed-items.ts";
import { cellOf, optionSeparator, unitOf } from "./measurements.ts";
import { onceFor } from "./once-for.ts";
import { isGiven, ownValue, type Place, pathIn, placesOf, rowsIn } from "./places.ts";
import { uniqueName } from "./unique-name.ts";
import { columnName } from "./units.ts";

/** One version of a quest's protocol; the specification's form has no number. */
export type NumberedProtocol = { version: number | null; protocol: Protocol };

/** The parts of a data point that an export uses. */
export type ExportedPoint = {
  protocol_version: number | null;
  additional_data: Values;
  /** Hashes of the fields' photos, by key. */
  photo_sha256s: Readonly<Record<string, string>>;
};

/** Darwin Core terms of a chosen species, and where the item has them. */
export const taxonTerms = { taxonID: "id", scientificName: "scientific_name", taxonRank: "rank" } as const;
export type TaxonTerm = keyof typeof taxonTerms;
export const isTaxonTerm = (shows: string): shows is TaxonTerm => Object.hasOwn(taxonTerms, shows);

/**
 * A column of an export, filled by a field: its values, the labels of its choices, Darwin Core terms of its species, or
 * figures of its points, lines or areas.
 */
export type Column = {
  name: string;
  key: string;
  shows: "value" | "label" | TaxonTerm | GeometryPart;
  /** UCUM code, if any. */
  unit: string | undefined;
  /** The field in each version, newest first. */
  fields: ReadonlyMap<number | null, Field>;
};

/** Between the labels and terms of several options in one cell. */
const labelSeparator = `${optionSeparator} `;

/** Maps each kind to the kind whose column it can share. */
const columnKind: Readonly<Record<FieldKind, FieldKind>> = {
  number: "number",
  integer: "number",
  choice: "choice",
  choices: "choice",
  rank: "rank",
  yes_no: "yes_no",
  text: "text",
  barcode: "text",
  date: "date",
  time: "time",
  datetime: "datetime",
  photo: "photo",
  audio: "photo",
  file: "photo",
  point: "point",
  line: "line",
  area: "area",
  calculated: "calculated",
  group: "group",
  note: "note",
};

type Series = { key: string; kind: FieldKind; unit: string | undefined; fields: Map<number | null, Field> };

/**
 * The columns for all versions of a quest: one per field, named by its key, plus one for option labels. A key whose
 * unit or kind changed has one column each; the newest gets the plain name. The newest version's columns come first,
 * then those that only older versions have.
 * @param versions newest first
 * @param taken names of other columns
 * @param isOfTaxa whether a list has species
 */
export function columnsOf(
  versions: readonly NumberedProtocol[],
  taken: Iterable<string> = [],
  isOfTaxa: (list: ListReference) => boolean = () => false,
): Column[] {
  const series = seriesOf(versions);
  const names = new Set(taken);
  const named = new Map<Series, string>();
  const plain = new Set<string>();
  // Plain names are claimed first, so generated names can't take them.
  for (const each of series) {
    if (plain.has(each.key)) continue;
    plain.add(each.key);
    named.set(each, claim(names, newestOf(each).column ?? each.key));
  }
  return series.flatMap((each) => {
    const name = named.get(each) ?? claim(names, nameOfOther(each, series));
    const { key, unit, fields } = each;
    const column: Column = { name, key, shows: "value", unit, fields };
    const further = (suffix: string, shows: Column["shows"], unit?: string): Column => ({
      ...{ name: claim(names, `${name}_${suffix}`), key, shows, unit, fields },
    });
    if (isGeometryKind(each.kind)) {
      return [column, ...geometryParts[each.kind].map((part) => further(part.suffix, part.shows, part.unit))];
    }
    if (each.kind !== "choice" && each.kind !== "rank") return [column];
    const hasTaxa = [...fields.values()].some((field) => {
      const list = listOf(field);
      return list && isOfTaxa(list);
    });
    const terms = hasTaxa ? (Object.keys(taxonTerms) as TaxonTerm[]) : [];
    return [column, further("label", "label"), ...terms.map((term) => further(term, term))];
  });
}

/** Groups the fields of all versions that share a column. */
function seriesOf(versions: readonly NumberedProtocol[]): Series[] {
  const series = new Map<string, Series>();
  for (const { version, protocol } of versions) {
    for (const field of protocol.fields) {
      if (field.kind === "note") continue;
      const kind = columnKind[field.kind];
      const unit = unitOf(field);
      const id = JSON.stringify([field.key, kind, unit]);
      const known = series.get(id) ?? { key: field.key, kind, unit, fields: new Map() };
      series.set(id, known);
      known.fields.set(version, field);
    }
  }
  return [...series.values()];
}

function newestOf({ fields }: Pick<Column, "fields">): Field {
  const [newest] = fields.values();
  if (!newest) throw new Error("a column belongs to a field");
  return newest;
}

/** The name of a further column for the same key. */
function nameOfOther({ key, kind, unit }: Series, all: readonly Series[]): string {
  const isOtherKind = all.find((each) => each.key === key)?.kind !== kind;
  const name = isOtherKind ? `${key}_${kind}` : key;
  if (unit !== undefined) return columnName(name, unit);
  return isOtherKind ? name : `${key}_no_unit`;
}

/** Returns the name, with a number appended if it is taken. */
function claim(names: Set<string>, wanted: string): string {
  const name = uniqueName(wanted, (each) => names.has(each), Number.POSITIVE_INFINITY);
  names.add(name);
  return name;
}

/** A data point's cell in a column; null if its version doesn't fill the column. */
export function cellOfColumn(column: Column, point: ExportedPoint): Cell {
  const { key, shows, fields } = column;
  const field = fields.get(point.protocol_version);
  if (!field) return null;
  if (takesFile(field)) return ownValue(point.photo_sha256s, key) ?? null;
  const value = ownValue(point.additional_data, key);
  if (isGeometryKind(field.kind)) return cellOfGeometry(value, shows);
  if (value === undefined || value === null) return null;
  const isOption = "options" in field || "list" in field;
  if (shows === "value" || !isOption) return cellOf(isOption && takesSeveral(column) ? [value].flat() : value);
  const texts = textsOfOptions(
    value,
    shows === "label" ? labelIn(field, point) : taxonIn(field, shows as TaxonTerm, point),
  );
  return takesSeveral(column) ? joinTexts(texts, labelSeparator) || null : (texts[0] ?? "") || null;
}

const textsOfOptions = (value: unknown, say: (code: unknown) => string): string[] => [value].flat().map(say);

/** A Darwin Core term of each species that was chosen, empty where the species has none. */
export function termsOfColumn(
  { key, fields }: Pick<Column, "key" | "fields">,
  term: TaxonTerm,
  point: ExportedPoint,
): string[] {
  const field = fields.get(point.protocol_version);
  const value = field && ownValue(point.additional_data, key);
  return field && isGiven(value) ? textsOfOptions(value, taxonIn(field, term, point)) : [];
}

/** Whether a column's cells have several options in some version: then all are written as joined. */
const takesSeveral: (column: Column) => boolean = onceFor(({ fields }) =>
  [...fields.values()].some(({ kind }) => kind === "choices" || kind === "rank"),
);

function labelIn(field: Field, { additional_data }: ExportedPoint): (code: unknown) => string {
  const labels = labelsOf(field);
  const listed = listedItemsOf(additional_data, field.key) ?? {};
  return (code) => {
    const item = ownValue(listed, String(code));
    return item ? inExportedLanguage(item.label) : (labels.get(String(code)) ?? String(code));
  };
}

/** Empty for what isn't a species. */
function taxonIn(field: Field, term: TaxonTerm, { additional_data }: ExportedPoint): (code: unknown) => string {
  const listed = listedItemsOf(additional_data, field.key) ?? {};
  return (code) => ownValue(listed, String(code))?.taxon?.[taxonTerms[term]] ?? "";
}

const knownLabels = new WeakMap<Field, ReadonlyMap<string, string>>();

function labelsOf(field: Field): ReadonlyMap<string, string> {
  const labels =
    knownLabels.get(field) ?? new Map(ownOptions(field).map(({ value, label }) => [value, exportedText(label)]));
  knownLabels.set(field, labels);
  return labels;
}

/** Whether a column holds option values, which the quest's author wrote, not the volunteer. */
export const isOfOptions = ({ shows, fields }: Column): boolean =>
  shows === "value" && ["choice", "rank"].includes(columnKind[newestOf({ fields }).kind]);

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
