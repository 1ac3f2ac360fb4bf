import { problemsToldMax } from "../../protocol/protocol-limits.ts";
import { saying } from "../../texts/saying.ts";
import { type ValidationIssue, validationSaying } from "../../texts/validation-sayings.ts";
import { DomainError, type FieldRefusal, type Said, say } from "./domain-error.ts";

type Issue = ValidationIssue & { path: readonly PropertyKey[] };

/**
 * The issues of a schema by field; `prefix` is the part of the request (`query`). Parse with `reportInput`, or missing values are
 * reported as values of a wrong type.
 */
export function fieldRefusalsOf(issues: readonly Issue[], prefix?: string): FieldRefusal[] {
  return issues.slice(0, problemsToldMax).map((issue) => ({
    path: [...(prefix ? [prefix] : []), ...issue.path.map(String)].join("."),
    message: validationSaying(issue),
  }));
}

/** `validation_failed`; its detail is about the first field. */
export function invalidFields(info: readonly FieldRefusal[]): DomainError {
  return new DomainError("validation_failed", { detail: describeFirst(info), info });
}

export function describeFirst([first]: readonly FieldRefusal[]): Said {
  return first ? describeAll([first]) : saying("refusals.validation_failed");
}

export function describeAll(info: readonly FieldRefusal[]): Said {
  return (texts) =>
    info.map(({ path, message }) => (path ? `${path}: ${say(message, texts)}` : say(message, texts))).join("; ");
}
