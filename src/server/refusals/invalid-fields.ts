import type { FieldError } from "../../contract/errors.ts";
import { type Saying, saying } from "../../texts/saying.ts";
import { DomainError } from "./domain-error.ts";

/** `validation_failed` with what is wrong; its detail names the first field. */
export function invalidFields(info: readonly FieldError[]): DomainError {
  return new DomainError("validation_failed", { detail: describeFirst(info), info });
}

/** The first of the fields that are wrong, in a sentence. */
export function describeFirst([first]: readonly FieldError[]): string | Saying {
  if (!first) return saying("refusals.validation_failed");
  return first.path ? `${first.path}: ${first.message}` : first.message;
}
