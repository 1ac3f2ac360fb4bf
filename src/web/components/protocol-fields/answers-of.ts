import type { AdditionalData } from "../../../contract/data-points.ts";
import type { Protocol } from "../../../protocol/field.ts";
import type { Answer, Answers } from "./answers.ts";

/** The values of a data point as the controls of its protocol hold them; a number that was given is as right as it was. */
export function answersOf({ fields }: Protocol, data: AdditionalData | null): Answers {
  return Object.fromEntries(
    fields.flatMap((field): [string, Answer][] => {
      const value = data?.[field.key];
      if (value === null || value === undefined) return [];
      if (typeof value === "number" && (field.kind === "number" || field.kind === "integer")) {
        // Read as it stands, whatever the reader's language makes of its point.
        return [[field.key, { text: String(value), meant: value, isSure: true }]];
      }
      return [[field.key, value as Answer]];
    }),
  );
}
