import { airQuality } from "./air-quality.ts";
import { birdCount } from "./bird-count.ts";
import { coralColour } from "./coral-colour.ts";
import { freeObservation } from "./free-observation.ts";
import { secchiDepth } from "./secchi-depth.ts";
import { shorePlastic } from "./shore-plastic.ts";
import { snowDepth } from "./snow-depth.ts";
import { soilPh } from "./soil-ph.ts";
import type { ProtocolTemplate } from "./template.ts";
import { treeGirth } from "./tree-girth.ts";

/** In the editor's order. */
export const templates: readonly ProtocolTemplate[] = [
  treeGirth,
  secchiDepth,
  soilPh,
  airQuality,
  birdCount,
  shorePlastic,
  coralColour,
  snowDepth,
  freeObservation,
];
