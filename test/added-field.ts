import { defaultProtocol } from "../src/protocol/default-protocol.ts";
import type { Protocol } from "../src/protocol/field.ts";

/** The specification's form with one more field, that the code has never heard of. */
export const protocolWithAddedField: Protocol = {
  fields: [
    ...defaultProtocol.fields,
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
