import { type PlainKey, type Saying, saying } from "./saying.ts";

/** The parts of a zod issue that the messages need. */
export type ValidationIssue = {
  code?: string | undefined;
  input?: unknown;
  expected?: unknown;
  format?: unknown;
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  values?: unknown;
  keys?: unknown;
  /** A union has the issues of each member, a discriminated union its discriminators. */
  errors?: readonly (readonly ValidationIssue[])[] | undefined;
  options?: unknown;
  /** A record has the issues of its key. */
  issues?: readonly ValidationIssue[] | undefined;
  path?: readonly PropertyKey[] | undefined;
  /**
   * A `refine` names its message: `params: { text: "validation.imageRequired" }`, with `values` for its
   * placeholders.
   */
  params?: Record<string, unknown> | undefined;
};

/** The message for an invalid value; the specification's if it has one. */
export function validationSaying(issue: ValidationIssue): Saying {
  const { code, origin } = issue;
  const min = String(issue.minimum);
  const max = String(issue.maximum);
  const list = (values: unknown) => (Array.isArray(values) ? values.join(", ") : "");
  if (code === "invalid_type") {
    const isMissing = issue.input === undefined || issue.input === null;
    return isMissing
      ? saying("validation.required")
      : saying("validation.request.expected", { type: String(issue.expected) });
  }
  if (code === "too_small") {
    if (origin === "string") return saying("validation.stringTooShort", { min });
    return origin === "array"
      ? saying("validation.request.listTooShort", { min })
      : saying("validation.numberTooSmall", { min });
  }
  if (code === "too_big") {
    if (origin === "string") return saying("validation.stringTooLong", { max });
    return origin === "array"
      ? saying("validation.request.listTooLong", { max })
      : saying("validation.numberTooBig", { max });
  }
  if (code === "invalid_value") return saying("validation.request.oneOf", { values: list(issue.values) });
  if (code === "invalid_format")
    return saying(issue.format === "email" ? "validation.request.email" : "validation.request.format");
  if (code === "unrecognized_keys") return saying("validation.request.unknownFields", { names: list(issue.keys) });
  if (code === "invalid_union" && Array.isArray(issue.options)) {
    return saying("validation.request.oneOf", { values: list(issue.options) });
  }
  const inner = code === "invalid_key" ? issue.issues?.[0] : innerOfUnion(issue);
  if (inner) return validationSaying({ ...inner, input: inner.input ?? issue.input });
  const { text, values } = issue.params ?? {};
  return typeof text === "string"
    ? { key: text as PlainKey, values: values as Record<string, unknown> | undefined }
    : saying("validation.invalid");
}

/** The issue of the union member that fits the value's type, otherwise of the first member. */
function innerOfUnion({ code, errors = [] }: ValidationIssue): ValidationIssue | undefined {
  if (code !== "invalid_union") return undefined;
  const isOtherShape = (issue: ValidationIssue) => issue.code === "invalid_type" && issue.path?.length === 0;
  return (errors.find((issues) => issues.length > 0 && !issues.some(isOtherShape)) ?? errors[0])?.[0];
}
