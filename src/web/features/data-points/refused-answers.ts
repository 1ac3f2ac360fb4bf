import type { FieldError } from "../../../contract/errors.ts";

/** `[{ path: "measurements.depth", message }]` of a refusal, by the key of the field; a photo of the point itself is `file`. */
export function refusedAnswers(fieldErrors: readonly FieldError[]): ReadonlyMap<string, string> {
  return new Map(
    fieldErrors.flatMap(({ path, message }): [string, string][] => {
      const [, key] = /^(?:measurements\.|photo:)?([a-z][a-z0-9_]*)/.exec(path) ?? [];
      return key === undefined ? [] : [[key, message]];
    }),
  );
}
