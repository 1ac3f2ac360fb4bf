import type { ErrorBody, ErrorCode } from "../../contract/errors.ts";
import { t } from "../texts/app.ts";

/** A call that was refused, or whose answer could not be used. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** The body of the answer: an `ErrorBody` from our server, anything from what stands before it. */
    readonly info: unknown,
  ) {
    super(t("app.fetchFailed"));
  }

  /** The code of the contract, where the answer carried one. */
  get code(): ErrorCode | undefined {
    return bodyOf(this.info)?.code;
  }

  /** What the server says in words. */
  get detail(): string | undefined {
    return bodyOf(this.info)?.detail;
  }

  get fieldErrors(): NonNullable<ErrorBody["info"]> {
    const info = bodyOf(this.info)?.info;
    return Array.isArray(info) ? info : [];
  }
}

function bodyOf(info: unknown): Partial<ErrorBody> | undefined {
  return typeof info === "object" && info !== null ? (info as Partial<ErrorBody>) : undefined;
}

/** What was asked for does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Nothing came that could be an answer of the server: there is no line, or no token can be had without one. */
export function hasNoAnswer(error: unknown): boolean {
  return !(error instanceof ApiError);
}

/** The best sentence for people that an error has. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail ?? error.message;
  // What `fetch` throws without a line; its own words differ from browser to browser.
  if (error instanceof TypeError) return t("app.signIn.networkError");
  return error instanceof Error ? error.message : String(error);
}
