import type { Feature } from "./vector-tile.ts";

/** Strong contrasts, to be read in the sun. */
export type MapColours = Record<
  | "land"
  | "wood"
  | "grass"
  | "sand"
  | "town"
  | "water"
  | "building"
  | "road"
  | "casing"
  | "path"
  | "rail"
  | "border"
  | "text"
  | "halo",
  string
>;

export const lightColours: MapColours = {
  land: "#f7f3e8",
  wood: "#bcd7a8",
  grass: "#dcebc8",
  sand: "#f0e3b5",
  town: "#e9e3d8",
  water: "#8fc1e0",
  building: "#cfc4b4",
  road: "#ffffff",
  casing: "#8a7f70",
  path: "#8f3d12",
  rail: "#4c4c4c",
  border: "#7a5c8a",
  text: "#17201b",
  halo: "#ffffff",
};

export const darkColours: MapColours = {
  land: "#1d2420",
  wood: "#22402a",
  grass: "#26382a",
  sand: "#4a4330",
  town: "#2a302c",
  water: "#1d4460",
  building: "#414843",
  road: "#7d857f",
  casing: "#0d110f",
  path: "#e09a6a",
  rail: "#b5b5b5",
  border: "#b496c4",
  text: "#f4f1ea",
  halo: "#101512",
};

export type Stroke = {
  colour: keyof MapColours;
  /** In pixels of the screen. */
  width: number;
  casing?: number;
  dash?: readonly number[];
};

const waters = new Set(["water", "waterway", "ocean", "physical_line"]);
const covers = new Set(["landcover", "landuse", "park", "natural"]);
const borders = new Set(["boundaries", "boundary"]);
const roads = new Set(["roads", "transportation", "transit"]);
const buildings = new Set(["buildings", "building"]);

const kindsOf = {
  wood: "wood forest nature_reserve protected_area national_park park scrub orchard wetland swamp",
  grass: "grass grassland meadow farmland farm garden golf_course pitch cemetery recreation_ground village_green heath",
  sand: "sand beach barren bare_rock desert",
  town: "residential commercial industrial urban_area neighbourhood school hospital university college retail",
} as const;
const coverByKind = new Map(
  (["wood", "grass", "sand", "town"] as const).flatMap((colour) =>
    kindsOf[colour].split(" ").map((kind) => [kind, colour] as const),
  ),
);

/** Layers and kinds of Protomaps, and of OpenMapTiles. */
const kindOf = ({ properties: { kind, class: named, "pmap:kind": former } }: Feature): string =>
  String(kind ?? former ?? named ?? "");

/** How the area of a feature is filled; undefined: not at all. */
export function fillOf(layer: string, feature: Feature): keyof MapColours | undefined {
  if (feature.kind !== "polygon") return undefined;
  if (waters.has(layer)) return "water";
  if (buildings.has(layer)) return "building";
  if (!covers.has(layer)) return undefined;
  return coverByKind.get(kindOf(feature)) ?? (layer === "park" ? "wood" : undefined);
}

const widths: Readonly<Record<string, number>> = {
  highway: 5,
  motorway: 5,
  trunk: 4.5,
  primary: 4,
  major_road: 4,
  secondary: 3.5,
  medium_road: 3.5,
  tertiary: 3,
  minor_road: 2.5,
  minor: 2.5,
  service: 1.75,
};
const paths = new Set(["path", "track", "footway", "cycleway", "steps", "other", "pedestrian", "bridleway"]);
const rails = new Set(["rail", "light_rail", "tram", "subway", "transit"]);
/** Where roads have about the width above. */
const fullZoom = 14;

/** How a line is drawn at a zoom; undefined: not at all. */
export function strokeOf(layer: string, feature: Feature, zoom: number): Stroke | undefined {
  if (feature.kind !== "line") return undefined;
  const grown = Math.min(3, Math.max(0.4, 1.3 ** (zoom - fullZoom)));
  if (waters.has(layer)) return { colour: "water", width: 2 * grown };
  if (borders.has(layer)) return { colour: "border", width: 1.5, dash: [6, 3] };
  if (!roads.has(layer)) return undefined;
  const kind = kindOf(feature);
  if (rails.has(kind)) return { colour: "rail", width: 1.5, dash: [6, 2] };
  if (paths.has(kind)) return { colour: "path", width: Math.max(1.2, 1.6 * grown), dash: [4, 2.5] };
  const width = widths[kind];
  return width === undefined ? undefined : { colour: "road", width: width * grown, casing: 1.2 };
}

export type Label = { text: string; sizePx: number; isStrong: boolean };

const placeSizes: Readonly<Record<string, number>> = { country: 17, region: 15, state: 15, city: 16, town: 15 };
const placeLayers = new Set(["places", "place"]);
const nameLayers = new Set(["water_name", "mountain_peak"]);

/** The name of a place, a water, a summit, or, close by, of a road. */
export function labelOf(layer: string, feature: Feature, zoom: number, language: string): Label | undefined {
  const { properties } = feature;
  const name = properties[`name:${language}`] ?? properties.name;
  if (typeof name !== "string" || name === "") return undefined;
  if (placeLayers.has(layer) && feature.kind === "point") {
    const kind = String(properties.kind_detail ?? kindOf(feature));
    return { text: name, sizePx: placeSizes[kind] ?? 14, isStrong: true };
  }
  const isPeak = layer === "mountain_peak" || (layer === "pois" && kindOf(feature) === "peak");
  if (feature.kind === "point" && (isPeak || nameLayers.has(layer) || layer === "water")) {
    return { text: isPeak ? `▲ ${name}` : name, sizePx: 13, isStrong: false };
  }
  const isRoad = layer === "transportation_name" || layer === "roads";
  return isRoad && feature.kind === "line" && zoom >= 15 ? { text: name, sizePx: 13, isStrong: false } : undefined;
}
