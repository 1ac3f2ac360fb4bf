import * as z from "zod/mini";
import type { FieldError } from "./errors.ts";
import { validationMessages } from "./messages.ts";

/**
 * zod's own default messages are not the specification's; these are. A message set on a schema still wins.
 * Runs once, when this module is loaded; whoever validates imports from here.
 */
z.config({
  customError: (issue) => {
    if (issue.code === "invalid_type") {
      return issue.input === undefined || issue.input === null
        ? validationMessages.required
        : `Expected ${issue.expected}`;
    }
    if (issue.code === "too_small") {
      return issue.origin === "string"
        ? validationMessages.stringTooShort(Number(issue.minimum))
        : issue.origin === "array"
          ? `List must contain at least ${issue.minimum} item(s)`
          : `Number must be greater than or equal to ${issue.minimum}`;
    }
    if (issue.code === "too_big") {
      return issue.origin === "string"
        ? validationMessages.stringTooLong(Number(issue.maximum))
        : issue.origin === "array"
          ? `List must contain at most ${issue.maximum} item(s)`
          : `Number must be less than or equal to ${issue.maximum}`;
    }
    if (issue.code === "invalid_value") return `Must be one of: ${issue.values.join(", ")}`;
    if (issue.code === "invalid_format") return "Invalid format";
    if (issue.code === "unrecognized_keys") return `Unknown field: ${issue.keys.join(", ")}`;
    return "Invalid value";
  },
});

/** What a schema said, field by field; `prefix` names the part of the request (`query`). */
export function fieldErrorsOf(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  prefix?: string,
): FieldError[] {
  return issues.map((issue) => ({
    path: [...(prefix ? [prefix] : []), ...issue.path.map(String)].join("."),
    message: issue.message,
  }));
}
