import type * as z from "zod/mini";
import type { protocolSchema } from "../src/protocol/protocol-schema.ts";

/** The specification's form with one extra field that the code doesn't know, as an administrator writes it. */
export const protocolWithAddedField: z.infer<typeof protocolSchema> = {
  fields: [
    { key: "tree_width", kind: "number", unit: "cm", required: true, min: 1, max: 10_000, label: "Circumference" },
    {
      key: "bark_depth",
      kind: "number",
      unit: "mm",
      required: true,
      min: 0.5,
      max: 300,
      step: 0.1,
      label: { en: "Depth of the bark" },
      hint: { en: "In its deepest furrow." },
    },
  ],
};
