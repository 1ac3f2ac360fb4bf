import type { Option } from "../field.ts";
import type { ListItem } from "./list-item.ts";

/** A row of a list or an option of a question, as far as it may tell where something is. */
export type PlaceRow = Pick<ListItem, "code" | "label" | "synonyms" | "taxon" | "attributes">;

export const rowOfOption = ({ value, label, attributes }: Option): PlaceRow => ({
  code: value,
  label,
  attributes: attributes && { ...attributes },
});

/** Stands for a row's code and names, which visitors know it by. */
export const ownName = "";

/**
 * The columns that tell where something is; `ownName` if its code or a name does. By what they are called and by what is
 * in them, because a list comes from anybody's spreadsheet. What only looks like a place counts as one: at worst, an
 * answer stays closed.
 * @param found of other rows of the list; more are added
 */
export function placeColumnsOf(rows: Iterable<PlaceRow>, found = new Set<string>()): Set<string> {
  for (const { code, label, synonyms = [], taxon, attributes = {} } of rows) {
    if (!found.has(ownName)) {
      const names = [code, ...(typeof label === "string" ? [label] : Object.values(label)), ...synonyms];
      if ([...names, taxon?.id ?? "", taxon?.scientific_name ?? ""].some(tellsPlace)) found.add(ownName);
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === "" || found.has(name)) continue;
      if (tellsPlace(value) || isDegrees(value) || saysPlace(name, value)) found.add(name);
    }
  }
  return found;
}

export const holdPlaces = (...rows: readonly PlaceRow[]): boolean => placeColumnsOf(rows).size > 0;

/** What a row says without its places: its other columns. */
export function withoutPlaces<Row extends PlaceRow>(row: Row, columns: ReadonlySet<string>): Row {
  const { attributes, ...rest } = row;
  if (!attributes) return row;
  const others = Object.entries(attributes).filter(([name]) => !columns.has(name));
  return { ...rest, ...(others.length > 0 && { attributes: Object.fromEntries(others) }) } as Row;
}

/** Beginnings of words in names of columns. */
const placeWord =
  /^(?:latitu|longitu|breiten|längen|laengen|[ck]oord(?!inator)|geom(?!et?ri)|geometry|geopoint|geotrace|geoshape|geojson|geohash|geoloc|wkt|footprint|rechtswert|hochwert|easting|northing|mgrs|utm|gps|bbox|pluscode|what3words|w3w|gridref)/;
/** They may stand for something else, such as `lat` for Latin names. */
const axisWord = /^(?:lat|lng|lon|long|x|y|e|n)$/;

/** The words of a column's name, `decimalLatitude` or `lat_wgs84`, tell that it has places. */
function saysPlace(name: string, value: string): boolean {
  const words = wordsOf(name);
  return words.some((word) => placeWord.test(word)) || (words.some((word) => axisWord.test(word)) && isNumber(value));
}

const wordsIn = new Map<string, readonly string[]>();
function wordsOf(name: string): readonly string[] {
  const known = wordsIn.get(name);
  if (known) return known;
  const words = name
    .replace(/(\p{Lower})(\p{Upper})/gu, "$1_$2")
    .toLowerCase()
    .split(/[^\p{Letter}]+/u);
  if (wordsIn.size > 1_000) wordsIn.clear();
  wordsIn.set(name, words);
  return words;
}

/** Spaces go first, which keeps the patterns linear. */
const withoutSpaces = (text: string) => text.replace(/\s/g, "");
const isNumber = (text: string) => /^[-+−]?\d+(?:[.,]\d+)?°?[NSEWO]?$/i.test(withoutSpaces(text));

const degrees = String.raw`[-+−]?\d{1,3}(?:\.\d+)?`;
const fineDegrees = String.raw`[-+−]?\d{1,3}\.\d{2,}`;
const places: readonly RegExp[] = [
  // 47.25 8.5, as ODK writes points, with height and accuracy, also several of them.
  new RegExp(
    String.raw`^(?:${degrees} ?[ ,;] ?${fineDegrees}|${fineDegrees} ?[ ,;] ?${degrees})(?: ?[ ,;] ?[-+−]?\d+(?:\.\d+)?)* ?;?$`,
  ),
  // Within other words: "Nest (21.971, -159.374)", "47.251° N, 8.512° E", addresses of maps.
  /[-+−]?\d{1,3}[.,]\d{3,}°? ?[NSns]?(?:[,;/ ]|%2C|!\dd)+[EWOewo]? ?[-+−]?\d{1,3}[.,]\d{3,}/,
  // 21° 58' 16" N
  /\d{1,3} ?° ?\d{1,2}(?:[.,]\d+)? ?['′’]/,
  /\b(?:point|linestring|polygon|geometrycollection) ?[zm]{0,2} ?\(/i,
  /"coordinates" ?:/,
  /\bgeo:[-+]?\d/i,
  // An Open Location Code, such as 8FVC9G8F+6X.
  /\b[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,7}\b/,
  // The Military Grid Reference System, such as 32TMT 65200 46500.
  /\b\d{1,2}[C-HJ-NP-X] ?[A-HJ-NP-Z]{2} ?\d{3,5} ?\d{3,5}\b/,
];

function tellsPlace(text: string): boolean {
  if (!/\d/.test(text)) return false;
  const plain = text.replace(/\s+/g, " ").trim();
  return places.some((place) => place.test(plain));
}

/** A latitude or longitude, whatever its column is called: at least four digits after the point, 10 m. */
const isDegrees = (text: string): boolean => /^[-+−]?(?:1?\d)?\d[.,]\d{4,}°?[NSEWO]?$/i.test(withoutSpaces(text));
