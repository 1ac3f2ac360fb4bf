import type { TextValues } from "../../../generated/texts/values.ts";
import { type ErrorBody, type ErrorCode, httpStatusOf } from "../../contract/errors.ts";
import { problemsToldMax } from "../../protocol/protocol-limits.ts";
import type { KeyOf } from "../../texts/keys.ts";
import { english } from "../../texts/languages.ts";
import { type Saying, saying } from "../../texts/saying.ts";
import { type Texts, textsOf } from "../../texts/texts-of.ts";
import { type ValidationIssue, validationSaying } from "../../texts/validation-sayings.ts";

type RefusalKey = KeyOf<"refusals">;

/** A code of the contract, or one of its causes (`code.cause`), whose text has no placeholders. */
export type Refusal = Exclude<RefusalKey, keyof TextValues> extends `refusals.${infer Name}` ? Name : never;

/** A text to be resolved in the reader's language. */
type Said = string | Saying | ((texts: Texts) => string);

export type FieldRefusal = { path: string; message: Said };

export type RefusalParts = {
  /** Replaces the refusal's own text. */
  detail?: Said;
  /** The field that the text is about. */
  field?: string;
  info?: readonly FieldRefusal[];
  retryAfterSeconds?: number;
  cause?: unknown;
};

/**
 * A rejected request. Its text is in `refusals.json`; a text with placeholders needs a `Saying`. The error handler answers with the
 * status of `httpStatusOf` and an `ErrorBody` in the request's language.
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  /** The refusal that was passed in, for rethrowing. */
  readonly refusal: Saying<RefusalKey>;
  readonly retryAfterSeconds: number | undefined;
  readonly #detail: Said;
  #info: readonly FieldRefusal[] | undefined;

  constructor(
    refusal: Refusal | Saying<RefusalKey>,
    { detail, field, info, retryAfterSeconds, cause }: RefusalParts = {},
  ) {
    const own: Saying<RefusalKey> = typeof refusal === "string" ? { key: `refusals.${refusal}` } : refusal;
    const said = detail ?? own;
    super(say(said, textsOf(english)), cause === undefined ? undefined : { cause });
    this.refusal = own;
    this.code = own.key.split(".")[1] as ErrorCode;
    this.retryAfterSeconds = retryAfterSeconds;
    this.#detail = said;
    this.#info = field === undefined ? info : [{ path: field, message: own }];
  }

  /** What it was made of, for another process. A text that is a function can't go there. */
  get parts(): RefusalParts {
    const { retryAfterSeconds } = this;
    return {
      detail: this.#detail,
      ...(this.#info && { info: this.#info }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }

  get status(): number {
    return httpStatusOf[this.code];
  }

  about(field: string): this {
    this.#info = [{ path: field, message: this.#detail }];
    return this;
  }

  toBody(texts: Texts = textsOf(english)): ErrorBody {
    const body = { code: this.code, detail: say(this.#detail, texts) };
    if (!this.#info) return body;
    return { ...body, info: this.#info.map(({ path, message }) => ({ path, message: say(message, texts) })) };
  }
}

export function say(said: Said, texts: Texts): string {
  if (typeof said === "string") return said;
  return typeof said === "function" ? said(texts) : texts.say(said);
}

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
