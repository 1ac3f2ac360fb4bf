import type { AdditionalData } from "../../../contract/data-points.ts";
import type { Protocol } from "../../../protocol/field.ts";
import type { Answer, Answers } from "./answers.ts";

/** A data point's values as answers. Its numbers count as confirmed. */
export function answersOf({ fields }: Protocol, data: AdditionalData | null): Answers {
  return Object.fromEntries(
    fields.flatMap((field): [string, Answer][] => {
      const value = data?.[field.key];
      if (value === null || value === undefined) return [];
      if (typeof value === "number" && (field.kind === "number" || field.kind === "integer")) {
        // `meant`, because the text could be ambiguous.
        return [[field.key, { text: String(value), meant: value, isSure: true }]];
      }
      return [[field.key, value as Answer]];
    }),
  );
}
