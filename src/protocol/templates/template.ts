import type * as z from "zod/mini";
import type { KeyOf } from "../../texts/keys.ts";
import type { protocolSchema } from "../protocol-schema.ts";

/** A starting point for a protocol, with the sources of its units, bounds and ranges. */
export type ProtocolTemplate = {
  /** Kebab-case; never changes. */
  id: string;
  name: KeyOf<"protocol">;
  description: KeyOf<"protocol">;
  /** Matching quest types, best first. */
  questTypes: readonly string[];
  /** As administrators send it, with English texts: `{ en: … }`. */
  protocol: Omit<z.input<typeof protocolSchema>, "version">;
  sources: readonly TemplateSource[];
};

/** A standard, manual or paper. */
export type TemplateSource = {
  title: string;
  url: string;
  /** What it says about the fields, in one sentence. */
  says: string;
  /** Fields whose bounds or expected range come from it. */
  fields: readonly string[];
};
