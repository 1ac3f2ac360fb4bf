import * as z from "zod/mini";
import type { KeyOf } from "../../texts/keys.ts";
import { protocolSchema } from "../protocol-schema.ts";
import airQuality from "./air-quality.json";
import birdCount from "./bird-count.json";
import coralColour from "./coral-colour.json";
import freeObservation from "./free-observation.json";
import secchiDepth from "./secchi-depth.json";
import shorePlastic from "./shore-plastic.json";
import snowDepth from "./snow-depth.json";
import soilPh from "./soil-ph.json";
import treeGirth from "./tree-girth.json";

/** A starting point for a protocol, with the sources of its units, bounds and ranges. */
const templateSchema = z.object({
  /** Kebab-case; never changes. */
  id: z.string(),
  name: z.custom<KeyOf<"protocol.template">>(),
  description: z.custom<KeyOf<"protocol.template">>(),
  /** Matching quest types, best first. */
  questTypes: z.array(z.string()),
  /** A protocol that an administrator could send, with English texts: `{ en: … }`. */
  protocol: protocolSchema,
  sources: z.array(
    z.object({
      /** Title of a standard, manual or paper. */
      title: z.string(),
      url: z.url(),
      /** What it says about the fields, in one sentence. */
      says: z.string(),
      /** Fields whose bounds or expected range come from it. */
      fields: z.array(z.string()),
    }),
  ),
});

/** In the editor's order. */
export const templates = z
  .array(templateSchema)
  .parse([
    treeGirth,
    secchiDepth,
    soilPh,
    airQuality,
    birdCount,
    shorePlastic,
    coralColour,
    snowDepth,
    freeObservation,
  ]);
