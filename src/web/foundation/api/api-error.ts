import { t } from "../../../../generated/web-texts/app.ts";
import type { ErrorBody, ErrorCode } from "../../../contract/errors.ts";

/** A call failed or returned an unusable response. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** The response body: an `ErrorBody` from our server, anything from a proxy. */
    readonly info: unknown,
  ) {
    super(t("app.fetchFailed"));
  }

  /** The contract's error code, if the response has one. */
  get code(): ErrorCode | undefined {
    return bodyOf(this.info)?.code;
  }

  /** The server's message. */
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

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The server did not respond: offline, or the token could not be renewed offline. */
export function hasNoAnswer(error: unknown): boolean {
  return !(error instanceof ApiError);
}

/** The best message to show for an error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail ?? error.message;
  // `fetch` throws this offline, with a message that differs between browsers.
  if (error instanceof TypeError) return t("app.signIn.networkError");
  return error instanceof Error ? error.message : String(error);
}
