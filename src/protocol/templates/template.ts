import type * as z from "zod/mini";
import type { KeyOf } from "../../texts/keys.ts";
import type { protocolSchema } from "../protocol-schema.ts";

/** A protocol to start from, with what its units, bounds and ranges rest on. */
export type ProtocolTemplate = {
  /** Kebab-case; it never changes. */
  id: string;
  name: KeyOf<"protocol">;
  description: KeyOf<"protocol">;
  /** The quest types that it suits, the best first. */
  questTypes: readonly string[];
  /** As an administrator sends it, its words in English: `{ en: … }`. */
  protocol: Omit<z.input<typeof protocolSchema>, "version">;
  sources: readonly TemplateSource[];
};

/** A standard, manual or paper. */
export type TemplateSource = {
  title: string;
  /** https. */
  url: string;
  /** What it says about the fields, in a sentence. */
  says: string;
  /** Keys of the fields whose bounds or expected range rest on it. */
  fields: readonly string[];
};
